"""Records as trees: headers, notes and variations are read, changed and written."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Optional

import pytest

from tilewright import Game, GameError, IllegalMove, Node, Record, Visitor, read_records

TEXT = """\
tilewright record 1
game: blokus
variant: duo
seat 1: Ada
date: 2026-11-19
event: a rainy afternoon

# A short one.
1. X5n@d8  clock=1:00 eval=0.6,0.4  # The largest of all.
2. X5n@h4
(  # smaller
  2. O1n@j5  # quick
  3. O1n@c8
)
3. O1n@c8
seat 2 resigns
"""


def test_a_record_is_read_with_everything_in_it() -> None:
    record = Record(TEXT)
    assert (record.name, record.viewer, record.date) == ("blokus", None, "2026-11-19")
    assert record.names == ["Ada", None] and record.headers["event"] == "a rainy afternoon"
    assert record.comment == "A short one."
    line = list(record.line())
    assert [str(node.move) for node in line[:3]] == ["X5n@d8", "X5n@h4", "O1n@c8"]
    assert line[0].comment == "The largest of all." and line[0].clock == 60.0
    assert line[0].evaluation == (0.6, 0.4)
    assert line[3].move is None and line[3].ending == (1, "resigns")
    (variation,) = line[0].variations
    assert (str(variation.move), variation.comment) == ("O1n@j5", "quick")
    assert variation.starting_comment == "smaller" and variation.next is not None
    assert not variation.is_main and line[2].is_main
    assert (variation.ply, variation.next.ply) == (2, 3)
    assert [str(move) for move in variation.end().game().moves] == ["X5n@d8", "O1n@j5", "O1n@c8"]
    assert record.replay().is_over


def test_what_is_read_is_written() -> None:
    record = Record(TEXT)
    again = Record(str(record))
    assert again == record and str(again) == str(record)
    assert pickle.loads(pickle.dumps(record)) == record
    for part in ("clock=1:00", "0.6", "# quick", "seat 2 resigns", "event: a rainy", "(  # smaller"):
        assert part in str(record)


def test_notes_and_headers_are_changed(tmp_path: Path) -> None:
    record = Record(TEXT)
    first = record.next
    assert first is not None
    first.comment, first.clock, first.evaluation = "better now", 12.5, (0.25, 0.75)
    record.set_name(1, "Grace")
    record.set_header("round", "3")
    record.comment = "Changed."
    file = tmp_path / "game.tw"
    record.save(file)
    loaded = Record.load(file)
    assert loaded == record and loaded.names == ["Ada", "Grace"]
    assert loaded.headers["round"] == "3" and loaded.comment == "Changed."
    changed = loaded.next
    assert changed is not None and changed.comment == "better now"
    assert (changed.clock, changed.evaluation) == (12.5, (0.25, 0.75))
    for name in ("Round", "game", "result", "variant "):
        with pytest.raises(GameError):
            record.set_header(name, "x")


def test_moves_and_variations_are_added_promoted_and_removed() -> None:
    record = Record.of(Game("blokus", variant="duo", moves="X5n@d8 X5n@h4"))
    first = record.next
    assert first is not None
    branch = first.add("O1n@j5", comment="quick")
    assert first.add("O1n@j5") is branch and first.variations == [branch]
    with pytest.raises(IllegalMove):
        first.add("X5n@d8")
    branch.add("O1n@c8")
    main = first.children[0]
    branch.promote()
    assert first.children == [branch, main]
    assert [str(node.move) for node in record.line()] == ["X5n@d8", "O1n@j5", "O1n@c8"]
    assert Record(str(record)) == record
    main.remove()
    assert first.variations == [] and "(" not in str(record).split("\n\n")[-1]
    with pytest.raises(GameError):
        record.remove()


class Names(Visitor):
    """Writes down what it is shown."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def visit_header(self, name: str, value: str) -> None:
        if name == "date":
            self.seen.append(value)

    def visit_comment(self, comment: str) -> None:
        self.seen.append(comment)

    def visit_move(self, node: Node, game: Optional[Game]) -> None:
        assert game is not None and game.ply == node.ply
        self.seen.append(str(node.move) if node.move else f"seat {node.ending}")

    def begin_variation(self, node: Node) -> None:
        self.seen.append("(")

    def end_variation(self, node: Node) -> None:
        self.seen.append(")")


def test_a_visitor_is_shown_everything_in_the_order_of_the_text() -> None:
    visitor = Names()
    Record(TEXT).accept(visitor)
    assert visitor.seen == [
        "2026-11-19",
        "A short one.",
        "X5n@d8",
        "X5n@h4",
        "(",
        "O1n@j5",
        "O1n@c8",
        ")",
        "O1n@c8",
        "seat (1, 'resigns')",
    ]


def test_the_record_of_one_viewer_takes_notes_only() -> None:
    game = Game("triominos", seed=5)
    for _ in range(8):
        game.play(game.random_move(3))
    record = Record(game.record(seen_by=0))
    assert record.viewer == 0
    node = record.end()
    node.comment = "I saw that"
    assert "# I saw that" in str(record)
    assert Record(str(record)).perspective().seat == 0
    with pytest.raises(GameError, match="one viewer"):
        record.replay()
    with pytest.raises(GameError, match="keeps its moves"):
        node.remove()


def test_files_of_several_records(tmp_path: Path) -> None:
    file = tmp_path / "games.tw"
    file.write_text(TEXT + "\n" + TEXT)
    records = list(read_records(file))
    assert len(records) == 2 and all(record == Record(TEXT) for record in records)


def test_what_is_wrong_is_refused_when_it_is_written() -> None:
    record = Record(TEXT)
    first = record.next
    assert first is not None and first.next is not None
    first.next.evaluation = (0.1, 0.2, 0.7)
    with pytest.raises(GameError, match="3 evaluations"):
        str(record)
    with pytest.raises(GameError, match="line 1"):
        Record("no record")


PENTOBI = """\
(;GM[Blokus Duo]PB[Ada]EV[a rainy afternoon];B[e8,d9,e9,f9,e10]C[a cross]BL[60]
(;W[i4,h5,i5,j5,i6])
(;W[j5]C[smaller];B[c8])
)
"""


def test_files_of_pentobi_keep_variations_and_notes(tmp_path: Path) -> None:
    path = tmp_path / "game.blksgf"
    path.write_text(PENTOBI)
    record = Record.load(path)
    assert record.names == ["Ada", None] and record.headers["event"] == "a rainy afternoon"
    first = record.next
    assert first is not None and (first.comment, first.clock) == ("a cross", 60.0)
    (variation,) = first.variations
    assert (str(variation.move), variation.comment) == ("O1n@j5", "smaller")
    assert variation.next is not None
    copy = tmp_path / "copy.blksgf"
    record.save(copy)
    assert copy.read_text().startswith("(;GM[Blokus Duo]") and Record.load(copy) == record
    path.write_text(2 * PENTOBI)
    assert list(read_records(path)) == [record, record]
    with pytest.warns(UserWarning, match="other game"):
        assert Game.load(path) == record.replay()
    with pytest.raises(GameError):
        Record(Game("coerceo").record()).save(copy)
    assert Record.load(copy) == record, "a record that Pentobi cannot read spoils no file"
