"""Searches under way, which can be watched, awaited and stopped, and engines of other programs."""

from __future__ import annotations

import asyncio
import random as chance
import threading
from collections.abc import AsyncIterator, Callable, Generator
from types import TracebackType
from typing import Any, List, Optional, Union

from tilewright import _tilewright
from tilewright._bots import (
    Analysis,
    AnyGame,
    Bot,
    HouseBot,
    Time,
    analyze,
    count,
    seconds,
    seed_of,
)
from tilewright._tilewright import Game, GameError, Move


class Search:
    """A search under way in a thread of its own.

    ``result()`` waits for its end, ``await search`` does too, and ``async for analysis in search`` gives each
    step. `stop` ends it with what it has; a ``with`` block stops it at its end.
    """

    def __init__(self, think: Callable[[_tilewright.StopSign, Callable[[Analysis], None]], Analysis]):
        self._sign = _tilewright.StopSign()
        self._done = threading.Event()
        self._lock = threading.Lock()
        self._watchers: List[Callable[[], None]] = []
        #: The last analysis so far, None before the first.
        self.latest: Optional[Analysis] = None
        self._error: Optional[BaseException] = None
        self._thread = threading.Thread(target=self._run, args=(think,), daemon=True)
        self._thread.start()

    def _run(self, think: Callable[..., Analysis]) -> None:
        try:
            self._hear(think(self._sign, self._hear))
        except BaseException as error:
            self._error = error
        self._done.set()
        self._tell()

    def _hear(self, analysis: Analysis) -> None:
        self.latest = analysis
        self._tell()

    def _tell(self) -> None:
        with self._lock:
            watchers = list(self._watchers)
        for watcher in watchers:
            watcher()

    @property
    def is_done(self) -> bool:
        """True once it has ended."""
        return self._done.is_set()

    def stop(self) -> None:
        """Ends it with what it has; `result` returns that."""
        self._sign.stop()

    def result(self, timeout: Optional[float] = None) -> Analysis:
        """Waits for the end, and returns the last analysis. What went wrong is raised here."""
        if not self._done.wait(timeout):
            raise TimeoutError("the search goes on")
        if self._error is not None:
            raise self._error
        assert self.latest is not None
        return self.latest

    async def __aiter__(self) -> AsyncIterator[Analysis]:
        loop = asyncio.get_running_loop()
        news = asyncio.Event()

        def watch() -> None:
            loop.call_soon_threadsafe(news.set)

        with self._lock:
            self._watchers.append(watch)
        shown: Optional[Analysis] = None
        try:
            while True:
                is_done = self.is_done
                latest = self.latest
                if latest is not None and latest is not shown:
                    shown = latest
                    yield latest
                if is_done:
                    break
                if self.latest is shown and not self.is_done:
                    await news.wait()
                    news.clear()
        finally:
            with self._lock:
                self._watchers.remove(watch)
        self.result(0)

    def __await__(self) -> Generator[Any, None, Analysis]:
        return self._wait().__await__()

    async def _wait(self) -> Analysis:
        async for _ in self:
            pass
        return self.result(0)

    def __enter__(self) -> Search:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.stop()
        self._done.wait()

    def __repr__(self) -> str:
        state = "done" if self.is_done else "under way"
        return f"<tilewright.Search: {state}>"


class Ponder:
    """A search for the answer to a move that is expected of somebody else.

    `hit` is called with the move that came: the search goes on if it is the expected one, and starts
    again if not.
    """

    def __init__(self, start: Callable[[Game], Search], game: Game, expected: Union[Move, str]) -> None:
        self._start = start
        self._game = game.copy()
        after = game.copy()
        #: The move that is expected.
        self.expected = after.play(expected)
        #: The search under way.
        self.search = start(after)

    def hit(self, move: Union[Move, str]) -> bool:
        """Goes on after the move that came, and returns true if it was the expected one."""
        came = self._game.play(move)
        if came == self.expected:
            return True
        self.search.stop()
        self.search = self._start(self._game.copy())
        return False

    def stop(self) -> None:
        """Ends the search with what it has."""
        self.search.stop()


class Engine(Bot):
    """An engine of another program: ``Engine("ugi:./engine --flag")``, or ``"gtp:…"`` for Blokus.

    It is a `Bot` like others: for `ask`, the arena and the environments, with `think` and `ponder`. Its process
    starts with its first move and runs on until `close`, or the end of a ``with`` block.
    """

    def __init__(self, spec: str) -> None:
        self._process = _tilewright.EngineProcess(spec)
        #: The engine as text.
        self.spec = self._process.spec

    @property
    def name(self) -> str:
        """The name by which it introduced itself; before that, the command."""
        return self._process.name or self.spec

    def choose(
        self,
        game: AnyGame,
        *,
        seed: Optional[int] = None,
        time: Optional[Time] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
    ) -> Move:
        """Chooses a move for the seat to move. Without any limit an engine of UGI has a second.

        GTP has no command for limits: such an engine takes the time that its own options give it, and
        `time` is the longest to wait for it."""
        limits = (
            self.seconds if time is None else seconds(time),
            self.nodes if nodes is None else count("nodes", nodes),
            self.depth if depth is None else count("depth", depth),
        )
        if limits == (None, None, None) and not self.spec.startswith("gtp:"):
            limits = (1.0, None, None)
        seed = seed_of(chance.getrandbits(63) if seed is None else seed)
        return self._process.choose(game, seed, *limits)

    def close(self) -> None:
        """Ends the process; the next move starts it again."""
        self._process.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"tilewright.Engine({self.spec!r})"

    def __reduce__(self) -> Any:
        return Engine, (self.spec,)


def think(
    bot: Bot,
    game: AnyGame,
    *,
    time: Optional[Time] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    moves: int = 1,
    seed: int = 0,
) -> Search:
    """Starts a search of a built-in bot or of an engine: see `Bot.think`."""
    if game.turn is None:
        raise GameError("no seat is to move")
    shown = game.copy() if isinstance(game, Game) else game
    limits = (seconds(time), count("nodes", nodes), count("depth", depth))
    if isinstance(bot, HouseBot):
        spec = bot.spec

        def search(sign: _tilewright.StopSign, hear: Callable[[Analysis], None]) -> Analysis:
            return analyze(shown, spec, time=time, nodes=nodes, depth=depth, moves=moves,
                           seed=seed, on_progress=hear, _sign=sign)  # fmt: skip

        return Search(search)
    if isinstance(bot, Engine):
        process = bot._process

        def ask(sign: _tilewright.StopSign, hear: Callable[[Analysis], None]) -> Analysis:
            # An engine without limits searches until it is stopped.
            given = limits if any(it is not None for it in limits) else (1e8, None, None)
            move = process.choose(shown, seed_of(seed), *given, sign)
            return Analysis.of_choice(shown, move, bot.name)

        return Search(ask)
    raise GameError(f"{bot!r} cannot be watched: built-in bots and engines do")
