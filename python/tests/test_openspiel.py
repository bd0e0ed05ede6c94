"""The games in OpenSpiel, by its own test."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is an extra, and not for every platform")

import tilewright.openspiel  # noqa: E402
from tilewright import Game  # noqa: E402

LOADED: list[tuple[str, dict[str, Any]]] = [
    ("blokus", {"variant": "duo"}),
    ("coerceo", {"variant": "ocius"}),
    ("aquapipe", {}),
    ("aquapipe", {"variant": "4x4"}),
    ("triominos", {"single_round": True, "seats": 3}),
]


@pytest.mark.parametrize(("name", "options"), LOADED)
def test_openspiels_own_test_passes(name: str, options: dict[str, Any]) -> None:
    game = tilewright.openspiel.load(name, **options)
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize(("name", "options"), LOADED)
def test_a_game_is_the_same_as_here(name: str, options: dict[str, Any]) -> None:
    game = tilewright.openspiel.load(name, **options)
    state, ours = game.new_initial_state(), Game(name, **options)
    lots = np.random.default_rng(3)
    while not state.is_terminal() and ours.ply < 100:
        expected = pyspiel.PlayerId.CHANCE if ours.is_chance else ours.turn
        assert state.current_player() == expected
        assert len(state.legal_actions()) == len(ours.legal_moves())
        action = int(lots.choice(state.legal_actions()))
        ours.play(state.action_to_string(action))
        state.apply_action(action)
    assert state.is_terminal() == ours.is_over or ours.ply >= 100
    tensor = state.observation_tensor(0)
    assert len(tensor) == game.observation_tensor_size()
    clone = state.clone()
    assert str(clone) == str(state)


def test_hands_of_triominos_stay_hidden() -> None:
    game = tilewright.openspiel.load("triominos", single_round=True)
    state = game.new_initial_state()
    lots = np.random.default_rng(3)
    while state.is_chance_node():
        tiles, chances = zip(*state.chance_outcomes())
        assert abs(sum(chances) - 1) < 1e-9
        state.apply_action(int(lots.choice(tiles)))
    hands = [state.game.view(seat)["hands"][seat]["tiles"] for seat in (0, 1)]
    for seat in (0, 1):
        seen = state.observation_string(seat)
        assert all(tile in seen for tile in hands[seat])
        assert not any(tile in seen for tile in hands[1 - seat])
    assert state.observation_tensor(0) != state.observation_tensor(1)
