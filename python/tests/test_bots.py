import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time

import pytest
import some_bots

import tilewright
from tilewright import Perspective

GAMES = {
    "blokus": {"variant": "duo"},
    "triominos": {"single_round": True},
    "coerceo": {},
    "aquapipe": {},
}


def open_game(name, seed=1):
    return tilewright.Game(name, seed=seed, **GAMES[name])


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_each_kind_is_played_by_bots(name):
    game = open_game(name)
    players = [tilewright.bot("greedy"), some_bots.Any()]
    while not game.is_over and game.ply < 300:
        game.play(tilewright.ask(players[game.turn], game, seed=5))
    assert game.is_over or name == "coerceo"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("spec", ["random", "greedy", "level:2"])
def test_the_same_seed_gives_the_same_choice(name, spec):
    game = open_game(name)
    bot = tilewright.bot(spec)
    choice = bot.choose(game, seed=3)
    assert game.is_legal(choice)
    assert [tilewright.bot(spec).choose(game, seed=3) for _ in range(3)] == [choice] * 3


def test_without_a_seed_games_differ_and_python_s_random_decides():
    def play():
        game, bot = tilewright.Game("aquapipe"), tilewright.bot("random")
        return [game.play(bot.choose(game)) for _ in range(6)]

    random.seed(4)
    first, second = play(), play()
    random.seed(4)
    assert first != second
    assert (play(), play()) == (first, second)


def test_limits_are_obeyed():
    game = open_game("coerceo")
    bot = tilewright.bot("minimax")
    few, many = bot.choose(game, nodes=1, seed=1), bot.choose(game, depth=2, seed=1)
    assert game.is_legal(few) and game.is_legal(many)
    begin = time.monotonic()
    assert game.is_legal(tilewright.bot("mcts").choose(game, time="50ms"))
    assert time.monotonic() - begin < 20


def test_what_is_no_bot_is_refused():
    for spec, reason in [
        ("genius", "no game has a bot 'genius': tilewright.bots"),
        ("greedy:depth=3", "greedy has no 'depth'"),
        ("minimax:4", "is not a bot"),
        ("level:10", "level"),
    ]:
        with pytest.raises(ValueError, match=reason):
            tilewright.bot(spec)
    solver, game = tilewright.bot("solver"), open_game("triominos")
    with pytest.raises(tilewright.GameError, match="Triominos has no bot 'solver'"):
        solver.choose(game)


@pytest.mark.parametrize(
    "limits",
    [
        {"time": 0},
        {"time": -1.0},
        {"time": float("nan")},
        {"time": 1e300},
        {"time": "5"},
        {"nodes": 0},
        {"nodes": -5},
        {"nodes": 2**70},
        {"depth": 1.5},
        {"seed": -1},
        {"seed": 2**64},
    ],
)
def test_limits_that_are_none_are_refused(limits):
    game = open_game("aquapipe")
    with pytest.raises(ValueError):
        tilewright.bot("greedy").choose(game, **limits)
    with pytest.raises(ValueError):
        tilewright.ask(some_bots.First(), game, **limits)


def test_nobody_chooses_when_the_game_is_over_or_chance_decides():
    game = open_game("aquapipe")
    game.play_out(1)
    for asked in [tilewright.bot("greedy"), some_bots.Any()]:
        with pytest.raises(tilewright.GameError, match="no seat is to move"):
            tilewright.ask(asked, game)
        with pytest.raises(tilewright.GameError, match="no seat is to move"):
            tilewright.ask(asked, tilewright.Game("triominos"))


def test_kinds_and_levels_are_listed():
    for name in GAMES:
        kinds = {kind.name: kind for kind in tilewright.bots(name)}
        assert {"random", "greedy", "level"} <= set(kinds)
        assert any(it.name == "seed" for it in kinds["random"].settings)
        levels = tilewright.levels(name)
        assert [level.number for level in levels] == list(range(1, 10))
        assert all(tilewright.bot(level.spec).spec == level.spec for level in levels)
    with pytest.raises(ValueError, match="there is no game"):
        tilewright.bots("chess")


