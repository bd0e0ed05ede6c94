"""Pentobi as an engine that speaks GTP, where only its window program can be had.

    apt-get install pentobi xvfb xdotool
    tilewright arena blokus --variant duo --player mcts:time=2s --patience 300s \\
        --player "gtp:python3 python/benches/pentobi_window.py --level 7"

For each move it writes the game to a file, opens that in Pentobi on a screen of its own, asks for one move by the
keyboard, saves, and reads the move from the file. So Pentobi begins every move anew, without the tree of the move
before. It has one thread and its opening books; `--log FILE` appends how long it thought about each move. Games
begin where games begin: it does not know the command that loads another position.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Callable

# What Pentobi's files call the colors of GTP.
COLORS = {"b": "B", "w": "W", "1": "1", "2": "2", "3": "3", "4": "4"}

# What Pentobi says when it can be asked, before it says anything of a search.
READY = "Creating 1 threads"

# Debian has it where games are, which is not on everybody's path.
PROGRAM = shutil.which("pentobi") or "/usr/games/pentobi"

# For the window to take keys after it is there; a key that was lost is pressed again.
SECONDS_TO_SHOW = 0.4
SECONDS_TO_ANSWER_A_KEY = 4.0
SECONDS_TO_SAVE = 0.2

# Who has not begun or saved after so long is not waited for.
SECONDS_TO_BEGIN = 60.0

SECONDS_BETWEEN_LOOKS = 0.05

SETTINGS = """[General]
level={level}
initComputerColorsOnNewGame=false

[GameViewDesktop]
enableAnimations=false
"""

Placement = tuple[str, str]


class Screen:
    """A screen that nobody sees, with a home folder for the program on it."""

    def __init__(self) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="pentobi-"))
        self.home.joinpath(".config/Pentobi").mkdir(parents=True)
        told, tell = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(tell), "-screen", "0", "1280x800x24"],
            pass_fds=[tell],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(tell)
        display = os.read(told, 20).decode().strip()
        os.close(told)
        self.environment = dict(
            os.environ,
            HOME=str(self.home),
            XDG_RUNTIME_DIR=str(self.home),
            DISPLAY=f":{display}",
            QT_QUICK_BACKEND="software",
        )

    def do(self, *words: str) -> str:
        done = subprocess.run(["xdotool", *words], env=self.environment, capture_output=True, text=True)
        return done.stdout.strip()

    def press(self, window: str, key: str) -> None:
        self.do("windowfocus", window)
        self.do("key", key)

    def close(self) -> None:
        self.server.kill()
        self.server.wait()
        shutil.rmtree(self.home, ignore_errors=True)


class Pentobi:
    """One game, which Pentobi is shown anew for each of its moves."""

    def __init__(self, level: int, log: Path | None) -> None:
        self.level, self.log = level, log
        self.screen = Screen()
        self.game = "Blokus Duo"
        self.placements: list[Placement] = []
        self.file = self.screen.home / "game.blksgf"
        self.said = self.screen.home / "said.txt"

    def genmove(self) -> str:
        self.screen.home.joinpath(".config/Pentobi/Pentobi.conf").write_text(SETTINGS.format(level=self.level))
        placements = "".join(f";{color}[{squares}]" for color, squares in self.placements)
        self.file.write_text(f"(;GM[{self.game}]{placements})\n")
        seed = str(time.time_ns() % 1_000_000)
        command = [PROGRAM, "--verbose", "--nodelay", "--threads", "1", "--seed", seed, str(self.file)]
        with self.said.open("w") as said:
            program = subprocess.Popen(command, env=self.screen.environment, stderr=said, stdout=subprocess.DEVNULL)
        try:
            placement, seconds = self._ask(program)
        finally:
            program.kill()
            program.wait()
        if self.log:
            with self.log.open("a") as log:
                log.write(f"level {self.level} ply {len(self.placements)} {placement[1]} {seconds:.2f} s\n")
        self.placements.append(placement)
        return placement[1]

    def _ask(self, program: subprocess.Popen[bytes]) -> tuple[Placement, float]:
        """What the program places, and how long it thought."""
        self._wait(program, lambda: READY in self.said.read_text())
        self._wait(program, lambda: self._window() != "")
        time.sleep(SECONDS_TO_SHOW)
        window, n_lines = self._window(), self._n_lines()
        begin, pressed = time.monotonic(), 0.0
        # A game that is not saved has a star in the title of its window.
        while not self.screen.do("getwindowname", window).startswith("*"):
            if self._n_lines() == n_lines and time.monotonic() - pressed > SECONDS_TO_ANSWER_A_KEY:
                self.screen.press(window, "ctrl+shift+l")
                pressed = time.monotonic()
            self._pause(program)
        seconds = time.monotonic() - max(begin, pressed)
        self._wait(program, lambda: self._is_saved(window))
        *before, last = self._saved()
        if before != self.placements:
            raise RuntimeError(f"it goes on with {before} instead of {self.placements}")
        return last, seconds

    def _is_saved(self, window: str) -> bool:
        self.screen.press(window, "ctrl+s")
        time.sleep(SECONDS_TO_SAVE)
        return len(self._saved()) > len(self.placements)

    def _window(self) -> str:
        return self.screen.do("search", "--name", "blksgf - Pentobi").split("\n")[-1]

    def _n_lines(self) -> int:
        return len(self.said.read_text().splitlines())

    def _saved(self) -> list[Placement]:
        return re.findall(r";\s*([BW1234])\[([^\]]+)\]", self.file.read_text())

    def _wait(self, program: subprocess.Popen[bytes], is_true: Callable[[], bool]) -> None:
        begin = time.monotonic()
        while not is_true():
            if time.monotonic() - begin > SECONDS_TO_BEGIN:
                raise RuntimeError(f"it did not answer: {self.said.read_text()[-200:]}")
            self._pause(program)

    def _pause(self, program: subprocess.Popen[bytes]) -> None:
        if program.poll() is not None:
            raise RuntimeError(f"it ended: {self.said.read_text()[-200:]}")
        time.sleep(SECONDS_BETWEEN_LOOKS)

    def answer(self, command: str, words: list[str]) -> str:
        if command == "protocol_version":
            return "2"
        if command == "name":
            return f"Pentobi, level {self.level}"
        if command == "set_game":
            self.game = " ".join(words)
        elif command == "clear_board":
            self.placements.clear()
        elif command == "play" and words[1].lower() == "pass":
            pass  # A color without a move is skipped in its files.
        elif command == "play":
            self.placements.append((COLORS[words[0].lower()], words[1]))
        elif command == "undo":
            self.placements.pop()
        elif command == "genmove":
            return self.genmove()
        elif command != "quit":
            raise ValueError("unknown command")
        return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", type=int, default=7, choices=range(1, 10))
    parser.add_argument("--log", type=Path)
    arguments = parser.parse_args()
    pentobi = Pentobi(arguments.level, arguments.log)
    try:
        for line in sys.stdin:
            words = line.split()
            number = words.pop(0) if words and words[0].isdigit() else ""
            if not words:
                continue
            try:
                sign, answer = "=", pentobi.answer(words[0], words[1:])
            except (LookupError, RuntimeError, ValueError) as error:
                sign, answer = "?", " ".join(str(error).split())
            print(f"{sign}{number} {answer}\n", flush=True)
            if words[0] == "quit":
                break
    finally:
        pentobi.screen.close()


if __name__ == "__main__":
    main()
