"""Results, analyses, reviews and records as tables of HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Optional

if TYPE_CHECKING:
    from tilewright._records import Node, Record


def table(head: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """A table; numbers are aligned to the right."""
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    names = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table>{title}<thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>"


def percent(share: Optional[float]) -> str:
    """A share as a percentage."""
    return "" if share is None else f"{100 * share:.1f} %"


def record_html(record: Record) -> str:
    """The headers of a record, and its moves with their notes."""
    headers = ", ".join(f"{name}: {value}" for name, value in record.headers.items())
    rows = [
        (node.ply, _what(node), "" if node.clock is None else f"{node.clock:.1f} s", node.comment)
        for node in record.line()
    ]
    return table(("", "move", "clock", "comment"), rows, f"{record.name}; {headers}")


def _what(node: Node) -> str:
    text = str(node.move) if node.ending is None else f"seat {node.ending[0]} {node.ending[1]}"
    if node.parent is not None and len(node.parent.children) > 1:
        text += " (" + ", ".join(str(it.move) for it in node.parent.variations) + ")"
    return text


def _cell(value: Any) -> str:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f'<td style="text-align: right">{value}</td>'
    return f"<td>{escape(str(value))}</td>"
