"""Blokus: pieces of squares on a square board."""

from __future__ import annotations

from typing import Any

from tilewright._svg.canvas import COLORS, INK, LINE, Canvas, caption, square

CELL = 22
MARGIN = 24


def draw(view: dict[str, Any]) -> str:
    size = view["size"]
    side = 2 * MARGIN + size * CELL
    canvas = Canvas(side, side, caption(view))
    _draw_grid(canvas, size)
    for block in view["blocks"]:
        with canvas.group("piece", f"{block['color']} {block['piece']}"):
            for name in block["squares"]:
                column, row = square(name)
                x, y = MARGIN + column * CELL, MARGIN + (size - 1 - row) * CELL
                canvas.rect(x, y, CELL, CELL, fill=COLORS[block["color"]], stroke=INK, stroke_width=0.6)
    return str(canvas)


def _draw_grid(canvas: Canvas, size: int) -> None:
    board = size * CELL
    canvas.rect(MARGIN, MARGIN, board, board, fill="#ffffff", stroke=INK)
    for i in range(size):
        at = MARGIN + i * CELL
        canvas.line((at, MARGIN), (at, MARGIN + board), stroke=LINE)
        canvas.line((MARGIN, at), (MARGIN + board, at), stroke=LINE)
        canvas.text(at + CELL / 2, MARGIN + board + MARGIN / 2, chr(ord("a") + i), size=11)
        canvas.text(MARGIN / 2, at + CELL / 2, str(size - i), size=11)
