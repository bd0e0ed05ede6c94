"""Aqua Pipe: pipes that stand inside each other, seen from above."""

from __future__ import annotations

from typing import Any

from tilewright._svg.canvas import COLORS, INK, LINE, Canvas, Point, caption, square

CELL = 96
MARGIN = 24
RADII = {"small": 11, "medium": 24, "large": 38}
WALL = 7


def draw(view: dict[str, Any]) -> str:
    size = view["size"]
    side = 2 * MARGIN + size * CELL
    canvas = Canvas(side, side, caption(view))
    _draw_spaces(canvas, size)
    for pipe in view["pipes"]:
        if pipe["spaces"]:
            kind = "U pipe" if pipe["is_u_pipe"] else "pipe"
            title = f"{pipe['color']} {pipe['diameter']} {kind} at {' and '.join(pipe['spaces'])}"
            with canvas.group("pipe", title):
                _draw_pipe(canvas, size, pipe)
    return str(canvas)


def _draw_spaces(canvas: Canvas, size: int) -> None:
    for i in range(size):
        at = MARGIN + (i + 0.5) * CELL
        canvas.text(at, 2 * MARGIN + size * CELL - MARGIN / 2, chr(ord("a") + i), size=12)
        canvas.text(MARGIN / 2, at, str(size - i), size=12)
        for j in range(size):
            canvas.rect(
                MARGIN + j * CELL, MARGIN + i * CELL, CELL, CELL, fill="#ffffff", stroke=INK, stroke_width=0.8
            )
            for radius in RADII.values():
                canvas.circle(
                    MARGIN + (j + 0.5) * CELL, at, radius, fill="none", stroke=LINE, stroke_dasharray="2 4"
                )


def _draw_pipe(canvas: Canvas, size: int, pipe: dict[str, Any]) -> None:
    """A ring where it stands; a U pipe is two, joined by a bar."""
    color, radius = COLORS[pipe["color"]], RADII[pipe["diameter"]]
    ends = [_center(size, name) for name in pipe["spaces"]]
    for end in ends:
        canvas.circle(end[0], end[1], radius, fill="none", stroke=color, stroke_width=WALL)
    if len(ends) == 2:
        canvas.line(ends[0], ends[1], stroke=color, stroke_width=WALL, stroke_linecap="round", stroke_opacity=0.6)


def _center(size: int, name: str) -> Point:
    column, row = square(name)
    return MARGIN + (column + 0.5) * CELL, MARGIN + (size - row - 0.5) * CELL
