"""A bot that plays the largest piece, toward the center.

    python write_a_bot.py                                                 plays a match against random
    tilewright play blokus --seat human --seat "ugi:python write_a_bot.py engine"
"""

import sys

import tilewright
import tilewright.engine


class Center(tilewright.Bot):
    """Plays the largest piece, as close to the center as possible."""

    game = "blokus"

    def choose(self, game):
        size = game.view()["size"]

        def distance(square):
            column = ord(square[0]) - ord("a")
            row = int(square[1:]) - 1
            return abs(column - size / 2) + abs(row - size / 2)

        def value(move):
            return len(move.squares), -sum(map(distance, move.squares))

        return max(game.legal_moves(), key=value)


if __name__ == "__main__":
    if sys.argv[1:] == ["engine"]:
        tilewright.engine.run(Center(), "blokus")
    else:
        players = [Center, "random"]
        print(tilewright.arena("blokus", players, variant="duo", games=4, workers=1))
