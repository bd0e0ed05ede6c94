"""A bot as a guest at a server: it takes a seat at a table and plays to the end.

``python -m tilewright.client LINK my_bot.py:MyBot`` sits down at the table of a link. With the address of a
server instead it opens a table, prints its link, and plays against the first guest::

    python -m tilewright.client "http://127.0.0.1:8080/tables/Qm9hcmQ?key=c2VjcmV0" my_bot.py:MyBot
    python -m tilewright.client http://127.0.0.1:8080 my_bot.py:MyBot --game blokus --variant duo

The bot is your own, or a built-in one by name, such as ``greedy``.
"""

from __future__ import annotations

import argparse
import http.cookiejar
import json
import sys
import time as clock
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from tilewright._bots import AnyGame, HouseBot, Time, as_bot, ask
from tilewright._options import option_texts
from tilewright._tilewright import GAMES, Game, GameError, Perspective, check_bot
from tilewright.engine import named_bot

__all__ = ["Refused", "Table", "main", "open_table", "play"]

#: How long a request may take, and how often it is tried again, in seconds and times.
PATIENCE = 30.0
ATTEMPTS = 8


class Refused(GameError):
    """The server refuses a request: `code` is for programs, the text for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.code, str(self))


class Result(NamedTuple):
    """How a game at a server ended for the bot."""

    seats: Tuple[int, ...]
    """The seats that the bot played, from 0."""
    places: Optional[Tuple[int, ...]]
    """The place of every seat, from 1; nothing if the game was aborted."""
    scores: Tuple[int, ...]
    record: str
    """The record of the game, as far as the bot saw it."""


class Table:
    """A table at a server, as a guest with a cookie of its own sees it."""

    def __init__(self, link: str, _opener: Optional[urllib.request.OpenerDirector] = None) -> None:
        parts = urllib.parse.urlsplit(link)
        folders = [folder for folder in parts.path.split("/") if folder]
        if parts.scheme not in ("http", "https") or len(folders) < 2 or folders[-2] != "tables":
            raise GameError(f"'{link}' is no link to a table: it ends with /tables/NAME")
        prefix = "".join(f"/{folder}" for folder in folders[:-2] if folder != "api")
        #: The link, which invites others.
        self.link = link
        self._server = f"{parts.scheme}://{parts.netloc}{prefix}"
        self._path = f"/api/tables/{folders[-1]}"
        self._query = dict(urllib.parse.parse_qsl(parts.query))
        self._opener = _opener or _new_opener()

    def look(self) -> Dict[str, Any]:
        """Returns the table, all its events, and its current state."""
        return dict(json.loads(self._ask("")))

    def record(self) -> str:
        """Returns the record of the game, as far as the guest saw it."""
        return self._ask("/record")

    def act(self, **action: Any) -> None:
        """Sends an action, such as ``act(type="sit")``."""
        self._ask("/actions", action)

    def _ask(self, rest: str, body: Optional[Mapping[str, Any]] = None) -> str:
        query = urllib.parse.urlencode({k: v for k, v in self._query.items() if k == "key"})
        address = f"{self._server}{self._path}{rest}" + (f"?{query}" if query else "")
        return _request(self._opener, address, body)


def open_table(
    server: str,
    game: str,
    *,
    options: Optional[Mapping[str, object]] = None,
    players: Sequence[Any] = ("me",),
    is_private: bool = False,
) -> Table:
    """Opens a table at a server and takes the first seat. Its ``link`` invites others.

    `players` are those of the API: ``"me"``, ``"open"``, ``"invited"`` or ``{"bot": "level:3"}``; seats beyond
    are open.
    """
    body = {"game": game, "options": option_texts(options), "players": list(players), "is_private": is_private}
    opener, server = _new_opener(), server.rstrip("/")
    opened = json.loads(_request(opener, f"{server}/api/tables", body))
    return Table(f"{server}/tables/{opened['id']}?key={opened['key']}", opener)


def play(
    table: Any,
    bot: Any,
    *,
    seat: Optional[int] = None,
    time: Optional[Time] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    seed: Optional[int] = None,
    interval: float = 0.5,
    on_wait: Optional[Callable[[str], object]] = None,
) -> Result:
    """Sits down at a table, by its link or as `open_table` gives it, and plays to the end.

    The bot gets the view of its seat and these limits; the server is polled every `interval` seconds. The bot
    accepts takebacks, as built-in bots do, and declines draws. If it raises or plays an illegal move, it
    resigns, and the exception propagates.
    """
    if not isinstance(table, Table):
        table = Table(str(table))
    player = as_bot(bot)
    looked = table.look()
    check_player(player, _game_of(looked))
    state = looked["state"]
    told = ""
    if seat is not None or not _own_seats(state):
        table.act(type="sit", **({} if seat is None else {"seat": seat + 1}))
    while True:
        state = table.look()["state"]
        seats = _own_seats(state)
        if state["status"] in ("over", "aborted"):
            places = state["turn"].get("places")
            return Result(seats, places and tuple(places), tuple(state["scores"]), table.record())
        mover = state["turn"].get("seat", 0) - 1
        is_asked = state["status"] == "playing" and mover in seats
        waiting = "" if is_asked else _waiting(state, seats)
        if waiting != told and waiting and on_wait is not None:
            on_wait(waiting)
        told = waiting
        if not is_asked or str(mover + 1) in state["endings"]:
            _answer_offers(table, state, seats)
            clock.sleep(interval)
            continue
        try:
            limits = {"time": time, "nodes": nodes, "depth": depth}
            move = ask(player, _seen(table.record()), seed=seed, **limits)  # type: ignore[arg-type]
            table.act(type="move", ply=state["ply"], move=str(move))
        except Refused as refused:
            # Something happened meanwhile, such as a move taken back: look again.
            if refused.code not in ("wrong-ply", "conflict"):
                raise
        except Exception:
            table.act(type="resign", seat=mover + 1)
            raise


def main(arguments: Optional[Sequence[str]] = None) -> None:
    """``python -m tilewright.client``"""
    parser = argparse.ArgumentParser(
        prog="python -m tilewright.client",
        description="Let a bot play at a table of a server.",
    )
    parser.add_argument("url", help="the link to a table, or the address of a server to open one")
    parser.add_argument("bot", help="my_bot.py:MyBot, my_module:MyBot or a built-in bot")
    parser.add_argument("--seat", type=int, help="the seat, from 1; by default any free one")
    parser.add_argument("--time", help="the time of a move, such as 300ms")
    parser.add_argument("--nodes", type=int, help="the nodes of a move")
    parser.add_argument("--game", help="the game of a table to open")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--variant", help="the variant of a table to open")
    parser.add_argument("--against", metavar="BOT", help="the built-in bot at every other seat")
    parser.add_argument("--private", action="store_true", help="hide the table from everybody without the link")
    given = parser.parse_args(arguments)
    try:
        # A bot that cannot be loaded opens no table.
        bot = as_bot(named_bot(given.bot))
        table = Table(given.url) if "/tables/" in given.url else _opened(given, bot)
        seat = None if given.seat is None else given.seat - 1
        limits: Dict[str, Any] = {"time": given.time, "nodes": given.nodes}
        result = play(table, bot, seat=seat, on_wait=_print_line, **limits)
    except KeyboardInterrupt:
        sys.exit(130)
    except (GameError, OSError, ImportError, TypeError) as error:
        sys.exit(f"error: {error}")
    places = "aborted" if result.places is None else f"places {' '.join(map(str, result.places))}"
    own = ", ".join(str(seat + 1) for seat in result.seats)
    print(f"{places}, scores {' '.join(map(str, result.scores))}; the bot had seat {own}")


def _opened(given: argparse.Namespace, bot: Any) -> Table:
    """Opens a table, once everything that is asked for was checked."""
    name = given.game
    if name is None:
        raise GameError("say with --game which game to open, or give the link to a table")
    options = dict(_option(text) for text in given.option)
    if given.variant is not None:
        options["variant"] = given.variant
    check_player(bot, name)
    if given.against is not None:
        check_bot(given.against, name)
    settings: Any = {key.replace("-", "_"): value for key, value in options.items()}
    n_seats = Game(name, **settings).seats
    players: List[Any] = ["me"]
    if given.against is not None:
        players += [{"bot": given.against}] * (n_seats - 1)
    table = open_table(
        given.url, name, options=options, players=players, is_private=given.private
    )
    print(table.link, flush=True)
    return table


def _option(text: str) -> Tuple[str, str]:
    """The name and the value of an option of the command line."""
    name, sign, value = text.partition("=")
    if not (name and sign and value):
        raise GameError(f"--option is NAME=VALUE, such as seats=3, not {text!r}")
    return name, value


def check_player(bot: Any, game: str) -> None:
    """Refuses a bot that does not play a game, before anything is asked of a server."""
    own = getattr(bot, "game", None)
    if own is not None and own != game:
        raise GameError(f"this bot plays {own}, not {game}")
    if isinstance(bot, HouseBot):
        check_bot(bot.spec, game)
    elif game not in GAMES:
        raise GameError(f"there is no game {game!r}: choose one of {', '.join(GAMES)}")


def _game_of(looked: Mapping[str, Any]) -> str:
    """The game of a table."""
    for part in (looked, looked.get("table", {}), looked["state"]):
        if isinstance(part, Mapping) and isinstance(part.get("game"), str):
            return str(part["game"])
    raise GameError("the server does not say which game it is")


def _waiting(state: Mapping[str, Any], seats: Sequence[int]) -> str:
    """A sentence about what the bot waits for."""
    if state["status"] == "playing":
        mover = state["turn"].get("seat")
        return "waiting for chance" if mover is None else f"waiting for the move of seat {mover}"
    open_seats = [
        str(number)
        for number, player in enumerate(state["players"], 1)
        if not player.get("is_you") and player.get("type") in ("open", "invited")
    ]
    if not open_seats:
        return "waiting for the game to begin"
    word = "seat" if len(open_seats) == 1 else "seats"
    return f"waiting for players: {word} {', '.join(open_seats)} open"


def _print_line(line: str) -> None:
    # Apart from the link and the result, which other programs may read.
    print(line, file=sys.stderr, flush=True)


def _own_seats(state: Mapping[str, Any]) -> Tuple[int, ...]:
    return tuple(i for i, player in enumerate(state["players"]) if player.get("is_you"))


def _answer_offers(table: Table, state: Mapping[str, Any], seats: Sequence[int]) -> None:
    """Accepts takebacks, as built-in bots do, and declines draws."""
    for what, agreed in state["offers"].items():
        is_asked = any(seat + 1 not in agreed for seat in seats) and agreed
        if is_asked and state["status"] == "playing":
            try:
                table.act(type="offer" if what == "takeback" else "decline", what=what)
            except Refused as refused:
                if refused.code != "conflict":
                    raise


def _seen(record: str) -> AnyGame:
    """The game of a record, or a perspective of it."""
    is_seen = any(line.startswith("viewer:") for line in record.splitlines())
    return Perspective.from_record(record) if is_seen else Game.from_record(record)


def _new_opener() -> urllib.request.OpenerDirector:
    cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    return urllib.request.build_opener(cookies)


def _request(
    opener: urllib.request.OpenerDirector, address: str, body: Optional[Mapping[str, Any]]
) -> str:
    """Sends a request, and retries if the server is busy or away. Moves may be sent twice."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    for attempt in range(ATTEMPTS):
        wait = min(0.2 * 2**attempt, 10.0)
        try:
            with opener.open(request, timeout=PATIENCE) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            refusal = _refusal(error)
            if error.code not in (429, 503) or attempt + 1 == ATTEMPTS:
                raise Refused(refusal["code"], refusal["message"]) from None
            wait = max(wait, refusal.get("retry_after_millis", 0) / 1000)
        except OSError as error:
            if attempt + 1 == ATTEMPTS:
                reason = getattr(error, "reason", error)
                raise ConnectionError(f"cannot reach {address}: {reason}") from error
        clock.sleep(wait)
    raise AssertionError("the last attempt returns or raises")


def _refusal(error: urllib.error.HTTPError) -> Dict[str, Any]:
    text = error.read().decode(errors="replace")
    try:
        found = json.loads(text)
        return {"code": str(found["code"]), "message": str(found["message"]), **found}
    except (ValueError, KeyError, TypeError):
        return {"code": "internal", "message": f"the server answers {error.code}: {text[:200]}"}


if __name__ == "__main__":
    main()
