"""A drop-in for the Tilewe library, version 0.0.3.

A program written for it runs with ``import tilewright.tilewe as tilewe``. docs/tilewe.md lists the
differences.

>>> import random
>>> board = Board(n_players=4)
>>> while not board.finished:
...     board.push(random.choice(board.generate_legal_moves()))
>>> max(board.scores) == board.scores[board.winners[0]]
True
"""

from __future__ import annotations

import importlib
import operator
import random
from collections.abc import Sequence
from types import ModuleType

from tilewright._tilewright import TileweBoard, TileweMove, tilewe_pieces
from tilewright.tilewe.error import IllegalMove as IllegalMove
from tilewright.tilewe.error import TileweError as TileweError

Board = TileweBoard
Move = TileweMove

Tile = int
Piece = int
Rotation = int
Color = int

NORTH, EAST, SOUTH, WEST, NORTH_F, EAST_F, SOUTH_F, WEST_F = range(8)
ROTATIONS: list[Rotation] = list(range(8))
ROTATION_COUNT: int = len(ROTATIONS)
ROTATION_NAMES: list[str] = ["n", "e", "s", "w", "nf", "ef", "sf", "wf"]

BLUE, YELLOW, RED, GREEN, NO_COLOR = range(5)
COLORS: list[Color] = [BLUE, YELLOW, RED, GREEN]
COLOR_COUNT: int = len(COLORS)
COLOR_NAMES: list[str] = ["blue", "yellow", "red", "green"]

_SIDE = 20

