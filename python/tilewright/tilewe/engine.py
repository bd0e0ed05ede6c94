"""Engines that play Tilewe, and the base class of your own.

>>> import tilewright.tilewe as tilewe
>>> class FirstMove(Engine):
...     def on_search(self, board, seconds):
...         return board.generate_legal_moves()[0]
>>> print(FirstMove("First").search(tilewe.Board(2), 1.0))
O1n-a1a1
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from types import TracebackType
from typing import TypeVar

from tilewright.tilewe import (
    N_PIECE_CONTACTS,
    N_PIECE_CORNERS,
    N_PIECE_TILES,
    TILE_COORDS,
    Board,
    Move,
)
from tilewright.tilewe.error import IllegalMove, TileweError

__all__ = [
    "Engine",
    "MoveDifferenceEngine",
    "MoveExecutor",
    "OpenCornersEngine",
    "PieceSizeEngine",
    "RandomEngine",
    "SimpleSearchEngine",
    "TileWeightEngine",
]

_Value = TypeVar("_Value", int, float, "tuple[int, int, int]")


class Engine:
    """The base class of engines: give it a name and implement `on_search`."""

    #: The default of `estimated_elo`; for the engines below as docs/tilewe.md measures it.
    DEFAULT_ELO = 0.0

    def __init__(self, name: str, estimated_elo: float | None = None) -> None:
        self.name = name
        #: The rating at the start of a tournament with ``elo_mode="estimated"``.
        self.estimated_elo = float(self.DEFAULT_ELO if estimated_elo is None else estimated_elo)
        self.seconds = 0.0
        self.end_at = time.time()

    def search(self, board: Board, seconds: float = 1.0) -> Move:
        """Returns the move of `on_search`, checked: it must be legal, and the board unchanged."""
        if seconds <= 0:
            raise TileweError(f"an engine needs more than 0 seconds, not {seconds}")
        self.seconds = seconds
        self.end_at = time.time() + seconds
        ply = board.ply
        move = self.on_search(board, seconds)
        if board.ply != ply:
            raise TileweError(f"{self.name} left the board at ply {board.ply} instead of {ply}")
        if not isinstance(move, Move):
            raise TypeError(f"{self.name} chose {move!r}, which is no move")
        if not board.is_legal(move):
            raise IllegalMove(f"{self.name} chose {move}, which is illegal")
        return move

    def on_search(self, board: Board, seconds: float) -> Move:
        """Chooses a move; what is pushed on the board must be popped again."""
        raise NotImplementedError(f"{type(self).__name__} has no on_search")

    def out_of_time(self) -> bool:
        """True if the seconds of this search are over."""
        return time.time() >= self.end_at


class MoveExecutor:
    """A move that is played within a ``with`` block and then taken back.

    >>> import tilewright.tilewe as tilewe
    >>> board = tilewe.Board(4)
    >>> with MoveExecutor(board, board.generate_legal_moves()[0]):
    ...     print(board.ply, board.player_score(tilewe.BLUE))
    1 1
    >>> board.ply
    0
    """

    def __init__(self, board: Board, move: Move) -> None:
        self.board = board
        self.move = move

    def __enter__(self) -> Board:
        self.board.push(self.move)
        return self.board

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.board.pop()


class RandomEngine(Engine):
    """Plays a random legal placement, all equally likely."""

    DEFAULT_ELO = -109.0

    def __init__(self, name: str = "Random", estimated_elo: float | None = None) -> None:
        super().__init__(name, estimated_elo)

    def on_search(self, board: Board, seconds: float) -> Move:
        return random.choice(board.generate_legal_moves(unique=True))


class _StyledEngine(Engine):
    """Plays the move with the greatest or least value of one feature; ties are random."""

    _RESPECT = ""
    _MIN_ELO = 0.0

    def __init__(
        self, name: str = "", style: str = "max", estimated_elo: float | None = None
    ) -> None:
        if style not in ("max", "min"):
            raise TileweError(f"a style is 'max' or 'min', not {style!r}")
        if estimated_elo is None and style == "min":
            estimated_elo = self._MIN_ELO
        super().__init__(name or f"{style.capitalize()}{self._RESPECT}", estimated_elo)
        self.style = style

    def _choose(self, board: Board, values: Sequence[_Value]) -> Move:
        extreme = max(values) if self.style == "max" else min(values)
        return _any_with(extreme, board, values)


class OpenCornersEngine(_StyledEngine):
    """Plays the move after which it has the most open corners (``style="min"``: the fewest)."""

    DEFAULT_ELO = 5.0
    _MIN_ELO = -134.0
    _RESPECT = "OpenCorners"

    def on_search(self, board: Board, seconds: float) -> Move:
        return self._choose(board, board.corners_after_moves())


class PieceSizeEngine(_StyledEngine):
    """Plays the piece with the most tiles (``style="min"``: the fewest), then corners, then contacts."""

    DEFAULT_ELO = 56.0
    _MIN_ELO = -130.0
    _RESPECT = "PieceSize"

    def on_search(self, board: Board, seconds: float) -> Move:
        pieces = [move.piece for move in board.generate_legal_moves(unique=True)]
        sizes = list(zip(N_PIECE_TILES, N_PIECE_CORNERS, N_PIECE_CONTACTS))
        return self._choose(board, [sizes[piece] for piece in pieces])


class MoveDifferenceEngine(_StyledEngine):
    """Plays the move with the greatest difference of its own legal moves and those of all others
    (``style="min"``: the least)."""

    DEFAULT_ELO = 154.0
    _MIN_ELO = -132.0
    _RESPECT = "MoveDiff"

    def on_search(self, board: Board, seconds: float) -> Move:
        return self._choose(board, board.move_differences())


class TileWeightEngine(Engine):
    """Plays the move that covers the tiles with the most weight.

    ``weight_map`` is ``"wall_crawl"``, which seeks the edges, or ``"turtle"``, which stays in the corners;
    ``custom_weights`` are 400 numbers of your own, ``custom_weights[tile]`` for each tile.
    """

    WEIGHT_MAPS: dict[str, list[float]] = {
        "wall_crawl": [10.0 - min(x, 19 - x, y, 19 - y) for x, y in TILE_COORDS],
        "turtle": [10.0 - max(min(x, 19 - x), min(y, 19 - y)) for x, y in TILE_COORDS],
    }

    def __init__(
        self,
        name: str = "TileWeight",
        weight_map: str = "wall_crawl",
        custom_weights: Sequence[float] | None = None,
        estimated_elo: float | None = None,
    ) -> None:
        if custom_weights is None and weight_map not in self.WEIGHT_MAPS:
            known = " or ".join(repr(name) for name in self.WEIGHT_MAPS)
            raise TileweError(f"a weight map is {known}, not {weight_map!r}")
        super().__init__(name, estimated_elo)
        weights = self.WEIGHT_MAPS[weight_map] if custom_weights is None else custom_weights
        self.weights = [float(weight) for weight in weights]
        if len(self.weights) != len(TILE_COORDS):
            raise TileweError(
                f"there are {len(TILE_COORDS)} tiles, but {len(self.weights)} custom weights"
            )

    def on_search(self, board: Board, seconds: float) -> Move:
        values = board.weights_of_moves(self.weights)
        return _any_with(max(values), board, values)


class SimpleSearchEngine(Engine):
    """Searches one round: plays each of the most promising moves, lets the others answer greedily, and
    chooses the move with the best value then.

    The evaluation is the difference of legal moves, as for `MoveDifferenceEngine`. It searches
    ``width`` moves, or fewer when its seconds are over.
    """

    DEFAULT_ELO = 295.0

    def __init__(
        self, name: str = "SimpleSearch", width: int = 8, estimated_elo: float | None = None
    ) -> None:
        if width < 1:
            raise TileweError(f"the width must be at least 1, not {width}")
        super().__init__(name, estimated_elo)
        self.width = width

    def on_search(self, board: Board, seconds: float) -> Move:
        differences = board.move_differences()
        moves = board.generate_legal_moves(unique=True)
        order = list(range(len(moves)))
        # Moves that look the same come in any order.
        random.shuffle(order)
        order.sort(key=lambda i: differences[i], reverse=True)
        best = moves[order[0]]
        best_value: float | None = None
        for i in order[: self.width]:
            value = self._value(board, moves[i])
            if best_value is None or value > best_value:
                best, best_value = moves[i], value
            if self.out_of_time():
                break
        return best

    @staticmethod
    def _value(board: Board, move: Move) -> float:
        """The value for the player after the move and one answer of each of the others."""
        player = board.current_player
        n_pushed = 1
        board.push(move)
        while not board.finished and board.current_player != player and n_pushed < board.n_players:
            differences = board.move_differences()
            answer = differences.index(max(differences))
            board.push(board.generate_legal_moves(unique=True)[answer])
            n_pushed += 1
        value = 0.0
        for other in range(board.n_players):
            # A tile on the board is worth as much as ten moves that may never be played.
            worth = board.n_legal_moves(other) + 10 * board.player_score(other)
            value += worth if other == player else -worth / (board.n_players - 1)
        for _ in range(n_pushed):
            board.pop()
        return value


def _any_with(value: _Value, board: Board, values: Sequence[_Value]) -> Move:
    """A random one of the player's distinct placements that have this value."""
    chosen = random.choice([i for i, other in enumerate(values) if other == value])
    return board.generate_legal_moves(unique=True)[chosen]
