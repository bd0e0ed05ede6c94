"""The Rust part of the package `tilewright`."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Literal, Optional, SupportsIndex, Union, final, overload

from typing_extensions import Self, disjoint_base

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright._batch import Rollouts

__all__ = [
    "ArenaFile",
    "ArenaPlan",
    "ArenaStandings",
    "ArgumentError",
    "BatchGame",
    "EngineProcess",
    "GAMES",
    "Game",
    "GameError",
    "GameReader",
    "IllegalMove",
    "LegalMoves",
    "LegalMovesIterator",
    "Move",
    "Outcome",
    "PROCESSOR",
    "Perspective",
    "RecordReader",
    "StopSign",
    "TileweBoard",
    "TileweMove",
    "__version__",
    "_restore_batch",
    "_restore_game",
    "_shuffled",
    "actions_of",
    "analyze_moves",
    "bot_kinds",
    "bot_levels",
    "check_bot",
    "choose",
    "game_info",
    "observation_of",
    "parse_time",
    "read_games",
    "read_pentobi",
    "read_record",
    "read_record_texts",
    "review_moves",
    "run_arena",
    "serve_ugi",
    "shown_to_mover",
    "tilewe_pieces",
    "write_pentobi",
    "write_record",
]

# Games, moves and records.

GAMES: tuple[str, ...]
"""The names of the games."""

PROCESSOR: str
"""The processors for which the module was built: `x86-64-v3` or `baseline`."""

__version__: str

class GameError(ValueError):
    """An error of a game, an option, a move or a bot."""

class ArgumentError(GameError, TypeError):
    """A value is of a wrong type."""

class IllegalMove(GameError):
    """The move is illegal now. Its `rule` is the name of the broken rule."""

    rule: str

@final
class Move:
    """A move of one of the games: a value that can be hashed, compared, sorted, pickled and sent.

    `Move("blokus", "F5e@d9")` parses one, `str(move)` formats it. Its parts are attributes, such as
    `move.piece` and `move.squares` in Blokus; `move.parts` has them all.
    """

    def __new__(cls, game: str, text: str) -> Move: ...
    @property
    def game(self) -> str:
        """The game it is a move of: `blokus`, `triominos`, `coerceo` or `aquapipe`."""
    @property
    def parts(self) -> dict[str, Any]:
        """Its parts, by name. For its effect in a position see `Game.describe`."""
    @property
    def piece(self) -> str:
        """The piece that is placed (Blokus)."""
    @property
    def orientation(self) -> Optional[str]:
        """The orientation of the piece or the tile (Blokus, Triominos)."""
    @property
    def squares(self) -> list[str]:
        """The squares that the piece covers (Blokus)."""
    @property
    def kind(self) -> str:
        """The kind of the action: place, draw, pass, deal or drawn (Triominos)."""
    @property
    def tile(self) -> Optional[str]:
        """The tile (Triominos)."""
    @property
    def facing(self) -> Optional[str]:
        """The direction in which the cell faces (Triominos)."""
    @property
    def x(self) -> Optional[int]:
        """The column of the cell (Triominos)."""
    @property
    def y(self) -> Optional[int]:
        """The row of the cell (Triominos)."""
    @property
    def numbers(self) -> Optional[list[int]]:
        """The numbers at the left, middle and right corner (Triominos)."""
    @property
    def from_(self) -> Any:
        """The origin: a place (Coerceo), or the spaces that a pipe leaves (Aqua Pipe)."""
    @property
    def to(self) -> Any:
        """The target: a place (Coerceo), or the spaces that a pipe fills (Aqua Pipe)."""
    @property
    def is_exchange(self) -> bool:
        """True for an exchange (Coerceo)."""
    @property
    def diameter(self) -> str:
        """The diameter of the pipe (Aqua Pipe)."""
    @property
    def is_u_pipe(self) -> bool:
        """True for a U pipe (Aqua Pipe)."""
    def __dir__(self) -> list[str]: ...
    def __hash__(self) -> int: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __lt__(self, value: Move, /) -> bool: ...
    def __le__(self, value: Move, /) -> bool: ...
    def __gt__(self, value: Move, /) -> bool: ...
    def __ge__(self, value: Move, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Move], tuple[str, str]]: ...

@final
class LegalMoves(Sequence[Move]):
    """The legal moves of a position, sorted: a sequence that makes its moves on access."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: int, /) -> Move: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[Move]: ...
    def __iter__(self) -> LegalMovesIterator: ...
    def __reversed__(self) -> Iterator[Move]: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __lt__(self, value: Union[LegalMoves, list[Move]], /) -> bool: ...
    def __le__(self, value: Union[LegalMoves, list[Move]], /) -> bool: ...
    def __gt__(self, value: Union[LegalMoves, list[Move]], /) -> bool: ...
    def __ge__(self, value: Union[LegalMoves, list[Move]], /) -> bool: ...
    __hash__ = None  # type: ignore[assignment]
    def index(self, value: Union[Move, str]) -> int:  # type: ignore[override]
        """The index of a move."""
    def count(self, value: Union[Move, str]) -> int:
        """1 for a legal move, 0 for any other."""
    def __reduce__(self) -> tuple[type[list[Move]], tuple[list[Move]]]: ...

