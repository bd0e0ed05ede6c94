"""The games as Python games of OpenSpiel (``pip install '.[openspiel]'`` in a clone).

    >>> import pyspiel, tilewright.openspiel
    >>> game = pyspiel.load_game("tilewright_aquapipe")
    >>> state = game.new_initial_state()
    >>> state.apply_action(state.legal_actions()[0])

`load` opens one with options of the game. Games without hidden hands are offered: Blokus, Coerceo and
Aqua Pipe. Actions and observations are those of `BatchGame`.
"""

from __future__ import annotations

from typing import Any, Iterable

import numpy as np

from tilewright._tilewright import BatchGame

try:
    import pyspiel
except ModuleNotFoundError as error:
    sentence = f"{error.name} is not installed: pip install '.[openspiel]' in a clone"
    raise ModuleNotFoundError(sentence, name=error.name) from error

__all__ = ["NAMES", "load", "register"]

#: The games that are offered, with the most moves that a game may have.
_GAMES = {"blokus": 84, "coerceo": 2_000, "aquapipe": 2_000}

#: The names of the games in OpenSpiel.
NAMES = [f"tilewright_{name}" for name in _GAMES]


def load(name: str, **options: Any) -> Any:
    """The game of this name, with options as `Game` takes them."""
    texts = ",".join(f"{key}={value}" for key, value in options.items())
    return pyspiel.load_game(f"tilewright_{name}", {"options": texts})


def _options(text: str) -> dict[str, Any]:
    pairs = [pair.partition("=") for pair in text.split(",") if pair]
    return {name: {"True": True, "False": False}.get(value, value) for name, _, value in pairs}


class _TileGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Tilewright; subclasses name it."""

    NAME = ""
    TYPE: Any = None

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        self.options = _options(str(params.get("options", "")))
        self.start = BatchGame(self.NAME, 1, **self.options)
        seats = self.start.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=self.start.n_actions,
            max_chance_outcomes=0,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_GAMES[self.NAME],
        )
        super().__init__(self.TYPE, info, params)

    def new_initial_state(self, *_: Any) -> Any:
        """The state before the first move."""
        return _TileState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """An observer of states."""
        if params:
            raise ValueError("observers of these games take no parameters")
        return _Observer(self.start)


class _TileState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game."""

    def __init__(self, game: _TileGame) -> None:
        super().__init__(game)
        self.batch = game.start.copy()
        self._most = _GAMES[game.NAME]
        self._n_moves = 0
        self._returns = [0.0] * game.start.seats

    def current_player(self) -> int:
        """The seat to move."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.batch.turns[0])

    def is_terminal(self) -> bool:
        """True once the game is over, or as long as a game may be."""
        return self.batch.turns[0] < 0 or self._n_moves >= self._most

    def returns(self) -> list[float]:
        """The rewards of the seats; a game that was too long is a draw."""
        return self._returns

    def _legal_actions(self, player: int) -> list[int]:
        actions, _ = self.batch.legal_actions()
        return sorted(int(action) for action in actions)

    def _apply_action(self, action: int) -> None:
        rewards, _ = self.batch.step([action])
        self._n_moves += 1
        self._returns = [float(reward) for reward in rewards[0]]

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.batch.action_to_move(0, action))

    def __str__(self) -> str:
        return self.batch.draw(0)


class _Observer:
    """Observations: the planes and the features, one after the other."""

    def __init__(self, start: BatchGame) -> None:
        shape = start.plane_shape
        n_planes = int(np.prod(shape))
        self.tensor = np.zeros(n_planes + len(start.feature_names), np.float32)
        self.dict = {
            "planes": self.tensor[:n_planes].reshape(shape),
            "features": self.tensor[n_planes:],
        }

    def set_from(self, state: _TileState, player: int) -> None:
        """Fills the tensor with what a seat sees."""
        planes, features = state.batch.observe(0, player)
        self.dict["planes"][:] = planes
        self.dict["features"][:] = features

    def string_from(self, state: _TileState, player: int) -> str:
        """The board as text."""
        return str(state)


def _type_of(name: str) -> Any:
    seats = 6 if name == "blokus" else 2
    return pyspiel.GameType(
        short_name=f"tilewright_{name}",
        long_name=f"Tilewright {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"options": ""},
    )


def register() -> Iterable[str]:
    """Registers the games, once, and returns their names."""
    known = set(pyspiel.registered_names())
    for name in _GAMES:
        if f"tilewright_{name}" not in known:
            members = {"NAME": name, "TYPE": _type_of(name)}
            game = type(f"Tilewright{name.title()}", (_TileGame,), members)
            pyspiel.register_game(game.TYPE, game)  # type: ignore[attr-defined]
    return NAMES


register()