TILES: list[Tile] = list(range(_SIDE * _SIDE))
TILE_COORDS: list[tuple[int, int]] = [(tile % _SIDE, tile // _SIDE) for tile in TILES]
TILE_NAMES: list[str] = [f"{chr(ord('a') + x)}{y + 1}" for x, y in TILE_COORDS]

_PIECES = tilewe_pieces()

PIECES: list[Piece] = list(range(len(_PIECES)))
PIECE_NAMES: list[str] = [name for name, _, _ in _PIECES]
PIECE_COUNT: int = len(PIECES)
NO_PIECE: Piece = PIECE_COUNT
N_PIECE_TILES: list[int] = [len(rotations[NORTH][0]) for _, _, rotations in _PIECES]
N_PIECE_CONTACTS: list[int] = [len(rotations[NORTH][1]) for _, _, rotations in _PIECES]
N_PIECE_CORNERS: list[int] = [n_corners for _, n_corners, _ in _PIECES]

# Each constant is written out, so that editors and type checkers know it.
(
    O1, I2, I3, L3, O4, I4, L4, Z4, T4, F5, I5, L5, N5, P5, T5, U5, V5, W5, X5, Y5, Z5,
) = PIECES  # fmt: skip

(
    A01, B01, C01, D01, E01, F01, G01, H01, I01, J01, K01, L01, M01, N01, O01, P01, Q01, R01, S01, T01,
    A02, B02, C02, D02, E02, F02, G02, H02, I02, J02, K02, L02, M02, N02, O02, P02, Q02, R02, S02, T02,
    A03, B03, C03, D03, E03, F03, G03, H03, I03, J03, K03, L03, M03, N03, O03, P03, Q03, R03, S03, T03,
    A04, B04, C04, D04, E04, F04, G04, H04, I04, J04, K04, L04, M04, N04, O04, P04, Q04, R04, S04, T04,
    A05, B05, C05, D05, E05, F05, G05, H05, I05, J05, K05, L05, M05, N05, O05, P05, Q05, R05, S05, T05,
    A06, B06, C06, D06, E06, F06, G06, H06, I06, J06, K06, L06, M06, N06, O06, P06, Q06, R06, S06, T06,
    A07, B07, C07, D07, E07, F07, G07, H07, I07, J07, K07, L07, M07, N07, O07, P07, Q07, R07, S07, T07,
    A08, B08, C08, D08, E08, F08, G08, H08, I08, J08, K08, L08, M08, N08, O08, P08, Q08, R08, S08, T08,
    A09, B09, C09, D09, E09, F09, G09, H09, I09, J09, K09, L09, M09, N09, O09, P09, Q09, R09, S09, T09,
    A10, B10, C10, D10, E10, F10, G10, H10, I10, J10, K10, L10, M10, N10, O10, P10, Q10, R10, S10, T10,
    A11, B11, C11, D11, E11, F11, G11, H11, I11, J11, K11, L11, M11, N11, O11, P11, Q11, R11, S11, T11,
    A12, B12, C12, D12, E12, F12, G12, H12, I12, J12, K12, L12, M12, N12, O12, P12, Q12, R12, S12, T12,
    A13, B13, C13, D13, E13, F13, G13, H13, I13, J13, K13, L13, M13, N13, O13, P13, Q13, R13, S13, T13,
    A14, B14, C14, D14, E14, F14, G14, H14, I14, J14, K14, L14, M14, N14, O14, P14, Q14, R14, S14, T14,
    A15, B15, C15, D15, E15, F15, G15, H15, I15, J15, K15, L15, M15, N15, O15, P15, Q15, R15, S15, T15,
    A16, B16, C16, D16, E16, F16, G16, H16, I16, J16, K16, L16, M16, N16, O16, P16, Q16, R16, S16, T16,
    A17, B17, C17, D17, E17, F17, G17, H17, I17, J17, K17, L17, M17, N17, O17, P17, Q17, R17, S17, T17,
    A18, B18, C18, D18, E18, F18, G18, H18, I18, J18, K18, L18, M18, N18, O18, P18, Q18, R18, S18, T18,
    A19, B19, C19, D19, E19, F19, G19, H19, I19, J19, K19, L19, M19, N19, O19, P19, Q19, R19, S19, T19,
    A20, B20, C20, D20, E20, F20, G20, H20, I20, J20, K20, L20, M20, N20, O20, P20, Q20, R20, S20, T20,
) = TILES  # fmt: skip


def __getattr__(name: str) -> ModuleType:
    """Imports modules of the package on first use."""
    if name in ("elo", "engine", "tournament"):
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def n_piece_tiles(piece: Piece) -> int:
    """The number of tiles of a piece.

    >>> n_piece_tiles(X5)
    5
    """
    return N_PIECE_TILES[_checked(piece, PIECES, "piece")]


def n_piece_contacts(piece: Piece) -> int:
    """The number of contact tiles of a piece.

    >>> n_piece_contacts(X5)
    4
    """
    return N_PIECE_CONTACTS[_checked(piece, PIECES, "piece")]


def n_piece_corners(piece: Piece) -> int:
    """The number of tiles around a lone piece that touch it diagonally and not by an edge.

    >>> n_piece_corners(X5)
    8
    """
    return N_PIECE_CORNERS[_checked(piece, PIECES, "piece")]


def piece_tiles(piece: Piece, rotation: Rotation) -> list[Tile]:
    """The tiles of a rotated piece, in the box around it, whose lower left tile is ``A01``.

    >>> piece_tiles(L3, NORTH) == [A01, B01, A02]
    True
    """
    return list(_rotated(piece, rotation)[0])


def piece_contacts(piece: Piece, rotation: Rotation) -> list[Tile]:
    """The tiles of a rotated piece that are contacts.

    >>> piece_contacts(V5, NORTH) == [A01, C01, C03]
    True
    """
    return list(_rotated(piece, rotation)[1])


def piece_tile_coords(piece: Piece, rotation: Rotation = NORTH) -> list[tuple[int, int]]:
    """The tiles of a rotated piece as columns and rows from 0, sorted. The library's README shows it.

    >>> piece_tile_coords(X5, WEST_F)
    [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)]
    """
    return sorted(TILE_COORDS[tile] for tile in _rotated(piece, rotation)[0])


def tile_to_coords(tile: Tile) -> tuple[int, int]:
    """The column and the row of a tile, from 0.

    >>> tile_to_coords(T01)
    (19, 0)
    """
    return TILE_COORDS[_checked(tile, TILES, "tile")]


def coords_to_tile(coords: tuple[int, int]) -> Tile:
    """The tile in a column and a row.

    >>> coords_to_tile((19, 0)) == T01
    True
    """
    x, y = _pair(coords)
    side = range(_SIDE)
    return _checked(x, side, "x") + _SIDE * _checked(y, side, "y")


def tile_in_bounds(tile: Tile) -> bool:
    """True if the tile exists.

    >>> tile_in_bounds(T20), tile_in_bounds(400)
    (True, False)
    """
    return 0 <= operator.index(tile) < len(TILES)


def coords_in_bounds(coords: tuple[int, int]) -> bool:
    """True if a column and a row are on the board.

    >>> coords_in_bounds((19, 19)), coords_in_bounds((-1, 3))
    (True, False)
    """
    x, y = _pair(coords)
    return 0 <= x < _SIDE and 0 <= y < _SIDE


def play_random_game() -> None:
    """Plays a random game of four and prints the board at its end."""
    board = Board(4)
    while not board.finished:
        board.push(random.choice(board.generate_legal_moves()))
    print(board, end="")


def _pair(coords: tuple[int, int]) -> tuple[int, int]:
    try:
        x, y = coords
    except (TypeError, ValueError):
        raise TypeError(f"coords are a column and a row, not {coords!r}") from None
    return operator.index(x), operator.index(y)


def _rotated(piece: Piece, rotation: Rotation) -> tuple[list[Tile], list[Tile]]:
    rotations = _PIECES[_checked(piece, PIECES, "piece")][2]
    return rotations[_checked(rotation, ROTATIONS, "rotation")]


def _checked(value: int, known: Sequence[int], what: str) -> int:
    """Returns the number, which must be from 0 and below the number of known ones."""
    number = operator.index(value)
    if not 0 <= number < len(known):
        raise TileweError(f"{what} must be at least 0 and at most {len(known) - 1}, not {number}")
    return number
