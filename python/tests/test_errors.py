"""Errors of wrong values: all of documented classes, none in words of the binding."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tilewright
import tilewright.client
from tilewright import ArgumentError, BatchGame, Game, GameError, Move, Perspective

game: Any = Game("blokus", variant="duo")
batch: Any = BatchGame("coerceo", 2)

WRONG_TYPE: list[Callable[[], Any]] = [
    lambda: game.play(3),
    lambda: game.play(None),
    lambda: game.is_legal(3.5),
    lambda: game.parse(3),
    lambda: Game(3),  # type: ignore[arg-type]
    lambda: Game("blokus", moves=3),  # type: ignore[arg-type]
    lambda: Game("blokus", moves=[3]),  # type: ignore[list-item]
    lambda: Game("blokus", seed="one"),  # type: ignore[arg-type]
    lambda: Game.from_record(b"x"),  # type: ignore[arg-type]
    lambda: Game.from_position("blokus", None),  # type: ignore[arg-type]
    lambda: Game.load(3),  # type: ignore[arg-type]
    lambda: game.save(None),
    lambda: game.record(names=3),
    lambda: game.record(date=3),
    lambda: game.view("first"),
    lambda: game.draw(color="red"),
    lambda: game.end(0, 3),
    lambda: game.perft("deep"),
    lambda: game.random_move("lots"),
    lambda: Move(1, 2),  # type: ignore[arg-type]
    lambda: Perspective("triominos", 3),  # type: ignore[arg-type]
    lambda: tilewright.read_games(3.5),  # type: ignore[arg-type]
    lambda: tilewright.game_info(3),  # type: ignore[arg-type]
    lambda: tilewright.bots(None),  # type: ignore[arg-type]
    lambda: tilewright.levels(7),  # type: ignore[arg-type]
    lambda: tilewright.bot(3),  # type: ignore[arg-type]
    lambda: tilewright.review(3, "greedy"),
    lambda: BatchGame(3, 4),  # type: ignore[arg-type]
    lambda: BatchGame("blokus", "many"),  # type: ignore[arg-type]
    lambda: BatchGame("blokus", 4, auto_reset="yes"),  # type: ignore[arg-type]
    lambda: batch.legal_masks(out=3),
    lambda: batch.legal_masks(out=np.zeros((2, 13), np.int64)),
    lambda: batch.legal_masks(dense=True, out=np.zeros((2, 3), np.uint64)),
    lambda: batch.legal_masks(dense=3),
    lambda: batch.observations(out=3),
    lambda: batch.observations(out=(np.zeros(3), np.zeros(3))),
    lambda: batch.rollouts(quick=1),
    lambda: batch.rollouts("seed"),
    lambda: batch.play(0, 3),
    lambda: batch.observe("first", 0),
]


@pytest.mark.parametrize("number", range(len(WRONG_TYPE)))
def test_a_wrong_type_is_an_argument_error_in_a_sentence(number: int) -> None:
    with pytest.raises(ArgumentError) as caught:
        WRONG_TYPE[number]()
    assert isinstance(caught.value, GameError) and isinstance(caught.value, TypeError)
    text = str(caught.value)
    assert "is needed, not" in text
    for word in ("argument '", "PyAny", "cannot be converted", "extract", "instance of"):
        assert word not in text


def test_unknown_games_are_refused_alike() -> None:
    calls: list[Callable[[], Any]] = [
        lambda: Game("go"),
        lambda: Move("go", "a1"),
        lambda: BatchGame("go", 1),
        lambda: tilewright.game_info("go"),
        lambda: tilewright.bots("go"),
        lambda: tilewright.arena("go", ["random", "random"], games=2),
    ]
    for call in calls:
        with pytest.raises(GameError, match="there is no game 'go'"):
            call()


def test_lists_of_moves_are_compared() -> None:
    first, second = (Game("blokus", variant="duo").legal_moves() for _ in range(2))
    assert first == second == list(first) and not first != second
    assert first != first[1:] and first != 3 and first <= second
    assert Game("blokus").legal_moves() != first
    with pytest.raises(TypeError):
        hash(first)


def test_signatures_show_defaults() -> None:
    assert str(inspect.signature(BatchGame)) == (
        "(game, n, *, seed=0, threads=1, auto_reset=False, **options)"
    )
    assert "max_moves=1000000" in str(inspect.signature(BatchGame.rollouts))
    for kind in (Game, BatchGame, Move, Perspective):
        for name, member in inspect.getmembers(kind, callable):
            if not name.startswith("__"):
                assert "..." not in str(inspect.signature(member)), f"{kind.__name__}.{name}"


@pytest.mark.parametrize("name", tilewright.GAMES)
def test_a_batch_is_pickled_and_goes_on_as_the_same(name: str) -> None:
    lots = np.random.default_rng(4)
    played = BatchGame(name, 5, seed=9, auto_reset=True)
    for _ in range(40):
        actions, offsets = played.legal_actions()
        chosen = [lots.choice(actions[a:b]) for a, b in zip(offsets, offsets[1:])]
        played.step(chosen)
    other = pickle.loads(pickle.dumps(played))
    assert (other.name, other.seed, other.threads) == (name, 9, 1)
    for _ in range(30):
        assert np.array_equal(other.turns, played.turns)
        assert np.array_equal(other.episodes, played.episodes)
        assert all(other.moves(i) == played.moves(i) for i in range(5))
        actions, offsets = played.legal_actions()
        chosen = [lots.choice(actions[a:b]) for a, b in zip(offsets, offsets[1:])]
        assert np.array_equal(other.step(chosen)[0], played.step(chosen)[0])


@pytest.mark.parametrize("name", tilewright.GAMES)
def test_seats_are_numbered_from_0_everywhere(name: str) -> None:
    played = Game(name, seed=4)
    while not played.is_over and played.ply < 60:
        for seat in [None, *range(played.seats)]:
            view = played.view(seat)
            assert view["seat_to_move"] == played.turn
            if "viewer" in view:
                assert view["viewer"] == seat
            for block in view.get("blocks", []):
                assert "seat" not in block or 0 <= block["seat"] < played.seats
            for action in view.get("actions", []):
                if isinstance(action, dict) and "seat" in action:
                    assert 0 <= action["seat"] < played.seats
        played.play(played.random_move(played.ply))
