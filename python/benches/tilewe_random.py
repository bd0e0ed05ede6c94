"""Random games of four by the Tilewe drop-in: how many a second, on one core.

    python python/benches/tilewe_random.py [seconds]

The games are those of a script for Tilewe itself; only the import is different. What counts is the time of
the processor, which other programs on the machine take less from.
"""

from __future__ import annotations

import random
import sys
import time

import tilewright.tilewe as tilewe


def play() -> int:
    board = tilewe.Board(4)
    while not board.finished:
        board.push(random.choice(board.generate_legal_moves()))
    return board.ply


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    random.seed(1)
    n_games = n_plies = 0
    start = time.process_time()
    while (elapsed := time.process_time() - start) < seconds:
        n_plies += play()
        n_games += 1
    print(
        f"{n_games / elapsed:,.0f} games/s, {n_plies / n_games:.1f} plies a game, "
        f"{elapsed / n_plies * 1e6:.2f} µs a ply"
    )


if __name__ == "__main__":
    main()
