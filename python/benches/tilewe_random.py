"""Random games of four by the Tilewe drop-in: how many a second, on one core.

    python python/benches/tilewe_random.py [SECONDS] [--json]

The games are those of a script for Tilewe itself; only the import is different. What counts is the time of
the processor, which other programs on the machine take less from.
"""

from __future__ import annotations

import random

from telling import ARGUMENTS, measure, tell

import tilewright.tilewe as tilewe


def play() -> int:
    board = tilewe.Board(4)
    while not board.finished:
        board.push(random.choice(board.generate_legal_moves()))
    return 1


def main() -> None:
    seconds = float(ARGUMENTS[0]) if ARGUMENTS else 5.0
    random.seed(1)
    tell("random-games", "games", measure(play, seconds))


if __name__ == "__main__":
    main()