@final
class LegalMovesIterator:
    """An iterator over legal moves."""

    def __iter__(self) -> LegalMovesIterator: ...
    def __next__(self) -> Move: ...

@final
class Outcome:
    """The outcome of a game: the place and the score of every seat.

    Places count from 1, and seats that are equal share one: `(1, 1, 3)`.
    """

    def __new__(cls, places: Sequence[int], scores: Sequence[int]) -> Outcome: ...
    @property
    def places(self) -> tuple[int, ...]:
        """The place of every seat, from 1."""
    @property
    def scores(self) -> tuple[int, ...]:
        """The score of every seat."""
    @property
    def winners(self) -> tuple[int, ...]:
        """The seats on the first place."""
    @property
    def is_draw(self) -> bool:
        """True if all seats, two or more, share the first place."""
    def __hash__(self) -> int: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Outcome], tuple[tuple[int, ...], tuple[int, ...]]]: ...

@final
class Game:
    """A game being played: its start, its moves in order, and its endings.

    `Game("blokus", variant="duo")` opens one. Options are keywords, as `tilewright.game_info`
    lists them. With a `seed` chance plays by itself, the same for the same seed; without
    one its moves are played like any others. `moves` are played at once, those of chance included:
    text with spaces between them, or a list.

    Seats are numbers from 0. Two games are equal if they are the same from beginning to end:
    compare `position` or `key` to know whether two positions are.
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __new__(
        cls,
        game: str,
        *,
        seed: Optional[int] = None,
        moves: Union[str, Iterable[Union[Move, str]], None] = None,
        **options: Union[str, int, bool, None],
    ) -> Game: ...
    @staticmethod
    def from_position(
        game: str,
        text: str,
        *,
        seed: Optional[int] = None,
        moves: Union[str, Iterable[Union[Move, str]], None] = None,
    ) -> Game:
        """Starts a game in a position, given by the text of `Game.position`."""
    @staticmethod
    def from_record(text: str, *, seed: Optional[int] = None) -> Game:
        """Replays a record, given by the text of `Game.record`."""
    @staticmethod
    def load(path: Union[str, os.PathLike[str]], *, seed: Optional[int] = None) -> Game:
        """Loads a game from a file: a record, or a game of Pentobi if its name ends with `.blksgf`."""
    @property
    def game(self) -> str:
        """The game: `blokus`, `triominos`, `coerceo` or `aquapipe`."""
    @property
    def options(self) -> dict[str, Union[str, int, bool]]:
        """The options, with every default filled in: `Game(game.game, **game.options)` opens the same
        game.
        """
    @property
    def seats(self) -> int:
        """The number of seats."""
    @property
    def seed(self) -> Optional[int]:
        """The seed of chance; None if moves of chance are played like others."""
    @property
    def turn(self) -> Optional[int]:
        """The seat that is to move, from 0; None if chance is to decide or the game is over."""
    @property
    def is_chance(self) -> bool:
        """True if chance is to move: a tile is to be dealt or drawn."""
    @property
    def is_over(self) -> bool:
        """True if the game is over."""
    @property
    def mover(self) -> Optional[str]:
        """The side to move in the words of the game, such as a color; None if the seat is enough."""
    @property
    def scores(self) -> tuple[int, ...]:
        """The score of every seat."""
    @property
    def outcome(self) -> Optional[Outcome]:
        """The outcome; None while the game is not over."""
    @property
    def ply(self) -> int:
        """The number of moves played, including those of chance."""
    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, including those of chance."""
    def moves_seen_by(self, seat: Optional[int] = None) -> tuple[Move, ...]:
        """The moves as a seat saw them, or a spectator; hidden parts are `?`."""
    @property
    def key(self) -> int:
        """The hash of the position: equal positions have equal keys, on every machine."""
    @property
    def position(self) -> str:
        """The whole position as text, for `Game.from_position`, including hidden hands."""
    def legal_moves(self) -> LegalMoves:
        """All legal moves, sorted; none once the game is over. Moves are made on access."""
    @property
    def n_legal_moves(self) -> int:
        """The number of legal moves, without listing them."""
    def parse(self, text: str) -> Move:
        """Parses a move in any notation, including those that depend on this position."""
    def is_legal(self, move: Union[Move, str]) -> bool:
        """Returns true if the move is legal now."""
    def explain(self, move: Union[Move, str]) -> Optional[IllegalMove]:
        """The error that `play` would raise, with a sentence as its text and the name of the `rule`;
        None if the move is legal.
        """
    def describe(self, move: Union[Move, str]) -> dict[str, Any]:
        """The parts of a legal move and its effect now, such as captures or gains."""
    def play(self, move: Union[Move, str]) -> Move:
        """Plays a move and returns it; raises `IllegalMove` and changes nothing if it is not legal."""
    def undo(self) -> Move:
        """Takes back the last move and returns it. With a seed it takes back the last move of a player
        and the moves of chance after it. Endings after it are always taken back.
        """
    def random_move(self, rng: Union[Random, int, None] = None) -> Move:
        """A random legal move, all equally likely: `rng` is a `random.Random`, a seed, or None for the
        module `random`.
        """
    def play_chance(self, rng: Union[Random, int, None] = None) -> tuple[Move, ...]:
        """Plays the moves of chance until a seat is to move or the game is over, and returns them."""
    def play_out(self, rng: Union[Random, int, None] = None) -> int:
        """Plays random moves, all equally likely, until the game is over, and returns their number."""
    def copy(self) -> Game:
        """An independent copy."""
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: Any) -> Game: ...
    def view(self, seat: Optional[int] = None) -> dict[str, Any]:
        """The view of a seat, or of a spectator, as data."""
    def draw(self, seat: Optional[int] = None, *, color: bool = False) -> str:
        """The board as a seat sees it, or a spectator, in text for a terminal."""
    def svg(
        self,
        seat: Optional[int] = None,
        *,
        size: int = 480,
        last_move: Union[Move, str, bool, None] = None,
        moves: Union[bool, Iterable[Union[Move, str]], None] = None,
        heat: Optional[Mapping[Union[Move, str], float]] = None,
        orientation: int = 0,
        palette: Optional[str] = None,
    ) -> str:
        """The board as a seat sees it, or a spectator, as an SVG picture of this width in pixels.

        `last_move` is marked; without one it is the last that was played, and `False` marks none.
        `moves=True` marks the places to which the legal moves go, and a list of moves those of its
        moves. `heat` maps moves to numbers: the greater, the stronger is the color of its place.
        `orientation` is the seat from whose side the board is seen, 0 or 1. `palette` is `"light"`,
        `"dark"` or one of them with `"-color-blind"`.
        """
    def _repr_svg_(self) -> str: ...
    def record(
        self,
        *,
        names: Optional[Sequence[str]] = None,
        date: Optional[str] = None,
        comment: Optional[str] = None,
        seen_by: Union[int, Literal["spectator"], None] = None,
    ) -> str:
        """The game as a record: readable text that replays to the same game. With `seen_by` it holds
        only what that seat saw, or `"spectator"`.
        """
    def save(
        self,
        path: Union[str, os.PathLike[str]],
        *,
        names: Optional[Sequence[str]] = None,
        date: Optional[str] = None,
        comment: Optional[str] = None,
    ) -> None:
        """Saves the whole game to a file: a record, or for Pentobi if its name ends with `.blksgf`."""
    def resign(self, seat: Optional[int] = None) -> None:
        """Resigns for a seat, by default the one to move. With more than two seats the others play on."""
    def end(self, seat: int, ending: str) -> None:
        """Ends the game for a seat: it `"resigns"`, `"agrees to a draw"`, `"loses on time"`,
        `"forfeits"` or `"leaves"`.
        """
    @property
    def endings(self) -> list[tuple[int, str, int]]:
        """The endings in their order, each as the seat, the ending, and the number of moves before it."""
    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` moves from here (perft)."""
    def __eq__(self, value: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[str, Optional[int]]]: ...

def _restore_batch(
    game: str,
    n: int,
    seed: int,
    threads: int,
    auto_reset: bool,
    options: dict[str, Any],
    games: Sequence[tuple[int, list[str]]],
) -> BatchGame: ...
def actions_of(game: Game) -> list[tuple[int, str]]:
    """The legal actions of a game's position, each with its move; none where no player is to move."""

def observation_of(game: Game, seat: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """The observation of a seat in a game's position: planes, one after the other, and features."""

def _restore_game(record: str, seed: Optional[int]) -> Game: ...
def game_info(game: str) -> dict[str, Any]:
    """The name, the variants, the options and the notation of a game, for people and menus."""

def read_games(path: Union[str, os.PathLike[str]]) -> GameReader:
    """The games of a file with several records, one after the other, as an arena writes them."""

@final
class GameReader:
    """An iterator over the games of a file."""

    def __iter__(self) -> GameReader: ...
    def __next__(self) -> Game: ...

def read_pentobi(path: Union[str, os.PathLike[str]]) -> list[str]:
    """The games of a file of Pentobi as the texts of records, with their variations and notes."""

def write_pentobi(text: str) -> str:
    """The text of a record in Pentobi's form, with its variations and notes."""

def read_record(text: str) -> dict[str, Any]:
    """The content of a record, as its text tells it."""

def write_record(text: str, content: str) -> str:
    """The text of a record with other content, as JSON. A record of one viewer keeps its moves, and
    takes new notes only."""

def read_record_texts(path: Union[str, os.PathLike[str]]) -> RecordReader:
    """The texts of the records of a file with several of them."""

@final
class RecordReader:
    """An iterator over the texts of records."""

    def __iter__(self) -> RecordReader: ...
    def __next__(self) -> str: ...

@final
class TileweMove:
    """A move by its name: a rotated piece with a contact tile on an open corner."""

    def __new__(cls, piece: int, rotation: int, contact: int, to_tile: int) -> TileweMove: ...
    @property
    def piece(self) -> int:
        """The piece, one of the constants `O1` to `Z5`."""

    @property
    def rotation(self) -> int:
        """The rotation, one of the constants `NORTH` to `WEST_F`: the first that gives this picture."""

    @property
    def contact(self) -> int:
        """The contact tile, in the box around the rotated piece, whose lower left tile is `A01`."""

    @property
    def to_tile(self) -> int:
        """The open corner that the contact covers."""

    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __lt__(self, value: TileweMove, /) -> bool: ...
    def __le__(self, value: TileweMove, /) -> bool: ...
    def __gt__(self, value: TileweMove, /) -> bool: ...
    def __ge__(self, value: TileweMove, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[TileweMove], tuple[int, int, int, int]]: ...

@disjoint_base
class TileweBoard:
    """A game of Tilewe for one to four players."""

    def __new__(cls, *_arguments: object, **_options: object) -> Self: ...
    def __init__(self, n_players: int = 4) -> None: ...
    def generate_legal_moves(
        self, for_player: int | None = None, *, unique: object = None
    ) -> list[TileweMove]:
        """The moves of a player, by default the one to move. The library accepts `unique` and ignores
        it, and so does this."""

    def gen_moves(
        self, for_player: int | None = None, *, unique: object = None
    ) -> list[TileweMove]:
        """The same as `generate_legal_moves`."""

    def generate_placements(self, for_player: int | None = None) -> list[TileweMove]:
        """The distinct placements of a player: of moves that place a piece on the same tiles only the
        first."""

    def n_legal_moves(self, for_player: int | None = None) -> int:
        """The number of moves of a player."""

    def n_placements(self, for_player: int | None = None) -> int:
        """The number of distinct placements of a player."""

    def is_legal(self, move: TileweMove, for_player: int | None = None) -> bool:
        """Returns true if the move is legal for a player."""

    def push(self, move: TileweMove) -> None:
        """Plays a move of the player to move."""

    def pop(self) -> None:
        """Takes the last move back."""

    @property
    def ply(self) -> int:
        """The number of moves played."""

    @property
    def moves(self) -> list[TileweMove]:
        """The moves played, from the first."""

    @property
    def n_players(self) -> int:
        """The number of players."""

    @property
    def current_player(self) -> int:
        """The player to move; once the game is over, the one who moved last."""

    @property
    def cur_player(self) -> int:
        """The same as `current_player`."""

    @property
    def finished(self) -> bool:
        """True if no player can move."""

    @property
    def winners(self) -> list[int]:
        """The players with the most tiles on the board."""

    @property
    def scores(self) -> list[int]:
        """The number of tiles on the board, by player."""

    def player_score(self, for_player: int | None = None) -> int:
        """The number of a player's tiles on the board."""

    def remaining_pieces(self, for_player: int | None = None) -> list[int]:
        """The pieces that a player has not placed."""

    def n_remaining_pieces(self, for_player: int | None = None) -> int:
        """The number of pieces that a player has not placed."""

    def player_corners(self, for_player: int | None = None) -> list[int]:
        """The open corners of a player."""

    def n_player_corners(self, for_player: int | None = None) -> int:
        """The number of open corners of a player."""

    def can_play(self, for_player: int | None = None) -> bool:
        """Returns true if a player has a move, now or on its turn."""

    def color_at(self, tile: int) -> int:
        """The player that covers a tile, or `NO_COLOR`."""

    def copy(self) -> TileweBoard:
        """An independent board with the same moves."""

    def corners_after_moves(self) -> list[int]:
        """The number of open corners of the player to move after each of its moves, in the order of
        `generate_legal_moves()`."""

    def move_differences(self) -> list[int]:
        """The difference of legal moves, those of the player to move minus those of all others, after each
        of its moves, in the order of `generate_legal_moves()`."""

    def weights_of_moves(self, weights: Sequence[float]) -> list[float]:
        """The sum of the weights of the tiles that each move covers, in the order of
        `generate_legal_moves()`; the weights are in the order of `TILES`."""

    def _repr_html_(self) -> str: ...
    def _legal_move(self, index: int) -> TileweMove: ...
    def _simple_values(self, start: int, stop: int) -> list[float]: ...
    def __reduce__(
        self,
    ) -> tuple[
        Callable[..., Any],
        tuple[type[TileweBoard]],
        tuple[int, list[TileweMove], dict[str, Any] | None],
    ]: ...
    def __setstate__(
        self, state: tuple[int, Sequence[TileweMove], dict[str, Any] | None]
    ) -> None: ...

def _shuffled(length: int) -> list[int]: ...
def tilewe_pieces() -> list[tuple[str, int, list[tuple[list[int], list[int]]]]]:
    """The data of the pieces: for each its name, its number of corners, and for each rotation its tiles
    and its contacts."""
# Batches of games.

@final
class BatchGame:
    """A batch: thousands of games of one kind, stepped at once, with numbered actions and NumPy arrays of
    observations.

    `BatchGame("blokus", n=4096, variant="duo", seed=1, threads=2)` opens one; options of the game are
    keywords, as for `Game`. Chance depends on the seed, the number of the game in the batch
    and the number of its restarts, and on nothing else. With `auto_reset` a game that ends is restarted
    at once.
    """

    def __new__(
        cls,
        game: str,
        n: int,
        *,
        seed: int = 0,
        threads: int = 1,
        auto_reset: bool = False,
        **options: Union[str, int, bool, None],
    ) -> BatchGame: ...
    def __len__(self) -> int: ...
    def __copy__(self) -> BatchGame: ...
    def __deepcopy__(self, _memo: Any, /) -> BatchGame: ...
    @property
    def name(self) -> str:
        """The game: `blokus`, `triominos`, `coerceo` or `aquapipe`."""

    @property
    def seats(self) -> int:
        """The number of seats of each game."""

    @property
    def threads(self) -> int:
        """The number of threads."""

    @property
    def seed(self) -> int:
        """The seed of chance."""

    @property
    def n_actions(self) -> int:
        """The number of actions, which are numbered from 0."""

    @property
    def plane_names(self) -> list[str]:
        """The name of each plane of an observation."""

    @property
    def feature_names(self) -> list[str]:
        """The name of each feature of an observation."""

    @property
    def plane_shape(self) -> tuple[int, int, int]:
        """The shape of the planes of an observation: number, height and width."""

    @property
    def turns(self) -> NDArray[np.int8]:
        """The seat to move in each game, and -1 where it is over."""

    @property
    def scores(self) -> NDArray[np.int32]:
        """The score of every seat in each game."""

    @property
    def episodes(self) -> NDArray[np.uint64]:
        """The number of restarts of each game."""

    def legal_actions(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The legal actions of all games, game by game, and the offset of each game's first:
        those of game `i` are `actions[offsets[i]:offsets[i + 1]]`, in no particular order.
        """

    @overload
    def legal_masks(
        self, *, dense: Literal[False] = False, out: Optional[NDArray[np.uint64]] = None
    ) -> NDArray[np.uint64]: ...
    @overload
    def legal_masks(
        self, *, dense: Literal[True], out: Optional[NDArray[np.bool_]] = None
    ) -> NDArray[np.bool_]:
        """The legal actions of each game as bits in words of 64: action `a` is bit `a % 64` of word
        `a // 64`. With `dense=True` they are flags, one for each action. `out` is an array to write
        them to, instead of a new one.
        """

    def observations(
        self, *, out: Optional[tuple[NDArray[np.uint8], NDArray[np.float32]]] = None
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """The observations of the seats to move (of the first seat where the game is over): planes of the
        board, and features, named by `plane_names` and `feature_names`. `out` are two arrays to write
        them to, instead of new ones.
        """

    def observe(self, game: int, seat: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """The observation of a seat in one game: planes and features."""

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Plays an action in each game and the moves of chance after it; -1 skips a game. Returns the
        reward of each seat of each game, which is 0 until the game ends, and a flag for each game that
        this ended. Raises `IllegalMove` if an action is illegal; then no game is changed.
        """

    def reset(self, games: Optional[ArrayLike] = None, *, seed: Optional[int] = None) -> None:
        """Restarts games: all, those of a mask such as `dones`, or those of a list of numbers. With a `seed`
        all begin as in a new batch.
        """

    def rollouts(
        self, seed: Union[Random, int, None] = None, *, max_moves: int = 1000000, quick: bool = False
    ) -> Rollouts:
        """Plays each game at random to its end and returns scores, places, rewards and numbers of moves; the
        batch is unchanged. Without a seed chance follows the module `random`. All legal moves are
        equally likely; with `quick=True` the distribution is the fastest of the game. `max_moves` stops
        a rollout that is not over, whose places are 0.
        """

    def action_to_move(self, game: int, action: int) -> Move:
        """The move of an action in a game, legal or not."""

    def play(self, game: int, move: Union[Move, str]) -> NDArray[np.float32]:
        """Plays a move in one game, even one without a number, and the moves of chance after it. Returns
        the reward of each seat, which is 0 until the game ends.
        """

    def move_to_action(self, game: int, move: Union[Move, str]) -> int:
        """The action of a move in a game, legal or not."""

    def moves(self, game: int) -> tuple[Move, ...]:
        """The moves of a game so far, including those of chance."""

    def game(self, game: int) -> Game:
        """An independent copy of a game, with all its moves; moves of chance are played like others."""

    def draw(self, game: int, seat: Optional[int] = None) -> str:
        """The board of a game in text for a terminal, as a seat sees it, with its choices, or a spectator."""

    def copy(self) -> BatchGame:
        """An independent copy."""

