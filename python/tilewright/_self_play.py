"""Self-play: games of a bot against itself, as training data."""

from __future__ import annotations

from random import Random
from typing import Any, Dict, Iterator, Mapping, NamedTuple, Optional, Tuple

from tilewright._bots import Time, as_bot, ask, count, seed_of
from tilewright._options import option_texts
from tilewright._tilewright import Game, check_bot


class Played(NamedTuple):
    """A game of self-play."""

    #: The number of the game, from 0.
    number: int
    #: The record of the game; `Game.from_record` reads it.
    record: str
    #: The place of each seat, from 1; equal seats share one.
    places: Tuple[int, ...]
    #: The points of each seat.
    scores: Tuple[int, ...]

    @property
    def game(self) -> Game:
        """The game, with its moves."""
        return Game.from_record(self.record)


class SelfPlay:
    """A plan of self-play: everything that the games depend on. The arguments are those of `self_play`.

    It can be sent to other processes. A game depends only on the plan and its number, so that any
    process can play it.
    """

    def __init__(
        self,
        game: str,
        bot: Any = "mcts",
        *,
        variant: Optional[str] = None,
        options: Optional[Mapping[str, Any]] = None,
        seed: int = 1,
        random_plies: int = 0,
        time: Optional[Time] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
    ) -> None:
        self._game = game
        self._options: Dict[str, Any] = dict(option_texts(options, variant))
        self._bot = bot
        self._seed = seed_of(seed)
        self._random_plies = count("random_plies", random_plies, 0) or 0
        self._limits: Dict[str, Any] = {"time": time, "nodes": nodes, "depth": depth}
        # Invalid plans are refused here and not later in a distant process.
        Game(game, **self._options)
        if isinstance(bot, str):
            check_bot(bot, game)
        as_bot(bot)

    def play(self, number: int) -> Played:
        """Plays the game with this number."""
        rng = Random(f"{self._seed} {number}")
        game = Game(self._game, seed=rng.getrandbits(63), **self._options)
        player, chance = as_bot(self._bot), rng.getrandbits(63)
        n_random = self._random_plies
        while not game.is_over:
            if n_random > 0:
                n_random -= 1
                game.play(game.random_move(rng))
            else:
                game.play(ask(player, game, seed=chance, **self._limits))
        outcome = game.outcome
        assert outcome is not None, "the game is over"
        return Played(number, game.record(), outcome.places, outcome.scores)


def self_play(game: str, bot: Any = "mcts", *, games: int, **plan: Any) -> Iterator[Played]:
    """Lets a bot play itself and yields the games one by one.

    The bot is a built-in bot by its name, or a bot of your own: an object, a class, or a function that
    makes one. ``variant`` and ``options`` are those of the game. ``random_plies`` moves are drawn at
    random first, so that the games differ; chance and the bot follow the ``seed``. ``time``, ``nodes``
    and ``depth`` limit each move. The same arguments give the same games again, unless a limit is a
    time.
    """
    made = SelfPlay(game, bot, **plan)
    return (made.play(number) for number in range(count("games", games) or 0))
