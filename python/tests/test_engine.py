import os
import subprocess
import sys

import pytest
import some_bots

import tilewright
import tilewright.engine

FOLDER = os.path.dirname(os.path.abspath(some_bots.__file__))
BOTS = os.path.join(FOLDER, "some_bots.py")


def tilewright_program():
    """The program, which `cargo xtask test python` builds."""
    root = os.path.join(FOLDER, "..", "..")
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(root, "target"))
    program = os.environ.get("TILEWRIGHT", os.path.join(target, "debug", "tilewright"))
    if not os.path.exists(program):
        pytest.fail(f"there is no {program}: build it with cargo build -p tilewright")
    return os.path.abspath(program)


def talk(words, lines):
    command = [sys.executable, "-m", "tilewright.engine", *words]
    done = subprocess.run(
        command, input=lines, capture_output=True, text=True, cwd=FOLDER, timeout=60
    )
    return done.stdout, done.stderr, done.returncode


def test_an_engine_answers_by_the_protocol():
    lines = "ugi\nisready\nposition startpos moves S@b2\ngo nodes 5\nquery turn\n"
    out, err, code = talk([f"{BOTS}:First"], lines)
    assert code == 0, err
    answers = out.splitlines()
    assert answers[0] == "id name First" and "option name seed" in out and "ugiok" in answers
    assert not any(line.startswith("option name bot") for line in answers)
    assert "bestmove S@a1" in answers and "response p2" in answers


def test_an_engine_is_named_by_file_module_or_bot_of_the_house():
    lines = "position startpos\ngo\n"
    for words in [
        ["some_bots:First"],
        ["some_bots.py:First"],
        [f"{BOTS}:First", "--game", "aquapipe", "--variant", "4x4"],
        ["greedy", "--game", "aquapipe", "--seed", "4"],
    ]:
        out, err, code = talk(words, lines)
        assert code == 0 and out.startswith("bestmove "), err


def test_what_is_no_bot_is_told():
    for words, reason in [
        (["some_bots:Second"], "some_bots has no 'Second'"),
        (["nowhere.py:First"], "there is no file"),
        (["nowhere:First"], "No module named 'nowhere'"),
        (["genius"], "no game has a bot 'genius'"),
        (["some_bots:Any"], "say which game it plays"),
        (["some_bots:First", "--game", "chess"], "there is no game 'chess'"),
        (["some_bots:First", "--option", "variant=9x9"], "9x9"),
    ]:
        out, err, code = talk(words, "ugi\n")
        assert code == 1 and out == "" and reason in err


def test_an_exception_is_the_reason_why_there_is_no_move():
    out, err, code = talk(["some_bots:Raising", "--game", "aquapipe"], "position startpos\ngo\nisready\n")
    assert code == 0 and "readyok" in out.splitlines() and "bestmove none" in out.splitlines()
    assert "info string error: the bot raised KeyError: 'where is my opening book?'" in out
    assert "Traceback" in err


def test_a_bot_that_is_told_everything_is_shown_only_its_seat():
    game = tilewright.Game("triominos", seed=3)
    moves = " ".join(map(str, game.moves))
    out, err, _ = talk(
        ["some_bots:Any", "--game", "triominos"], f"position startpos moves {moves}\ngo\n"
    )
    assert game.is_legal(out.split()[1]), err


@pytest.mark.parametrize("game", ["aquapipe", "triominos", "coerceo", "blokus"])
def test_an_engine_passes_the_check_of_the_protocol(game):
    engine = f"{sys.executable} -m tilewright.engine some_bots:Any --game {game}"
    command = [tilewright_program(), "protocol-check", engine]
    if game == "blokus":
        command += ["--option", "variant=duo"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=FOLDER, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_bot_of_python_plays_in_the_terminal(tmp_path):
    engine = f"ugi:{sys.executable} -m tilewright.engine some_bots:First"
    record = tmp_path / "game.record"
    command = [tilewright_program(), "play", "aquapipe", "--seat", engine, "--seat", "random"]
    done = subprocess.run(
        [*command, "--save", str(record)], capture_output=True, text=True, cwd=FOLDER, timeout=60
    )
    assert done.returncode == 0, done.stderr
    game = tilewright.Game.from_record(record.read_text())
    assert game.is_over and str(game.moves[0]) == "S@a1"


def test_an_engine_runs_only_where_it_should(monkeypatch):
    monkeypatch.setattr(tilewright._bots, "is_loading", True)
    with pytest.raises(RuntimeError, match="if __name__ == '__main__'"):
        tilewright.engine.run(some_bots.First())
