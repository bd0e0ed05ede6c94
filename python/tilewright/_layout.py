"""Actions and observations in the shape of the board: for convolutions and for networks by place."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright._tilewright import BatchGame, Game

#: The window of Triominos in its actions: its height and width.
_WINDOW = (20, 32)

#: Features are divided by the number beside the first pattern that their name matches.
_SCALES: list[tuple[str, float]] = [
    (r"points", 100.0),
    (r"^pile", 40.0),
    (r"^tiles held", 5.0),
    (r"^tiles", 10.0),
    (r"^captured", 18.0),
    (r"^round", 10.0),
    (r"^draws|^occurrences|in hand", 3.0),
]


def feature_scales(batch: BatchGame) -> NDArray[np.float32]:
    """The number by which each feature is divided, so that it is about 1 at most."""
    scales = [
        next((scale for pattern, scale in _SCALES if re.search(pattern, name)), 1.0)
        for name in batch.feature_names
    ]
    return np.array(scales, np.float32)


class Grid:
    """The places of planes on a grid whose neighbors are neighbors on the board.

    Blokus and Aqua Pipe are grids already. Triominos gets a plane with 1 where a cell faces up, because
    triangles alternate. The tiles of Coerceo are hexagons of six triangles: half a tile is a row of
    three, and a plane with 1 for triangles that point up is added too.
    """

    def __init__(self, batch: BatchGame, options: dict[str, Any]) -> None:
        n_planes, height, width = batch.plane_shape
        self._cells: NDArray[np.intp] | None = None
        self._upward: NDArray[np.uint8] | None = None
        if batch.name == "coerceo":
            self._cells = _coerceo_cells(options)
            height, width = (int(size) + 1 for size in self._cells.max(axis=(0, 1)))
            self._upward = _checkered(height, width)
            first = self._cells[0, 0]
            # The triangle at the top of a tile points down, to its middle.
            if self._upward[first[0], first[1]] == 1:
                self._upward = 1 - self._upward
        elif batch.name == "triominos":
            self._upward = _checkered(height, width)
        has_more = self._upward is not None
        #: The number, height and width of the planes on the grid.
        self.shape = (n_planes + has_more, height, width)

    def __call__(self, planes: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Puts planes, of one game or of many, on the grid."""
        laid = planes
        if self._cells is not None:
            laid = np.zeros((*planes.shape[:-2], *self.shape[1:]), planes.dtype)
            laid[..., self._cells[..., 0], self._cells[..., 1]] = planes
        if self._upward is None:
            return laid
        upward = np.broadcast_to(self._upward, (*laid.shape[:-3], 1, *self.shape[1:]))
        whole: NDArray[np.uint8] = np.concatenate([laid, upward], axis=-3)
        return whole


def _checkered(height: int, width: int) -> NDArray[np.uint8]:
    """1 where the sum of row and column is even, as the upper left cell of Triominos faces up."""
    rows, columns = np.indices((height, width))
    checkered: NDArray[np.uint8] = ((rows + columns) % 2 == 0).astype(np.uint8)
    return checkered


def _coerceo_cells(options: dict[str, Any]) -> NDArray[np.intp]:
    """The row and column of each triangle of each tile."""
    tiles = Game("coerceo", **options).view()["tiles"]
    top = min(tile["row"] for tile in tiles)
    left = min(tile["column"] for tile in tiles)
    # Counter-clockwise from the top: row within the tile, and column.
    within = [(0, 1), (0, 0), (1, 0), (1, 1), (1, 2), (0, 2)]
    return np.array(
        [
            [(tile["row"] - top + row, 3 * (tile["column"] - left) + column) for row, column in within]
            for tile in tiles
        ],
        np.intp,
    )


class ActionTable:
    """Actions by kind and place, and back.

    ``table.places[action]`` is (kind, row, column), with the rows and columns of the `Grid`, and
    ``table.numbers[kind, row, column]`` is the action, or -1. Kinds are:

    - Blokus: the 91 orientations; the place is that of the anchor;
    - Coerceo: the six directions of a step from a place, and 6 for an exchange there;
    - Aqua Pipe: one for each place that a pipe comes from and each diameter; the place is its target,
      of a U pipe the first of its two;
    - Triominos: three for each tile, by its turn; drawing and passing have the place (-1, -1, -1).

    Where something has no place on the grid, all three are -1.
    """

    def __init__(self, batch: BatchGame, options: dict[str, Any]) -> None:
        places = {
            "blokus": _blokus_places,
            "coerceo": _coerceo_places,
            "aquapipe": _aquapipe_places,
            "triominos": _triominos_places,
        }
        #: The kind, row and column of each action.
        self.places: NDArray[np.int32] = places[batch.name](batch, options)
        is_there = self.places[:, 0] >= 0
        shape = tuple(int(size) + 1 for size in self.places[is_there].max(axis=0))
        #: The action of each kind, row and column.
        self.numbers = np.full(shape, -1, np.int32)
        self.numbers[tuple(self.places[is_there].T)] = np.flatnonzero(is_there)


def _square(name: str) -> tuple[int, int]:
    """The row, from the bottom, and the column of a square."""
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


def _moves(batch: BatchGame) -> list[str | None]:
    """The text of each action; None where it is no move of the first position."""
    texts: list[str | None] = []
    for action in range(batch.n_actions):
        try:
            texts.append(str(batch.action_to_move(0, action)))
        except ValueError:
            texts.append(None)
    return texts


def _blokus_places(batch: BatchGame, options: dict[str, Any]) -> NDArray[np.int32]:
    kinds: dict[str, int] = {}
    places = []
    for text in _moves(batch):
        assert text is not None
        orientation, anchor = text.split("@")
        kind = kinds.setdefault(orientation, len(kinds))
        places.append((kind, *_square(anchor)))
    return np.array(places, np.int32)


def _coerceo_places(batch: BatchGame, options: dict[str, Any]) -> NDArray[np.int32]:
    cells = _coerceo_cells(options).reshape(-1, 2)
    n_cells = len(cells)
    steps = [(action % 6, *cells[action // 6]) for action in range(6 * n_cells)]
    exchanges = [(6, *cell) for cell in cells]
    return np.array(steps + exchanges, np.int32)


def _aquapipe_places(batch: BatchGame, options: dict[str, Any]) -> NDArray[np.int32]:
    kinds: dict[str, int] = {}
    seen: set[tuple[int, int, int]] = set()
    places = []
    for text in _moves(batch):
        assert text is not None
        head, _, target = text.replace("-", "@").rpartition("@")
        place = (kinds.setdefault(head, len(kinds)), *_square(target[:2]))
        # A U pipe along a row and one along a column may begin in the same space.
        while place in seen:
            head += "'"
            place = (kinds.setdefault(head, len(kinds)), *_square(target[:2]))
        seen.add(place)
        places.append(place)
    return np.array(places, np.int32)


def _triominos_places(batch: BatchGame, options: dict[str, Any]) -> NDArray[np.int32]:
    height, width = _WINDOW
    n_cells = height * width
    numbers = np.arange(batch.n_actions - 2)
    kinds, cells = numbers // n_cells, numbers % n_cells
    placed = np.stack([kinds, cells // width, cells % width], axis=1)
    return np.concatenate([np.full((2, 3), -1), placed]).astype(np.int32)
