import ast
import copy
import multiprocessing
import pickle
import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import tilewright
from tilewright import Game, GameError, IllegalMove, Move, Outcome

OPTIONS = {
    "blokus": {"variant": "duo"},
    "triominos": {"seats": 3, "single_round": True},
    "coerceo": {"variant": "ocius"},
    "aquapipe": {"variant": "4x4"},
}


def played(name, n_moves=12, *, seed=None):
    """A game of some moves that are the same at every call."""
    game, rng = Game(name, seed=seed, **OPTIONS[name]), random.Random(5)
    for _ in range(n_moves):
        if not game.is_over:
            game.play(rng.choice(game.legal_moves()))
    return game


every_game = pytest.mark.parametrize("name", tilewright.GAMES)


def test_the_four_games_are_there():
    assert tilewright.GAMES == ("blokus", "triominos", "coerceo", "aquapipe")
    for name in tilewright.GAMES:
        info = tilewright.game_info(name)
        assert {"name", "variants", "options", "notation", "has_secrets"} == set(info)
    assert "duo" in tilewright.game_info("blokus")["variants"]
    assert "free_start" in tilewright.game_info("blokus")["options"]


def test_a_game_is_opened_by_its_name_with_options():
    game = Game("blokus", variant="duo", free_start=True, scoring="basic")
    assert (game.game, game.seats, game.turn, game.ply) == ("blokus", 2, 0, 0)
    assert game.options == {"variant": "duo", "seats": 2, "scoring": "basic", "free_start": True}
    assert Game("blokus", free_start="on", scoring=None) == Game("blokus", free_start=True)


@every_game
def test_options_open_the_same_game(name):
    game = Game(name, **OPTIONS[name])
    assert Game(name, **game.options) == game


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (["chess"], {}, "there is no game .chess."),
        (["blokus"], {"variant": "trio"}, "trio"),
        (["blokus"], {"variant": "duo", "seats": 5}, "duo is for 2 seats, not 5"),
        (["blokus"], {"sets": 5}, "there is no option 'sets'"),
        (["blokus"], {"seats": 10**30}, "whole number in range"),
        (["blokus"], {"seats": 2.5}, "option seats: 2.5"),
        (["triominos"], {"seed": -1}, "a seed is a number from 0"),
        (["triominos"], {"seed": 2**64}, "a seed is a number from 0"),
    ],
)
def test_what_is_no_game_is_told(arguments, options, message):
    with pytest.raises(GameError, match=message):
        Game(*arguments, **options)


def test_errors_are_value_errors():
    assert issubclass(GameError, ValueError)
    assert issubclass(IllegalMove, GameError)


@every_game
def test_a_random_game_ends_with_an_outcome(name):
    game, rng = Game(name, **OPTIONS[name]), random.Random(1)
    while not game.is_over:
        assert game.outcome is None
        assert (game.turn is None) == game.is_chance
        game.play(rng.choice(game.legal_moves()))
    assert game.turn is None and not game.is_chance
    assert len(game.legal_moves()) == game.n_legal_moves == 0
    outcome = game.outcome
    assert outcome.scores == game.scores and len(outcome.places) == game.seats
    assert outcome.winners == tuple(i for i, place in enumerate(outcome.places) if place == 1)


@every_game
def test_undo_goes_back_to_the_start(name):
    game = played(name)
    moves, start = list(game.moves), Game(name, **OPTIONS[name])
    while moves:
        assert game.undo() == moves.pop()
    assert game == start and game.key == start.key
    with pytest.raises(GameError, match="there is no move to take back"):
        game.undo()


@every_game
def test_a_copy_goes_its_own_way(name):
    game = played(name)
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        assert other == game
        other.play(other.legal_moves()[0])
        assert other != game and other.ply == game.ply + 1


@every_game
def test_the_repr_evaluates_to_an_equal_game(name):
    for game in (Game(name), played(name), played(name, seed=7)):
        assert eval(repr(game)) == game
    later = Game.from_position(name, played(name).position, seed=3)
    later.play(later.legal_moves()[0])
    assert eval(repr(later)) == later
    later.resign(0)
    assert eval(repr(later)) == later


def test_the_repr_is_short_where_options_are_usual():
    game = Game("blokus", variant="duo", moves="O1n@e10")
    assert repr(game) == "tilewright.Game('blokus', variant='duo', moves='O1n@e10')"


