import random

import pytest

import tilewright
from tilewright import Game, GameError

every_game = pytest.mark.parametrize("name", tilewright.GAMES)


def some_game(name, n_moves=8):
    game, rng = Game(name), random.Random(2)
    for _ in range(n_moves):
        if not game.is_over:
            game.play(rng.choice(game.legal_moves()))
    return game


@every_game
def test_a_record_replays_to_the_same_game(name):
    game = some_game(name)
    game.resign(1)
    assert Game.from_record(game.record()) == game


def test_a_record_tells_who_played_and_what_is_said():
    game = Game("coerceo")
    record = game.record(names=["Ada", "Grace"], date="2026-11-16", comment="a rainy afternoon")
    for line in ("seat 1: Ada", "seat 2: Grace", "date: 2026-11-16", "# a rainy afternoon"):
        assert line in record.splitlines()
    assert Game.from_record(record) == game
    with pytest.raises(GameError, match="there are more names than seats"):
        game.record(names=["Ada", "Grace", "Joan"])


def test_a_file_that_cannot_be_read_or_written_is_named(tmp_path):
    missing = tmp_path / "nowhere" / "game.record"
    for use in (Game.load, Game("aquapipe").save, tilewright.read_games):
        with pytest.raises(FileNotFoundError, match=r"cannot (read|write) .*nowhere/game\.record: "):
            use(missing)


def test_a_record_that_is_wrong_is_refused_with_its_line():
    text = "tilewright record 1\ngame: blokus\nvariant: duo\n\n1. O1n@e10\n2. O1n@e10\n"
    with pytest.raises(GameError, match="line 6: 2. O1n@e10: e10 is occupied"):
        Game.from_record(text)
    with pytest.raises(GameError):
        Game.from_record("hello")


def test_a_record_of_what_one_seat_saw_tells_no_more():
    game = Game("triominos", seed=3)
    seen = game.record(seen_by=0)
    assert seen.count("deal:?") == 9 and game.record().count("deal:?") == 0
    with pytest.raises(GameError, match="holds only what seat 1 saw"):
        Game.from_record(seen)
    for who in (2, -1, "nobody"):
        with pytest.raises(GameError):
            game.record(seen_by=who)


def test_games_are_saved_and_loaded(tmp_path):
    for name in tilewright.GAMES:
        game = some_game(name)
        game.save(tmp_path / "game.record", names=["Ada"])
        assert Game.load(tmp_path / "game.record") == game
    with pytest.raises(OSError):
        Game.load(tmp_path / "nowhere.record")
    (tmp_path / "bytes.record").write_bytes(b"\xff\xfe")
    with pytest.raises(GameError, match="the file is not text"):
        Game.load(tmp_path / "bytes.record")


def test_games_of_pentobi_are_saved_and_loaded(tmp_path):
    path = str(tmp_path / "game.blksgf")
    game = Game("blokus", variant="duo", moves="X5n@d8 X5n@h4")
    game.save(path)
    assert open(path).read().startswith("(;GM[Blokus Duo]")
    assert Game.load(path).moves == game.moves
    with pytest.raises(GameError):
        Game("coerceo").save(path)


def test_a_file_with_several_records_is_read_game_by_game(tmp_path):
    games = [some_game(name) for name in tilewright.GAMES]
    path = tmp_path / "games.record"
    path.write_text("\n".join(game.record() for game in games))
    assert list(tilewright.read_games(path)) == games
    path.write_text(games[0].record() + "\ntilewright record 1\ngame: chess\n")
    reader = tilewright.read_games(path)
    assert next(reader) == games[0]
    with pytest.raises(GameError, match="record 2"):
        next(reader)
