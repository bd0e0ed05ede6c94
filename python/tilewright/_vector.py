"""A vector environment of Gymnasium on one batch of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tilewright._bots import as_bot, ask
from tilewright._layout import Grid, feature_scales
from tilewright._tilewright import BatchGame, check_bot

if TYPE_CHECKING:
    from tilewright._single import Opponent
    from tilewright.env import Option

Arrays = dict[str, NDArray[Any]]


class BatchEnv(VectorEnv[Arrays, NDArray[np.int64], NDArray[Any]]):
    """Games for one seat each, played by one batch; the others are played by a bot.

    Rewards, illegal actions and observations are those of `SingleGame`. Games that end are restarted at the
    next step, or in the same one with ``autoreset_mode=AutoresetMode.SAME_STEP``. With the opponent
    ``"random"`` everything is done in the batch; other bots are asked one by one.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponent: Opponent = "random",
        seat: int = 0,
        threads: int = 1,
        mask: str = "both",
        layout: str = "planes",
        scaled: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **options: Option,
    ) -> None:
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._mode = AutoresetMode(autoreset_mode)
        if self._mode == AutoresetMode.DISABLED:
            raise ValueError("games that end are restarted: autoreset_mode is NEXT_STEP or SAME_STEP")
        self.metadata = {"autoreset_mode": self._mode, "render_modes": []}
        settings: Any = options
        self._batch = BatchGame(game, num_envs, threads=threads, **settings)
        if not 0 <= seat < self._batch.seats:
            last = self._batch.seats - 1
            raise ValueError(f"there is no seat {seat}: they are numbered from 0 to {last}")
        self.seat = seat
        if isinstance(opponent, str):
            check_bot(opponent, game)
        self._bot = None if opponent == "random" else as_bot(opponent)
        self._look = Look(self._batch, options, mask, layout, scaled)
        self.single_observation_space = self._look.space()
        self.single_action_space = spaces.Discrete(self._batch.n_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._is_over = np.zeros(num_envs, bool)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Begins all games. One seed is for all of them."""
        if seed is not None and not isinstance(seed, int):
            seed = int(np.random.SeedSequence(list(seed)).generate_state(1, np.uint64)[0] >> 1)
        super().reset(seed=seed)
        self._batch.reset(seed=int(self.np_random.integers(2**63)))
        self._is_over[:] = False
        self._let_others_play(np.ones(self.num_envs, bool))
        return self._observe()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Arrays, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays an action in each game, and lets the others play."""
        actions = np.asarray(actions, np.int64).copy()
        rewards = np.zeros(self.num_envs, np.float64)
        is_new = self._is_over.copy()
        if self._mode == AutoresetMode.NEXT_STEP and is_new.any():
            self._begin(is_new)
        actions[is_new] = -1
        is_illegal = ~is_new & ~self._are_legal(actions)
        actions[is_illegal] = -1
        rewards[is_illegal] = -1.0
        stepped, _ = self._batch.step(actions)
        is_going_on = ~is_new & ~is_illegal
        rewards += np.where(is_going_on, stepped[:, self.seat], 0.0)
        rewards += self._let_others_play(is_going_on)
        terminated = is_illegal | (is_going_on & (self._batch.turns < 0))
        self._is_over = terminated.copy()
        truncated = np.zeros(self.num_envs, bool)
        observation, info = self._observe()
        if self._mode == AutoresetMode.SAME_STEP and terminated.any():
            self._begin(terminated)
            self._is_over[:] = False
            final, final_info = observation, info
            observation, info = self._observe()
            info["final_obs"] = _each(final, terminated)
            info["_final_obs"] = terminated.copy()
            info["final_info"] = final_info
            info["_final_info"] = terminated.copy()
        return observation, rewards, terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of each game, a row for each, as MaskablePPO asks for them."""
        return self._batch.legal_masks(dense=True)

    def _are_legal(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        masks = self._batch.legal_masks(dense=True)
        known = (actions >= 0) & (actions < self._batch.n_actions)
        rows = np.arange(self.num_envs)
        legal: NDArray[np.bool_] = known & masks[rows, np.where(known, actions, 0)]
        return legal

    def _begin(self, games: NDArray[np.bool_]) -> None:
        """Restarts games, until the seat is to move in each."""
        waiting = games.copy()
        while waiting.any():
            self._batch.reset(waiting)
            self._let_others_play(waiting)
            # Games that are over before the seat is to move teach nothing.
            waiting &= self._batch.turns < 0

    def _let_others_play(self, games: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Plays the moves of the others in these games, and returns the seat's rewards meanwhile."""
        rewards = np.zeros(self.num_envs, np.float64)
        while True:
            turns = self._batch.turns
            waiting = games & (turns >= 0) & (turns != self.seat)
            if not waiting.any():
                return rewards
            if self._bot is not None:
                for game in np.flatnonzero(waiting):
                    seed = int(self.np_random.integers(2**63))
                    move = ask(self._bot, self._batch.game(int(game)), seed=seed)
                    rewards[game] += self._batch.play(int(game), move)[self.seat]
                continue
            legal, offsets = self._batch.legal_actions()
            n_legal = np.diff(offsets)
            lots = (self.np_random.random(self.num_envs) * n_legal).astype(np.int64)
            chosen = np.full(self.num_envs, -1, np.int64)
            chosen[waiting] = legal[(offsets[:-1] + lots)[waiting]]
            stepped, _ = self._batch.step(chosen)
            rewards += stepped[:, self.seat]

    def _observe(self) -> tuple[Arrays, dict[str, Any]]:
        masks = self._batch.legal_masks(dense=True)
        # In a game that is over nothing is legal, even after an illegal end.
        masks[self._is_over] = False
        turns = self._batch.turns
        planes, features = self._batch.observations()
        for game in np.flatnonzero(turns != self.seat):
            planes[game], features[game] = self._batch.observe(int(game), self.seat)
        return self._look.shown(planes, features, masks)


class Look:
    """The form of observations: the layout of planes, the scale of features, the place of masks."""

    def __init__(
        self, batch: BatchGame, options: dict[str, Any], mask: str, layout: str, scaled: bool
    ) -> None:
        if mask not in ("observation", "info", "both"):
            raise ValueError(f"mask is 'observation', 'info' or 'both', not {mask!r}")
        if layout not in ("planes", "grid"):
            raise ValueError(f"layout is 'planes' or 'grid', not {layout!r}")
        self._mask = mask
        self._grid = Grid(batch, options) if layout == "grid" else None
        self._scales = feature_scales(batch) if scaled else None
        self._batch = batch

    def space(self) -> spaces.Dict:
        """The space of one observation."""
        shape = self._batch.plane_shape if self._grid is None else self._grid.shape
        n_features = len(self._batch.feature_names)
        parts: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, 1, shape, np.uint8),
            "features": spaces.Box(-np.inf, np.inf, (n_features,), np.float32),
        }
        if self._mask != "info":
            parts["action_mask"] = spaces.Box(0, 1, (self._batch.n_actions,), np.int8)
        return spaces.Dict(parts)

    def shown(
        self,
        planes: NDArray[np.uint8],
        features: NDArray[np.float32],
        mask: NDArray[Any],
    ) -> tuple[Arrays, dict[str, Any]]:
        """The observation and the info, of one game or of many."""
        flags: NDArray[Any] = mask.view(np.int8)
        seen: Arrays = {
            "observation": planes if self._grid is None else self._grid(planes),
            "features": features if self._scales is None else features / self._scales,
        }
        if self._mask != "info":
            seen["action_mask"] = flags
        return seen, ({} if self._mask == "observation" else {"action_mask": flags})


def _each(arrays: Arrays, games: NDArray[np.bool_]) -> NDArray[np.object_]:
    """The observations of some games one by one, and None for the others."""
    each = np.full(len(games), None, object)
    for game in np.flatnonzero(games):
        each[game] = {name: array[game] for name, array in arrays.items()}
    return each
