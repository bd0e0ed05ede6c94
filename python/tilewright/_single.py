"""The Gymnasium environment: one seat against bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Union

import gymnasium
import numpy as np
from numpy.typing import NDArray

from tilewright._bots import Bot, as_bot, ask
from tilewright._play import RENDER_MODES, Observation, Play, check_max_moves, check_render_mode
from tilewright._tilewright import IllegalMove, check_bot

if TYPE_CHECKING:
    from tilewright.env import Option

Opponent = Union[str, Bot]


class SingleGame(gymnasium.Env[Observation, int]):
    """A game for one seat; the others are played by bots.

    The reward comes at the end of the game: 1 for beating all others, -1 for losing to all of them. An
    illegal action ends the game with -1, and the info has the reason. A game is truncated once the seat
    has made `max_moves` actions.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        game: str,
        *,
        opponent: Opponent | Sequence[Opponent] = "random",
        seat: int | None = 0,
        render_mode: str | None = None,
        max_moves: int | None = None,
        mask: str = "both",
        layout: str = "planes",
        scaled: bool = False,
        **options: Option,
    ) -> None:
        check_render_mode(render_mode)
        check_max_moves(max_moves)
        self.render_mode = render_mode
        self._max_moves = max_moves
        self._play = Play(game, None, options, mask, layout, scaled)
        n_seats = self._play.batch.seats
        if seat is not None and not 0 <= seat < n_seats:
            raise ValueError(f"there is no seat {seat}: they are numbered from 0 to {n_seats - 1}")
        self._fixed_seat = seat
        self._opponents = _opponents(game, opponent, n_seats - 1)
        self.seat = seat or 0
        """The seat that the caller plays."""
        self.observation_space = self._play.observation_space()
        self.action_space = self._play.action_space()
        self._is_over = True
        self._n_moves = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game and lets the bots play until the seat is to move."""
        super().reset(seed=seed)
        self._is_over = False
        self._n_moves = 0
        # Skip games that are over before the seat is to move: they teach nothing.
        while True:
            if self._fixed_seat is None:
                self.seat = int(self.np_random.integers(self._play.batch.seats))
            self._play.reset(int(self.np_random.integers(2**63)))
            self._let_others_play()
            if self._play.turn is not None:
                return self._observe()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action and lets the bots play until the seat is to move again."""
        if self._is_over:
            raise ValueError("the game is over: reset it")
        try:
            rewards = self._play.step(action)
        except IllegalMove as illegal:
            self._is_over = True
            observation, info = self._observe()
            return observation, -1.0, True, False, {**info, "illegal": str(illegal)}
        self._n_moves += 1
        reward = float(rewards[self.seat]) + self._let_others_play()
        observation, info = self._observe()
        terminated = self._play.turn is None
        truncated = not terminated and self._max_moves is not None and self._n_moves >= self._max_moves
        self._is_over = terminated or truncated
        return observation, reward, terminated, truncated, info

    def _let_others_play(self) -> float:
        """Plays the bots' moves and returns the seat's reward meanwhile."""
        reward = 0.0
        while (turn := self._play.turn) is not None and turn != self.seat:
            bot = self._opponents[turn - (turn > self.seat)]
            move = ask(bot, self._play.batch.game(0), seed=int(self.np_random.integers(2**63)))
            # Not every move of Triominos has a number.
            reward += float(self._play.batch.play(0, move)[self.seat])
        return reward

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        return self._play.shown(self.seat)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as MaskablePPO asks for them."""
        return self._play.mask(self.seat).view(np.bool_)

    def render(self) -> Any:
        """The board as the seat sees it."""
        return self._play.render(self.render_mode, self.seat)

    def close(self) -> None:
        """Closes the window, if there is one."""
        self._play.close()


def _opponents(
    game: str, opponent: Opponent | Sequence[Opponent], n_others: int
) -> list[Any]:
    """Makes a bot for each other seat, in order."""
    given: Sequence[Opponent]
    if isinstance(opponent, str) or not isinstance(opponent, Sequence):
        given = [opponent] * n_others
    else:
        given = opponent
    if len(given) != n_others:
        raise ValueError(f"there are {n_others} other seats, not {len(given)}")
    for one in given:
        if isinstance(one, str):
            check_bot(one, game)
    return [as_bot(one) for one in given]
