"""The few shapes of which boards are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any, Union

Number = Union[int, float]
Point = tuple[Number, Number]

INK = "#333333"
PAPER = "#fbfaf7"
LINE = "#c9c4b8"
COLORS = {
    "blue": "#2f6fd0",
    "yellow": "#f2c230",
    "red": "#d8433a",
    "green": "#3f9e4d",
    "purple": "#8455b8",
    "orange": "#ee8a2b",
    "white": "#ffffff",
    "black": "#2b2b2b",
}
CAPTION_HEIGHT = 28


class Canvas:
    """A picture of so many pixels, with a caption below it that tells how the game stands."""

    def __init__(self, width: Number, height: Number, caption: str) -> None:
        self._width, self._height = width, height + CAPTION_HEIGHT
        self._caption = caption
        self._lines: list[str] = []
        self.rect(0, 0, self._width, self._height, fill=PAPER)
        self.text(width / 2, height + CAPTION_HEIGHT / 2 - 4, caption, size=13)

    def rect(self, x: Number, y: Number, width: Number, height: Number, **attributes: Any) -> None:
        self._add("rect", x=x, y=y, width=width, height=height, **attributes)

    def circle(self, x: Number, y: Number, radius: Number, **attributes: Any) -> None:
        self._add("circle", cx=x, cy=y, r=radius, **attributes)

    def line(self, start: Point, end: Point, **attributes: Any) -> None:
        self._add("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], **attributes)

    def polygon(self, corners: Iterable[Point], **attributes: Any) -> None:
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in corners)
        self._add("polygon", points=points, **attributes)

    def text(self, x: Number, y: Number, text: str, *, size: Number, fill: str = INK) -> None:
        place = _attributes({"x": x, "y": y, "font_size": size, "fill": fill})
        self._lines.append(f'<text {place} text-anchor="middle" dominant-baseline="central">{escape(text)}</text>')

    @contextmanager
    def group(self, kind: str, title: str) -> Iterator[None]:
        """What is drawn inside is one thing, whose title shows under the mouse."""
        self._lines.append(f'<g class="{kind}"><title>{escape(title)}</title>')
        yield
        self._lines.append("</g>")

    def __str__(self) -> str:
        width, height = _number(self._width), _number(self._height)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" font-family="sans-serif"><title>{escape(self._caption)}</title>'
        )
        return "\n".join([head, *self._lines, "</svg>"])

    def _add(self, element: str, **attributes: Any) -> None:
        self._lines.append(f"<{element} {_attributes(attributes)}/>")


def caption(view: dict[str, Any]) -> str:
    """The scores, and who is to move or who won, with seats as people count them."""
    scores = ", ".join(f"seat {seat}: {score}" for seat, score in enumerate(view["scores"], 1))
    if view["outcome"] is not None:
        places = view["outcome"]["places"]
        winners = " and ".join(str(seat) for seat, place in enumerate(places, 1) if place == 1)
        return f"{scores}; over, first: seat {winners}"
    if view["seat_to_move"] is None:
        return f"{scores}; chance decides"
    color = view.get("color_to_move")
    seat = f"seat {view['seat_to_move'] + 1}"
    mover = f"{color} ({seat})" if color else seat
    return f"{scores}; {mover} to move"


def square(name: str) -> tuple[int, int]:
    """The column and the row of a square, from 0: `c2` is 2, 1."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def _attributes(attributes: dict[str, Any]) -> str:
    return " ".join(f'{name.replace("_", "-")}="{_number(value)}"' for name, value in attributes.items())


def _number(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
