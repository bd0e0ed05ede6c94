"""Blokus, Triominos, Coerceo and Aqua Pipe: fast games, bots, arenas and environments."""

from tilewright._tilewright import Game, GameError, IllegalMove

__all__ = ["Game", "GameError", "IllegalMove"]
