"""Engines written for the Tilewe library play by UGI, unchanged."""

import subprocess
import sys

from tilewright import Game

ENGINE = """
import tilewe
from tilewe.engine import Engine


class Largest(tilewe.engine.Engine):
    def on_search(self, board, seconds):
        assert 0 < seconds <= 5
        moves = board.generate_legal_moves()
        return max(moves, key=lambda move: tilewe.n_piece_tiles(move.piece))


class NoEngine:
    pass
"""


def command(folder, name, *arguments):
    file = folder / "my_engine.py"
    file.write_text(ENGINE)
    return [sys.executable, "-m", "tilewright.tilewe", f"{file}:{name}", *arguments]


def test_it_plays_a_whole_game(tmp_path):
    for seats in (2, 4):
        process = subprocess.Popen(
            command(tmp_path, "Largest", "--name", "Ada"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

        def ask(line, beginning):
            process.stdin.write(line + "\n")
            process.stdin.flush()
            while True:
                answer = process.stdout.readline()
                assert answer, "the engine has ended"
                if answer.startswith(beginning):
                    return answer.strip()

        assert ask("ugi", "id name") == "id name Ada"
        process.stdin.write(f"setoption name seats value {seats}\n")
        game = Game("blokus", variant="tilewe", seats=seats)
        while not game.is_over:
            moves = " ".join(str(move) for move in game.moves)
            process.stdin.write(f"position startpos moves {moves}\n")
            game.play(ask("go movetime 1000", "bestmove").split()[1])
        process.communicate("quit\n", timeout=60)
        assert process.returncode == 0
        assert game.ply > 20


def test_what_cannot_play_is_refused(tmp_path):
    for name, reason in [
        ("NoEngine", "is no engine of Tilewe: a subclass of tilewe.engine.Engine"),
        ("Missing", "has no 'Missing'"),
    ]:
        ended = subprocess.run(command(tmp_path, name), capture_output=True, text=True, timeout=60)
        assert ended.returncode == 1
        assert reason in ended.stderr
    other = subprocess.run(
        command(tmp_path, "Largest"),
        input="setoption name variant value classic\nposition startpos\ngo\nisready\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "engines of Tilewe play the variant tilewe, not classic" in other.stdout
