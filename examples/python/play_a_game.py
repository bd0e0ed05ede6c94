"""Plays a random game of Blokus duo and prints the board and the result."""

import random

import tilewright

game = tilewright.Game("blokus", variant="duo")
while not game.is_over:
    game.play(random.choice(game.legal_moves()))

print(game)
print("scores:", game.scores, "winners:", game.outcome.winners)
