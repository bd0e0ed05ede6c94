"""Bots that tests play with, good ones and bad ones."""

import os
import sys
import time

import tilewright


def without_times(result):
    """Returns the report of an arena without the times used, which differ every time."""
    lines = result.report.splitlines()
    return [line for line in lines if " of processor time for " not in line]


class Any(tilewright.Bot):
    """Plays any move."""

    def choose(self, game):
        return self.random.choice(list(game.legal_moves()))


class First(tilewright.Bot):
    """Plays the first move, and says it as text."""

    game = "aquapipe"

    def choose(self, game):
        return str(game.legal_moves()[0])


class Raising(tilewright.Bot):
    def choose(self, game):
        raise KeyError("where is my opening book?")


class Illegal(tilewright.Bot):
    def choose(self, game):
        return game.moves[-1] if game.moves else "S@z9"


class Nonsense(tilewright.Bot):
    def choose(self, game):
        return "bestmove\nquit"


class Nothing(tilewright.Bot):
    def choose(self, game):
        return None


class Printing(First):
    """Prints what would be taken for an answer, from Python and from below it."""

    def choose(self, game):
        print("bestmove S@z9", flush=True)
        os.write(1, b"bestmove S@z9\n")
        os.system("echo bestmove S@z9")
        return super().choose(game)


class Sleeping(tilewright.Bot):
    def choose(self, game):
        time.sleep(1000)


class Leaving(tilewright.Bot):
    def choose(self, game):
        sys.exit("I have to go")


class Crashing(tilewright.Bot):
    def choose(self, game):
        os._exit(3)


class Unborn(tilewright.Bot):
    def __init__(self):
        raise OSError("there is no file weights.bin")


class Witness(tilewright.Bot):
    """Remembers what it was shown."""

    def __init__(self):
        self.shown = []

    def choose(self, game):
        self.shown.append(game)
        return game.legal_moves()[0]


def patient():
    """A function that makes a bot."""
    return Any()
