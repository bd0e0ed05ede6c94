"""The speed of the Tilewe drop-in, beside that of the library if it is installed as `tilewe`.

    python python/benches/tilewe_speed.py [SECONDS]

Each line is one task: nanoseconds for each move that was looked at or chosen, by the drop-in, by the library, and
their ratio. The seconds are those of the processor, and of several rounds the fastest counts: both are less
disturbed by other programs.
"""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import tilewright

ROUNDS = 5


def boards(tilewe: Any) -> list[Any]:
    """Boards within a random game of four."""
    lots = random.Random(7)
    game = tilewe.Board(4)
    found = []
    while not game.finished:
        if game.ply % 8 == 4:
            board = tilewe.Board(4)
            for move in game.moves:
                board.push(move)
            found.append(board)
        game.push(lots.choice(game.generate_legal_moves()))
    return found


def list_moves(tilewe: Any, board: Any) -> int:
    return len(board.generate_legal_moves())


def look_at_moves(tilewe: Any, board: Any) -> int:
    n_moves = 0
    for move in board.generate_legal_moves():
        move.piece, move.rotation, move.contact, move.to_tile
        n_moves += 1
    return n_moves


def weigh_moves(tilewe: Any, board: Any) -> int:
    """An engine of one's own, as programs have it: a key for each move."""
    sizes = tilewe.N_PIECE_TILES
    moves = board.generate_legal_moves()
    max(moves, key=lambda move: (sizes[move.piece], move.to_tile))
    return len(moves)


def try_moves(tilewe: Any, board: Any) -> int:
    """The same with each move played and taken back."""
    player = board.current_player
    moves = board.generate_legal_moves()
    for move in moves:
        board.push(move)
        board.n_player_corners(player)
        board.pop()
    return len(moves)


def random_game(tilewe: Any, _board: Any) -> int:
    board = tilewe.Board(4)
    while not board.finished:
        board.push(random.choice(board.generate_legal_moves()))
    return int(board.ply)


def engines(tilewe: Any) -> dict[str, Callable[[Any, Any], int]]:
    engine = tilewe.engine
    made = [
        engine.RandomEngine(),
        engine.OpenCornersEngine(),
        engine.OpenCornersEngine(style="min"),
        engine.PieceSizeEngine(),
        engine.PieceSizeEngine(style="min"),
        engine.MoveDifferenceEngine(),
        engine.MoveDifferenceEngine(style="min"),
        engine.TileWeightEngine(),
        engine.TileWeightEngine(style="turtle"),
    ]
    if hasattr(engine, "SimpleSearchEngine"):
        made.append(engine.SimpleSearchEngine())

    def chooser(player: Any) -> Callable[[Any, Any], int]:
        def choose(_tilewe: Any, board: Any) -> int:
            player.search(board, 60)
            return 1

        return choose

    return {player.name: chooser(player) for player in made}


def nanoseconds(task: Callable[[Any, Any], int], tilewe: Any, seconds: float) -> float:
    """The time of a task for each of its moves."""
    found = boards(tilewe)
    fastest = float("inf")
    for _ in range(ROUNDS):
        random.seed(1)
        n_moves = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds / ROUNDS:
            n_moves += sum(task(tilewe, board) for board in found)
        fastest = min(fastest, spent / n_moves)
    return fastest * 1e9


def native_parts(seconds: float) -> None:
    """Attributes of moves of `tilewright.Game`."""
    game = tilewright.Game("blokus", variant="duo", moves="V5w@e8 W5e@h5")
    moves = list(game.legal_moves())
    for name in ("piece", "orientation", "squares"):
        fastest = float("inf")
        for _ in range(ROUNDS):
            start, n = time.process_time(), 0
            while (spent := time.process_time() - start) < seconds / ROUNDS:
                for move in moves:
                    getattr(move, name)
                n += len(moves)
            fastest = min(fastest, spent / n)
        print(f"{'native move.' + name:24} {fastest * 1e9:10.0f} ns")


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    ours: Any = importlib.import_module("tilewright.tilewe")
    importlib.import_module("tilewright.tilewe.engine")
    try:
        theirs: Any = importlib.import_module("tilewe")
        importlib.import_module("tilewe.engine")
    except ModuleNotFoundError:
        theirs = None
    tasks: dict[str, tuple[Any, Any]] = {
        task.__name__: (task, task)
        for task in (list_moves, look_at_moves, weigh_moves, try_moves, random_game)
    }
    own_engines = engines(ours)
    other_engines = engines(theirs) if theirs else {}
    tasks.update({name: (own_engines[name], other_engines.get(name)) for name in own_engines})
    print(f"{'task':24} {'drop-in':>10}    {'library':>10}    ratio")
    for name, (own, other) in tasks.items():
        time_own = nanoseconds(own, ours, seconds)
        line = f"{name:24} {time_own:10.0f} ns"
        if theirs is not None and other is not None:
            time_other = nanoseconds(other, theirs, seconds)
            line += f" {time_other:10.0f} ns {time_other / time_own:8.2f}"
        print(line)
    native_parts(seconds)


if __name__ == "__main__":
    main()
