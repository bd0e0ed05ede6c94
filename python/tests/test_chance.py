"""Triominos: chance decides, and hands are hidden."""

import random

import pytest

from tilewright import Game, GameError


def test_without_a_seed_chance_is_played_like_others():
    game = Game("triominos")
    assert game.is_chance and game.turn is None and len(game.legal_moves()) == 56
    game.play("deal:1-2-3")
    assert len(game.legal_moves()) == 55
    dealt = game.play_chance(7)
    assert len(dealt) == 17 and game.turn is not None and not game.is_chance
    assert game.play_chance(7) == ()
    assert str(game.undo()).startswith("deal:")


def test_with_a_seed_chance_decides_by_itself():
    game = Game("triominos", seed=7)
    assert (game.ply, game.seed) == (18, 7) and game.turn is not None
    rng = random.Random(1)
    while not game.is_over:
        assert not game.is_chance
        game.play(rng.choice(game.legal_moves()))
    assert max(game.scores) >= 400


def test_seeds_decide():
    deals = {Game("triominos", seed=seed).position for seed in range(20)}
    assert len(deals) == 20
    assert Game("triominos", seed=7) == Game("triominos", seed=7)


def test_undo_takes_back_what_chance_did_after_a_move():
    game = Game("triominos", seed=7)
    opening = game.play(game.legal_moves()[0])
    before = game.copy()
    game.play("draw")
    after = game.copy()
    assert str(after.moves[-1]).startswith("drawn:")
    assert str(game.undo()) == "draw"
    assert game == before
    game.play("draw")
    assert game == after, "the same tile is drawn again"
    game.undo()
    assert game.undo() == opening
    with pytest.raises(GameError, match="there is no move to take back"):
        game.undo()
    assert game == Game("triominos", seed=7), "the deal stays"


def test_a_view_shows_one_hand_and_a_spectator_none():
    game = Game("triominos", seats=3, seed=7)
    for seat in range(3):
        hands = game.view(seat)["hands"]
        assert [hand["tiles"] is not None for hand in hands] == [other == seat for other in range(3)]
        seen = [str(move) for move in game.moves_seen_by(seat)]
        assert seen.count("deal:?") == 14
    spectator = game.view()
    assert all(hand["tiles"] is None for hand in spectator["hands"])
    assert {str(move) for move in game.moves_seen_by()} == {"deal:?"}


def test_what_a_spectator_gets_does_not_depend_on_hidden_tiles():
    games = [Game("triominos", starter="free", seed=seed) for seed in (1, 2)]
    assert games[0].position != games[1].position
    for show in (Game.view, Game.svg, Game.draw, str, Game._repr_svg_):
        assert show(games[0]) == show(games[1])
    assert games[0].record(seen_by="spectator") == games[1].record(seen_by="spectator")
