"""The Tilewe drop-in: its constants, board, moves and lists of moves."""

from __future__ import annotations

import copy
import importlib
import inspect
import json
import pickle
import random
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tilewright
import tilewright.tilewe as tilewe

DATA = Path(__file__).parents[2] / "crates/games/blokus/tests/data"


def find(moves: Any, name: str) -> tilewe.Move:
    """The move of this name."""
    return next(move for move in moves if str(move) == name)


def recorded_games() -> list[dict[str, Any]]:
    files = [DATA / f"tilewe-{n_players}p.json" for n_players in (1, 2, 3, 4)]
    return [game for file in files for game in json.loads(file.read_text())]


def random_boards(n_games: int, step: int) -> Iterator[tilewe.Board]:
    """A board after every so many plies of some random games."""
    for seed in range(n_games):
        lots = random.Random(seed)
        board = tilewe.Board(1 + seed % 4)
        while not board.finished:
            if (board.ply + seed) % step == 0:
                yield board
            board.push(lots.choice(board.generate_legal_moves()))
        yield board


# -------------------------------------------------------------------------------------------------
# Moves enumerated slowly, from the pictures and the rules alone.

PICTURES = {
    "O1": "X", "I2": "X/X", "I3": "X/X/X", "L3": "X./XX", "O4": "XX/XX", "I4": "X/X/X/X",
    "L4": "X./X./XX", "Z4": "XX./.XX", "T4": "XXX/.X.", "F5": ".XX/XX./.X.", "I5": "X/X/X/X/X",
    "L5": "X./X./X./XX", "N5": ".X/XX/X./X.", "P5": "XX/XX/X.", "T5": "XXX/.X./.X.",
    "U5": "X.X/XXX", "V5": "..X/..X/XXX", "W5": "..X/.XX/XX.", "X5": ".X./XXX/.X.",
    "Y5": ".X/XX/.X/.X", "Z5": "XX./.X./.XX",
}  # fmt: skip

Cells = frozenset[tuple[int, int]]


def to_corner(cells: set[tuple[int, int]]) -> Cells:
    left, bottom = min(x for x, _ in cells), min(y for _, y in cells)
    return frozenset((x - left, y - bottom) for x, y in cells)


