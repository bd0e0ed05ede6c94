import json
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time

import pytest
import some_bots

import tilewright
from tilewright import Plan, Sprt


def small(players, **plan):
    return tilewright.arena("aquapipe", players, **{"games": 8, "workers": 2, **plan})


def test_house_bots_meet_and_the_result_is_data():
    result = tilewright.arena(
        "blokus", ["greedy", "random"], games=40, variant="duo", seed=3, workers=2
    )
    assert result.is_complete and result.n_games == 40 and result.names == ["greedy", "random"]
    assert result.report == str(result) and "greedy against random" in result.report
    best, other = result.table
    assert (best["name"], best["rank"], other["name"]) == ("greedy", 1, "random")
    assert best["elo_low"] < best["elo"] and best["score"] > 0.5 and "seat2" in best
    (pair,) = result.pairs
    assert pair["first"] == "greedy" and pair["games"] == 40 and pair["margin"] > 0
    assert [game.game for game in result.games] == list(range(40))
    assert json.loads(result.to_json())["n_games"] == 40


def test_the_same_seed_gives_the_same_tournament_on_any_number_of_workers():
    results = [
        tilewright.arena("triominos", ["greedy", "random"], games=4, seed=5, workers=workers)
        for workers in (1, 3)
    ]
    assert results[0].report == results[1].report and results[0].games == results[1].games
    other = tilewright.arena("triominos", ["greedy", "random"], games=4, seed=6)
    assert other.games != results[0].games


def test_results_are_frames():
    result = small(["greedy", some_bots.Any], seed=2)
    table, pairs, games = result.to_pandas(), result.pairs_to_pandas(), result.games_to_pandas()
    assert list(table["name"]) == [row["name"] for row in result.table]
    assert len(pairs) == 1 and pairs.loc[0, "second"] == "Any"
    assert len(games) == 16 and set(games["player"]) == {"greedy", "Any"}
    # Every player has every seat equally often.
    assert games.groupby(["player", "seat"]).size().tolist() == [4] * 4
    assert games["fault"].isna().all()


def test_bots_of_python_play_as_classes_functions_and_objects():
    players = [some_bots.Any, some_bots.patient, some_bots.Any(), tilewright.bot("greedy"), "random"]
    result = small(players, games=20, tournament="round-robin", seed=1)
    assert result.is_complete and not result.faults
    assert result.names == ["Any", "patient", "Any #2", "greedy", "random"]
    assert result.n_games == 20


def test_a_tournament_with_a_bot_of_python_is_the_same_again():
    def play(seed, workers):
        return small(["greedy", some_bots.Any], seed=seed, workers=workers).games

    assert play(4, 1) == play(4, 2) != play(5, 2)


def test_secrets_stay_hidden_in_the_arena():
    players = [some_bots.Any, "greedy"]
    options = {"single_round": True}
    result = tilewright.arena("triominos", players, games=2, options=options, workers=1)
    assert result.is_complete and not result.faults


@pytest.mark.parametrize(
    "bad, reason",
    [
        (some_bots.Raising, "the bot raised KeyError: 'where is my opening book?'"),
        (some_bots.Leaving, "the bot raised SystemExit: I have to go"),
        (some_bots.Illegal, "which is not legal"),
        (some_bots.Nonsense, "is not a move"),
        (some_bots.Nothing, "the bot raised TypeError: it chose None, which is no move"),
        (some_bots.Crashing, "crashed"),
    ],
)
def test_a_bad_bot_forfeits_and_never_ends_the_arena(bad, reason):
    result = small(["random", bad], games=2, workers=1)
    assert result.is_complete and result.n_games == 2
    n_times, why = result.faults[bad.__name__]
    assert n_times == 2 and reason in why
    assert result.table[0]["name"] == "random" and result.table[0]["score"] == 1.0
    assert all(game.faults for game in result.games)
    assert result.games_to_pandas()["fault"].notna().sum() == 2


def test_a_bot_that_never_answers_loses_on_time():
    result = small(["random", some_bots.Sleeping], games=2, workers=2, patience=0.5)
    assert "did not answer in time" in result.faults["Sleeping"][1]
    timed = small(["random", some_bots.Sleeping], games=2, workers=2, time="50ms", over_time="100ms")
    assert timed.faults["Sleeping"][0] == 2


