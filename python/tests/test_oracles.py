"""Games of independent programs, played from Python: the same counts and scores."""

import json
from pathlib import Path

import pytest

from tilewright import Game

CRATES = Path(__file__).parents[2] / "crates/games"


def data(crate, name):
    return (CRATES / crate / "tests" / "data" / name).read_text()


def test_blokus_duo():
    for line in data("blokus", "duo.jsonl").splitlines()[:3]:
        oracle = json.loads(line)
        game = Game("blokus", variant="duo", scoring="tilewe")
        for ply in oracle["plies"]:
            assert (game.turn, len(game.legal_moves())) == (ply["player"], ply["legal"])
            game.play(ply["gtp"])
        assert game.is_over
        placed = [color["points_placed"] for color in game.view()["colors"]]
        assert placed == oracle["final_points"]


def test_blokus_by_tilewe_names():
    oracle = json.loads(data("blokus", "tilewe-4p.json"))[0]
    game = Game("blokus", variant="tilewe", seats=4)
    for name, n_legal, player in zip(oracle["moves"], oracle["legal_unique"], oracle["players"]):
        assert (game.turn, game.n_legal_moves) == (player, n_legal)
        game.play(name)
    assert game.is_over and list(game.scores) == oracle["scores"]
    assert list(game.outcome.winners) == oracle["winners"]


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_triominos(n_seats):
    oracle = json.loads(data("triominos", f"games-{n_seats}p.json"))["games"][0]
    game = Game("triominos", seats=n_seats)
    for number in oracle["rounds"]:
        deck = iter(number["deck"])
        while game.is_chance:
            game.play(f"deal:{next(deck)}")
        for action in number["actions"]:
            assert game.turn == action["p"]
            placements = [move for move in game.legal_moves() if move.kind == "place"]
            assert len(placements) == action["legal"]
            if action["a"] == "place":
                game.play(f"{action['tile']}:{action['orient']}@{action['x']},{action['y']}")
            else:
                game.play(action["a"])
                if action["a"] == "draw":
                    game.play(f"drawn:{action['tile']}")
        assert list(game.scores) == number["final_scores"]
    assert game.is_over and list(game.scores) == oracle["final_scores"]
    assert list(game.outcome.winners) == oracle["game_winners"]


def test_coerceo():
    for oracle in json.loads(data("coerceo", "games.json")):
        game = Game("coerceo", variant=oracle["setup"], cost=oracle["cost"])
        for ply in oracle["plies"]:
            assert len(game.legal_moves()) == ply["legal"]
            described = game.describe(ply["move"])
            assert sorted(described["captured"]) == sorted(ply["captured"])
            game.play(ply["move"])
            view = game.view()
            assert (view["held"], view["n_pieces"]) == (ply["held"], ply["pieces"])
        # Games that the oracle broke off go on; without a winner the others are draws.
        assert game.is_over == (oracle["reason"] != "maxply")
        winners = {"W": (0,), "B": (1,)}.get(oracle["winner"], (0, 1))
        assert not game.is_over or game.outcome.winners == winners


@pytest.mark.parametrize("size", ["3x3", "4x4"])
def test_aqua_pipe(size):
    for oracle in json.loads(data("aquapipe", f"games-{size}.json")):
        game = Game("aquapipe", variant=size)
        for text, n_legal in zip(oracle["moves"], oracle["legal_counts"]):
            assert len(game.legal_moves()) == n_legal
            game.play(text)
        winners = {"blue": (0,), "red": (1,)}.get(oracle["result"], (0, 1))
        assert game.is_over and game.outcome.winners == winners
