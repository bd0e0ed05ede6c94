"""The engines of the Tilewe drop-in."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable

import pytest

import tilewright.tilewe as tilewe
from tilewright.tilewe.engine import (
    Engine,
    MoveDifferenceEngine,
    MoveExecutor,
    OpenCornersEngine,
    PieceSizeEngine,
    RandomEngine,
    SimpleSearchEngine,
    TileWeightEngine,
)

ENGINES: list[Callable[[], Engine]] = [
    RandomEngine,
    OpenCornersEngine,
    lambda: OpenCornersEngine(style="min"),
    PieceSizeEngine,
    lambda: PieceSizeEngine(style="min"),
    MoveDifferenceEngine,
    lambda: MoveDifferenceEngine(style="min"),
    TileWeightEngine,
    lambda: TileWeightEngine("Turtle", "turtle"),
    lambda: SimpleSearchEngine(width=2),
]


def boards(n_players: int = 4) -> list[tilewe.Board]:
    """Some boards of a random game."""
    lots = random.Random(7)
    board = tilewe.Board(n_players)
    found = []
    while not board.finished:
        if board.ply % 9 == 5:
            found.append(board.copy())
        board.push(lots.choice(board.generate_legal_moves()))
    return found


@pytest.mark.parametrize("make", ENGINES)
@pytest.mark.parametrize("n_players", [1, 2, 4])
def test_every_engine_plays_a_game_to_its_end(make: Callable[[], Engine], n_players: int) -> None:
    engine = make()
    board = tilewe.Board(n_players)
    while not board.finished:
        # SimpleSearch with less would not look at all it may look at on a slow machine.
        board.push(engine.search(board, 60))
    assert board.scores[0] > 20


@pytest.mark.parametrize("make", ENGINES)
def test_the_same_lots_give_the_same_moves(make: Callable[[], Engine]) -> None:
    for board in boards()[:3]:
        chosen = set()
        for _ in range(2):
            random.seed(11)
            chosen.add(make().search(board, 60))
        assert len(chosen) == 1
        assert pickle.loads(pickle.dumps(make())).name == make().name


def values(board: tilewe.Board, value: Callable[[tilewe.Board], float]) -> list[float]:
    """What a board is worth after each distinct placement, one after the other."""
    found = []
    for move in board.generate_legal_moves(unique=True):
        with MoveExecutor(board, move) as after:
            found.append(value(after))
    return found


@pytest.mark.parametrize("style", ["max", "min"])
def test_engines_choose_what_is_extreme(style: str) -> None:
    extreme = max if style == "max" else min
    for board in boards():
        player = board.current_player

        def difference(after: tilewe.Board, player: int = player) -> float:
            counts = [after.n_legal_moves(other) for other in range(after.n_players)]
            return 2 * counts[player] - sum(counts)

        def corners(after: tilewe.Board, player: int = player) -> float:
            return after.n_player_corners(player)

        def size(after: tilewe.Board) -> float:
            return tilewe.n_piece_tiles(after.moves[-1].piece)

        cases: list[tuple[Engine, Callable[[tilewe.Board], float]]] = [
            (MoveDifferenceEngine(style=style), difference),
            (OpenCornersEngine(style=style), corners),
            (PieceSizeEngine(style=style), size),
        ]
        for engine, value in cases:
            best = extreme(values(board, value))
            board.push(engine.search(board, 1))
            assert value(board) == best, engine.name
            board.pop()


def test_tile_weights_are_those_of_the_tiles_covered() -> None:
    weights = [float(tile % 7) for tile in tilewe.TILES]
    engine = TileWeightEngine(custom_weights=weights)
    for board in boards():
        player = board.current_player

        def weight(after: tilewe.Board, player: int = player) -> float:
            tiles = [tile for tile in tilewe.TILES if after.color_at(tile) == player]
            return sum(weights[tile] for tile in tiles)

        best = max(values(board, weight))
        board.push(engine.search(board, 1))
        assert weight(board) == best


def test_weight_maps_seek_the_wall_or_the_corners() -> None:
    wall, turtle = (TileWeightEngine.WEIGHT_MAPS[name] for name in ("wall_crawl", "turtle"))
    assert wall[tilewe.A01] == wall[tilewe.J01] == wall[tilewe.T20] > wall[tilewe.J10]
    assert turtle[tilewe.A01] == turtle[tilewe.T20] > turtle[tilewe.J01] == turtle[tilewe.J10]


def test_engines_have_names_and_ratings() -> None:
    assert OpenCornersEngine().name == "MaxOpenCorners"
    assert PieceSizeEngine(style="min").name == "MinPieceSize"
    assert MoveDifferenceEngine("Mine", "min").name == "Mine"
    assert RandomEngine("Lots", estimated_elo=-12).estimated_elo == -12.0
    assert TileWeightEngine("WallCrawler", "wall_crawl").name == "WallCrawler"
    assert Engine("Somebody").estimated_elo == 0.0
    elos = [OpenCornersEngine(style=style).estimated_elo for style in ("min", "max")]
    assert elos[0] < RandomEngine().estimated_elo < elos[1] < SimpleSearchEngine().estimated_elo


def test_what_engines_cannot_be_made_with() -> None:
    with pytest.raises(tilewe.TileweError, match="'max' or 'min', not 'most'"):
        OpenCornersEngine(style="most")
    with pytest.raises(tilewe.TileweError, match="'wall_crawl' or 'turtle', not 'snail'"):
        TileWeightEngine(weight_map="snail")
    with pytest.raises(tilewe.TileweError, match="400 tiles, but 3 custom weights"):
        TileWeightEngine(custom_weights=[1, 2, 3])
    with pytest.raises(tilewe.TileweError, match="at least 1, not 0"):
        SimpleSearchEngine(width=0)


class Scripted(Engine):
    """An engine that does what it is told."""

    def __init__(self, act: Callable[[tilewe.Board], object]) -> None:
        super().__init__("Scripted")
        self.act = act

    def on_search(self, board: tilewe.Board, seconds: float) -> tilewe.Move:
        self.asked_for = seconds
        return self.act(board)  # type: ignore[return-value]


def test_a_search_knows_its_time_and_returns_the_choice() -> None:
    engine = Scripted(lambda board: board.generate_legal_moves()[5])
    board = tilewe.Board(2)
    assert engine.out_of_time()
    assert engine.search(board, 100) == board.generate_legal_moves()[5]
    assert engine.asked_for == engine.seconds == 100 and not engine.out_of_time()
    assert engine.search(board) == board.generate_legal_moves()[5]


def test_a_search_refuses_what_is_no_legal_move() -> None:
    board = tilewe.Board(2)
    legal = board.generate_legal_moves()[0]
    with pytest.raises(TypeError, match="Scripted chose None"):
        Scripted(lambda board: None).search(board, 1)
    with pytest.raises(tilewe.IllegalMove, match="Scripted chose O1n-a1b1"):
        Scripted(lambda board: tilewe.Move(0, 0, 0, 1)).search(board, 1)
    with pytest.raises(tilewe.TileweError, match="at ply 1 instead of 0"):
        Scripted(lambda board: board.push(legal) or legal).search(board, 1)
    with pytest.raises(tilewe.TileweError, match="more than 0 seconds"):
        Scripted(lambda board: legal).search(tilewe.Board(2), 0)
    with pytest.raises(NotImplementedError):
        Engine("Base").search(tilewe.Board(2), 1)


def test_a_move_is_taken_back_even_if_something_is_raised() -> None:
    board = tilewe.Board(2)
    with pytest.raises(KeyError), MoveExecutor(board, board.generate_legal_moves()[0]):
        raise KeyError
    assert board.ply == 0
