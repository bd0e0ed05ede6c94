"""The games as Python games of OpenSpiel (``pip install '.[openspiel]'`` in a clone).

    >>> import pyspiel, tilewright.openspiel
    >>> game = pyspiel.load_game("tilewright_aquapipe")
    >>> state = game.new_initial_state()
    >>> state.apply_action(state.legal_actions()[0])

`load` opens one with options of the game. Actions and observations are those of `BatchGame`. In Triominos the
deal and the draws are chance nodes, whose outcomes are numbered by tile.
"""

from __future__ import annotations

from typing import Any, Iterable, Sequence

import numpy as np

from tilewright._tilewright import BatchGame, Game, actions_of, observation_of

try:
    import pyspiel
except ModuleNotFoundError as error:
    sentence = f"{error.name} is not installed: pip install '.[openspiel]' in a clone"
    raise ModuleNotFoundError(sentence, name=error.name) from error

__all__ = ["NAMES", "load", "register"]

#: The games that are offered, with the most moves that a game may have.
_GAMES = {"blokus": 84, "coerceo": 2_000, "aquapipe": 2_000, "triominos": 20_000}

#: The tiles of Triominos, of which chance gives one.
_N_TILES = 56

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
    STATE: Any = None

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        self.options = _options(str(params.get("options", "")))
        self.start = BatchGame(self.NAME, 1, **self.options)
        seats = self.start.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=self.start.n_actions,
            max_chance_outcomes=_N_TILES if self.NAME == "triominos" else 0,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_GAMES[self.NAME],
        )
        super().__init__(self.TYPE, info, params)

    def new_initial_state(self, *_: Any) -> Any:
        """The state before the first move."""
        return self.STATE(self)

    def max_chance_nodes_in_history(self) -> int:
        """The most chance nodes of a game: each hand is dealt once a round, and each turn draws."""
        return 4 * _GAMES[self.NAME] if self.NAME == "triominos" else 0

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

    def observed(self, player: int) -> tuple[Any, Any]:
        """The planes and the features that a seat sees."""
        return self.batch.observe(0, player)

    def drawn(self, player: int) -> str:
        """The board."""
        return str(self)

    def __str__(self) -> str:
        return self.batch.draw(0)


class _TriominosState(pyspiel.State):  # type: ignore[misc]
    """A moment of Triominos, whose deals and draws are chance nodes."""

    def __init__(self, game: _TileGame) -> None:
        super().__init__(game)
        self.game = Game(game.NAME, **game.options)
        # Chance begins, and any tile may come first.
        self._tiles = [str(move.tile) for move in self.game.legal_moves()]
        self._shape = game.start.plane_shape
        self._most = _GAMES[game.NAME]
        self._n_moves = 0

    def current_player(self) -> int:
        """The seat to move, or chance."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        turn = self.game.turn
        return int(pyspiel.PlayerId.CHANCE) if turn is None else turn

    def is_terminal(self) -> bool:
        """True once the game is over, or as long as a game may be."""
        return self.game.is_over or self._n_moves >= self._most

    def returns(self) -> list[float]:
        """The rewards of the seats; a game that was too long is a draw."""
        outcome = self.game.outcome
        places = (1,) * self.game.seats if outcome is None else outcome.places
        return [_reward(place, places) for place in places]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The tiles that may come, all equally likely."""
        tiles = sorted(self._tiles.index(str(move.tile)) for move in self.game.legal_moves())
        return [(tile, 1 / len(tiles)) for tile in tiles]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(action for action, _ in actions_of(self.game))

    def _apply_action(self, action: int) -> None:
        self.game.play(self._move_of(action))
        self._n_moves += not self.game.is_chance

    def _move_of(self, action: int) -> str:
        if self.game.is_chance:
            kind = self.game.legal_moves()[0].kind
            return f"{kind}:{self._tiles[action]}"
        return dict(actions_of(self.game))[action]

    def _action_to_string(self, player: int, action: int) -> str:
        return self._move_of(action)

    def observed(self, player: int) -> tuple[Any, Any]:
        """The planes and the features that a seat sees."""
        planes, features = observation_of(self.game, player)
        return planes.reshape(self._shape), features

    def drawn(self, player: int) -> str:
        """The board and the hand as a seat sees them."""
        hand = self.game.view(player)["hands"][player]["tiles"]
        return f"{self.game.draw(player)}\n{' '.join(hand)}"

    def __str__(self) -> str:
        return self.game.position


def _reward(place: int, places: Sequence[int]) -> float:
    """The reward of a place, from 1 for the only first to -1 for the only last."""
    n_beaten = sum(other > place for other in places) - sum(other < place for other in places)
    return n_beaten / (len(places) - 1)


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

    def set_from(self, state: _TileState | _TriominosState, player: int) -> None:
        """Fills the tensor with what a seat sees."""
        planes, features = state.observed(player)
        self.dict["planes"][:] = planes
        self.dict["features"][:] = features

    def string_from(self, state: _TileState | _TriominosState, player: int) -> str:
        """The board as text, as a seat sees it."""
        return state.drawn(player)


def _type_of(name: str) -> Any:
    seats = 6 if name in ("blokus", "triominos") else 2
    chance, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    has_chance = name == "triominos"
    return pyspiel.GameType(
        short_name=f"tilewright_{name}",
        long_name=f"Tilewright {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if has_chance else chance.DETERMINISTIC,
        information=(
            information.IMPERFECT_INFORMATION if has_chance else information.PERFECT_INFORMATION
        ),
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
            state = _TriominosState if name == "triominos" else _TileState
            members = {"NAME": name, "TYPE": _type_of(name), "STATE": state}
            game = type(f"Tilewright{name.title()}", (_TileGame,), members)
            pyspiel.register_game(game.TYPE, game)  # type: ignore[attr-defined]
    return NAMES


register()