@every_game
def test_a_position_is_text_both_ways(name):
    game = played(name)
    other = Game.from_position(name, game.position)
    assert (other.position, other.key, other.scores) == (game.position, game.key, game.scores)
    assert list(other.legal_moves()) == list(game.legal_moves())
    assert other != game, "they did not begin in the same position"
    with pytest.raises(GameError, match="this is not a position"):
        Game.from_position(name, "hello")


@every_game
def test_a_game_is_pickled_with_its_end(name):
    for seed in (None, 7):
        game = played(name, seed=seed)
        game.resign(game.turn if game.turn is not None else 0)
        again = pickle.loads(pickle.dumps(game))
        assert again == game and again.endings == game.endings and again.seed == seed
        again.undo(), game.undo()
        assert again == game


def finish(game):
    """Plays the first legal move to the end, in another process."""
    while not game.is_over:
        game.play(game.legal_moves()[0])
    return game, game.outcome, game.moves[-1]


def test_games_go_to_other_processes_and_come_back():
    games = [played(name) for name in ("blokus", "aquapipe")]
    # A fresh interpreter: nothing of this process can be shared by accident.
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        for game, (there, outcome, last) in zip(games, pool.map(finish, games)):
            assert finish(game) == (there, outcome, last)


def test_moves_may_be_given_at_the_start():
    text = "V5w@e8 W5e@h5 W5w@e5"
    game = Game("blokus", variant="duo", moves=text)
    assert [str(move) for move in game.moves] == text.split()
    assert Game("blokus", variant="duo", moves=game.moves) == game
    assert Game("blokus", variant="duo", moves=text.split()) == game
    with pytest.raises(IllegalMove, match="purple's first piece must cover e10"):
        Game("blokus", variant="duo", moves="O1n@a1")


def test_a_refused_move_says_why_and_changes_nothing():
    game = Game("blokus", variant="duo", moves="O1n@e10")
    for move in ("O1n@a1", Move("blokus", "O1n@a1")):
        assert not game.is_legal(move)
        reason = game.explain(move)
        assert (reason.rule, str(reason)) == ("start-square", "orange's first piece must cover j5")
        with pytest.raises(IllegalMove, match="orange's first piece must cover j5") as raised:
            game.play(move)
        assert raised.value.rule == "start-square"
    assert game.ply == 1
    assert game.is_legal("O1n@j5") and game.explain("O1n@j5") is None
    again = pickle.loads(pickle.dumps(reason))
    assert (type(again), str(again), again.rule) == (IllegalMove, str(reason), reason.rule)


def test_text_that_is_no_move_and_moves_of_other_games_are_refused():
    game = Game("blokus")
    assert game.explain("hello").rule == "not-a-move"
    assert not game.is_legal("hello")
    with pytest.raises(IllegalMove, match="it is one of Coerceo, not of Blokus"):
        game.play(Move("coerceo", "X08:B0"))
    with pytest.raises(TypeError):
        game.play(5)
    game = played("aquapipe", 500)
    assert game.is_over and game.explain("S@a1").rule == "game-over"
    with pytest.raises(IllegalMove, match="the game is over"):
        game.random_move()


def test_a_notation_that_depends_on_the_position_is_read():
    game = Game("blokus", variant="tilewe")
    move = game.legal_moves()[0]
    name = game.describe(move)["tilewe"]
    assert name != str(move) and game.parse(name) == move
    assert game.play(name) == move
    assert not game.is_legal(name)


def test_what_a_move_does_is_described():
    game = Game("coerceo")
    move = game.legal_moves()[0]
    described = game.describe(move)
    assert described["move"] == str(move)
    assert described["from"] == move.from_ and described["captured"] == []
    with pytest.raises(IllegalMove):
        game.describe("X08:B0")


def test_seats_that_are_not_there_are_refused():
    game = Game("aquapipe")
    for ask in (game.view, game.draw, game.svg, game.moves_seen_by, game.resign):
        for seat in (-1, 2, 10**6):
            with pytest.raises(GameError, match="they are numbered from 0 to 1"):
                ask(seat)


