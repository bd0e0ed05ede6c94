"""Engines written for the Tilewe library as engines that speak UGI, unchanged.

``python -m tilewright.tilewe my_engine.py:MyEngine`` lets one play in the arena, in the terminal and
in every other program that knows the protocol (docs/protocols.md)::

    tilewright arena blokus --variant tilewe --player greedy \\
        --player "ugi:python -m tilewright.tilewe my_engine.py:MyEngine"

``import tilewe`` in its file is this package.
"""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any

from tilewright import Bot, Game, tilewe
from tilewright import engine as ugi
from tilewright._tilewright import GameError
from tilewright.tilewe.engine import Engine

#: The names under which programs import the library.
_MODULES = ("elo", "engine", "error", "tournament")

#: The variant whose rules are those of the library.
_VARIANT = "tilewe"


class EngineBot(Bot):
    """A bot that asks an engine of the Tilewe library for its moves."""

    game = "blokus"

    def __init__(self, engine: Engine, seconds: float) -> None:
        self.engine = engine
        self.usual_seconds = seconds
        self._start: tuple[int, str] | None = None
        self._moves: list[str] = []
        self._board = tilewe.Board(4)
        self._game = Game("blokus", variant=_VARIANT)

    @property
    def name(self) -> str:
        """The name of the engine."""
        return self.engine.name

    def choose(self, game: Game) -> str:
        """Returns the engine's move as text."""
        self._follow(game)
        move = self.engine.search(self._board, self.seconds or self.usual_seconds)
        return str(game.parse(str(move)))

    def _follow(self, game: Game) -> None:
        """Plays the moves of the game on the engine's board that it does not know."""
        options = game.options
        if options["variant"] != _VARIANT:
            raise GameError(f"engines of Tilewe play the variant {_VARIANT}, not {options['variant']}")
        texts = [str(move) for move in game.moves]
        start = (game.seats, _VARIANT)
        if start != self._start or texts[: len(self._moves)] != self._moves:
            self._start = start
            self._moves = []
            self._board = tilewe.Board(game.seats)
            self._game = Game("blokus", variant=_VARIANT, seats=game.seats)
        for text in texts[len(self._moves) :]:
            self._push(text)

    def _push(self, text: str) -> None:
        played = self._game.parse(text)
        legal = self._board.generate_legal_moves()
        same = (move for move in legal if self._game.parse(str(move)) == played)
        move = next(same, None)
        if move is None:
            raise GameError(f"{text} is no move of Tilewe here")
        self._board.push(move)
        self._game.play(played)
        self._moves.append(text)


def main(arguments: Sequence[str] | None = None) -> None:
    """``python -m tilewright.tilewe``"""
    parser = argparse.ArgumentParser(
        prog="python -m tilewright.tilewe",
        description="Let an engine written for the Tilewe library be an engine that speaks UGI.",
    )
    parser.add_argument("engine", help="my_engine.py:MyEngine or my_module:MyEngine")
    parser.add_argument("--name", help="its name, which most engines take as their first argument")
    parser.add_argument("--seconds", type=float, default=1.0, help="the time of a move without limits")
    parser.add_argument("--path", action="append", default=[], help="where modules are looked for")
    given = parser.parse_args(arguments)
    if given.seconds <= 0:
        parser.error("--seconds must be more than 0")
    sys.modules.setdefault("tilewe", tilewe)
    for name in _MODULES:
        module = importlib.import_module(f"tilewright.tilewe.{name}")
        sys.modules.setdefault(f"tilewe.{name}", module)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        made = _made(ugi.load(given.engine, [os.getcwd(), *given.path]), given.name)
        ugi.run(EngineBot(made, given.seconds), options={"variant": _VARIANT})
    except (GameError, ImportError, OSError) as error:
        sys.exit(f"error: {error}")
    finally:
        sys.stderr.flush()
    # An engine that still thinks must not keep the process.
    os._exit(0)


def _made(found: object, name: str | None) -> Engine:
    """Returns the engine that was found, or the one that its class makes."""
    if isinstance(found, type):
        made: Any = found
        try:
            found = made(name) if name is not None else made()
        except TypeError:
            # Its name is the only argument that the base class wants.
            found = made(name or made.__name__)
    if not isinstance(found, Engine):
        raise GameError(f"{found!r} is no engine of Tilewe: a subclass of tilewe.engine.Engine")
    return found


if __name__ == "__main__":
    main()
