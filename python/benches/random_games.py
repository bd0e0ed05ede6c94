"""How many random games a second Python plays, move by move: `python python/benches/random_games.py`."""

import random
import time

import tilewright

SETUPS = [
    ("blokus", {"variant": "classic"}),
    ("blokus", {"variant": "duo"}),
    ("triominos", {"single_round": True, "seed": 1}),
    ("coerceo", {"variant": "ocius"}),
    ("coerceo", {"variant": "laurentius"}),
    ("aquapipe", {"variant": "3x3"}),
    ("aquapipe", {"variant": "4x4"}),
]


def by_choice(game, rng):
    while not game.is_over:
        game.play(rng.choice(game.legal_moves()))


def by_random_move(game, rng):
    while not game.is_over:
        game.play(game.random_move(rng))


def by_play_out(game, rng):
    game.play_out(rng)


def measured(way, start, seconds=2.0):
    """Games and moves a second."""
    rng, n_games, n_moves = random.Random(1), 0, 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        game = start.copy()
        way(game, rng)
        n_games, n_moves = n_games + 1, n_moves + game.ply
    duration = time.process_time() - begin
    return n_games / duration, n_moves / duration


for name, options in SETUPS:
    for way in (by_choice, by_random_move, by_play_out):
        games, moves = measured(way, tilewright.Game(name, **options))
        setup = " ".join([name, str(options.get("variant", ""))])
        print(f"{setup:20} {way.__name__:15} {games:9,.0f} games/s {moves:11,.0f} moves/s", flush=True)
