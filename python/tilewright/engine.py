"""Engines: a bot as a process that speaks the protocol UGI.

``python -m tilewright.engine my_bot.py:MyBot --game blokus`` lets a bot play in the arena, in the
terminal and in every other program that knows the protocol (docs/protocols.md)::

    tilewright arena blokus --player greedy \\
        --player "ugi:python -m tilewright.engine my_bot.py:MyBot --game blokus"
    tilewright play blokus --seat human \\
        --seat "ugi:python -m tilewright.engine my_bot.py:MyBot --game blokus"

A script that ends with ``tilewright.engine.run(MyBot(), "blokus")`` is an engine by itself.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import pickle
import signal
import sys
import traceback
from typing import Any, Dict, List, Mapping, Optional, Sequence

from tilewright import _bots, _tilewright
from tilewright._bots import as_bot, chosen
from tilewright._options import option_texts
from tilewright._tilewright import GameError

__all__ = ["load", "main", "named_bot", "run"]


def run(
    bot: Any,
    game: Optional[str] = None,
    *,
    options: Optional[Mapping[str, object]] = None,
    seed: int = 0,
) -> None:
    """Runs an engine on standard input and output, until the input ends or says ``quit``.

    The bot plays this game, or the one that its class names. `options` are those of a game that begins
    at ``startpos``. Its own output goes to standard error, so that it does not disturb the protocol; an
    exception is reported as the reason that it has no move.
    """
    _bots.refuse_while_loading()
    made = as_bot(bot)
    name = game or getattr(made, "game", None)
    if name is None:
        raise GameError("say which game it plays: by --game, or by the attribute 'game' of its class")

    def choose(*asked: Any) -> str:
        try:
            return chosen(made, *asked)
        except BaseException as error:
            # The program that started the engine keeps the last lines of this, beside the sentence below.
            traceback.print_exc()
            sentence = f"the bot raised {type(error).__name__}: {error}"
            raise RuntimeError(sentence) from None

    pairs = list(option_texts(options).items())
    answers = _take_standard_output()
    try:

        def write(text: str) -> None:
            answers.write(text)
            answers.flush()

        label = str(getattr(made, "name", None) or type(made).__name__)
        _tilewright.serve_ugi(name, pairs, label, choose, write, seed)
    finally:
        answers.close()


def load(target: str, paths: Sequence[str] = ()) -> Any:
    """Loads a bot, or its class or function, named ``my_bot.py:MyBot`` or ``package.module:MyBot``.

    A file is loaded under its own name and not as ``__main__``, so that the code under
    ``if __name__ == "__main__":`` does not run. `paths` come first in the search for modules.
    """
    place, colon, name = target.rpartition(":")
    if not colon or not place or not name:
        raise GameError(f"'{target}' names no bot: write my_bot.py:MyBot or my_module:MyBot")
    sys.path[:0] = [path for path in paths if path not in sys.path]
    _bots.is_loading = True
    try:
        found: Any = _load_file(place) if place.endswith(".py") else importlib.import_module(place)
    finally:
        _bots.is_loading = False
    for part in name.split("."):
        if not hasattr(found, part):
            raise GameError(f"{place} has no '{part}'")
        found = getattr(found, part)
    return found


def named_bot(text: str, paths: Sequence[str] = ()) -> Any:
    """Returns a built-in bot by its name, or the bot that `load` finds from the current folder."""
    try:
        return _bots.bot(text)
    except GameError as error:
        if ":" not in text or "=" in text:
            raise error
    return load(text, [os.getcwd(), *paths])


def main(arguments: Optional[Sequence[str]] = None) -> None:
    """``python -m tilewright.engine``"""
    parser = argparse.ArgumentParser(
        prog="python -m tilewright.engine",
        description="Let a bot written in Python be an engine that speaks UGI.",
    )
    parser.add_argument("bot", help="my_bot.py:MyBot, my_module:MyBot or the file of a pickled bot")
    parser.add_argument("--game", help="which game it plays; needed unless its class says so")
    parser.add_argument("--variant", help="the variant of a game that begins at startpos")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--path", action="append", default=[], help="where modules are looked for")
    parser.add_argument("--seed", type=int, default=0, help="the seed of its random choices")
    given = parser.parse_args(arguments)
    options = _options(given.option, given.variant)
    # Ctrl-C ends the process at once: the thread that writes the answers gets no exception.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        run(_given(given.bot, given.path), given.game, options=options, seed=given.seed)
    except (GameError, ImportError, OSError) as error:
        sys.exit(f"error: {error}")
    finally:
        sys.stderr.flush()
    # A bot that still thinks must not keep the process.
    os._exit(0)


def _given(bot: str, paths: Sequence[str]) -> Any:
    if bot.endswith(".pickle"):
        with open(bot, "rb") as file:
            payload: Dict[str, Any] = pickle.load(file)
        sys.path.extend(path for path in payload["path"] if path not in sys.path)
        return pickle.loads(payload["bot"])
    return named_bot(bot, paths)


def _options(texts: List[str], variant: Optional[str]) -> Dict[str, object]:
    options: Dict[str, object] = {} if variant is None else {"variant": variant}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            sys.exit(f"error: '{text}' sets no option: write NAME=VALUE")
        options[name] = value
    return options


def _load_file(path: str) -> Any:
    path = os.path.abspath(path)
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not os.path.exists(path):
        raise GameError(f"there is no file {path}")
    sys.path.insert(0, os.path.dirname(path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _take_standard_output() -> Any:
    """Reserves standard output for answers: all other output goes to standard error from now on, and
    only the engine reads standard input."""
    sys.stdout.flush()
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    sys.stdin = open(os.devnull, encoding="utf-8")
    return answers


if __name__ == "__main__":
    main()