# Bots, analysis and the arena. The public interface to these is in `tilewright` itself.

@final
class Perspective:
    """A game with secrets as one seat sees it: what a bot is handed that plays it.

    It begins with the text of what the seat knew, and goes on with what it saw of each move and what the
    rules then laid open. `Perspective.of(game, seat)` makes one. Seats are numbers from 0.
    """

    def __new__(
        cls, game: str, position: str, seen_moves: Sequence[tuple[str, str | None]] = ()
    ) -> Perspective: ...
    @staticmethod
    def of(game: Game, seat: int | None = None) -> Perspective:
        """A game from the knowledge of a seat, or of a spectator."""
    @staticmethod
    def from_record(text: str) -> Perspective:
        """Replays the record of one viewer, given by the text of `Game.record` with `seen_by`."""
    @property
    def game(self) -> str:
        """The game."""
    @property
    def seat(self) -> int | None:
        """The seat of the viewer; None for a spectator."""
    @property
    def seats(self) -> int:
        """The number of seats."""
    @property
    def turn(self) -> int | None:
        """The seat that is to move; None if chance is to decide or the game is over."""
    @property
    def is_chance(self) -> bool:
        """True if chance is to move: a tile is to be dealt or drawn."""
    @property
    def is_over(self) -> bool:
        """True if the game is over."""
    @property
    def scores(self) -> tuple[int, ...]:
        """The score of every seat."""
    @property
    def outcome(self) -> Outcome | None:
        """The outcome; None while the game is not over."""
    @property
    def ply(self) -> int:
        """The number of moves played, including those of chance."""
    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, as the seat saw them; hidden parts are `?`."""
    @property
    def seen_moves(self) -> list[tuple[str, str | None]]:
        """The same as text, each with what the rules then laid open."""
    @property
    def position(self) -> str:
        """The knowledge of the seat, as text."""
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves of the seat; none if it is not its turn."""
    def is_legal(self, move: Move | str) -> bool:
        """Returns true if the move is legal for the seat now."""
    def view(self) -> dict[str, Any]:
        """The view of the seat, as data."""
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str, str, list[tuple[str, str | None]]]: ...