def test_house_bots_can_be_sent_and_compared():
    bot = tilewright.bot("level:n=5")
    assert pickle.loads(pickle.dumps(bot)) == bot == eval(repr(bot))
    assert isinstance(bot, tilewright.Bot) and bot.name == "level:5"
    assert len({bot, tilewright.bot("level:5")}) == 1


def test_ones_own_bot_is_shown_a_copy_where_everything_lies_open():
    game, witness = open_game("blokus"), some_bots.Witness()
    tilewright.ask(witness, game, seed=1)
    (shown,) = witness.shown
    assert shown.position == game.position and shown is not game
    shown.play(shown.legal_moves()[0])
    assert game.ply == 0


def test_ones_own_bot_is_told_its_limits_and_its_chance():
    class Curious(tilewright.Bot):
        def choose(self, game):
            self.heard = (self.seconds, self.nodes, self.depth, self.random.random(), self.is_stopped)
            return game.legal_moves()[0]

    bot, game = Curious(), open_game("aquapipe")
    tilewright.ask(bot, game, seed=7, time="1.5s", nodes=20)
    first = bot.heard
    assert first[:3] == (1.5, 20, None) and first[4] is False
    tilewright.ask(bot, game, seed=7)
    assert bot.heard[3] == first[3]
    tilewright.ask(bot, game, seed=8)
    assert bot.heard[3] != first[3]


def test_hidden_tiles_change_nothing_for_a_bot():
    for seed in range(40):
        game = open_game("triominos", seed=seed)
        if game.turn == 0:
            break
    found = None
    moves = [str(m) for m in game.moves]
    hidden = [i for i, seen in enumerate(game.moves_seen_by(0)) if str(seen) == "deal:?"]
    free = [
        f"deal:{a}-{b}-{c}"
        for a in range(6)
        for b in range(a, 6)
        for c in range(b, 6)
        if f"deal:{a}-{b}-{c}" not in moves
    ]
    for tile in free:
        exchanged = list(moves)
        exchanged[hidden[0]] = tile
        try:
            other = tilewright.Game("triominos", moves=exchanged, **GAMES["triominos"])
        except ValueError:
            continue
        if other.turn == 0 and other.moves_seen_by(0) == game.moves_seen_by(0):
            found = other
            break
    assert found is not None and found.position != game.position
    shown = []
    for table in (game, found):
        witness = some_bots.Witness()
        choices = [tilewright.ask(witness, table, seed=1), tilewright.bot("greedy").choose(table, seed=1)]
        (seen,) = witness.shown
        assert isinstance(seen, Perspective) and seen.seat == 0
        shown.append((seen, seen.view(), repr(seen), str(seen), list(seen.legal_moves()), choices))
    assert shown[0] == shown[1]


def test_what_a_seat_sees_can_be_sent_and_asked():
    game = open_game("triominos", seed=2)
    seen = Perspective.of(game, game.turn)
    assert pickle.loads(pickle.dumps(seen)) == seen == eval(repr(seen))
    assert list(seen.legal_moves()) == sorted(game.legal_moves(), key=str)
    assert (seen.ply, seen.turn, seen.scores, seen.seats) == (game.ply, game.turn, game.scores, 2)
    assert seen.view() == game.view(game.turn)
    assert all(seen.is_legal(m) for m in game.legal_moves()) and not seen.is_legal("pass")
    assert Perspective.from_record(game.record(seen_by=game.turn)).position == seen.position
    assert tilewright.bot("greedy").choose(seen, seed=1) == tilewright.bot("greedy").choose(game, seed=1)
    other = Perspective.of(game, 1 - game.turn)
    assert not other.legal_moves()
    with pytest.raises(tilewright.GameError, match="not this seat's turn"):
        tilewright.bot("greedy").choose(other)
    with pytest.raises(tilewright.GameError, match="there is no seat 2"):
        Perspective.of(game, 2)
    with pytest.raises(tilewright.GameError, match="Blokus has no secrets"):
        Perspective.of(open_game("blokus"), 0)
    with pytest.raises(tilewright.GameError):
        Perspective("triominos", "nonsense")


