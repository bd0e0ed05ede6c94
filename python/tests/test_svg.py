import random
import xml.etree.ElementTree as ElementTree

import pytest

import tilewright
from tilewright import Game

SVG = "{http://www.w3.org/2000/svg}"


def groups(picture, kind):
    """The titles of the things of a kind in a picture, which must be XML."""
    found = ElementTree.fromstring(picture).iter(f"{SVG}g")
    return [group.find(f"{SVG}title").text for group in found if group.get("class") == kind]


def some_game(name, n_moves, **options):
    game, rng = Game(name, **options), random.Random(3)
    for _ in range(n_moves):
        game.play(rng.choice(game.legal_moves()))
    return game


def test_blokus_shows_every_piece_with_its_squares():
    game = some_game("blokus", 20, variant="duo")
    picture = game._repr_svg_()
    pieces = groups(picture, "piece")
    assert len(pieces) == 20
    assert sorted(piece.split()[1] for piece in pieces) == sorted(move.piece for move in game.moves)


def test_triominos_shows_tiles_and_only_the_hand_of_the_viewer():
    game = some_game("triominos", 20, seed=3, voluntary_draw=False, max_draws=0)
    placed = [str(move) for move in game.moves if move.kind == "place"]
    assert len(placed) > 10
    assert groups(game.svg(), "tile") == placed and groups(game.svg(), "hand") == []
    hand = game.view(0)["hands"][0]["tiles"]
    assert groups(game.svg(0), "hand") == hand and hand


def test_coerceo_shows_tiles_that_are_left_and_pieces():
    game = some_game("coerceo", 60)
    view = game.view()
    picture = game.svg()
    assert groups(picture, "tile") == [it["tile"] for it in view["tiles"] if it["is_on_table"]]
    pieces = groups(picture, "piece")
    assert [sum(color in piece for piece in pieces) for color in ("white", "black")] == view["n_pieces"]


def test_aqua_pipe_shows_pipes_where_they_stand():
    game = Game("aquapipe", variant="4x4", moves="US@d1d2 UM@d2d3 L@d4 L@c4")
    assert sorted(groups(game.svg(), "pipe")) == [
        "blue large pipe at d4",
        "blue small U pipe at d1 and d2",
        "red large pipe at c4",
        "red medium U pipe at d2 and d3",
    ]


@pytest.mark.parametrize("name", tilewright.GAMES)
def test_every_position_of_a_game_can_be_drawn(name):
    game, rng = Game(name, **({"single_round": True} if name == "triominos" else {})), random.Random(4)
    while not game.is_over:
        game.play(rng.choice(game.legal_moves()))
        if game.ply % 7 == 0:
            ElementTree.fromstring(game.svg(game.turn))
    winner = game.outcome.winners[0] + 1
    title = ElementTree.fromstring(game.svg()).find(f"{SVG}title").text
    assert f"over, first: seat {winner}" in title