@final
class StopSign:
    """A flag that is true once a bot should stop."""

    def __new__(cls) -> StopSign: ...
    def stop(self) -> None:
        """Asks the search to end with what it has."""
    def __bool__(self) -> bool: ...

@final
class EngineProcess:
    """A process that speaks UGI or GTP. It starts with its first move, and stays until it is closed."""

    def __new__(cls, spec: str) -> EngineProcess: ...
    @property
    def spec(self) -> str:
        """The engine as text."""
    @property
    def name(self) -> str | None:
        """The name by which the engine introduced itself; None before it started."""
    def choose(
        self,
        game: Game | Perspective,
        seed: int,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        stop: StopSign | None = None,
    ) -> Move:
        """The engine's move for the seat to move."""
    def close(self) -> None:
        """Ends the process; the next move starts it again."""
    def __getnewargs__(self) -> tuple[str]: ...

@final
class ArenaFile:
    """A results file, with the records of the games beside it if they are kept."""

    @staticmethod
    def create(path: str, plan: ArenaPlan, has_records: bool) -> ArenaFile:
        """A new file."""
    @staticmethod
    def resume(path: str) -> tuple[ArenaFile, list[str]]:
        """A file that goes on, and the results that are in it."""
    @property
    def has_records(self) -> bool:
        """True if records are kept."""
    def add(self, games: Sequence[tuple[str, str | None]]) -> None:
        """Adds games, each with its record if records are kept, and brings them to the disk."""

