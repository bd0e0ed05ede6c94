"""Bots, built-in ones and your own, and their analysis of games."""

from __future__ import annotations

import math
import random as chance
from random import Random
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    ClassVar,
    List,
    NamedTuple,
    Optional,
    Tuple,
    Union,
)

from tilewright import _tilewright
from tilewright._frames import pandas
from tilewright._html import percent, table
from tilewright._tilewright import Game, GameError, IllegalMove, Move, Perspective

if TYPE_CHECKING:
    from tilewright._search import Ponder, Search

#: The games that a bot can be asked about.
AnyGame = Union[Game, Perspective]

#: True while a file is loaded for its bot.
is_loading = False

#: A time: seconds, or text such as ``"300ms"``.
Time = Union[float, str]


class Bot:
    """The base class of your own bots: implement `choose`, and it plays wherever built-in bots do.

    ``choose(game)`` returns one of the legal moves. It is handed what its seat may know and nothing
    else: a copy of the `Game` where everything lies open, and a `Perspective` where hands are hidden
    (Triominos). Both have ``turn``, ``ply``, ``scores`` and ``legal_moves()``, so that a bot that needs
    no more plays every game.

    While it chooses, these attributes say how:

    - ``seconds``, ``nodes``, ``depth``: its limits, each ``None`` if there is none;
    - ``random``: a `random.Random` seeded by the seed of the game and the number of moves played. A bot
      that uses no other randomness plays the same game again with the same seed;
    - ``is_stopped``: true once it should return, because nobody waits any longer.

    One object may be asked about several games in turn, so its memory of one game should not affect
    another.
    """

    game: ClassVar[Optional[str]] = None
    """The only game it plays, if there is one: ``python -m tilewright.engine`` then needs no
    ``--game``."""

    seconds: Optional[float] = None
    nodes: Optional[int] = None
    depth: Optional[int] = None
    random: Random = Random()
    _stopped: Any = False

    @property
    def name(self) -> str:
        """The name in tables and records."""
        return type(self).__name__

    @property
    def is_stopped(self) -> bool:
        """True once it should stop and return its best move so far."""
        return bool(self._stopped)

    def choose(self, game: Any) -> Union[Move, str]:
        """Returns a legal move of the seat to move."""
        raise NotImplementedError(f"{type(self).__name__} has no method 'choose'")

    def think(
        self,
        game: AnyGame,
        *,
        time: Optional[Time] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        moves: int = 1,
        seed: int = 0,
    ) -> Search:
        """Starts a search in a thread of its own, and returns it at once: to watch, to await, to stop.

        Without any limit it goes on until it is stopped. Built-in bots and engines can be watched.
        """
        from tilewright._search import think

        limits: Any = {"time": time, "nodes": nodes, "depth": depth}
        return think(self, game, **limits, moves=moves, seed=seed)

    def ponder(self, game: Game, expected: Union[Move, str], **limits: Any) -> Ponder:
        """Starts a search for the answer to a move that is expected of somebody else, with the limits
        of `think`."""
        from tilewright._search import Ponder

        return Ponder(lambda after: self.think(after, **limits), game, expected)


class HouseBot(Bot):
    """A built-in bot: see `bot`."""

    def __init__(self, spec: str) -> None:
        #: The bot as text.
        self.spec = _tilewright.check_bot(spec)
        self._ply = math.inf
        self._seed = 0

    @property
    def name(self) -> str:
        return self.spec

    def choose(
        self,
        game: AnyGame,
        *,
        seed: Optional[int] = None,
        time: Optional[Time] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
    ) -> Move:
        """Chooses a move for the seat to move, from that seat's knowledge.

        The limits replace its own. With a seed and without a time limit the choice is reproducible.
        Without a seed it draws one for each game from Python's `random`; a game counts as new if fewer
        moves were played than at the last call.
        """
        if not isinstance(game, (Game, Perspective)):
            raise TypeError(f"a bot looks at a Game or a Perspective, not at {game!r}")
        if seed is None:
            if game.ply <= self._ply:
                self._seed = chance.getrandbits(63)
            self._ply = game.ply
            seed = self._seed
        limits = (seconds(time), count("nodes", nodes), count("depth", depth))
        return _tilewright.choose(self.spec, game, seed_of(seed), *limits)

    def __repr__(self) -> str:
        return f"tilewright.bot({self.spec!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HouseBot) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self.spec)


