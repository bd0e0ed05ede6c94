"""How many random games a second Python plays, move by move: python python/benches/random_games.py [--json]"""

from __future__ import annotations

import random
from typing import Callable

from telling import measure, tell

import tilewright

SETUPS = [
    ("blokus-classic", "blokus", {"variant": "classic"}),
    ("blokus-duo", "blokus", {"variant": "duo"}),
    ("triominos", "triominos", {"single_round": True, "seed": 1}),
    ("coerceo-ocius", "coerceo", {"variant": "ocius"}),
    ("coerceo-laurentius", "coerceo", {"variant": "laurentius"}),
    ("aquapipe-3x3", "aquapipe", {"variant": "3x3"}),
    ("aquapipe-4x4", "aquapipe", {"variant": "4x4"}),
]


def by_choice(game: tilewright.Game, rng: random.Random) -> None:
    while not game.is_over:
        game.play(rng.choice(game.legal_moves()))


def by_random_move(game: tilewright.Game, rng: random.Random) -> None:
    while not game.is_over:
        game.play(game.random_move(rng))


def by_play_out(game: tilewright.Game, rng: random.Random) -> None:
    game.play_out(rng)


def played(way: Callable[[tilewright.Game, random.Random], None], start: tilewright.Game) -> Callable[[], int]:
    rng = random.Random(1)

    def play() -> int:
        way(start.copy(), rng)
        return 1

    return play


def main() -> None:
    for name, game, options in SETUPS:
        start = tilewright.Game(game, **options)
        for way in (by_choice, by_random_move, by_play_out):
            how = way.__name__.replace("_", "-")
            tell(f"{name}-{how}", "games", measure(played(way, start), seconds=1))


main()
