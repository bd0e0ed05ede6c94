"""Learning: records as batches, and the example that trains a network."""

from __future__ import annotations

import importlib.util
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import Game, GameError

EXAMPLE = Path(__file__).parents[2] / "examples/python/train.py"


@pytest.fixture(scope="module")
def example() -> Any:
    spec = importlib.util.spec_from_file_location("train_example", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_example"] = module
    spec.loader.exec_module(module)
    return module


def recorded(folder: Path, n_games: int = 3) -> list[Game]:
    games = []
    for number in range(n_games):
        game = Game("coerceo", variant="ocius")
        game.play_out(number)
        (folder / f"{number}.tw").write_text(game.record())
        games.append(game)
    return games


def test_folders_of_records_are_read_as_batches(tmp_path: Path) -> None:
    games = recorded(tmp_path)
    batches = list(tilewright.training_batches(tmp_path, batch_size=50))
    n_moves = sum(len(game.moves) for game in games)
    assert sum(len(batch.actions) for batch in batches) == n_moves
    assert all(len(batch.actions) == 50 for batch in batches[:-1])
    first = batches[0]
    assert first.masks[np.arange(50), first.actions].all()
    start = tilewright.BatchGame("coerceo", 1, variant="ocius")
    assert np.array_equal(first.planes[0], start.observe(0, 0)[0])
    outcome = games[0].outcome
    assert outcome is not None
    expected = 0.0 if outcome.is_draw else (1.0 if outcome.places[0] == 1 else -1.0)
    assert first.rewards[0] == expected and first.seats[:2].tolist() == [0, 1]
    shuffled = next(tilewright.training_batches(tmp_path, batch_size=n_moves, seed=1))
    assert sorted(shuffled.actions) == sorted(np.concatenate([it.actions for it in batches]))


def test_records_that_teach_nothing_are_refused_with_their_file(tmp_path: Path) -> None:
    recorded(tmp_path, 1)
    unfinished = tmp_path / "unfinished.tw"
    unfinished.write_text(Game("coerceo", variant="ocius").record())
    with pytest.raises(GameError, match="unfinished.tw: a game has no end"):
        list(tilewright.training_batches(tmp_path))
    other = Game("aquapipe")
    other.play_out(1)
    unfinished.write_text(other.record())
    with pytest.raises(GameError, match="of one kind"):
        list(tilewright.training_batches(tmp_path))
    with pytest.raises(GameError, match="no file or folder"):
        list(tilewright.training_batches(tmp_path / "nowhere"))


def test_the_example_learns_exports_and_plays(example: Any, tmp_path: Path) -> None:
    games = example.SelfPlay(32, seed=1)
    network = games.network(32, seed=1)
    before = [weight.copy() for weight in network.weights]
    for _ in range(3):
        network.learn(*games.examples(network, 256), rate=1e-3)
    assert any((new != old).any() for new, old in zip(network.weights, before))
    path = tmp_path / "network.npz"
    network.save(path)
    bot = example.Learned(str(path))
    game = Game("coerceo", variant="ocius")
    lots = random.Random(1)
    for _ in range(6):
        game.play(tilewright.ask(bot, game) if game.turn == 0 else game.random_move(lots))
    assert game.ply == 6


def score_of_the_script(folder: Path, seconds: int, n_games: int) -> float:
    """Trains by the script as a user does, and returns the score of its match."""
    words = ["--seconds", str(seconds), "--games", str(n_games), "--output", str(folder / "n.npz")]
    command = [sys.executable, str(EXAMPLE), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=3000)
    assert done.returncode == 0, done.stderr
    found = re.search(r"score against greedy: (\d+)%", done.stdout)
    assert found is not None, done.stdout
    return int(found[1]) / 100


def test_the_script_trains_exports_and_plays_in_the_arena(tmp_path: Path) -> None:
    assert 0 <= score_of_the_script(tmp_path, 2, 2) <= 1
    assert (tmp_path / "n.npz").exists()


def test_a_step_makes_rewarded_actions_more_likely(example: Any) -> None:
    network = example.Network.new(4, 3, 16, seed=2)
    lots = np.random.default_rng(3)
    inputs = lots.standard_normal((64, 4)).astype(np.float32)
    masks = np.ones((64, 3), bool)
    masks[:, 2] = False
    actions = lots.integers(0, 2, 64)
    rewards = np.where(actions == 1, 1.0, -1.0).astype(np.float32)
    for _ in range(60):
        network.learn(inputs, masks, actions, rewards, rate=1e-2)
    chances = network.forward(inputs, masks)[2]
    assert chances[:, 1].mean() > 0.9 and not chances[:, 2].any()


@pytest.mark.skipif("TILEWRIGHT_SLOW" not in os.environ, reason="trains for five minutes")
def test_the_whole_training_beats_greedy(tmp_path: Path) -> None:
    assert score_of_the_script(tmp_path, 300, 200) > 0.55
