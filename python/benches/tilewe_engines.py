"""How strong the engines of the Tilewe drop-in are: a tournament of four at a board.

    python python/benches/tilewe_engines.py [games] [processes]
"""

from __future__ import annotations

import sys

from tilewright.tilewe import engine
from tilewright.tilewe.tournament import Tournament


def main() -> None:
    n_games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    n_processes = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    engines = [
        engine.RandomEngine(),
        engine.OpenCornersEngine(),
        engine.OpenCornersEngine(style="min"),
        engine.PieceSizeEngine(),
        engine.PieceSizeEngine(style="min"),
        engine.MoveDifferenceEngine(),
        engine.MoveDifferenceEngine(style="min"),
        engine.TileWeightEngine("WallCrawl", "wall_crawl"),
        engine.TileWeightEngine("Turtle", "turtle"),
        engine.SimpleSearchEngine(),
    ]
    Tournament(engines).play(n_games, n_processes, seed=1, verbose_games=False)


if __name__ == "__main__":
    main()
