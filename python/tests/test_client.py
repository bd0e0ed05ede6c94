import subprocess
import sys
import threading

import pytest
import some_bots
from test_engine import BOTS, tilewright_program

import tilewright
from tilewright import client


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    command = [tilewright_program(), "serve", "--addr", "127.0.0.1:0", "--data-dir", str(folder)]
    command.append("--no-limits")
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    line = process.stdout.readline()
    assert line.startswith("Tilewright serves at http://"), line
    yield line.split()[-1]
    process.terminate()
    process.wait(timeout=30)


def test_a_bot_of_python_plays_a_bot_of_the_server(server):
    table = client.open_table(server, "aquapipe", players=["me", {"bot": "greedy"}])
    result = client.play(table, some_bots.Any(), seed=1, interval=0.02)
    assert result.seats == (0,)
    assert tilewright.Game.from_record(result.record).outcome.places == result.places


# Two who come from outside, because bots of a server take their time.
@pytest.mark.parametrize("game, options", [("aquapipe", {}), ("triominos", {"single_round": "on"})])
def test_two_bots_meet_by_a_link(server, game, options):
    table = client.open_table(server, game, options=options, is_private=True)
    results, witness = {}, some_bots.Witness()

    def guest():
        results["guest"] = client.play(table.link, witness, interval=0.02)

    thread = threading.Thread(target=guest)
    thread.start()
    results["host"] = client.play(table, "greedy", interval=0.02, nodes=50)
    thread.join()
    assert (results["host"].seats, results["guest"].seats) == ((0,), (1,))
    assert results["host"].places == results["guest"].places
    seen = tilewright.Perspective if game == "triominos" else tilewright.Game
    assert {type(shown) for shown in witness.shown} == {seen}
    # Of a game that the rules ended, everybody gets the whole record, hidden hands included.
    whole = tilewright.Game.from_record(results["guest"].record)
    assert whole.outcome.places == results["guest"].places


def test_a_bot_that_raises_resigns(server):
    table = client.open_table(server, "aquapipe", players=["me", {"bot": "random"}])
    with pytest.raises(KeyError):
        client.play(table, some_bots.Raising(), interval=0.02)
    state = table.look()["state"]
    assert state["status"] == "over" and state["turn"]["places"] == [2, 1]


def test_what_the_server_refuses_is_told(server):
    with pytest.raises(client.Refused, match="there is no"):
        client.play(f"{server}/tables/nowhere", "greedy")
    with pytest.raises(tilewright.GameError, match="is no link to a table"):
        client.play(f"{server}/games/nowhere", "greedy")
    full = client.open_table(server, "aquapipe", players=["me", {"bot": "random"}])
    with pytest.raises(client.Refused) as refused:
        client.play(full.link, "greedy")
    assert refused.value.code == "conflict"


def test_the_command_opens_a_table_prints_its_link_and_plays(server):
    command = [sys.executable, "-m", "tilewright.client", server, f"{BOTS}:First"]
    command += ["--game", "aquapipe", "--against", "random"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    link, told = done.stdout.splitlines()
    assert link.startswith(f"{server}/tables/") and told.endswith("the bot had seat 1")
    wrong = subprocess.run(command[:5], capture_output=True, text=True, timeout=100)
    assert wrong.returncode == 1 and "say with --game which game to open" in wrong.stderr


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--game", "aquapipe", "--option", "variant"], "--option is NAME=VALUE"),
        (["--game", "aquapipe", "--option", "size=9"], "size"),
        (["--game", "aquapipe", "--against", "wizard"], "wizard"),
        (["--game", "go"], "this bot plays aquapipe, not go"),
    ],
)
def test_what_cannot_be_opened_is_refused_before_a_table_is(server, words, reason):
    command = [sys.executable, "-m", "tilewright.client", server, f"{BOTS}:First", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert done.returncode == 1 and reason in done.stderr and done.stdout == ""


def test_every_other_seat_is_filled_and_waiting_is_said(server):
    command = [sys.executable, "-m", "tilewright.client", server, "greedy", "--game", "blokus"]
    command += ["--option", "variant=classic", "--against", "random"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    assert "waiting for the move of seat" in done.stderr
    assert "open" not in done.stderr


def test_a_server_that_is_not_there_is_told(monkeypatch):
    monkeypatch.setattr(client, "ATTEMPTS", 1)
    with pytest.raises(ConnectionError, match="cannot reach http://127.0.0.1:1/.*: .*refused"):
        client.open_table("http://127.0.0.1:1", "aquapipe")
