"""The part of the package `tilewright` that is made in Rust."""

from typing import final

__all__ = ["Game", "GameError", "IllegalMove"]

class GameError(ValueError):
    """What was asked of a game cannot be done."""

class IllegalMove(GameError):
    """The move may not be played now."""

@final
class Game:
    """A game being played."""

    def __new__(cls, game: str) -> Game: ...
    @property
    def ply(self) -> int:
        """How many moves have been played, those of chance included."""
