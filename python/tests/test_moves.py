import pickle
import random
from collections.abc import Sequence

import pytest

import tilewright
from tilewright import Game, GameError, Move

every_game = pytest.mark.parametrize("name", tilewright.GAMES)


def test_legal_moves_are_a_sequence():
    moves = Game("blokus", variant="duo").legal_moves()
    assert isinstance(moves, Sequence)
    assert len(moves) == 414
    listed = list(moves)
    assert len(listed) == 414 and listed == sorted(listed) and len(set(listed)) == 414
    assert (moves[0], moves[-1], moves[413]) == (listed[0], listed[-1], listed[-1])
    assert moves[3:9:2] == listed[3:9:2] and moves[::-1] == listed[::-1] and moves[500:] == []
    assert list(reversed(moves)) == listed[::-1]
    assert random.Random(1).choice(moves) in listed
    assert len(random.Random(1).sample(moves, 5)) == 5
    assert pickle.loads(pickle.dumps(moves)) == listed
    for index in (414, -415, 10**12):
        with pytest.raises(IndexError, match="there are 414 legal moves"):
            moves[index]


def test_legal_moves_know_what_is_among_them():
    moves = Game("blokus", variant="duo").legal_moves()
    assert moves[7] in moves and str(moves[7]) in moves
    assert moves.index(moves[7]) == moves.index(str(moves[7])) == 7
    assert (moves.count(moves[7]), moves.count("O1n@a1")) == (1, 0)
    for other in ("O1n@a1", "hello", 7, None, Move("coerceo", "X08:B0")):
        assert other not in moves
        with pytest.raises(ValueError, match="that move is not legal"):
            moves.index(other)


def test_legal_moves_stay_those_of_their_position():
    game = Game("aquapipe")
    before = game.legal_moves()
    game.play(before[0])
    assert len(before) == 27 and len(game.legal_moves()) == 26


@every_game
def test_moves_are_values(name):
    game = Game(name, seed=1)
    for _ in range(5):
        game.play(game.legal_moves()[-1])
    for move in [*game.moves, *game.legal_moves()]:
        same = Move(name, str(move))
        assert same == move and hash(same) == hash(move) and move.game == name
        assert eval(repr(move)) == move
        assert pickle.loads(pickle.dumps(move)) == move


def test_moves_are_ordered_by_what_they_are_and_not_by_text():
    nine, ten = Move("blokus", "O1n@a9"), Move("blokus", "O1n@a10")
    assert nine < ten and ten > nine and nine <= nine and nine != ten
    assert Move("blokus", "O1n@a9") < Move("aquapipe", "S@a1")
    assert nine != "O1n@a9"


def test_moves_have_their_parts_as_attributes():
    move = Move("blokus", "F5e@d8")
    assert (move.piece, move.orientation) == ("F5", "e")
    assert move.squares == ["f8", "d9", "e9", "f9", "e10"]
    move = Move("coerceo", "0D:W1-08:W3")
    assert (move.from_, move.to, move.is_exchange) == ("0D:W1", "08:W3", False)
    assert move.parts == {"from": "0D:W1", "to": "08:W3", "is_exchange": False}
    move = Move("aquapipe", "UMa1a2-b2c2")
    assert (move.diameter, move.is_u_pipe) == ("medium", True)
    assert (move.from_, move.to) == (["a1", "a2"], ["b2", "c2"])
    move = Move("triominos", "1-2-3:ACB@-2,1")
    assert (move.kind, move.tile, move.orientation) == ("place", "1-2-3", "ACB")
    assert (move.x, move.y, move.facing, move.numbers) == (-2, 1, "down", [1, 3, 2])
    assert Move("triominos", "deal:1-2-3").tile == "1-2-3"
    assert Move("triominos", "draw").x is None


def test_the_parts_of_a_move_are_listed_and_others_are_missing():
    move = Move("coerceo", "0D:W1-08:W3")
    assert {"from_", "to", "parts", "game"} <= set(dir(move)) and "from" not in dir(move)
    assert not hasattr(move, "piece")
    with pytest.raises(AttributeError, match="a move of Coerceo has no 'piece'"):
        move.piece
    with pytest.raises(AttributeError):
        move.to = "08:W1"


def test_what_is_no_move_is_told():
    with pytest.raises(GameError, match="'hello' is not a move"):
        Move("blokus", "hello")
    with pytest.raises(GameError, match="there is no game 'go'"):
        Move("go", "a1")


@every_game
def test_attributes_are_the_parts(name):
    seen = set()
    for seed in range(3):
        game = Game(name) if name == "triominos" else Game(name, variant=VARIANTS[name][seed % 2])
        rng = random.Random(seed)
        while not game.is_over and game.ply < 60:
            game.play(game.random_move(rng))
            moves = [*game.moves[-1:], *game.legal_moves()[:20]]
            for move in moves:
                parts = move.parts
                for part, value in parts.items():
                    assert getattr(move, "from_" if part == "from" else part) == value, move
                seen |= {part for part, value in parts.items() if value is not None}
    assert seen >= PARTS[name]
    with pytest.raises(AttributeError, match="a move of .* has no"):
        getattr(move, "kind" if name != "triominos" else "piece")


VARIANTS = {
    "blokus": ("classic", "duo"),
    "coerceo": ("laurentius", "ocius"),
    "aquapipe": ("3x3", "4x4"),
}

PARTS = {
    "blokus": {"piece", "orientation", "squares"},
    "triominos": {"kind", "tile", "orientation", "facing", "x", "y", "numbers"},
    "coerceo": {"from", "to", "is_exchange"},
    "aquapipe": {"diameter", "is_u_pipe", "from", "to"},
}