def bot(spec: str) -> HouseBot:
    """Returns a built-in bot by its name, such as ``"greedy"``, ``"level:5"`` or ``"mcts:time=1s"``.

    `bots` lists the bots of each game. A name that is not a bot of any game raises a `GameError`.
    """
    return HouseBot(spec)


class Setting(NamedTuple):
    """A setting of a kind of bot, as in ``kind:name=value``."""

    name: str
    values: str
    help: str


class BotKind(NamedTuple):
    """A kind of bot that a game has."""

    name: str
    help: str
    settings: Tuple[Setting, ...]


class Level(NamedTuple):
    """One of the nine levels of a game; ``spec`` names it to `bot`."""

    number: int
    bot: str
    """The bot at a table of two."""
    crowd: str
    """The bot at a table with more seats."""
    help: str
    """Its description, in a sentence."""

    @property
    def spec(self) -> str:
        """The level as a bot: ``"level:5"``."""
        return f"level:{self.number}"


def bots(game: str) -> List[BotKind]:
    """The kinds of bots that a game has, the simplest first, with their settings."""
    kinds = _tilewright.bot_kinds(game)
    return [BotKind(name, text, tuple(Setting(*it) for it in keys)) for name, text, keys in kinds]


def levels(game: str) -> List[Level]:
    """The levels of a game, the weakest first."""
    return [Level(number, *it) for number, it in enumerate(_tilewright.bot_levels(game), 1)]


def ask(
    asked: Any,
    game: AnyGame,
    *,
    seed: Optional[int] = None,
    time: Optional[Time] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
) -> Move:
    """Asks any bot for a move of the seat to move. The bot sees only what that seat may know.

    The bot is a built-in bot by its name, or a `Bot` of your own. An illegal move, or none at all,
    raises a `GameError`.
    """
    asked = as_bot(asked)
    if isinstance(asked, HouseBot):
        return asked.choose(game, seed=seed, time=time, nodes=nodes, depth=depth)
    seed = seed_of(chance.getrandbits(63) if seed is None else seed)
    limits = (seconds(time), count("nodes", nodes), count("depth", depth))
    shown = game if isinstance(game, Perspective) else _tilewright.shown_to_mover(game)
    if not shown.legal_moves():
        raise GameError("it is not this seat's turn")
    text = chosen(asked, shown, *limits, seed, False)
    move = shown.parse(text) if isinstance(shown, Game) else Move(shown.game, text)
    if isinstance(shown, Game):
        error = shown.explain(move)
        if error is not None:
            raise error
    elif not shown.is_legal(move):
        raise IllegalMove(f"{text} is not legal now")
    return move


def chosen(
    asked: Any,
    shown: AnyGame,
    seconds: Optional[float],
    nodes: Optional[int],
    depth: Optional[int],
    seed: int,
    stopped: Any,
) -> str:
    """Lets a bot choose and returns its answer as text."""
    if isinstance(asked, HouseBot):
        return str(asked.choose(shown, seed=seed, time=seconds, nodes=nodes, depth=depth))
    if isinstance(asked, Bot):
        asked.seconds, asked.nodes, asked.depth = seconds, nodes, depth
        asked.random, asked._stopped = Random(seed * 100_003 + shown.ply), stopped
    answer = asked.choose(shown)
    if not isinstance(answer, (Move, str)):
        raise TypeError(f"it chose {answer!r}, which is no move")
    return str(answer)


def as_bot(given: Any) -> Any:
    """Returns the bot given by its name, as an object, or as a class or function that makes one."""
    if isinstance(given, str):
        return bot(given)
    is_made = callable(getattr(given, "choose", None)) and not isinstance(given, type)
    made = given() if callable(given) and not is_made else given
    if not callable(getattr(made, "choose", None)):
        raise TypeError(f"{given!r} is no bot: it has no method 'choose'")
    return made


