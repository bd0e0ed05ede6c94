"""How fast batches are from Python: python python/benches/batch.py [THREADS]

One core does the work with one thread. Beside the time that passed it says the time of the processor,
which is what counts where others use the machine too.
"""

from __future__ import annotations

import sys
import time
from typing import Callable

import numpy as np

from tilewright import BatchGame

THREADS = int(sys.argv[1]) if len(sys.argv) > 1 else 1


def measure(name: str, units: int, work: Callable[[], object]) -> None:
    """Does work of so many units for two seconds, after some to warm up, and prints how fast it was."""
    for _ in range(3):
        work()
    calls, clock, processor = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - clock < 2:
        work()
        calls += 1
    clock, processor = time.perf_counter() - clock, time.process_time() - processor
    print(f"{name:45} {units * calls / clock:12,.0f}/s  by processor time {units * calls / processor:12,.0f}/s")


def stepping(batch: BatchGame, masks: bool) -> Callable[[], None]:
    """One step of all games: list the legal actions, choose one of each game, play them."""
    rng = np.random.default_rng(1)
    words = batch.legal_masks()

    def step() -> None:
        actions, offsets = batch.legal_actions()
        if masks:
            batch.legal_masks(out=words)
        starts = offsets[:-1]
        chosen = starts + (rng.random(len(starts)) * (offsets[1:] - starts)).astype(np.int64)
        batch.step(actions[chosen])

    return step


def main() -> None:
    for variant in ("classic", "duo"):
        batch = BatchGame("blokus", 4096, variant=variant, threads=THREADS)
        for quick in (False, True):
            name = f"blokus {variant}, {'quick' if quick else 'uniform'} rollouts"
            measure(name, len(batch), lambda: batch.rollouts(1, quick=quick))
    for game, options in [
        ("blokus", {"variant": "duo"}),
        ("blokus", {}),
        ("triominos", {"single_round": True}),
        ("coerceo", {}),
        ("aquapipe", {}),
    ]:
        batch = BatchGame(game, 1024, threads=THREADS, auto_reset=True, **options)
        name = " ".join([game, *map(str, options.values())])
        measure(f"{name}, steps with lists", 1024, stepping(batch, masks=False))
        measure(f"{name}, steps with lists and bits", 1024, stepping(batch, masks=True))
        flags = batch.legal_masks(dense=True)
        measure(f"{name}, dense masks", 1024, lambda: batch.legal_masks(dense=True, out=flags))
        arrays = batch.observations()
        measure(f"{name}, observations", 1024, lambda: batch.observations(out=arrays))


main()