def test_what_is_no_move_is_refused():
    game = open_game("aquapipe")
    with pytest.raises(TypeError, match="it chose None, which is no move"):
        tilewright.ask(some_bots.Nothing(), game)
    with pytest.raises(tilewright.GameError):
        tilewright.ask(some_bots.Illegal(), game)
    with pytest.raises(NotImplementedError, match="Bot has no method 'choose'"):
        tilewright.ask(tilewright.Bot(), game)
    with pytest.raises(TypeError, match="is no bot"):
        tilewright.ask(lambda: 3, game)


def test_other_threads_run_while_a_bot_thinks():
    game, n_steps, is_done = open_game("coerceo"), 0, threading.Event()

    def think():
        tilewright.bot("mcts:nodes=3000").choose(game)
        is_done.set()

    thread = threading.Thread(target=think)
    thread.start()
    while not is_done.is_set():
        n_steps += 1
        time.sleep(0.001)
    thread.join()
    assert n_steps > 1


INTERRUPTED = """
import sys, tilewright
game = tilewright.Game("coerceo")
print("begun", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize(
    "call",
    [
        "tilewright.bot('mcts:time=10m').choose(game)",
        "tilewright.analyze(game, 'minimax', time='10m')",
        "tilewright.Plan('coerceo', ['mcts:time=10m', 'random']).play_block(0)",
    ],
)
def test_ctrl_c_interrupts_at_once(call):
    script = [sys.executable, "-c", INTERRUPTED.format(call=call)]
    process = subprocess.Popen(script, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begun\n"
    time.sleep(0.3)
    begin = time.monotonic()
    os.kill(process.pid, signal.SIGINT)
    assert process.communicate(timeout=60)[0] == "interrupted\n"
    # Nobody thinks on for minutes.
    assert time.monotonic() - begin < 30


def test_an_analysis_rates_moves_the_best_first():
    game = tilewright.Game.from_position("aquapipe", "3x3 .../.../...|.../.../...|bb./.../rr. b")
    heard = []
    analysis = tilewright.analyze(game, "minimax", nodes=3000, moves=3, on_progress=heard.append)
    assert str(analysis.best.move) == "L@c3" and analysis.best.is_proved
    assert analysis.best.value == (1.0, 0.0) and analysis.seat == 0
    assert [len(it.value) for it in analysis.moves] == [2, 2, 2]
    assert analysis.best.line[0] == analysis.best.move
    assert heard and all(isinstance(it, tilewright.Analysis) for it in heard)
    frame = analysis.to_pandas()
    assert list(frame["move"]) == [str(it.move) for it in analysis.moves]
    again = tilewright.analyze(game, tilewright.bot("minimax"), nodes=3000, moves=3)
    assert again == analysis


def test_an_analysis_looks_through_the_eyes_of_the_seat():
    game = open_game("triominos", seed=2)
    seen = Perspective.of(game, game.turn)
    by_game = tilewright.analyze(game, nodes=200, seed=1)
    assert by_game == tilewright.analyze(seen, nodes=200, seed=1)


def test_an_exception_of_who_listens_ends_an_analysis():
    def listen(analysis):
        raise ZeroDivisionError("enough")

    begin = time.monotonic()
    with pytest.raises(ZeroDivisionError, match="enough"):
        tilewright.analyze(open_game("coerceo"), "minimax", time="10m", on_progress=listen)
    assert time.monotonic() - begin < 60


def test_a_review_judges_each_move():
    start = "3x3 .../.../...|.../.../...|bb./.../rr. b"
    game = tilewright.Game.from_position("aquapipe", start, moves="S@a2 L@c1")
    heard = []
    judged = tilewright.review(game, "minimax", nodes=4000, on_move=heard.append)
    assert judged == heard == tilewright.review(game.record(), "minimax", nodes=4000)
    assert [(it.ply, it.seat, str(it.move), it.loss) for it in judged] == [
        (1, 0, "S@a2", 1.0),
        (2, 1, "L@c1", 0.0),
    ]
    assert str(judged[0].best.move) == "L@c3" and judged[1].value == (0.0, 1.0)
    with pytest.raises(tilewright.GameError):
        tilewright.review("no record")
    with pytest.raises(tilewright.GameError, match="a spectator sees no hand"):
        tilewright.review(open_game("triominos").record(seen_by="spectator"))
