"""One game with numbered actions and observations: the common part of the environments."""

from __future__ import annotations

from operator import index
from typing import Any, Dict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tilewright._render import WIDTH, Window, picture
from tilewright._tilewright import BatchGame, IllegalMove
from tilewright._vector import Look

Observation = Dict[str, NDArray[Any]]

RENDER_MODES = ["ansi", "rgb_array", "human"]


class Play:
    """A batch of one game."""

    def __init__(
        self,
        game: str,
        max_moves: int | None,
        options: dict[str, Any],
        mask: str = "both",
        layout: str = "planes",
        scaled: bool = False,
    ) -> None:
        check_max_moves(max_moves)
        self.batch = BatchGame(game, 1, **options)
        self.look = Look(self.batch, options, mask, layout, scaled)
        self._window: Window | None = None
        self.max_moves = max_moves
        self.n_moves = 0
        self._has_seed = False

    def reset(self, seed: int | None) -> None:
        """Begins a game. With a seed it is reproducible; without one it continues a random sequence."""
        self.n_moves = 0
        if seed is None and self._has_seed:
            self.batch.reset()
            return
        if seed is None:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        self.batch.reset(seed=seed % 2**64)
        self._has_seed = True

    def step(self, action: int) -> NDArray[np.float32]:
        """Plays an action and returns the reward of each seat."""
        number, n_actions = index(action), self.batch.n_actions
        if not 0 <= number < n_actions:
            raise IllegalMove(f"there is no action {number}: they are numbered from 0 to {n_actions - 1}")
        rewards, _ = self.batch.step([number])
        self.n_moves += 1
        first: NDArray[np.float32] = rewards[0]
        return first

    @property
    def turn(self) -> int | None:
        """The seat to move; None if the game is over."""
        turn = int(self.batch.turns[0])
        return None if turn < 0 else turn

    @property
    def is_truncated(self) -> bool:
        """True if the game reached `max_moves` before its end."""
        return self.max_moves is not None and self.n_moves >= self.max_moves and self.turn is not None

    def observe(self, seat: int) -> Observation:
        """The observation of a seat and its action mask, which is empty if it is not to move."""
        return self.shown(seat)[0]

    def shown(self, seat: int) -> tuple[Observation, dict[str, Any]]:
        """The observation of a seat, and the info that belongs to it."""
        planes, features = self.batch.observe(0, seat)
        return self.look.shown(planes, features, self.mask(seat))

    def mask(self, seat: int) -> NDArray[np.int8]:
        """The action mask: 1 for each action that the seat may play now."""
        if self.turn != seat or self.is_truncated:
            return np.zeros(self.batch.n_actions, np.int8)
        mask: NDArray[np.int8] = self.batch.legal_masks(dense=True)[0].view(np.int8)
        return mask

    def draw(self, seat: int | None = None) -> str:
        """The board as a seat sees it, or a spectator."""
        return self.batch.draw(0, seat)

    def observation_space(self) -> spaces.Space[Any]:
        """The space of the values that `observe` returns."""
        return self.look.space()

    def render(self, mode: str | None, seat: int | None = None) -> Any:
        """The board as a seat sees it, or a spectator: as text, as an array of pixels, or in a window."""
        if mode is None:
            return None
        if mode == "ansi":
            return self.draw(seat)
        svg = self.batch.game(0).svg(seat, size=WIDTH)
        if mode == "rgb_array":
            return picture(svg)
        if self._window is None:
            self._window = Window(f"Tilewright: {self.batch.name}")
        self._window.show(svg)
        return None

    def close(self) -> None:
        """Closes the window, if there is one."""
        if self._window is not None:
            self._window.close()

    def action_space(self) -> spaces.Space[Any]:
        """The space of action numbers."""
        return spaces.Discrete(self.batch.n_actions)


def check_render_mode(render_mode: str | None) -> None:
    """Refuses unknown render modes."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"there is no render mode {render_mode!r}: choose one of {RENDER_MODES} or None")


def check_max_moves(max_moves: int | None) -> None:
    """Refuses limits below one move."""
    if max_moves is not None and index(max_moves) < 1:
        raise ValueError(f"max_moves is at least 1, not {max_moves}")
