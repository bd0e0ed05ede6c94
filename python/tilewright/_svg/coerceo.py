"""Coerceo: hexagons of six triangles, with pieces on the triangles."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import Any

from tilewright._svg.canvas import COLORS, INK, LINE, Canvas, Point, caption

SIDE = 56
APOTHEM = SIDE * sqrt(3) / 2
MARGIN = 16
PIECE_RADIUS = 11


def draw(view: dict[str, Any]) -> str:
    tiles = view["tiles"]
    columns = [tile["column"] for tile in tiles]
    rows = [tile["row"] for tile in tiles]
    width = (max(columns) - min(columns)) * 1.5 * SIDE + 2 * SIDE + 2 * MARGIN
    height = (max(rows) - min(rows) + 2) * APOTHEM + 2 * MARGIN
    held = ", ".join(str(n_tiles) for n_tiles in view["held"])
    canvas = Canvas(width, height, f"{caption(view)}; tiles held: {held}")
    for tile in tiles:
        if tile["is_on_table"]:
            x = MARGIN + SIDE + (tile["column"] - min(columns)) * 1.5 * SIDE
            y = MARGIN + APOTHEM + (tile["row"] - min(rows)) * APOTHEM
            with canvas.group("tile", tile["tile"]):
                _draw_tile(canvas, (x, y), tile)
    return str(canvas)


def _draw_tile(canvas: Canvas, center: Point, tile: dict[str, Any]) -> None:
    corners = [_around(center, SIDE, 60 * i) for i in range(6)]
    for number, (piece, name) in enumerate(zip(tile["triangles"], tile["names"])):
        # Triangle 0 is at the top, the others follow counter-clockwise; odd ones are White's.
        first, second = corners[(number + 1) % 6], corners[(number + 2) % 6]
        fill = "#f7f2e6" if number % 2 else "#ddd3bd"
        canvas.polygon([center, first, second], fill=fill, stroke=LINE)
        if piece is not None:
            x, y = _around(center, APOTHEM * 2 / 3, 90 + 60 * number)
            with canvas.group("piece", f"{piece} at {name}"):
                canvas.circle(x, y, PIECE_RADIUS, fill=COLORS[piece], stroke=INK, stroke_width=1.5)
    canvas.polygon(corners, fill="none", stroke=INK, stroke_width=2)
    canvas.text(center[0], center[1], tile["tile"], size=11)


def _around(center: Point, distance: float, degrees: float) -> Point:
    """A point that far from the center, counter-clockwise from the right."""
    angle = degrees * pi / 180
    return center[0] + distance * cos(angle), center[1] - distance * sin(angle)
