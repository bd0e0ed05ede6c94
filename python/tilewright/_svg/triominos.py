"""Triominos: triangles with a number at each corner."""

from __future__ import annotations

from typing import Any

from tilewright._svg.canvas import INK, Canvas, Number, Point, caption

HALF = 30
"""Half of a side: how far a place is from the next in its row."""
HEIGHT = 52
MARGIN = 20
FILL = "#f6dfa4"
HAND_FILL = "#d9e6f5"


def draw(view: dict[str, Any]) -> str:
    tiles = [action for action in view["actions"] if "tile" in action]
    columns = [tile["x"] for tile in tiles] or [0]
    rows = [tile["y"] for tile in tiles] or [0]
    hand = _hand(view)
    n_columns = max(max(columns) - min(columns) + 2, 2 * len(hand), 8)
    n_rows = max(rows) - min(rows) + 1
    hand_top = 2 * MARGIN + n_rows * HEIGHT
    height = hand_top + (HEIGHT + MARGIN if hand else 0)
    canvas = Canvas(2 * MARGIN + n_columns * HALF, height, _caption(view))
    for tile in tiles:
        place = (MARGIN + (tile["x"] - min(columns)) * HALF, MARGIN + (tile["y"] - min(rows)) * HEIGHT)
        with canvas.group("tile", tile["move"]):
            _draw_tile(canvas, place, tile["numbers"], tile["facing"] == "up", FILL)
    for i, name in enumerate(hand):
        with canvas.group("hand", name):
            first, second, third = name.split("-")
            _draw_tile(canvas, (MARGIN + 2 * i * HALF, hand_top), [third, first, second], True, HAND_FILL)
    return str(canvas)


def _hand(view: dict[str, Any]) -> list[str]:
    """The tiles of the viewer, who has no secrets from itself; a spectator has none."""
    seat = view["viewer"]
    return [] if seat is None else view["hands"][seat]["tiles"] or []


def _caption(view: dict[str, Any]) -> str:
    return f"round {view['round']}, pile {view['n_pile']}; {caption(view)}"


def _draw_tile(canvas: Canvas, place: Point, numbers: list[Any], is_up: bool, fill: str) -> None:
    """A tile in its box, with its numbers at the left, middle and right corner."""
    x, y = place
    base, tip = (y + HEIGHT, y) if is_up else (y, y + HEIGHT)
    corners: list[tuple[Number, Number]] = [(x, base), (x + HALF, tip), (x + 2 * HALF, base)]
    canvas.polygon(corners, fill=fill, stroke=INK, stroke_width=1.5, stroke_linejoin="round")
    center_x, center_y = x + HALF, (2 * base + tip) / 3
    for number, (corner_x, corner_y) in zip(numbers, corners):
        # A number stands well inside its corner.
        at_x = corner_x + 0.48 * (center_x - corner_x)
        at_y = corner_y + 0.48 * (center_y - corner_y)
        canvas.text(at_x, at_y, str(number), size=15)
