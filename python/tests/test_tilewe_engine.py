"""The engines of the Tilewe drop-in."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable

import pytest

import tilewright.tilewe as tilewe
from tilewright._tilewright import _shuffled
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
    lambda: TileWeightEngine(style="turtle"),
    SimpleSearchEngine,
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
    for move in board.generate_legal_moves():
        with MoveExecutor(board, move):
            found.append(value(board))
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
    wall, turtle = TileWeightEngine.WALL_CRAWL_WEIGHTS, TileWeightEngine.TURTLE_WEIGHTS
    assert wall[:12] == [100] * 12 and wall[tilewe.B02] == 90 and wall[tilewe.J10] == 0
    assert turtle[:4] == [512, 256, 128, 64] and turtle[tilewe.B02] == 256
    assert wall[tilewe.A01] == wall[tilewe.J01] == wall[tilewe.T20] > wall[tilewe.J10]
    assert turtle[tilewe.A01] == turtle[tilewe.T20] > turtle[tilewe.J01] == turtle[tilewe.J10] == 1
    assert TileWeightEngine(style="turtle").weights == turtle


def test_engines_have_names_and_ratings() -> None:
    made: list[tuple[Engine, str, float | None]] = [
        (OpenCornersEngine(), "MostOpenCorners", 15.0),
        (OpenCornersEngine(style="min"), "LeastOpenCorners", -250.0),
        (PieceSizeEngine(), "LargestPiece", 30.0),
        (PieceSizeEngine(style="min"), "SmallestPiece", -150.0),
        (MoveDifferenceEngine(), "MaxMoveDiff", 50.0),
        (MoveDifferenceEngine("Mine", "min"), "Mine", -200.0),
        (RandomEngine("Lots", estimated_elo=-12), "Lots", -12),
        (TileWeightEngine(), "WallCrawler", -10.0),
        (TileWeightEngine(custom_weights=[1] * 400), "CustomTileWeights", 0.0),
        (SimpleSearchEngine(), "SimpleSearch", 75.0),
        (SimpleSearchEngine(eval_board=lambda board, player: 0.0), "SimpleSearch", 0.0),
        (Engine("Somebody"), "Somebody", None),
    ]
    for engine, name, elo in made:
        assert (engine.name, engine.estimated_elo) == (name, elo)


def test_an_evaluation_of_its_own_is_used() -> None:
    asked = []

    def largest_tile(board: tilewe.Board, player: int) -> float:
        asked.append(player)
        return board.moves[-1].to_tile

    board = tilewe.Board(2)
    move = SimpleSearchEngine(eval_board=largest_tile).search(board, 60)
    assert move.to_tile == tilewe.T20 and asked == [0] * board.n_legal_moves()
    asked.clear()
    SimpleSearchEngine(eval_board=largest_tile).search(board, 0)
    assert len(asked) == 99, "the clock is looked at before the hundredth move"


def test_the_evaluation_in_rust_is_the_one_in_python() -> None:
    engine = SimpleSearchEngine()
    for board in boards():
        player = board.current_player
        expected = values(board, lambda after: engine.default_eval(after, player))
        assert board._simple_values(0, len(expected)) == expected
        assert board._simple_values(3, 7) == expected[3:7]


def test_lots_are_those_of_the_module_random() -> None:
    for length in [*range(40), 255, 256, 257, 1000]:
        expected = list(range(length))
        random.seed(length)
        random.shuffle(expected)
        after = random.getstate()
        random.seed(length)
        assert _shuffled(length) == expected and random.getstate() == after


def test_what_engines_cannot_be_made_with() -> None:
    with pytest.raises(tilewe.TileweError, match="'max' or 'min', not 'most'"):
        OpenCornersEngine(style="most")
    with pytest.raises(tilewe.TileweError, match="'wall_crawl' or 'turtle', not 'snail'"):
        TileWeightEngine(style="snail")
    with pytest.raises(tilewe.TileweError, match="400 tiles, but 3 custom weights"):
        TileWeightEngine(custom_weights=[1, 2, 3])


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


def test_an_engine_without_a_search_says_so() -> None:
    with pytest.raises(NotImplementedError):
        Engine("Base").search(tilewe.Board(2), 1)


def test_a_move_is_taken_back_even_if_something_is_raised() -> None:
    board = tilewe.Board(2)
    with pytest.raises(KeyError), MoveExecutor(board, board.generate_legal_moves()[0]):
        raise KeyError
    assert board.ply == 0
