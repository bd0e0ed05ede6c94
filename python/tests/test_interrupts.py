"""Ctrl-C ends long calls at once, and nothing is lost."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import tilewright

#: The longest time between Ctrl-C and its exception, on a machine with nothing else to do.
PATIENCE = 0.2


def long_calls() -> list[tuple[str, Callable[[], Any]]]:
    blokus = tilewright.Game("blokus")
    coerceo = tilewright.Game("coerceo")
    triominos = tilewright.Game("triominos", seed=1)
    batch = tilewright.BatchGame("blokus", 100_000)
    many_rounds = tilewright.Game("triominos", seed=1, target=100_000)
    plan = tilewright.Plan("blokus", ["mcts:nodes=100000", "mcts:nodes=100000"], games=2, seed=1)
    return [
        ("perft", lambda: blokus.perft(6)),
        ("perft of Coerceo", lambda: coerceo.perft(9)),
        ("perft of Triominos", lambda: triominos.perft(12)),
        ("play_out", lambda: [many_rounds.copy().play_out(1) for _ in range(10_000)]),
        ("rollouts", lambda: batch.rollouts(1)),
        ("open a batch", lambda: tilewright.BatchGame("blokus", 300_000)),
        ("masks", lambda: [batch.legal_masks() for _ in range(1000)]),
        ("observations", lambda: [batch.observations() for _ in range(1000)]),
        ("reset", lambda: [batch.reset() for _ in range(1000)]),
        ("choose", lambda: tilewright.bot("mcts:nodes=100000000").choose(blokus)),
        ("analyze", lambda: tilewright.analyze(coerceo, "minimax", depth=60)),
        ("review", lambda: tilewright.review(coerceo_game(), time=5)),
        ("play_block", lambda: plan.play_block(0)),
    ]


def coerceo_game() -> tilewright.Game:
    game = tilewright.Game("coerceo")
    for _ in range(6):
        game.play(game.legal_moves()[0])
    return game


@pytest.mark.parametrize(("name", "call"), long_calls())
def test_ctrl_c_ends_a_long_call(name: str, call: Callable[[], Any]) -> None:
    pressed = 0.0

    def press() -> None:
        nonlocal pressed
        pressed = time.process_time()
        signal.raise_signal(signal.SIGINT)

    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(0.3, lambda: (signal.pthread_kill(main, signal.SIGUSR1)))
    before = signal.signal(signal.SIGUSR1, lambda *_: press())
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
        # Time of the processor, which busy machines do not lengthen, in a build that is not the fastest.
        assert time.process_time() - pressed < 2 * PATIENCE, name
    finally:
        timer.cancel()
        signal.signal(signal.SIGUSR1, before)


def test_a_game_goes_on_after_ctrl_c() -> None:
    game = tilewright.Game("coerceo")
    before = game.copy()
    test_ctrl_c_ends_a_long_call("perft", lambda: game.perft(9))
    assert game == before and game.perft(2) == before.perft(2)


def test_an_interrupted_step_of_a_batch_changes_nothing() -> None:
    batch = tilewright.BatchGame("blokus", 50_000, variant="duo", seed=1)
    n_steps = 0

    def step_on() -> None:
        nonlocal n_steps
        while True:
            actions, offsets = batch.legal_actions()
            batch.step(actions[offsets[:-1]])
            n_steps += 1

    test_ctrl_c_ends_a_long_call("step", step_on)
    assert {len(batch.moves(game)) for game in range(0, len(batch), 100)} == {n_steps}
    actions, offsets = batch.legal_actions()
    batch.step(actions[offsets[:-1]])


def test_a_random_game_is_taken_back_when_it_is_interrupted() -> None:
    before = tilewright.Game("triominos", seed=1, target=100_000)
    before.play(before.legal_moves()[0])
    main = threading.main_thread().ident
    assert main is not None
    for _ in range(100):
        game, was_over = before.copy(), False
        press = threading.Timer(0.005, lambda: signal.pthread_kill(main, signal.SIGINT))
        try:
            press.start()
            game.play_out(2)
            was_over = True
            time.sleep(10)
        except KeyboardInterrupt:
            if not was_over:
                break
    assert not was_over and game == before


def test_a_random_game_takes_less_than_the_patience() -> None:
    for name in tilewright.GAMES:
        game = tilewright.Game(name, seed=3)
        start = time.perf_counter()
        game.play_out(5)
        assert time.perf_counter() - start < PATIENCE and game.is_over, name


def test_an_interrupted_arena_loses_nothing(tmp_path: Any) -> None:
    def listen(progress: tilewright.Progress) -> None:
        if progress.n_played >= 2:
            signal.raise_signal(signal.SIGINT)

    plan: Any = {"games": 200, "seed": 1, "progress": listen, "workers": 1}
    players = ["mcts:nodes=2000", "random"]
    partial = tilewright.arena("aquapipe", players, **plan)
    assert 0 < len(partial.games) < 200 and not partial.is_complete
    file = tmp_path / "a.results"
    with pytest.raises(KeyboardInterrupt):
        tilewright.arena("aquapipe", players, results=file, **plan)
    whole = tilewright.arena(resume=file)
    assert whole.is_complete and whole.n_games == 200
