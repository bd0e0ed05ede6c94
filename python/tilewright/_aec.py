"""The PettingZoo environment of all games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from tilewright._play import RENDER_MODES, Observation, Play, check_render_mode

if TYPE_CHECKING:
    from tilewright.env import Option

__all__ = ["Observation", "TileGame"]


class TileGame(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A game with an agent for each seat; agents move in turn. A step includes the moves of chance."""

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        max_moves: int | None = None,
        mask: str = "both",
        layout: str = "planes",
        scaled: bool = False,
        **options: Option,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self._play = Play(game, max_moves, options, mask, layout, scaled)
        self.metadata = {
            "name": f"tilewright_{game}_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self._play.batch.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: self._play.observation_space() for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: self._play.action_space() for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game."""
        self._play.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def step(self, action: int | None) -> None:
        """Plays the action of the selected agent; the action is None if its game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move: None is no action")
        rewards = self._play.step(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {it: float(rewards[seat]) for it, seat in self._seats.items()}
        if self._play.turn is None:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._play.is_truncated:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        """Selects the agent to move, or the first agent at the end, and updates the action masks."""
        turn = self._play.turn
        self.agent_selection = self.possible_agents[turn or 0]
        self.infos = {
            agent: {"action_mask": self._play.mask(seat)} for agent, seat in self._seats.items()
        }

    def observe(self, agent: str) -> Observation:
        """The observation and the action mask of the agent."""
        return self._play.observe(self._seats[agent])

    def render(self) -> Any:
        """The board as a spectator sees it."""
        return self._play.render(self.render_mode)

    def close(self) -> None:
        """Closes the window, if there is one."""
        self._play.close()

    def __str__(self) -> str:
        return str(self.metadata["name"])