@final
class ArenaPlan:
    """The plan of a tournament: everything that its results depend on. It is read and written as JSON, and
    any process that has it can play any block of it."""

    def __new__(cls, json: str) -> ArenaPlan: ...
    @staticmethod
    def of_file(path: str | os.PathLike[str]) -> ArenaPlan:
        """The plan of a results file."""
    def to_json(self) -> str:
        """The plan as JSON."""
    @property
    def names(self) -> list[str]:
        """The names of the players."""
    @property
    def n_blocks(self) -> int:
        """The most blocks."""
    @property
    def games_per_block(self) -> int:
        """The number of games in a block."""
    @property
    def n_games(self) -> int:
        """The most games."""
    def seats(self, block: int) -> list[list[int]]:
        """The players on the seats of each game of a block, by their places in the list of players."""
    def round(self, block: int) -> int:
        """The round of a block: blocks of one round have one opening."""
    def check_engines(self) -> None:
        """Checks that every engine can be started and knows the game."""
    def play_block(self, block: int) -> list[str]:
        """Plays a block and returns the results of its games, each as JSON. Engines run on until `close`, or
        until the plan is freed."""
    def play_block_recorded(
        self, block: int, has_records: bool
    ) -> list[tuple[str, str | None]]:
        """The same, each with the record of the game if records are wanted."""
    def close(self) -> None:
        """Stops the engines that `play_block` started."""
    def standings(self) -> ArenaStandings:
        """Makes empty standings."""
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str]: ...

