"""Engines that play Tilewe, and the base class of your own.

With the same `random.seed` the engines play the same games as those of the library.

>>> import tilewright.tilewe as tilewe
>>> class FirstMove(Engine):
...     def on_search(self, board, seconds):
...         return board.generate_legal_moves()[0]
>>> print(FirstMove("First").search(tilewe.Board(2), 1.0))
O1n-a1a1
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

from tilewright._tilewright import _shuffled
from tilewright.tilewe import (
    N_PIECE_CONTACTS,
    N_PIECE_CORNERS,
    N_PIECE_TILES,
    TILE_COORDS,
    Board,
    Color,
    Move,
)
from tilewright.tilewe.error import TileweError

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


class Engine:
    """The base class of engines: give it a name and implement `on_search`.

    ``estimated_elo`` is how far above an average opponent the engine believes itself, and `None` if it
    does not say.
    """

    def __init__(self, name: str, estimated_elo: float | None = None) -> None:
        self.name = name
        self.estimated_elo = estimated_elo
        self.seconds: float = 0
        self.end_at = time.time()

    def out_of_time(self) -> bool:
        """True if the seconds of this search are over."""
        return time.time() >= self.end_at

    def search(self, board: Board, seconds: float = 1.0) -> Move:
        """Notes the time and returns the move of `on_search`."""
        self.end_at = time.time() + seconds
        self.seconds = seconds
        return self.on_search(board, seconds)

    def on_search(self, board: Board, seconds: float) -> Move:
        """Chooses a move."""
        raise NotImplementedError(f"{type(self).__name__} has no on_search")


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

    def __enter__(self) -> None:
        self.board.push(self.move)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.board.pop()


class RandomEngine(Engine):
    """Plays a random legal move, all equally likely."""

    def __init__(self, name: str = "Random", estimated_elo: float | None = None) -> None:
        super().__init__(name, -100.0 if estimated_elo is None else estimated_elo)

    def on_search(self, board: Board, seconds: float) -> Move:
        # The same lot as a choice from the list, which need not be made.
        return board._legal_move(random.choice(range(board.n_legal_moves())))


class _StyledEngine(Engine):
    """Plays the move with the greatest or least value of one feature; ties are random."""

    #: By style: the default name and the default estimate.
    _DEFAULTS: dict[str, tuple[str, float]] = {}

    def __init__(
        self,
        name: str | None = None,
        style: str = "max",
        estimated_elo: float | None = None,
    ) -> None:
        if style not in ("max", "min"):
            raise TileweError(f"a style is 'max' or 'min', not {style!r}")
        default_name, default_elo = self._DEFAULTS[style]
        self.func: Callable[..., Any] = max if style == "max" else min
        super().__init__(
            name or default_name, default_elo if estimated_elo is None else estimated_elo
        )

    def _choose(self, moves: Sequence[Move], values: Sequence[Any]) -> Move:
        order = _shuffled(len(moves))
        chosen: int = self.func(order, key=values.__getitem__)
        return moves[chosen]


class OpenCornersEngine(_StyledEngine):
    """Plays the move after which it has the most open corners (``style="min"``: the fewest)."""

    _DEFAULTS = {"max": ("MostOpenCorners", 15.0), "min": ("LeastOpenCorners", -250.0)}

    def on_search(self, board: Board, seconds: float) -> Move:
        return self._choose(board.generate_legal_moves(), board.corners_after_moves())


class PieceSizeEngine(_StyledEngine):
    """Plays the piece with the most tiles (``style="min"``: the fewest), then corners, then contacts."""

    _DEFAULTS = {"max": ("LargestPiece", 30.0), "min": ("SmallestPiece", -150.0)}
    _SIZES = [
        100 * n_tiles + 10 * n_corners + n_contacts
        for n_tiles, n_corners, n_contacts in zip(
            N_PIECE_TILES, N_PIECE_CORNERS, N_PIECE_CONTACTS
        )
    ]

    def on_search(self, board: Board, seconds: float) -> Move:
        moves = board.generate_legal_moves()
        sizes = self._SIZES
        return self._choose(moves, [sizes[move.piece] for move in moves])


class MoveDifferenceEngine(_StyledEngine):
    """Plays the move with the greatest difference of its own legal moves and those of all others
    (``style="min"``: the least)."""

    _DEFAULTS = {"max": ("MaxMoveDiff", 50.0), "min": ("MinMoveDiff", -200.0)}

    def on_search(self, board: Board, seconds: float) -> Move:
        return self._choose(board.generate_legal_moves(), board.move_differences())


def _by_ring(values: Sequence[int], *, far: bool) -> list[int]:
    """The value of each tile by its distance from the nearest edge in one direction: the nearer of
    both directions, or the one that is ``far``ther."""
    distances = [(min(x, 19 - x), min(y, 19 - y)) for x, y in TILE_COORDS]
    return [values[max(pair) if far else min(pair)] for pair in distances]


class TileWeightEngine(Engine):
    """Plays the move that covers the tiles with the most weight.

    ``style`` is ``"wall_crawl"``, which seeks the edges, or ``"turtle"``, which stays in the corners;
    ``custom_weights`` are 400 numbers of your own instead, ``custom_weights[tile]`` for each tile.
    """

    WALL_CRAWL_WEIGHTS: list[int] = _by_ring(
        [100, 90, 75, 60, 50, 40, 30, 25, 10, 0], far=False
    )
    TURTLE_WEIGHTS: list[int] = _by_ring([512 >> ring for ring in range(10)], far=True)

    weight_maps: dict[str, list[int]] = {
        "wall_crawl": WALL_CRAWL_WEIGHTS,
        "turtle": TURTLE_WEIGHTS,
    }
    weight_elos: dict[str, float] = {"wall_crawl": -10.0, "turtle": -40.0}
    names: dict[str, str] = {"wall_crawl": "WallCrawler", "turtle": "Turtle"}

    def __init__(
        self,
        name: str | None = None,
        style: str = "wall_crawl",
        custom_weights: Sequence[float] | None = None,
        estimated_elo: float | None = None,
    ) -> None:
        self.weights: Sequence[float]
        if custom_weights is not None:
            if len(custom_weights) != len(TILE_COORDS):
                raise TileweError(
                    f"there are {len(TILE_COORDS)} tiles, but {len(custom_weights)} custom weights"
                )
            self.weights = custom_weights
            default_name, default_elo = "CustomTileWeights", 0.0
        else:
            if style not in self.weight_maps:
                known = " or ".join(repr(name) for name in self.weight_maps)
                raise TileweError(f"a style is {known}, not {style!r}")
            self.weights = self.weight_maps[style]
            default_name, default_elo = self.names[style], self.weight_elos[style]
        super().__init__(
            name or default_name, default_elo if estimated_elo is None else estimated_elo
        )

    def on_search(self, board: Board, seconds: float) -> Move:
        moves = board.generate_legal_moves()
        order = _shuffled(len(moves))
        if board.ply < board.n_players:
            # The first piece of each player may lie in any corner of the board: one is enough.
            corner = board.player_corners()[0]
            order = [i for i in order if moves[i].to_tile == corner]
        weights = board.weights_of_moves(self.weights)
        return moves[max(order, key=weights.__getitem__)]


class SimpleSearchEngine(Engine):
    """Plays the move after which its evaluation of the board is best.

    ``eval_board`` is a function of a board and a color. Without one the evaluation counts tiles and open
    corners, of its own for and of the others against it.
    """

    def __init__(
        self,
        name: str | None = None,
        eval_board: Callable[[Board, Color], float] | None = None,
        estimated_elo: float | None = None,
    ) -> None:
        self.eval_function: Callable[[Board, Color], float]
        if eval_board is None:
            self.eval_function, default_elo = self.default_eval, 75.0
        else:
            self.eval_function, default_elo = eval_board, 0.0
        super().__init__(
            name or "SimpleSearch", default_elo if estimated_elo is None else estimated_elo
        )

    def default_eval(self, board: Board, player: Color) -> float:
        """The evaluation without ``eval_board``."""
        total = 0.0
        for color in range(board.n_players):
            is_stuck = not board.finished and not board.can_play(color)
            if color == player:
                total += board.player_score(color) * 0.5
                total += board.n_player_corners(color) * 0.2
                total += 1000 if board.finished and color in board.winners else 0
                total -= 1000 if is_stuck else 0
            else:
                total -= board.player_score(color) * 0.1
                total -= board.n_player_corners(color) * 0.04
                total += 3 if is_stuck else 0
        return total

    def on_search(self, board: Board, seconds: float) -> Move:
        moves = board.generate_legal_moves()
        player = board.current_player
        best = -math.inf
        best_move = random.choice(moves)
        own = getattr(self.eval_function, "__func__", None)
        in_rust = own is SimpleSearchEngine.default_eval
        # The clock is looked at before moves 100, 200 and so on.
        for start in range(0, len(moves) + 1, 100):
            if start > 0 and self.out_of_time():
                break
            part = range(max(0, start - 1), min(start + 99, len(moves)))
            if in_rust:
                values: Sequence[float] = board._simple_values(part.start, part.stop)
            else:
                values = [self._value(board, moves[i], player) for i in part]
            for i, value in zip(part, values):
                if value > best:
                    best, best_move = value, moves[i]
        return best_move

    def _value(self, board: Board, move: Move, player: Color) -> float:
        with MoveExecutor(board, move):
            return self.eval_function(board, player)
