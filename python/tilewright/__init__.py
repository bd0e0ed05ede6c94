"""Blokus, Triominos, Coerceo and Aqua Pipe: fast games, bots, arenas and environments.

    >>> import random, tilewright
    >>> game = tilewright.Game("blokus", variant="duo")
    >>> while not game.is_over:
    ...     move = game.play(random.choice(game.legal_moves()))
    >>> print(game)

The guide is docs/PYTHON.md.
"""

from collections.abc import Sequence

from tilewright._tilewright import (
    GAMES,
    BatchGame,
    Game,
    GameError,
    IllegalMove,
    LegalMoves,
    Move,
    Outcome,
    game_info,
    read_games,
)

__all__ = [
    "GAMES",
    "BatchGame",
    "Game",
    "GameError",
    "IllegalMove",
    "LegalMoves",
    "Move",
    "Outcome",
    "game_info",
    "read_games",
]

Sequence.register(LegalMoves)