def test_a_resignation_ends_a_game_for_two():
    game = Game("aquapipe", moves="S@b2")
    game.resign()
    assert game.is_over and game.outcome.winners == (0,)
    assert game.endings == [(1, "resigns", 1)]
    with pytest.raises(GameError, match="the game is over"):
        game.end(0, "leaves")
    game.undo()
    assert not game.is_over and game.endings == []


def test_with_more_seats_the_others_play_on():
    game = Game("blokus")
    game.end(3, "loses on time")
    assert not game.is_over
    with pytest.raises(GameError, match="seat 3 has ended already"):
        game.resign(3)
    with pytest.raises(GameError, match="a seat resigns, agrees to a draw"):
        game.end(2, "sulks")
    game.play_out(1)
    assert game.outcome.places[3] == 4


def test_a_draw_is_agreed():
    game = Game("coerceo")
    game.end(0, "agrees to a draw")
    game.end(1, "agrees to a draw")
    assert game.outcome.is_draw and game.outcome == Outcome((1, 1), (0, 0))


def test_outcomes_are_values():
    outcome = Outcome([1, 1, 3], [40, 40, 7])
    assert eval(repr(outcome)) == outcome == pickle.loads(pickle.dumps(outcome))
    assert hash(outcome) == hash(Outcome((1, 1, 3), (40, 40, 7)))
    assert (outcome.winners, outcome.is_draw) == ((0, 1), False)
    for places, scores in (([1], [1, 2]), ([2, 2], [0, 0]), ([-1, 1], [0, 0]), ([1] * 9, [0] * 9)):
        with pytest.raises(GameError):
            Outcome(places, scores)


@every_game
def test_random_play_is_repeatable(name):
    def course(rng):
        game = Game(name, **OPTIONS[name])
        move = game.random_move(rng)
        n_moves = game.play_out(rng)
        assert game.is_over and game.ply == n_moves
        return move, game.moves

    assert course(7) == course(7)
    assert course(random.Random(7)) == course(random.Random(7))
    assert course(7) != course(8)
    random.seed(7)
    first = course(None)
    random.seed(7)
    assert course(None) == first


def test_perft_counts_sequences():
    assert Game("blokus", variant="duo").perft(2) == 171_396
    assert Game("aquapipe").perft(3) == 27 * 26 * 25
    assert Game("coerceo").perft(0) == 1
    for depth in (-1, 65, 10**9):
        with pytest.raises(GameError, match="the depth is a number from 0 to 64"):
            Game("blokus").perft(depth)


@every_game
def test_a_board_is_printed_and_drawn_in_color(name):
    game = played(name)
    assert str(game) == game.draw() and "\x1b" not in str(game)
    assert "\x1b[" in game.draw(color=True)


def test_a_game_is_not_hashable():
    with pytest.raises(TypeError):
        hash(Game("blokus"))
    assert Game("blokus") != "blokus"


def test_one_game_may_be_used_by_several_threads():
    game, errors = Game("blokus", variant="duo"), []

    def use():
        try:
            for _ in range(200):
                game.copy().play_out(1)
                game.legal_moves()
                game.perft(1)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=use) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == [] and game.ply == 0


def test_the_import_needs_nothing_heavy():
    heavy = ("numpy", "pandas", "ray", "gymnasium", "pettingzoo")
    code = f"import sys, tilewright; print([name for name in {heavy} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_who_lacks_pandas_is_told_how_to_get_it():
    code = """
import sys
sys.modules["pandas"] = None            # as if it were not installed
import tilewright
analysis = tilewright.analyze(tilewright.Game("aquapipe"), "minimax", nodes=10)
try:
    analysis.to_pandas()
except ModuleNotFoundError as error:
    print(error)
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "pandas is not installed: data frames need pip install '.[pandas]' in a clone"


def test_the_package_is_written_for_python_3_9():
    for path in Path(tilewright.__file__).parent.rglob("*.py"):
        ast.parse(path.read_text(), feature_version=(3, 9))


def test_options_are_read_alike_by_all_who_take_them():
    plan = tilewright.Plan("triominos", ["random", "greedy"], games=2, options={"single_round": True, "seats": None})
    assert plan.n_games == 2
    with pytest.raises(ValueError, match="given twice"):
        tilewright.Plan("aquapipe", ["random", "greedy"], games=2, variant="3x3", options={"variant": "4x4"})
