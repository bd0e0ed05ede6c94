"""How fast batches are from Python: python python/benches/batch.py [THREADS [NAME]] [--json]

With a name only what begins with it is measured: `blokus-duo-steps`, for instance.

One core does the work with one thread. Beside the time that passed it says the time of the processor,
which is what counts where others use the machine too.
"""

from __future__ import annotations

from typing import Callable

import numpy as np
from telling import ARGUMENTS, measure, tell

from tilewright import BatchGame

THREADS = int(ARGUMENTS[0]) if ARGUMENTS else 1
NAME = ARGUMENTS[1] if len(ARGUMENTS) > 1 else ""


def report(name: str, unit: str, units: int, work: Callable[[], object]) -> None:
    """Does work of so many units for a second of each thread, after some to warm up."""
    if not name.startswith(NAME):
        return

    def counted() -> int:
        work()
        return units

    for _ in range(3):
        work()
    tell(name, unit, measure(counted, seconds=THREADS))


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
            name = f"blokus-{variant}-{'quick' if quick else 'uniform'}-rollouts"
            report(name, "games", len(batch), lambda: batch.rollouts(1, quick=quick))
    for name, game, options in [
        ("blokus-duo", "blokus", {"variant": "duo"}),
        ("blokus-classic", "blokus", {}),
        ("triominos", "triominos", {"single_round": True}),
        ("coerceo", "coerceo", {}),
        ("aquapipe", "aquapipe", {}),
    ]:
        batch = BatchGame(game, 1024, threads=THREADS, auto_reset=True, **options)
        report(f"{name}-steps-with-lists", "steps", 1024, stepping(batch, masks=False))
        report(f"{name}-steps-with-lists-and-bits", "steps", 1024, stepping(batch, masks=True))
        flags = batch.legal_masks(dense=True)
        report(f"{name}-dense-masks", "masks", 1024, lambda: batch.legal_masks(dense=True, out=flags))
        arrays = batch.observations()
        report(f"{name}-observations", "views", 1024, lambda: batch.observations(out=arrays))


main()
