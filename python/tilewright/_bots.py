"""Bots, those of the house and one's own, and what they think of a game."""

from __future__ import annotations

import math
import random as chance
from random import Random
from typing import Any, Callable, ClassVar, List, NamedTuple, Optional, Tuple, Union

from tilewright import _tilewright
from tilewright._frames import pandas
from tilewright._tilewright import Game, GameError, IllegalMove, Move, SeenGame

#: What a bot may be asked to look at.
Shown = Union[Game, SeenGame]

#: Set while a file is loaded for its bot.
is_loading = False

#: A time: seconds, or text such as ``"300ms"``.
Time = Union[float, str]


class Bot:
    """The base of one's own bot: give it a `choose`, and it plays wherever the bots of the house do.

    ``choose(game)`` returns one of the legal moves. It is handed what its seat may know and nothing
    else: a copy of the `Game` where everything lies open, and a `SeenGame` where hands are hidden
    (Triominos). Both have ``turn``, ``ply``, ``scores`` and ``legal_moves()``, so that a bot that needs
    no more plays every game.

    While it chooses, these attributes say how:

    - ``seconds``, ``nodes``, ``depth``: what it may spend, each ``None`` if nobody says so;
    - ``random``: a `random.Random` whose chance follows the seed of the game and the number of moves
      played. A bot that draws from it, and from nothing else, plays the same game again with the same
      seed;
    - ``is_stopped``: whether it should come to an end, because somebody does not wait any longer.

    One object may be asked about several games in turn, so what it remembers of one should not
    matter for another.
    """

    game: ClassVar[Optional[str]] = None
    """The name of the only game it plays, if there is one: ``python -m tilewright.engine`` then needs no
    ``--game``."""

    seconds: Optional[float] = None
    nodes: Optional[int] = None
    depth: Optional[int] = None
    random: Random = Random()
    _stopped: Any = False

    @property
    def name(self) -> str:
        """What it is called in tables and records."""
        return type(self).__name__

    @property
    def is_stopped(self) -> bool:
        """Whether it should come to an end and return what it has."""
        return bool(self._stopped)

    def choose(self, game: Any) -> Union[Move, str]:
        """A legal move of the seat to move."""
        raise NotImplementedError(f"{type(self).__name__} has no method 'choose'")