@final
class ArenaStandings:
    """The standings of a plan. Games may come in any order, and each counts once."""

    def add(self, results: Sequence[str]) -> int:
        """Counts results of `play_block`, each once, and returns the number of new ones."""
    @property
    def n_played(self) -> int:
        """The number of games counted."""
    @property
    def is_complete(self) -> bool:
        """True if nothing more needs to be played: all is, or the test is decided."""
    def summary(self) -> tuple[str, str]:
        """The report for people, and the summary as JSON."""

def run_arena(
    plan: ArenaPlan,
    workers: int,
    results: str | os.PathLike[str] | None,
    has_records: bool,
    is_resumed: bool,
    on_progress: Callable[[int, int, int, tuple[float | None, float, float] | None, list[str]], object],
) -> tuple[str, str]:
    """Plays a tournament on several threads, and reports progress about ten times a second."""

def check_bot(spec: str, game: str | None = None) -> str:
    """Checks that a game has this bot: the named one, or any."""

def choose(
    spec: str,
    game: Game | Perspective,
    seed: int,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    stop: StopSign | None = None,
) -> Move:
    """Chooses a move for the seat to move by a built-in bot."""

def shown_to_mover(game: Game) -> Game | Perspective:
    """A copy of a game for the seat to move: of one with secrets, what that seat sees."""

def bot_kinds(game: str) -> list[tuple[str, str, list[tuple[str, str, str]]]]:
    """The kinds of bots of a game: name, description, and settings with values and meaning."""

def bot_levels(game: str) -> list[tuple[str, str, str]]:
    """The levels of a game, from the first: the bot with two seats, with more, and a description."""

def parse_time(text: str) -> float:
    """Parses a time such as `300ms` into seconds."""

def analyze_moves(
    spec: str | None,
    game: Game | Perspective,
    n_moves: int,
    seed: int,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    on_progress: Callable[..., object] | None = None,
    stop: StopSign | None = None,
) -> tuple[list[Any], int, str]:
    """Evaluates the moves of the seat to move."""

def review_moves(
    spec: str | None,
    game: Game | str,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    on_move: Callable[..., object] | None = None,
) -> list[Any]:
    """Evaluates every move of a game."""

def serve_ugi(
    game: str,
    options: Sequence[tuple[str, str]],
    name: str,
    choose: Callable[..., str],
    write: Callable[[str], object],
    seed: int,
) -> None:
    """Runs an engine on standard input, until the input ends."""