def test_a_clock_runs_for_the_whole_game():
    result = small(["random", some_bots.Sleeping], games=2, workers=2, clock=("200ms", 0.01), over_time="100ms")
    assert "did not answer in time" in result.faults["Sleeping"][1]
    assert not small(["random", "mcts:nodes=1000000000"], games=2, clock=0.2, over_time=60).faults
    for bad in [0, -1, "soon", (1, 0), (1, 2, 3)]:
        with pytest.raises(ValueError):
            small(["random", "random"], games=2, clock=bad)


def test_what_a_bot_prints_is_not_taken_for_an_answer():
    result = small(["random", some_bots.Printing], games=2)
    assert result.is_complete and not result.faults


def test_a_bot_that_cannot_be_made_is_told_before_anything_is_played():
    with pytest.raises(tilewright.GameError, match="there is no file weights.bin"):
        small(["random", some_bots.Unborn])


def test_a_bot_that_cannot_be_sent_is_told_how_it_could_be(monkeypatch):
    class Local(some_bots.Any):
        pass

    assert small(["random", Local], games=2).is_complete
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    with pytest.raises(TypeError, match="Local cannot be sent .* install cloudpickle"):
        small(["random", Local], games=2)
    assert small(["random", some_bots.Any()], games=2).is_complete


def test_what_makes_no_sense_is_refused():
    for arguments, reason in [
        ((["random"],), "at least two players"),
        ((["random", "genius"],), "has no bot 'genius'"),
        ((["random", "random"], {"tournament": "cup"}), "cup"),
        ((["random", "random"], {"games": 0}), "games is a whole number from 1"),
        ((["random", "random"], {"games": 10**12}), "at most 1000000000"),
        ((["random", "random"], {"variant": "5x5"}), "5x5"),
        ((["random", "random"], {"openings": ["nonsense"]}), "opening 1"),
        ((["random", "random"], {"workers": -1}), "workers is a whole number from 1"),
        ((["random", "random"], {"sprt": (10, 0)}), "must be above"),
        ((["random", "random"], {"patience": -1}), "number of seconds above 0"),
    ]:
        players, plan = arguments if len(arguments) == 2 else (*arguments, {})
        with pytest.raises(ValueError, match=reason):
            small(players, **plan)
    with pytest.raises(TypeError, match="is no player"):
        small(["random", 3])
    with pytest.raises(TypeError, match="takes a game with its players, or resume"):
        tilewright.arena()


def test_openings_are_games_or_texts():
    game = tilewright.Game("aquapipe", moves="S@b2 M@a1")
    result = small(["random", "random"], openings=[game, game.position], opening_plies=0, games=4)
    assert result.is_complete
    assert result.games == small(["random", "random"], openings=[game], opening_plies=0, games=4).games


def test_a_test_stops_when_it_is_decided():
    result = small(["greedy", "random"], games=4000, sprt=Sprt(0, 50), workers=1)
    assert result.is_complete and result.n_games < 4000
    assert result.sprt["decision"] == "accept-second" and "test" in result.report


def test_progress_is_told():
    heard = []
    small(["random", "random"], games=50, progress=heard.append)
    assert heard[-1].n_played == heard[-1].n_games == 50
    assert [it.n_played for it in heard] == sorted(it.n_played for it in heard)


def test_a_bar_shows_progress(capsys):
    small(["random", "random"], games=50, progress=True)
    assert "50/50 games" in capsys.readouterr().err
    small(["random", "random"], games=50, progress=False)
    assert capsys.readouterr().err == ""


def test_an_exception_of_who_listens_ends_the_tournament():
    def listen(progress):
        raise ZeroDivisionError("enough")

    with pytest.raises(ZeroDivisionError):
        small(["random", "random"], games=10**6, progress=listen)