class HouseBot(Bot):
    """A bot of the house: see `bot`."""

    def __init__(self, spec: str) -> None:
        #: The bot as it is written.
        self.spec = _tilewright.check_bot(spec)
        self._ply = math.inf
        self._seed = 0

    @property
    def name(self) -> str:
        return self.spec

    def choose(
        self,
        game: Shown,
        *,
        seed: Optional[int] = None,
        time: Optional[Time] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
    ) -> Move:
        """What it plays for the seat to move, from what that seat may know.

        The limits take the place of its own. With a seed, and without a limit of time, the choice is the
        same again. Without one it draws a seed for each game from Python's `random`; a game is another
        one if fewer moves were played than when it was last asked.
        """
        if not isinstance(game, (Game, SeenGame)):
            raise TypeError(f"a bot looks at a Game or a SeenGame, not at {game!r}")
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
    """A bot of the house by its name, such as ``"greedy"``, ``"level:5"`` or ``"mcts:time=1s"``.

    `bots` lists what there is for each game. What is no bot of any game is refused with a `GameError`.
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
    """Who plays at a table of two."""
    crowd: str
    """Who plays where there are more seats."""
    help: str
    """How it plays, in a sentence."""

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
    game: Shown,
    *,
    seed: Optional[int] = None,
    time: Optional[Time] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
) -> Move:
    """What any bot plays for the seat to move, shown only what that seat may know.

    The bot is one of the house by its name, or a `Bot` of one's own. A move that is not legal, or no
    move at all, is refused with a `GameError`.
    """
    asked = as_bot(asked)
    if isinstance(asked, HouseBot):
        return asked.choose(game, seed=seed, time=time, nodes=nodes, depth=depth)
    seed = seed_of(chance.getrandbits(63) if seed is None else seed)
    limits = (seconds(time), count("nodes", nodes), count("depth", depth))
    shown = game if isinstance(game, SeenGame) else _tilewright.shown_to_mover(game)
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
    shown: Shown,
    seconds: Optional[float],
    nodes: Optional[int],
    depth: Optional[int],
    seed: int,
    stopped: Any,
) -> str:
    """Lets a bot choose, and reads its answer as text."""
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
    """The bot that somebody gives: by its name, as an object, or as a class or function that makes one."""
    if isinstance(given, str):
        return bot(given)
    is_made = callable(getattr(given, "choose", None)) and not isinstance(given, type)
    made = given() if callable(given) and not is_made else given
    if not callable(getattr(made, "choose", None)):
        raise TypeError(f"{given!r} is no bot: it has no method 'choose'")
    return made


def refuse_while_loading() -> None:
    """Keeps a file that is loaded for its bot from beginning what wants that bot once more."""
    if is_loading:
        raise RuntimeError("put what plays under: if __name__ == '__main__':")


class RatedMove(NamedTuple):
    """A move, and what is known of it."""

    move: Move
    value: Optional[Tuple[float, ...]]
    """What each seat can expect of the result, from 0, a loss, to 1, a win."""
    margin: Optional[Tuple[float, ...]]
    """By how many points each seat is expected to be ahead of the best of the others."""
    line: Tuple[Move, ...]
    """What is expected to be played, beginning with the move."""
    depth: int
    """How many moves it was looked ahead."""
    nodes: int
    """How many positions were looked at."""
    visits: Optional[int]
    """How often it was tried, by bots that try moves often."""
    plies: Optional[int]
    """With how many moves the game is over, where that is proved."""
    is_proved: bool
    """Whether the value is certain."""


class Analysis(NamedTuple):
    """What is known of a position: its moves, the best for the seat to move first."""

    seat: int
    moves: Tuple[RatedMove, ...]
    nodes: int
    """How many positions were looked at, or games played out."""

    @property
    def best(self) -> RatedMove:
        """The best move."""
        return self.moves[0]

    def to_pandas(self) -> Any:
        """A data frame with a row for each move; ``value`` and ``margin`` are those of the seat to move."""
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
    """A move of a game, and what it was worth."""

    ply: int
    """Which move it was, from 1, those of chance counted."""
    seat: int
    move: Move
    value: Optional[Tuple[float, ...]]
    """What each seat could expect after it."""
    loss: Optional[float]
    """How much less its seat could expect than after the best move."""
    best: Optional[RatedMove]
    """The best move, which may be the same."""


def analyse(
    game: Shown,
    bot: Union[str, HouseBot, None] = None,
    *,
    time: Optional[Time] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    moves: int = 5,
    seed: int = 0,
    on_progress: Optional[Callable[[Analysis], object]] = None,
) -> Analysis:
    """What the moves of the seat to move are worth, the best first, through the eyes of that seat.

    The bot is the best of the game unless one is named; without any limit it has a second. `on_progress`
    hears what is known so far; if it raises, the analysis ends.
    """
    if game.turn is None:
        raise GameError("no seat is to move")
    seat = game.turn
    limits = _limits_or_a_second(time, nodes, depth)

    def read(rated: List[Any], n_nodes: int) -> Analysis:
        return Analysis(seat, tuple(_rated(game.game, it) for it in rated), n_nodes)

    hear = None if on_progress is None else lambda *told: on_progress(read(*told)) and None
    n_moves = count("moves", moves) or 1
    return read(*_tilewright.analyse_moves(_spec(bot), game, n_moves, seed_of(seed), *limits, hear))


def review(
    game: Any,
    bot: Union[str, HouseBot, None] = None,
    *,
    time: Optional[Time] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    on_move: Optional[Callable[[JudgedMove], object]] = None,
) -> List[JudgedMove]:
    """Judges every move of a game, or of the text of a record, with up to these limits for each.

    Each move is judged by what its seat knew then. Without any limit a move has a second. `on_move` hears
    of each as soon as it is judged; if it raises, the review ends.
    """
    given = game if isinstance(game, Game) else str(game)
    limits = _limits_or_a_second(time, nodes, depth)

    def read(name: str, ply: int, seat: int, text: str, value: Any, loss: Any, best: Any) -> JudgedMove:
        rated = None if best is None else _rated(name, best)
        return JudgedMove(ply, seat, Move(name, text), value and tuple(value), loss, rated)

    hear = None if on_move is None else lambda *told: on_move(read(*told)) and None
    return [read(*it) for it in _tilewright.review_moves(_spec(bot), given, *limits, hear)]


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
    """A time as a number of seconds, whichever way it was given."""
    if time is None:
        return None
    number = _tilewright.parse_time(time) if isinstance(time, str) else float(time)
    if not 0 < number < 1e9:
        raise GameError(f"a time is a number of seconds above 0, not {time!r}")
    return number


def count(name: str, number: Optional[int], least: int = 1) -> Optional[int]:
    """A number of something, which must be positive, or at least so much."""
    is_whole = isinstance(number, int) and not isinstance(number, bool)
    if number is not None and not (is_whole and least <= number < 2**63):
        raise GameError(f"{name} is a whole number from {least}, not {number!r}")
    return number


def seed_of(seed: int) -> int:
    """A seed, which must be one of 64 bits."""
    if not (isinstance(seed, int) and 0 <= seed < 2**64):
        raise GameError(f"a seed is a whole number of 64 bits, not {seed!r}")
    return seed