def refuse_while_loading() -> None:
    """Refuses to start games while a file is loaded for its bot, which would load it again."""
    if is_loading:
        raise RuntimeError("put what plays under: if __name__ == '__main__':")


class RatedMove(NamedTuple):
    """A move and its evaluation."""

    move: Move
    value: Optional[Tuple[float, ...]]
    """The expected result of each seat, from 0, a loss, to 1, a win."""
    margin: Optional[Tuple[float, ...]]
    """The expected lead of each seat over the best of the others, in points."""
    line: Tuple[Move, ...]
    """The principal variation, beginning with the move."""
    depth: int
    """The search depth."""
    nodes: int
    """The number of positions searched."""
    visits: Optional[int]
    """The number of visits, for bots that count them."""
    plies: Optional[int]
    """The number of moves to the end of the game, where that is proved."""
    is_proved: bool
    """True if the value is proved."""


class Analysis(NamedTuple):
    """The evaluation of a position: its moves, the best for the seat to move first."""

    seat: int
    moves: Tuple[RatedMove, ...]
    nodes: int
    """The number of positions searched, or of games played out."""
    judge: str
    """The judge of the moves: the bot, or ``"random games"`` where it has no opinion of its own."""

    @classmethod
    def of_choice(cls, game: AnyGame, move: Move, judge: str) -> Analysis:
        """The analysis of an engine that says which move it plays and nothing else."""
        rated = RatedMove(move, None, None, (move,), 0, 0, None, None, False)
        assert game.turn is not None
        return cls(game.turn, (rated,), 0, judge)

    def _repr_html_(self) -> str:
        rows = [
            (
                str(it.move),
                percent(None if it.value is None else it.value[self.seat]),
                "" if it.margin is None else round(it.margin[self.seat], 1),
                " ".join(map(str, it.line)),
                it.depth,
                it.nodes,
            )
            for it in self.moves
        ]
        head = ("move", "value", "margin", "line", "depth", "nodes")
        return table(head, rows, f"seat {self.seat}, judged by {self.judge}")

    @property
    def best(self) -> RatedMove:
        """The best move."""
        return self.moves[0]

    def to_pandas(self) -> Any:
        """Returns a data frame, a row for each move; ``value`` and ``margin`` are the seat to move's."""
        rows = [
            {
                "move": str(it.move),
                "value": it.value and it.value[self.seat],
                "margin": it.margin and it.margin[self.seat],
                "line": " ".join(map(str, it.line)),
                "depth": it.depth,
                "nodes": it.nodes,
                "visits": it.visits,
                "is_proved": it.is_proved,
            }
            for it in self.moves
        ]
        return pandas().DataFrame(rows)


class JudgedMove(NamedTuple):
    """A move of a game and its evaluation."""

    ply: int
    """The number of the move, from 1, including moves of chance."""
    seat: int
    move: Move
    value: Optional[Tuple[float, ...]]
    """The expected result of each seat after it."""
    loss: Optional[float]
    """The loss of expected result, compared with the best move."""
    best: Optional[RatedMove]
    """The best move, which may be the same."""
    judge: str
    """The judge of the move: the bot, or ``"random games"`` where it has no opinion of its own."""


class Review(List[JudgedMove]):
    """The judged moves of a game."""

    def _repr_html_(self) -> str:
        rows = [
            (
                it.ply,
                it.seat,
                str(it.move),
                percent(None if it.value is None else it.value[it.seat]),
                percent(it.loss),
                "" if it.best is None else str(it.best.move),
            )
            for it in self
        ]
        judges = ", ".join(sorted({it.judge for it in self}))
        head = ("ply", "seat", "move", "value", "loss", "best")
        return table(head, rows, f"judged by {judges}")


