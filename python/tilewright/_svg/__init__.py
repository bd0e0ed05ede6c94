"""Boards as SVG pictures, drawn from what a viewer may know of them."""

from __future__ import annotations

from typing import Any

from tilewright._svg import aquapipe, blokus, coerceo, triominos

_DRAWINGS = {
    "aquapipe": aquapipe.draw,
    "blokus": blokus.draw,
    "coerceo": coerceo.draw,
    "triominos": triominos.draw,
}


def draw(game: str, view: dict[str, Any]) -> str:
    """The board of a view, as `Game.view` tells it."""
    return _DRAWINGS[game](view)
