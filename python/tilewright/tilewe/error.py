"""Errors of the Tilewe drop-in.

Programs written for Tilewe catch ``AttributeError`` where an argument is out of range; everything else in
this package derives from ``ValueError``. These classes are both.
"""

from __future__ import annotations

import tilewright

__all__ = ["IllegalMove", "TileweError"]


class TileweError(tilewright.GameError, AttributeError):
    """A value is out of range, or there is no move to take back."""


class IllegalMove(TileweError, tilewright.IllegalMove):
    """The move is not legal now."""
