"""Whatever is passed, what comes back is a value or an exception that says what was wrong, never a panic."""

import random

import pytest

import tilewright
from tilewright import BatchGame, Game, Move

# A panic is none of these: it derives from BaseException alone.
EXPECTED = (ValueError, TypeError, IndexError)

JUNK = [None, True, -1, 0, 7, 2**63, -(2**64), 10**400, 0.5, float("nan"), "", "\0", "x" * 10_000, b"x", [], {}, object()]


def may_refuse(call, *arguments, **keywords):
    try:
        call(*arguments, **keywords)
    except EXPECTED as error:
        assert str(error)


@pytest.mark.parametrize("name", tilewright.GAMES)
def test_methods_answer_junk(name):
    methods = (
        "describe draw explain is_legal moves_seen_by parse perft play play_chance play_out random_move "
        "resign svg view"
    ).split()
    for method in methods:
        for junk in JUNK:
            # A count that is allowed would take long.
            if method != "perft" or junk != 7:
                may_refuse(getattr(Game(name), method), junk)
    for junk in JUNK:
        game = Game(name)
        may_refuse(Move, name, junk)
        may_refuse(Move, junk, "pass")
        may_refuse(game.end, 0, junk)
        may_refuse(game.end, junk, "resigns")
        may_refuse(Game, name, seats=junk, variant=junk)
        may_refuse(Game, name, seed=junk)
        may_refuse(Game, name, moves=junk)
        may_refuse(Game.from_position, name, junk)
        may_refuse(Game.from_record, junk)
        may_refuse(game.record, names=junk, comment=junk)
        may_refuse(game.record, seen_by=junk, date=junk)
        may_refuse(game.legal_moves().__getitem__, junk)
        may_refuse(game.legal_moves().index, junk)


@pytest.mark.parametrize("name", tilewright.GAMES)
def test_batches_answer_junk(name):
    batch = BatchGame(name, 2)
    for junk in JUNK:
        for method in ("step", "observe", "game", "moves", "draw", "reset"):
            arguments = (junk, 0) if method == "observe" else (junk,)
            may_refuse(getattr(batch, method), *arguments)
        may_refuse(batch.observe, 0, junk)
        may_refuse(batch.action_to_move, 0, junk)
        may_refuse(batch.move_to_action, 0, junk)
        may_refuse(batch.step, [junk, -1])
        may_refuse(batch.rollouts, junk, max_moves=3)
        may_refuse(BatchGame, name, 2, seed=junk)
        may_refuse(BatchGame, name, 2, threads=junk if junk != 10**400 else -1)


def test_bots_and_arenas_answer_junk():
    game = Game("aquapipe")
    for junk in JUNK:
        may_refuse(tilewright.bot, junk)
        may_refuse(tilewright.ask, junk, game)
        may_refuse(tilewright.bot("random").choose, junk)
        may_refuse(tilewright.bot("random").choose, game, seed=junk)
        may_refuse(tilewright.Plan, "aquapipe", ["random", junk], games=2)
        for name in ("games", "seed", "tournament", "nodes", "depth", "sprt", "options", "max_plies"):
            may_refuse(tilewright.Plan, "aquapipe", ["random", "greedy"], **{"games": 2, name: junk})
        may_refuse(tilewright.Plan, "aquapipe", ["random", "greedy"], games=2, openings=[junk])
        may_refuse(tilewright.SelfPlay, "aquapipe", junk)
        may_refuse(tilewright.SelfPlay, "aquapipe", "random", random_plies=junk, variant=junk)


@pytest.mark.parametrize("name", tilewright.GAMES)
def test_texts_with_mistakes_are_read_or_refused(name):
    game, rng = Game(name, seed=1), random.Random(9)
    for _ in range(6):
        game.play(rng.choice(game.legal_moves()))
    texts = {
        Game.from_record: game.record(),
        lambda text: Game.from_position(name, text): game.position,
        lambda text: Game(name, moves=text): " ".join(map(str, game.moves)),
    }
    for read, text in texts.items():
        for _ in range(300):
            at, n_gone = rng.randrange(len(text)), rng.randrange(3)
            wrong = text[:at] + rng.choice(text + "?9-/: \n") + text[at + n_gone :]
            may_refuse(read, wrong)