def analyze(
    game: AnyGame,
    bot: Union[str, HouseBot, None] = None,
    *,
    time: Optional[Time] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    moves: int = 5,
    seed: int = 0,
    on_progress: Optional[Callable[[Analysis], object]] = None,
    _sign: Optional[_tilewright.StopSign] = None,
) -> Analysis:
    """Evaluates the moves of the seat to move, the best first, from the knowledge of that seat.

    The default bot is the best of the game; without any limit it has a second. `on_progress` is called
    with intermediate results; if it raises, the analysis ends. ``judge`` of the result says who judged:
    bots that cannot, such as ``"random"`` and ``"greedy"``, leave it to random games.
    """
    if game.turn is None:
        raise GameError("no seat is to move")
    seat = game.turn
    limits = _limits_or_a_second(time, nodes, depth)
    if _sign is not None and time is None and nodes is None and depth is None:
        # Longer than anybody waits: bots have limits of their own where there is none.
        limits = (1e8, None, None)

    def read(rated: List[Any], n_nodes: int, judge: str) -> Analysis:
        return Analysis(seat, tuple(_rated(game.game, it) for it in rated), n_nodes, judge)

    hear = None if on_progress is None else lambda *told: on_progress(read(*told)) and None
    n_moves = count("moves", moves) or 1
    asked = (_spec(bot), game, n_moves, seed_of(seed), *limits, hear, _sign)
    return read(*_tilewright.analyze_moves(*asked))


def review(
    game: Any,
    bot: Union[str, HouseBot, None] = None,
    *,
    time: Optional[Time] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    on_move: Optional[Callable[[JudgedMove], object]] = None,
) -> Review:
    """Evaluates every move of a game, or of the text of a record, with these limits for each.

    Each move is evaluated from the knowledge of its seat at that time. Without any limit a move has a
    second. `on_move` is called with each result; if it raises, the review ends.
    """
    limits = _limits_or_a_second(time, nodes, depth)

    def read(
        name: str, ply: int, seat: int, text: str, value: Any, loss: Any, best: Any, judge: str
    ) -> JudgedMove:
        rated = None if best is None else _rated(name, best)
        return JudgedMove(ply, seat, Move(name, text), value and tuple(value), loss, rated, judge)

    hear = None if on_move is None else lambda *told: on_move(read(*told)) and None
    judged = _tilewright.review_moves(_spec(bot), game, *limits, hear)
    return Review([read(*it) for it in judged])


def _spec(bot: Union[str, HouseBot, None]) -> Optional[str]:
    return bot.spec if isinstance(bot, HouseBot) else bot


def _rated(game: str, told: Any) -> RatedMove:
    text, value, margin, line, *rest = told
    moves = tuple(Move(game, it) for it in line)
    return RatedMove(Move(game, text), value and tuple(value), margin and tuple(margin), moves, *rest)


def _limits_or_a_second(
    time: Optional[Time], nodes: Optional[int], depth: Optional[int]
) -> Tuple[Optional[float], Optional[int], Optional[int]]:
    if time is None and nodes is None and depth is None:
        time = 1.0
    return seconds(time), count("nodes", nodes), count("depth", depth)


def seconds(time: Optional[Time]) -> Optional[float]:
    """Returns a time in seconds, given as a number or a text."""
    if time is None:
        return None
    number = _tilewright.parse_time(time) if isinstance(time, str) else float(time)
    if not 0 < number < 1e9:
        raise GameError(f"a time is a number of seconds above 0, not {time!r}")
    return number


def count(name: str, number: Optional[int], least: int = 1) -> Optional[int]:
    """Checks that a number is whole and at least `least`."""
    is_whole = isinstance(number, int) and not isinstance(number, bool)
    if number is not None and not (is_whole and least <= number < 2**63):
        raise GameError(f"{name} is a whole number from {least}, not {number!r}")
    return number


def seed_of(seed: int) -> int:
    """Checks that a seed is a number of 64 bits."""
    if not (isinstance(seed, int) and 0 <= seed < 2**64):
        raise GameError(f"a seed is a whole number of 64 bits, not {seed!r}")
    return seed