def rotations(picture: str) -> list[Cells]:
    """The eight rotations of a picture: four clockwise turns, then the same mirrored."""
    rows = picture.split("/")
    cells = {(x, -y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"}
    turns = [to_corner(cells)]
    for _ in range(3):
        turns.append(to_corner({(y, -x) for x, y in turns[-1]}))
    return turns + [to_corner({(-x, y) for x, y in turn}) for turn in turns]


def contacts(cells: Cells) -> list[tuple[int, int]]:
    """Tiles with fewer than two neighbors, or with two at a right angle, row by row."""

    def is_contact(x: int, y: int) -> bool:
        across = ((x - 1, y) in cells) + ((x + 1, y) in cells)
        along = ((x, y - 1) in cells) + ((x, y + 1) in cells)
        return across + along < 2 or across == along == 1

    return sorted((cell for cell in cells if is_contact(*cell)), key=lambda cell: cell[::-1])


def orientations(piece: int) -> list[tuple[int, Cells]]:
    """The distinct pictures of a piece, each with the first rotation that gives it."""
    found: dict[Cells, int] = {}
    for rotation, cells in enumerate(rotations(PICTURES[tilewe.PIECE_NAMES[piece]])):
        found.setdefault(cells, rotation)
    return [(rotation, cells) for cells, rotation in found.items()]


def slow_moves(board: tilewe.Board, player: int) -> list[tilewe.Move]:
    """Every name of every placement, in order of open corner, piece, rotation and contact."""
    color = {tilewe.tile_to_coords(tile): board.color_at(tile) for tile in tilewe.TILES}

    def owns(x: int, y: int) -> bool:
        return color.get((x, y)) == player

    def is_free(x: int, y: int) -> bool:
        beside = owns(x - 1, y) or owns(x + 1, y) or owns(x, y - 1) or owns(x, y + 1)
        return color.get((x, y)) == tilewe.NO_COLOR and not beside

    def is_open(x: int, y: int) -> bool:
        if board.n_remaining_pieces(player) == 21:
            return x in (0, 19) and y in (0, 19)
        return any(owns(x + dx, y + dy) for dx in (-1, 1) for dy in (-1, 1))

    free = {cell for cell in color if is_free(*cell)}
    moves = []
    for tile in tilewe.TILES:
        corner = tilewe.tile_to_coords(tile)
        if corner not in free or not is_open(*corner):
            continue
        for piece in board.remaining_pieces(player):
            for rotation, cells in ORIENTATIONS[piece]:
                for contact in contacts(cells):
                    dx, dy = corner[0] - contact[0], corner[1] - contact[1]
                    if all((x + dx, y + dy) in free for x, y in cells):
                        contact_tile = tilewe.coords_to_tile(contact)
                        moves.append(tilewe.Move(piece, rotation, contact_tile, tile))
    return moves


ORIENTATIONS = [orientations(piece) for piece in tilewe.PIECES]


def test_lists_are_those_of_a_slow_enumeration_for_every_player() -> None:
    for board in random_boards(n_games=8, step=11):
        for player in range(board.n_players):
            expected = slow_moves(board, player)
            moves = board.generate_legal_moves(for_player=player)
            assert moves == expected
            assert len(moves) == board.n_legal_moves(for_player=player) == len(expected)
            assert board.can_play(player) == bool(expected) == bool(moves)
            corners = sorted({move.to_tile for move in expected})
            assert board.player_corners(player) == corners
            assert board.n_player_corners(player) == len(corners)


def test_unique_lists_have_each_placement_once_by_its_first_name() -> None:
    for board in random_boards(n_games=8, step=5):
        for player in range(board.n_players):
            firsts: dict[tuple[int, frozenset[int]], tilewe.Move] = {}
            for move in board.generate_legal_moves(player):
                firsts.setdefault((move.piece, covered(move)), move)
            unique = board.generate_placements(player)
            assert unique == list(firsts.values())
            assert board.n_placements(player) == len(unique)


def covered(move: tilewe.Move) -> frozenset[int]:
    """The tiles that a move covers."""
    shift = move.to_tile - move.contact
    return frozenset(tile + shift for tile in tilewe.piece_tiles(move.piece, move.rotation))


# -------------------------------------------------------------------------------------------------
# Games


def test_games_of_independent_programs_are_replayed() -> None:
    for game in recorded_games():
        board = tilewe.Board(game["n_players"])
        for ply, name in enumerate(game["moves"]):
            assert (board.ply, board.finished) == (ply, False)
            assert board.current_player == board.cur_player == game["players"][ply]
            moves = board.generate_legal_moves()
            assert len(moves) == game["legal_raw"][ply]
            assert board.n_placements() == game["legal_unique"][ply]
            assert board.n_player_corners() == game["open_corners"][ply]
            counts = [board.n_legal_moves(player) for player in range(board.n_players)]
            assert counts == game["all_players_raw"][ply]
            move = find(moves, name)
            assert covered(move) == set(game["tiles"][ply])
            board.push(move)
        assert board.finished
        assert board.current_player == game["current_player_after_end"]
        assert (board.scores, board.winners) == (game["scores"], game["winners"])
        assert [board.player_score(player) for player in range(board.n_players)] == board.scores
        assert [str(move) for move in board.moves] == game["moves"]
        for player, names in enumerate(game["remaining"]):
            pieces = board.remaining_pieces(player)
            assert [tilewe.PIECE_NAMES[piece] for piece in pieces] == names
            assert board.n_remaining_pieces(player) == len(names)
            assert board.generate_legal_moves(player) == []
            assert not board.can_play(player)
        plain = re.sub("\x1b\\[[0-9]+m", "", str(board))
        rows = [line.split()[1:] for line in plain.splitlines()[:20]]
        assert ["".join(row) for row in rows] == game["final_board"]


@pytest.mark.parametrize("n_players", [1, 2, 3, 4])
def test_random_games_are_those_of_blokus_with_the_rules_of_tilewe(n_players: int) -> None:
    for seed in range(3):
        lots = random.Random(seed)
        board = tilewe.Board(n_players)
        game = tilewright.Game("blokus", variant="tilewe", seats=n_players)
        while not board.finished:
            assert (game.turn, game.n_legal_moves) == (
                board.current_player,
                board.n_placements(),
            )
            moves = board.generate_placements()
            assert sorted(map(str, map(game.parse, map(str, moves)))) == sorted(
                map(str, game.legal_moves())
            )
            move = lots.choice(board.generate_legal_moves())
            board.push(move)
            game.play(game.parse(str(move)))
        assert game.is_over
        assert list(game.scores) == board.scores
        assert game.outcome is not None and list(game.outcome.winners) == board.winners


def test_first_moves_come_in_the_order_of_tilewe() -> None:
    starts = json.loads((DATA / "tilewe-start.json").read_text())
    for start in starts:
        board = tilewe.Board(start["n_players"])
        assert len(board.generate_legal_moves()) == start["legal_raw"]
        if start["moves_in_order"] is not None:
            names = [str(move) for move in board.generate_legal_moves()]
            assert names == start["moves_in_order"]


def test_perft_of_distinct_placements() -> None:
    def perft(board: tilewe.Board, depth: int) -> int:
        if depth == 1:
            return board.n_placements()
        total = 0
        for move in board.generate_placements():
            board.push(move)
            total += perft(board, depth - 1)
            board.pop()
        return total

    assert [perft(tilewe.Board(4), depth) for depth in (1, 2)] == [232, 40_368]
    assert perft(tilewe.Board(1), 2) == 38_916


def test_popping_leads_back_to_every_list() -> None:
    lots = random.Random(5)
    board = tilewe.Board(3)
    lists = []
    while not board.finished:
        lists.append([list(board.generate_legal_moves(player)) for player in range(3)])
        board.push(lots.choice(board.generate_legal_moves()))
    while board.ply > 0:
        board.pop()
        assert [list(board.generate_legal_moves(player)) for player in range(3)] == lists.pop()
        assert not board.finished
    assert (board.moves, board.scores, board.current_player) == ([], [0, 0, 0], 0)


def test_the_example_of_open_corners() -> None:
    board = tilewe.Board(4)
    move = tilewe.Move(
        piece=tilewe.W5, rotation=tilewe.NORTH, contact=tilewe.A01, to_tile=tilewe.A01
    )
    assert board.is_legal(move)
    board.push(move)
    assert str(move) == "W5n-a1a1"
    assert board.player_corners(tilewe.BLUE) == [tilewe.D01, tilewe.A03, tilewe.B04, tilewe.D04]
    assert board.color_at(tilewe.C03) == tilewe.BLUE
    assert board.color_at(tilewe.D01) == tilewe.NO_COLOR
    fork = tilewe.Move(tilewe.F5, tilewe.EAST, tilewe.A02, tilewe.D04)
    assert board.is_legal(fork, for_player=tilewe.BLUE) and not board.is_legal(fork)
    assert fork in board.generate_legal_moves(for_player=tilewe.BLUE)


def test_rotations_that_look_the_same_are_one_move() -> None:
    for piece in tilewe.PIECES:
        for rotation in tilewe.ROTATIONS:
            tiles = tilewe.piece_tiles(piece, rotation)
            same = [r for r in tilewe.ROTATIONS if tilewe.piece_tiles(piece, r) == tiles]
            for contact in tilewe.piece_contacts(piece, rotation):
                move = tilewe.Move(piece, rotation, contact, tilewe.J10)
                assert move.rotation == same[0]
                assert move == tilewe.Move(piece, same[0], contact, tilewe.J10)
    assert str(tilewe.Move(tilewe.W5, tilewe.EAST_F, tilewe.A01, tilewe.A01)) == "W5n-a1a1"


class Named(tilewe.Board):
    """A board as a program may extend it."""

    def __init__(self, name: str, n_players: int) -> None:
        super().__init__(n_players)
        self.name = name


def test_a_board_is_copied_and_sent_with_its_moves() -> None:
    board = tilewe.Board(2)
    for _ in range(9):
        board.push(board.generate_legal_moves()[-1])
    copies = [board.copy(), copy.copy(board), copy.deepcopy(board)]
    for other in [*copies, pickle.loads(pickle.dumps(board))]:
        assert (other.n_players, other.moves, str(other)) == (2, board.moves, str(board))
        other.pop()
        assert (other.ply, board.ply) == (8, 9)


def test_a_board_can_be_extended() -> None:
    board = Named("mine", 3)
    board.push(board.generate_legal_moves()[5])
    for other in (board, copy.copy(board), pickle.loads(pickle.dumps(board))):
        assert type(other) is Named
        assert (other.name, other.n_players, other.moves) == ("mine", 3, board.moves)
    assert tilewe.Board().n_players == 4


def test_boards_and_lists_are_safe_to_use_from_several_threads() -> None:
    board = tilewe.Board(4)
    shared = board.generate_legal_moves()
    failures: list[BaseException] = []

    def use(number: int) -> None:
        try:
            for _ in range(200):
                assert len(board.corners_after_moves()) == len(shared) == 232
                assert shared[number] == list(shared)[number]
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=use, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


# -------------------------------------------------------------------------------------------------
# Moves


def test_moves_are_hashed_as_they_are_compared_and_pickled() -> None:
    moves = list(tilewe.Board(4).generate_legal_moves())
    again = [tilewe.Move(m.piece, m.rotation, m.contact, m.to_tile) for m in moves]
    assert moves == again and len(set(moves + again)) == len(moves) == 232
    assert [hash(move) for move in moves] == [hash(move) for move in again]
    assert pickle.loads(pickle.dumps(moves)) == moves
    assert copy.deepcopy(moves[0]) == moves[0]
    by_parts = sorted(moves, key=lambda m: (m.piece, m.rotation, m.contact, m.to_tile))
    assert sorted(reversed(moves)) == by_parts
    assert moves[0] != "O1n-a1a1" and moves[0] < moves[1] <= moves[1]
    assert moves[0] != None  # noqa: E711
    with pytest.raises(TypeError):
        moves[0] < 3  # type: ignore[operator]


def test_the_repr_of_a_move_is_its_notation() -> None:
    for move in tilewe.Board(4).generate_legal_moves():
        assert repr(move) == str(move)
        names = tilewe.PIECE_NAMES, tilewe.ROTATION_NAMES, tilewe.TILE_NAMES
        piece, rotation, tile = names
        assert str(move) == (
            f"{piece[move.piece]}{rotation[move.rotation]}-{tile[move.contact]}{tile[move.to_tile]}"
        )


def test_moves_cannot_be_changed() -> None:
    move = tilewe.Board(4).generate_legal_moves()[0]
    with pytest.raises(AttributeError):
        move.piece = 3  # type: ignore[misc]


def test_a_list_of_moves_is_a_list_of_its_own() -> None:
    board = tilewe.Board(4)
    moves = board.generate_legal_moves()
    assert type(moves) is list and moves == board.generate_legal_moves(unique=True)
    before = list(moves)
    board.push(moves[0])
    assert moves == before
    moves.clear()
    assert len(board.generate_legal_moves(tilewe.BLUE)) > 0


def test_no_color_is_the_current_player() -> None:
    for board in random_boards(n_games=4, step=9):
        for name in ("generate_legal_moves", "n_legal_moves", "player_corners", "can_play"):
            asked = getattr(board, name)
            assert asked(tilewe.NO_COLOR) == asked() == asked(for_player=None)


# -------------------------------------------------------------------------------------------------
# What is refused

OUT_OF_RANGE: list[Callable[[], Any]] = [
    lambda: tilewe.Board(0),
    lambda: tilewe.Board(5),
    lambda: tilewe.Board(-1),
    lambda: tilewe.Board(10**30),
    lambda: tilewe.Board(2).__setstate__((300, [], None)),
    lambda: tilewe.Board(2).__setstate__((2, [tilewe.Move(0, 0, 0, 1)], None)),
    lambda: tilewe.Board(4).pop(),
    lambda: tilewe.Board(2).generate_legal_moves(for_player=2),
    lambda: tilewe.Board(2).generate_legal_moves(for_player=-1),
    lambda: tilewe.Board(2).gen_moves(7),
    lambda: tilewe.Board(2).remaining_pieces(2),
    lambda: tilewe.Board(2).n_remaining_pieces(for_player=2),
    lambda: tilewe.Board(2).player_corners(2),
    lambda: tilewe.Board(2).n_player_corners(2),
    lambda: tilewe.Board(2).player_score(2),
    lambda: tilewe.Board(2).can_play(2),
    lambda: tilewe.Board(2).is_legal(tilewe.Move(0, 0, 0, 0), 2),
    lambda: tilewe.Board(2).color_at(400),
    lambda: tilewe.Board(2).color_at(-1),
    lambda: tilewe.Board(2).weights_of_moves([1.0] * 399),
    lambda: tilewe.Move(tilewe.NO_PIECE, 0, 0, 0),
    lambda: tilewe.Move(0, 8, 0, 0),
    lambda: tilewe.Move(0, 0, 400, 0),
    lambda: tilewe.Move(tilewe.X5, 0, tilewe.B02, 0),
    lambda: tilewe.Move("W5", 0, 0, 0),  # type: ignore[arg-type]
    lambda: tilewe.Move(None, 0, 0, 0),  # type: ignore[arg-type]
    lambda: tilewe.Move(0, 0, 0.0, 0),  # type: ignore[arg-type]
    lambda: tilewe.Move(0, 0, 0),  # type: ignore[call-arg]
    lambda: tilewe.Move(0, 0, 0, 0, 0),  # type: ignore[call-arg]
    lambda: tilewe.Move(0, 0, 0, tile=0),  # type: ignore[call-arg]
    lambda: tilewe.Board(2).push("W5n-a1a1"),  # type: ignore[arg-type]
    lambda: tilewe.Board(2).push(None),  # type: ignore[arg-type]
    lambda: tilewe.Board(2).is_legal(3),  # type: ignore[arg-type]
    lambda: tilewe.Move(0, 0, 0, -1),
    lambda: tilewe.n_piece_tiles(21),
    lambda: tilewe.n_piece_contacts(-1),
    lambda: tilewe.n_piece_corners(21),
    lambda: tilewe.piece_tiles(0, 8),
    lambda: tilewe.piece_contacts(21, 0),
    lambda: tilewe.piece_tile_coords(0, -1),
    lambda: tilewe.tile_to_coords(400),
    lambda: tilewe.coords_to_tile((20, 0)),
]

WRONG_TYPE: list[Callable[[], Any]] = [
    lambda: tilewe.Board("4"),  # type: ignore[arg-type]
    lambda: tilewe.Board(4.0),  # type: ignore[arg-type]
    lambda: tilewe.Board(2, 3),  # type: ignore[call-arg]
    lambda: tilewe.Board(players=2),  # type: ignore[call-arg]
    lambda: tilewe.Board(2).generate_legal_moves("blue"),  # type: ignore[arg-type]
    lambda: tilewe.Board(2).color_at("a1"),  # type: ignore[arg-type]
    lambda: tilewe.n_piece_tiles("O1"),  # type: ignore[arg-type]
    lambda: tilewe.tile_to_coords(1.5),  # type: ignore[arg-type]
    lambda: tilewe.coords_to_tile(3),  # type: ignore[arg-type]
    lambda: tilewe.coords_to_tile(3, 4),  # type: ignore[call-arg, arg-type]
    lambda: tilewe.piece_tiles(3),  # type: ignore[call-arg]
    lambda: tilewe.Board(2).n_legal_moves(player=1),  # type: ignore[call-arg]
]


@pytest.mark.parametrize("number", range(len(OUT_OF_RANGE)))
def test_what_is_out_of_range_is_an_attribute_and_a_value_error(number: int) -> None:
    with pytest.raises(tilewe.TileweError) as caught:
        OUT_OF_RANGE[number]()
    assert isinstance(caught.value, AttributeError) and isinstance(caught.value, ValueError)
    assert str(caught.value)


@pytest.mark.parametrize("number", range(len(WRONG_TYPE)))
def test_what_is_of_a_wrong_type_is_a_type_error(number: int) -> None:
    with pytest.raises(TypeError):
        WRONG_TYPE[number]()


def test_an_illegal_move_is_refused_with_its_reason_and_changes_nothing() -> None:
    board = tilewe.Board(4)
    board.push(find(board.generate_legal_moves(), "W5n-a1a1"))
    before = str(board), board.moves
    reasons = {
        (tilewe.O1, tilewe.A01): "O1n-a1a1 is illegal: a1 is occupied",
        (tilewe.O1, tilewe.B01): "O1n-a1b1 is illegal: b1 is occupied",
        (tilewe.I2, tilewe.T20): "I2n-a1t20 is illegal: with its a1 on t20, I2n leaves the board",
        (tilewe.O1, tilewe.J10): (
            "O1n-a1j10 is illegal: yellow's first piece must cover one of a20, t20, t1"
        ),
    }
    for (piece, to_tile), reason in reasons.items():
        with pytest.raises(tilewe.IllegalMove) as caught:
            board.push(tilewe.Move(piece, tilewe.NORTH, tilewe.A01, to_tile))
        assert str(caught.value) == reason
        assert isinstance(caught.value, tilewright.IllegalMove)
        assert isinstance(caught.value, AttributeError)
        assert caught.value.rule in ("occupied", "off-board", "start-square")
    assert (str(board), board.moves) == before


def test_nothing_is_legal_after_the_end() -> None:
    board = tilewe.Board(1)
    while not board.finished:
        board.push(board.generate_legal_moves()[0])
    with pytest.raises(tilewe.IllegalMove, match="the game is over"):
        board.push(board.moves[0])
    assert not board.is_legal(board.moves[0])


# -------------------------------------------------------------------------------------------------
# Constants


def test_pieces_and_rotations_are_those_of_the_pictures() -> None:
    recorded = json.loads((DATA / "tilewe-pieces.json").read_text())
    assert tilewe.PIECE_NAMES == list(PICTURES) == [piece["name"] for piece in recorded["pieces"]]
    for piece, record in enumerate(recorded["pieces"]):
        assert getattr(tilewe, record["name"]) == piece == record["id"]
        assert tilewe.n_piece_tiles(piece) == tilewe.N_PIECE_TILES[piece] == record["n_tiles"]
        assert tilewe.n_piece_contacts(piece) == tilewe.N_PIECE_CONTACTS[piece]
        assert tilewe.N_PIECE_CONTACTS[piece] == record["n_contacts"]
        assert tilewe.n_piece_corners(piece) == tilewe.N_PIECE_CORNERS[piece]
        assert tilewe.N_PIECE_CORNERS[piece] == record["n_corners"]
        for rotation, cells in enumerate(rotations(PICTURES[record["name"]])):
            drawn = record["rotations"][rotation]
            assert tilewe.ROTATION_NAMES[rotation] == drawn["rotation"]
            assert tilewe.piece_tile_coords(piece, rotation) == sorted(cells)
            tiles = tilewe.piece_tiles(piece, rotation)
            assert [tilewe.TILE_NAMES[tile] for tile in tiles] == drawn["tiles"]
            tiles = tilewe.piece_contacts(piece, rotation)
            assert [tilewe.TILE_NAMES[tile] for tile in tiles] == drawn["contacts"]
            assert [tilewe.tile_to_coords(tile) for tile in tiles] == contacts(cells)


def test_tiles_have_their_names_and_numbers() -> None:
    assert tilewe.TILES == list(range(400))
    for tile in tilewe.TILES:
        x, y = tilewe.TILE_COORDS[tile]
        assert tilewe.tile_to_coords(tile) == (x, y) and tile == x + 20 * y
        assert tilewe.coords_to_tile((x, y)) == tilewe.coords_to_tile([x, y]) == tile  # type: ignore[arg-type]
        assert tilewe.TILE_NAMES[tile] == f"{'abcdefghijklmnopqrst'[x]}{y + 1}"
        assert getattr(tilewe, f"{'ABCDEFGHIJKLMNOPQRST'[x]}{y + 1:02}") == tile
        assert tilewe.tile_in_bounds(tile) and tilewe.coords_in_bounds((x, y))
    for tile in (-1, 400):
        assert not tilewe.tile_in_bounds(tile)
    for x, y in ((-1, 0), (0, -1), (20, 0), (0, 20)):
        assert not tilewe.coords_in_bounds((x, y))


def test_the_other_constants() -> None:
    names = ["NORTH", "EAST", "SOUTH", "WEST", "NORTH_F", "EAST_F", "SOUTH_F", "WEST_F"]
    assert [getattr(tilewe, name) for name in names] == tilewe.ROTATIONS == list(range(8))
    assert [tilewe.BLUE, tilewe.YELLOW, tilewe.RED, tilewe.GREEN] == tilewe.COLORS == [0, 1, 2, 3]
    assert tilewe.COLOR_NAMES == ["blue", "yellow", "red", "green"]
    assert tilewe.NO_COLOR not in tilewe.COLORS and tilewe.NO_PIECE not in tilewe.PIECES
    assert tilewe.PIECES == list(range(21)) and tilewe.X5 == 18
    assert tilewe.engine.RandomEngine and tilewe.tournament.Tournament and tilewe.elo.erfinv
    with pytest.raises(AttributeError):
        tilewe.unknown  # type: ignore[attr-defined]  # noqa: B018


# -------------------------------------------------------------------------------------------------
# Names and signatures of the library

NAMES = json.loads((Path(__file__).parent / "data/tilewe-0.0.3.json").read_text())


@pytest.mark.parametrize("module", list(NAMES))
def test_every_name_of_the_library_is_there(module: str) -> None:
    ours = importlib.import_module(f"tilewright.{module}")
    for name, theirs in NAMES[module].items():
        assert hasattr(ours, name), name
        found = getattr(ours, name)
        if "value" in theirs:
            assert repr(found) == theirs["value"], name
        elif "length" in theirs:
            assert len(found) == theirs["length"], name
        elif theirs.get("parameters") is not None:
            check_parameters(name, found, theirs["parameters"])
        for member, parameters in theirs.get("members", {}).items():
            static = inspect.getattr_static(found, member, None)
            # Fields of data classes without defaults are in the signature alone.
            assert static is not None, f"{name}.{member}"
            if parameters == "property":
                assert isinstance(static, property), f"{name}.{member}"
            elif parameters is not None:
                check_parameters(f"{name}.{member}", static, parameters)


def check_parameters(name: str, ours: Any, theirs: list[list[str | None]]) -> None:
    """Checks the names, the order and the defaults; more parameters may follow by name only."""
    found = list(inspect.signature(ours).parameters.values())
    for (parameter, default), own in zip(theirs, found):
        if parameter == "args":
            return
        assert own.name.lstrip("_") == (parameter or "").lstrip("_"), name
        own_default = None if own.default is own.empty else repr(own.default)
        assert own_default == default or default is None, (name, parameter)
    assert len(found) >= len(theirs), name
    for own in found[len(theirs) :]:
        assert own.default is not own.empty or own.kind is own.VAR_KEYWORD, (name, own.name)
