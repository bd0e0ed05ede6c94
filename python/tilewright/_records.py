"""Records as trees: moves with notes, and variations beside the game that was played."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from tilewright import _tilewright
from tilewright._tilewright import Game, GameError, Move, Perspective

#: The names of headers that the format allows.
_HEADER = re.compile(r"[a-z][a-z0-9-]*|seat [1-6]")

#: The headers that say which game it is: changing them would make it another.
_FIXED = ("game", "viewer", "result", "scores", "position")


class Node:
    """A moment of a game: after a move or an ending, or its beginning.

    ``children`` are the moves that follow, in the record: the first goes on with the line, and the
    others begin variations.
    """

    def __init__(
        self,
        parent: Optional[Node],
        move: Optional[Move],
        ending: Optional[Tuple[int, str]] = None,
    ) -> None:
        self.parent = parent
        #: The move that led here; None at the beginning and for an ending.
        self.move = move
        #: The seat that ended and how, instead of a move.
        self.ending = ending
        self.children: List[Node] = []
        #: The comment on the move, and the one before it where it begins a variation.
        self.comment = ""
        self.starting_comment = ""
        #: The seconds that the player has left.
        self.clock: Optional[float] = None
        #: The value of the position for each seat.
        self.evaluation: Optional[Tuple[float, ...]] = None

    @property
    def variations(self) -> List[Node]:
        """The beginnings of the variations that replace the next move."""
        return self.children[1:]

    @property
    def next(self) -> Optional[Node]:
        """The next moment of the line."""
        return self.children[0] if self.children else None

    @property
    def record(self) -> Record:
        """The record that this is a part of."""
        node: Node = self
        while node.parent is not None:
            node = node.parent
        assert isinstance(node, Record)
        return node

    @property
    def ply(self) -> int:
        """The number of moves up to here."""
        return sum(node.move is not None for node in self.path())

    @property
    def is_main(self) -> bool:
        """True if this was played in the game itself."""
        return all(node.parent is None or node.parent.children[0] is node for node in self.path())

    def path(self) -> List[Node]:
        """The moments from the beginning to this one."""
        nodes: List[Node] = []
        node: Optional[Node] = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def line(self) -> Iterator[Node]:
        """The moments after this one, along the line."""
        node = self.next
        while node is not None:
            yield node
            node = node.next

    def end(self) -> Node:
        """The last moment of the line."""
        node: Node = self
        for node in self.line():
            pass
        return node

    def game(self) -> Game:
        """The game at this moment, to play on."""
        game = self.record.start()
        for node in self.path():
            _play(game, node)
        return game

    def add(self, move: Union[Move, str], *, comment: str = "") -> Node:
        """Adds a move after this moment: it goes on with the line, or begins a variation if the line goes
        on already. A move that is there is returned. Raises `IllegalMove` if it is not legal."""
        if self.record.viewer is not None:
            raise GameError("a record of one viewer keeps its moves")
        played = self.game().play(move)
        for child in self.children:
            if child.move == played:
                return child
        child = Node(self, played)
        child.comment = comment
        self.children.append(child)
        return child

    def remove(self) -> None:
        """Removes this moment and everything after it."""
        siblings = self._siblings()
        siblings.remove(self)

    def promote(self) -> None:
        """Makes this the line, and the line before it a variation."""
        siblings = self._siblings()
        siblings.remove(self)
        siblings.insert(0, self)

    def _siblings(self) -> List[Node]:
        if self.parent is None:
            raise GameError("the beginning of a record cannot be moved or removed")
        if self.record.viewer is not None:
            raise GameError("a record of one viewer keeps its moves")
        return self.parent.children

    def accept(self, visitor: Visitor, game: Optional[Game] = None) -> None:
        """Shows a visitor everything after this moment: each move, then its variations."""
        if game is None:
            game = self.game() if self.record.viewer is None else None
        node: Node = self
        while node.children:
            main = node.children[0]
            before = None if game is None else game.copy()
            _show(visitor, main, game)
            for variation in node.variations:
                branch = None if before is None else before.copy()
                visitor.begin_variation(variation)
                _show(visitor, variation, branch)
                variation.accept(visitor, branch)
                visitor.end_variation(variation)
            node = main

    def __repr__(self) -> str:
        what = "the beginning" if self.move is None else f"{self.ply}. {self.move}"
        if self.ending is not None:
            what = f"seat {self.ending[0]} {self.ending[1]}"
        return f"<tilewright.Node: {what}>"


class Record(Node):
    """A record: headers, moves with notes, and variations.

    It is the beginning of its tree: `line` goes through the game, `game` opens it there, and
    ``str(record)`` is its text. Changes are checked when the text is made.
    """

    def __init__(self, text: str) -> None:
        super().__init__(None, None)
        content = _tilewright.read_record(text)
        self._text = text
        #: The name of the game.
        self.name: str = content["game"]
        #: The seat that saw the game so, ``"spectator"``, or None where the record has all of it.
        self.viewer: Union[int, str, None] = content["viewer"]
        #: The headers, options of the game among them, by name.
        self.headers: Dict[str, str] = dict(content["headers"])
        self.comment = content["comment"]
        self._grow(self, content["entries"])

    @classmethod
    def load(cls, path: Union[str, os.PathLike[str]]) -> Record:
        """The record in a file, or the first game of a file of Pentobi if its name ends with
        ``.blksgf``, with its variations, names and comments."""
        if _is_pentobi(path):
            return cls(_tilewright.read_pentobi(path)[0])
        with open(path, encoding="utf-8") as file:
            return cls(file.read())

    @classmethod
    def of(cls, game: Union[Game, Perspective]) -> Record:
        """The record of a game as it is now."""
        if isinstance(game, Perspective):
            raise GameError("the record of a perspective is Game.record(seen_by=seat)")
        return cls(game.record())

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Saves the record to a file, in Pentobi's form if its name ends with ``.blksgf``; it is complete
        there, or the file stays as it was."""
        text = str(self)
        if _is_pentobi(path):
            text = _tilewright.write_pentobi(text)
        temporary = f"{os.fspath(path)}.new"
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, path)

    @property
    def names(self) -> List[Optional[str]]:
        """The names of the players by seat, None where there is none."""
        seats = self.start().seats if self.viewer is None else 6
        found = [self.headers.get(f"seat {seat + 1}") for seat in range(seats)]
        return found

    def set_name(self, seat: int, name: str) -> None:
        """Names the player of a seat."""
        self.set_header(f"seat {seat + 1}", name)

    @property
    def date(self) -> Optional[str]:
        """The date."""
        return self.headers.get("date")

    @property
    def result(self) -> Optional[str]:
        """The places of the seats, as the record says them."""
        return self.headers.get("result")

    def set_header(self, name: str, value: str) -> None:
        """Sets a header; those that say which game it is stay as they are."""
        if not isinstance(name, str) or not _HEADER.fullmatch(name):
            raise GameError(f"{name!r} is not the name of a header")
        if name in _FIXED or name.startswith("option "):
            raise GameError(f"the header {name!r} follows from the game")
        self.headers[name] = str(value)

    def start(self) -> Game:
        """The game before its first move."""
        if self.viewer is not None:
            raise GameError("a record of one viewer replays to a Perspective: use perspective()")
        game = Game.from_record(self._text)
        while game.ply > 0:
            game.undo()
        return game

    def replay(self) -> Game:
        """The game at the end of the line."""
        return self.end().game()

    def perspective(self) -> Perspective:
        """The game as its viewer saw it."""
        return Perspective.from_record(str(self))

    def accept(self, visitor: Visitor, game: Optional[Game] = None) -> None:
        """Shows a visitor the whole record."""
        visitor.begin_record(self)
        for name, value in self.headers.items():
            visitor.visit_header(name, value)
        if self.comment:
            visitor.visit_comment(self.comment)
        super().accept(visitor, game)
        visitor.end_record(self)

    def __str__(self) -> str:
        content = {
            "headers": list(self.headers.items()),
            "comment": self.comment,
            "entries": [_entry(node) for node in self.line()],
        }
        return _tilewright.write_record(self._text, json.dumps(content))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and str(self) == str(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        n_moves = sum(1 for _ in self.line())
        return f"<tilewright.Record of {self.name}: {n_moves} moves>"

    def __reduce__(self) -> Tuple[Any, Tuple[str]]:
        return Record, (str(self),)

    def _repr_html_(self) -> str:
        from tilewright._html import record_html

        return record_html(self)

    def _grow(self, parent: Node, entries: Sequence[Dict[str, Any]]) -> None:
        """Adds the entries of a line, and their variations, after a moment."""
        for entry in entries:
            child = self._child(parent, entry)
            for variation in entry["variations"]:
                self._grow(parent, variation["entries"][:1])
                branch = parent.children[-1]
                branch.starting_comment = variation["comment"]
                self._grow(branch, variation["entries"][1:])
            parent = child

    def _child(self, parent: Node, entry: Dict[str, Any]) -> Node:
        move = None if entry["move"] is None else Move(self.name, entry["move"])
        ending = None if entry["seat"] is None else (entry["seat"], entry["ending"])
        child = Node(parent, move, ending)
        child.comment = entry["comment"]
        if entry["clock_millis"] is not None:
            child.clock = entry["clock_millis"] / 1000
        if entry["eval"] is not None:
            child.evaluation = tuple(entry["eval"])
        parent.children.append(child)
        return child


class Visitor:
    """The base class of visitors: `Node.accept` calls these methods in the order of the text."""

    def begin_record(self, record: Record) -> None:
        """The record begins."""

    def visit_header(self, name: str, value: str) -> None:
        """A header."""

    def visit_comment(self, comment: str) -> None:
        """The comment on the whole record."""

    def visit_move(self, node: Node, game: Optional[Game]) -> None:
        """A move or an ending, with the game after it: a copy to look at, or None in the record of one
        viewer."""

    def begin_variation(self, node: Node) -> None:
        """A variation begins with this move."""

    def end_variation(self, node: Node) -> None:
        """The variation that began with this move ends."""

    def end_record(self, record: Record) -> None:
        """The record ends."""


def read_records(path: Union[str, os.PathLike[str]]) -> Iterator[Record]:
    """The records of a file with one or several of them, as an arena or Pentobi writes them."""
    if _is_pentobi(path):
        return map(Record, _tilewright.read_pentobi(path))
    return map(Record, _tilewright.read_record_texts(path))


def _is_pentobi(path: Union[str, os.PathLike[str]]) -> bool:
    return os.fspath(path).endswith(".blksgf")


def _entry(node: Node) -> Dict[str, Any]:
    """The data of a moment, with the variations that replace it."""
    siblings = [] if node.parent is None or node.parent.children[0] is not node else (
        node.parent.variations
    )
    variations = [
        {"comment": it.starting_comment, "entries": [_entry(one) for one in [it, *it.line()]]}
        for it in siblings
    ]
    return {
        "move": None if node.move is None else str(node.move),
        "seat": None if node.ending is None else node.ending[0],
        "ending": None if node.ending is None else node.ending[1],
        "clock_millis": None if node.clock is None else round(1000 * node.clock),
        "eval": None if node.evaluation is None else list(node.evaluation),
        "comment": node.comment,
        "variations": variations,
    }


def _play(game: Game, node: Node) -> None:
    if node.move is not None:
        game.play(node.move)
    elif node.ending is not None:
        game.end(*node.ending)


def _show(visitor: Visitor, node: Node, game: Optional[Game]) -> None:
    if game is not None:
        _play(game, node)
    visitor.visit_move(node, game)