def test_blocks_played_apart_say_the_same_as_the_tournament():
    arguments = {"games": 12, "seed": 9, "tournament": "round-robin"}
    players = ["greedy", some_bots.Any, "random"]
    whole = small(players, **arguments)
    plan = pickle.loads(pickle.dumps(Plan("aquapipe", players, **arguments)))
    assert (plan.n_blocks, plan.games_per_block, plan.n_games) == (6, 2, 12)
    standings = plan.standings()
    for block in [5, 1, 3, 0, 4, 2, 2]:
        results = pickle.loads(pickle.dumps(plan.play_block(block)))
        n_new = standings.add(results)
    plan.close()
    assert n_new == 0 and standings.is_complete and standings.n_played == 12
    result = standings.result()
    assert some_bots.without_times(result) == some_bots.without_times(whole)
    assert result.games == whole.games
    assert result.to_pandas().equals(whole.to_pandas())
    with pytest.raises(ValueError, match="the blocks are 0 to 5"):
        plan.play_block(6)
    with pytest.raises(ValueError, match="there is no game 99"):
        standings.add([results[0]._replace(game=99)])


def test_a_tournament_goes_on_where_it_was_stopped(tmp_path):
    path, arguments = tmp_path / "a.results", {"games": 6, "seed": 3, "workers": 1}

    # A bot that only a file can hold, because it is made here.
    class Local(some_bots.Any):
        pass

    players = ["greedy", Local]
    whole = small(players, results=path, **arguments)
    assert (tmp_path / "a.records").read_text().count("tilewright record 1") == 6
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:4]))
    result = tilewright.arena(resume=path, workers=1)
    assert some_bots.without_times(result) == some_bots.without_times(whole)
    assert result.games == whole.games
    assert tilewright.arena(resume=path).games == whole.games
    with pytest.raises(ValueError, match="exists already"):
        small(players, results=path, **arguments)
    with pytest.raises(TypeError, match="has its players"):
        tilewright.arena(resume=path, players=players)
    with pytest.raises(ValueError, match="No such file"):
        tilewright.arena(resume=tmp_path / "b.results")


SCRIPT = """
import sys, tilewright

class Mine(tilewright.Bot):
    def choose(self, game):
        return game.legal_moves()[0]

def interrupted(progress):
    print("told", flush=True)

if {guard}:
    results = sys.argv[1] if len(sys.argv) > 1 else None
    result = tilewright.arena(
        "aquapipe", ["random", Mine], games={games}, workers=1, results=results, progress=interrupted
    )
    print(len(result.games), result.is_complete, sorted(result.faults))
"""


def start(folder, *arguments, games=4, guard="__name__ == '__main__'"):
    script = folder / "script.py"
    script.write_text(textwrap.dedent(SCRIPT.format(games=games, guard=guard)))
    command = [sys.executable, str(script), *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_bot_of_the_script_itself_plays(tmp_path):
    out, err = start(tmp_path).communicate(timeout=60)
    assert out.splitlines()[-1] == "4 True []", err


def test_a_script_that_would_begin_again_for_each_bot_is_told(tmp_path):
    process = start(tmp_path, guard="True")
    _, err = process.communicate(timeout=60)
    assert process.returncode != 0 and "if __name__ == '__main__'" in err


def test_ctrl_c_returns_what_was_played(tmp_path):
    process = start(tmp_path, games=10**6)
    for _ in range(5):
        process.stdout.readline()
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    n_games, is_complete = out.splitlines()[-1].split()[:2]
    assert 0 < int(n_games) < 10**6 and is_complete == "False", err


def test_ctrl_c_leaves_a_file_that_goes_on(tmp_path):
    path = tmp_path / "a.results"
    process = start(tmp_path, path, games=400)
    for _ in range(5):
        process.stdout.readline()
    os.kill(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode != 0 and "KeyboardInterrupt" in err
    assert path.exists()
    begin = time.monotonic()
    assert tilewright.arena(resume=path, workers=2).is_complete
    assert time.monotonic() - begin < 60


def test_players_have_processor_time() -> None:
    players = ["mcts:nodes=50", "random"]
    result = tilewright.arena("aquapipe", players, games=2, seed=1, cpu_time="50ms")
    assert result.is_complete and "of processor time" in result.report
    plan = tilewright.Plan("aquapipe", players, games=2, cpu_clock=("5s", "100ms"))
    assert '"is_cpu_time":true' in plan._plan.to_json().replace(" ", "")
    assert len(plan.play_block(0)) == 2
    for other in ({"time": 1}, {"clock": 9}, {"cpu_clock": 9}):
        with pytest.raises(tilewright.GameError, match="choose one of time, clock"):
            tilewright.Plan("aquapipe", players, cpu_time=1, **other)
