"""The part of the package `tilewright` that is made in Rust."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, SupportsIndex, final, overload

from typing_extensions import disjoint_base

__all__ = [
    "Game",
    "GameError",
    "IllegalMove",
    "TileweBoard",
    "TileweMove",
    "TileweMoves",
    "tilewe_pieces",
]

class GameError(ValueError):
    """What was asked of a game cannot be done."""

class IllegalMove(GameError):
    """The move may not be played now."""

@final
class Game:
    """A game being played."""

    def __new__(cls, game: str) -> Game: ...
    @property
    def ply(self) -> int:
        """How many moves have been played, those of chance included."""

@final
class TileweMove:
    """A move by its name: a piece, turned, with a contact tile on an open corner."""

    def __new__(cls, piece: int, rotation: int, contact: int, to_tile: int) -> TileweMove: ...
    @property
    def piece(self) -> int:
        """The piece, one of the constants `O1` to `Z5`."""

    @property
    def rotation(self) -> int:
        """The rotation, one of the constants `NORTH` to `WEST_F`."""

    @property
    def contact(self) -> int:
        """The contact tile, in the box around the turned piece, whose lower left tile is `A01`."""

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

@final
class TileweMoves:
    """The moves of a player, which behave as a list of them. They are counted when the list is made, and
    become objects when they are looked at; the first change makes it a real list within."""

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> TileweMove: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[TileweMove]: ...
    @overload
    def __setitem__(self, index: SupportsIndex, value: TileweMove, /) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Iterable[TileweMove], /) -> None: ...
    def __delitem__(self, index: SupportsIndex | slice, /) -> None: ...
    def __contains__(self, value: object, /) -> bool: ...
    def __iter__(self) -> Iterator[TileweMove]: ...
    def __reversed__(self) -> Iterator[TileweMove]: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __lt__(self, value: list[TileweMove] | TileweMoves, /) -> bool: ...
    def __le__(self, value: list[TileweMove] | TileweMoves, /) -> bool: ...
    def __gt__(self, value: list[TileweMove] | TileweMoves, /) -> bool: ...
    def __ge__(self, value: list[TileweMove] | TileweMoves, /) -> bool: ...
    def __add__(self, other: list[TileweMove] | TileweMoves, /) -> list[TileweMove]: ...
    def __radd__(self, other: list[TileweMove], /) -> list[TileweMove]: ...
    def __mul__(self, times: SupportsIndex, /) -> list[TileweMove]: ...
    def __rmul__(self, times: SupportsIndex, /) -> list[TileweMove]: ...
    def __iadd__(self, other: Iterable[TileweMove], /) -> TileweMoves: ...
    def __reduce__(self) -> tuple[type[list[TileweMove]], tuple[list[TileweMove]]]: ...
    def append(self, value: TileweMove) -> None:
        """Adds a move at the end."""

    def extend(self, values: Iterable[TileweMove]) -> None:
        """Adds moves at the end."""

    def insert(self, index: SupportsIndex, value: TileweMove) -> None:
        """Adds a move before the one at this place."""

    def pop(self, index: int = -1) -> TileweMove:
        """Removes the move at this place, and returns it."""

    def remove(self, value: TileweMove) -> None:
        """Removes a move by its value."""

    def clear(self) -> None:
        """Removes all moves."""

    def copy(self) -> list[TileweMove]:
        """The moves as a list of their own."""

    def index(self, value: TileweMove, start: int = 0, stop: int = ...) -> int:
        """Where a move stands."""

    def count(self, value: TileweMove) -> int:
        """How often a move is there."""

    def sort(
        self, *, key: Callable[[TileweMove], Any] | None = None, reverse: bool = False
    ) -> None:
        """Sorts the moves."""

    def reverse(self) -> None:
        """Turns the order round."""

@disjoint_base
class TileweBoard:
    """A game of Tilewe for one to four players."""

    def __new__(cls, n_players: int | None = None) -> TileweBoard: ...
    def generate_legal_moves(
        self, for_player: int | None = None, *, unique: bool = False
    ) -> TileweMoves:
        """The moves of a player, by default of the one whose turn it is."""

    def gen_moves(self, for_player: int | None = None, *, unique: bool = False) -> TileweMoves:
        """The same as `generate_legal_moves`."""

    def n_legal_moves(self, for_player: int | None = None, *, unique: bool = False) -> int:
        """How many moves a player has."""

    def is_legal(self, move: TileweMove, for_player: int | None = None) -> bool:
        """Whether a player may play the move."""

    def push(self, move: TileweMove) -> None:
        """Plays a move of the player whose turn it is."""

    def pop(self) -> None:
        """Takes the last move back."""

    @property
    def ply(self) -> int:
        """How many moves were played."""

    @property
    def moves(self) -> list[TileweMove]:
        """What was played, from the first move."""

    @property
    def n_players(self) -> int:
        """How many play."""

    @property
    def current_player(self) -> int:
        """The player whose turn it is; once the game is over, the one who moved last."""

    @property
    def cur_player(self) -> int:
        """The same as `current_player`."""

    @property
    def finished(self) -> bool:
        """Whether nobody can move."""

    @property
    def winners(self) -> list[int]:
        """The players with the most tiles on the board."""

    @property
    def scores(self) -> list[int]:
        """The tiles on the board, by player."""

    def player_score(self, for_player: int | None = None, *, player: int | None = None) -> int:
        """The tiles on the board of a player."""

    def remaining_pieces(
        self, for_player: int | None = None, *, player: int | None = None
    ) -> list[int]:
        """The pieces that a player has not placed."""

    def n_remaining_pieces(
        self, for_player: int | None = None, *, player: int | None = None
    ) -> int:
        """How many pieces a player has not placed."""

    def player_corners(
        self, for_player: int | None = None, *, player: int | None = None
    ) -> list[int]:
        """The open corners of a player."""

    def n_player_corners(self, for_player: int | None = None, *, player: int | None = None) -> int:
        """How many open corners a player has."""

    def can_play(self, for_player: int | None = None, *, player: int | None = None) -> bool:
        """Whether a player has a move, now or when its turn comes."""

    def color_at(self, tile: int) -> int:
        """The player that covers a tile, or `NO_COLOR`."""

    def copy(self) -> TileweBoard:
        """A board of its own with the same moves."""

    def copy_current_state(self) -> TileweBoard:
        """The same as `copy`."""

    def corners_after_moves(self) -> list[int]:
        """How many open corners the player whose turn it is has after each of its distinct placements, in
        the order of `generate_legal_moves(unique=True)`."""

    def move_differences(self) -> list[int]:
        """How many more moves the player whose turn it is has than all others together after each of its
        distinct placements, in the order of `generate_legal_moves(unique=True)`."""

    def weights_of_moves(self, weights: Sequence[float]) -> list[float]:
        """What the tiles weigh together that each of its distinct placements covers, in the order of
        `generate_legal_moves(unique=True)`; the weights are in the order of `TILES`."""

    def __reduce__(self) -> tuple[type[TileweBoard], tuple[int], list[TileweMove]]: ...
    def __setstate__(self, moves: Sequence[TileweMove]) -> None: ...

def tilewe_pieces() -> list[tuple[str, int, list[tuple[list[int], list[int]]]]]:
    """What there is to know of the pieces: for each its name, its number of corners, and for each rotation
    its tiles and its contacts."""
