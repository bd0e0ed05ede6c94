"""Tournaments between bots."""

from __future__ import annotations

import json
import os
import sys
import time as clock
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Union,
)

from tilewright import _tilewright
from tilewright._bots import Bot, Time, count, refuse_while_loading, seconds, seed_of
from tilewright._frames import pandas
from tilewright._html import percent, table
from tilewright._options import option_texts
from tilewright._tilewright import Game, GameError

#: A player: a built-in bot by name, an engine such as ``"ugi:./engine"``, a `Bot`, or a class or
#: function that makes one.
Player = Any

#: The path of a file.
Path = Union[str, "os.PathLike[str]"]

#: The formats of tournaments.
TOURNAMENTS = ("match", "round-robin", "gauntlet", "ladder")


class Sprt(NamedTuple):
    """A sequential probability ratio test (SPRT) of the first player's Elo: `elo1` against `elo0`."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The chance of a false positive; `beta` is that of a false negative."""
    beta: float = 0.05
    model: str = "logistic"
    """``"logistic"`` or ``"normalized"``."""


class GameResult(NamedTuple):
    """The result of one game of a tournament."""

    game: int
    """The number of the game in the schedule, from 0."""
    players: Tuple[int, ...]
    """The player of each seat, by its place in the list of players, from 0."""
    places: Tuple[int, ...]
    """The place of each seat, from 1; equal seats share one."""
    scores: Tuple[int, ...]
    """The points of each seat."""
    plies: int
    """The number of moves played, including those of chance."""
    faults: Tuple[Tuple[int, str], ...] = ()
    """The seats that were forfeited, with the reason."""

    @property
    def winners(self) -> Tuple[int, ...]:
        """The winners, by their places in the list of players."""
        return tuple(player for player, place in zip(self.players, self.places) if place == 1)


class Progress(NamedTuple):
    """The progress of a tournament."""

    n_played: int
    n_games: int
    n_faults: int
    """The number of seats that were forfeited."""
    llr: Optional[float] = None
    """The logarithm of the likelihood ratio of the test, and its bounds, if there is a test."""
    bounds: Optional[Tuple[float, float]] = None


class ArenaResult:
    """The result of a tournament. ``print`` shows the report."""

    def __init__(self, report: str, summary: str, games: Sequence[GameResult]) -> None:
        #: The report for people.
        self.report = report
        #: Everything in it as data.
        self.summary: Dict[str, Any] = json.loads(summary)
        #: The games, in the order of the schedule.
        self.games: List[GameResult] = sorted(games)

    def _repr_html_(self) -> str:
        head = ("rank", "name", "Elo", "games", "score", "draws")
        rows = []
        for row in self.table:
            elo = "" if row["elo"] is None else round(row["elo"])
            share = percent(row["score"])
            rows.append((row["rank"], row["name"], elo, row["games"], share, percent(row["draws"])))
        return table(head, rows)

    @property
    def is_complete(self) -> bool:
        """True if all games were played, or the test is decided."""
        return bool(self.summary["is_complete"])

    @property
    def n_games(self) -> int:
        """The number of games that count: those of whole blocks, without a gap between them."""
        return int(self.summary["n_games"])

    @property
    def names(self) -> List[str]:
        """The names of the players, in the order in which they were given."""
        return list(self.summary["names"])

    @property
    def table(self) -> List[Dict[str, Any]]:
        """The players, the best first. Elo has a 95 % interval, ``elo_low`` to ``elo_high``."""
        return [
            {
                "rank": row["rank"],
                "name": row["name"],
                **_estimate("elo", row["elo"]),
                "games": row["n_games"],
                "score": row["score"],
                "draws": row["draw_rate"],
                **{f"seat{i}": score for i, score in enumerate(row["seat_scores"], 1)},
            }
            for row in self.summary["players"]
        ]

    @property
    def pairs(self) -> List[Dict[str, Any]]:
        """The results of each pair of players, from the side of the first, with 95 % intervals."""
        return [
            {
                "first": row["first"],
                "second": row["second"],
                "games": row["n_games"],
                **_estimate("score", row["score"]),
                **_estimate("margin", row["margin"]),
                **_estimate("elo", row["elo"]),
                "superiority": row["superiority"],
                "draws": row["draw_rate"],
            }
            for row in self.summary["pairs"]
        ]

    @property
    def faults(self) -> Dict[str, Tuple[int, str]]:
        """The forfeits: for each player their number and the last reason."""
        faults = self.summary["faults"]
        return {it["name"]: (it["faults"]["n_times"], it["faults"]["reason"]) for it in faults}

    @property
    def sprt(self) -> Optional[Dict[str, Any]]:
        """The state of the test, if there is one: ``llr``, ``lower``, ``upper`` and ``decision``."""
        found = self.summary["sprt"]
        return None if found is None else dict(found)

    def to_json(self) -> str:
        """The summary as JSON, as ``tilewright arena --json`` prints it."""
        return json.dumps({key: value for key, value in self.summary.items() if key != "names"})

    def to_pandas(self) -> Any:
        """The table as a data frame."""
        return pandas().DataFrame(self.table)

    def pairs_to_pandas(self) -> Any:
        """The pairs as a data frame."""
        return pandas().DataFrame(self.pairs)

    def games_to_pandas(self) -> Any:
        """The games as a data frame, a row for each seat of each game."""
        rows = [
            {
                "game": game.game,
                "block": game.game // self.summary["games_per_block"],
                "seat": seat,
                "player": self.names[player],
                "place": game.places[seat],
                "points": game.scores[seat],
                "plies": game.plies,
                "fault": dict(game.faults).get(seat),
            }
            for game in self.games
            for seat, player in enumerate(game.players)
        ]
        columns = ["game", "block", "seat", "player", "place", "points", "plies", "fault"]
        return pandas().DataFrame(rows, columns=columns)

    def __str__(self) -> str:
        return self.report

    def __repr__(self) -> str:
        state = "complete" if self.is_complete else "stopped"
        return f"<ArenaResult of {self.n_games} games, {state}>"


class Plan:
    """The plan of a tournament: everything that its results depend on.

    It can be sent to other processes. Any process can play any of its blocks, in any order, and
    `standings` counts each once. The result is that of `arena` with the same arguments, unless a limit
    is a time.

    - `games`: the most games, rounded up to whole rounds, in which every pairing plays a block;
    - `variant` and `options`: the rules, as for `Game`;
    - `tournament`: ``"match"`` (all at one table), ``"round-robin"``, ``"gauntlet"`` (the first against
      each of the others) or ``"ladder"`` (each against the next two);
    - `seed`: the seed of openings, deals and bots;
    - `openings`: games or texts of positions to begin in, one for each round in turn, and
      `opening_plies`: the number of random moves after them, by default one for each seat, or none
      where chance deals;
    - `time`, `nodes`, `depth`: the limits of every player for a move, instead of their own;
    - `clock`: the time of every player for the whole game, perhaps with an increment for each move; a
      player who takes longer loses;
    - `cpu_time` and `cpu_clock`: the same, of processor time: that of all threads and processes of a
      player, by which none gains from a second core and none loses where the machine is busy;
    - `over_time`: the delay allowed beyond the time of a bot in another process, and `patience`: the
      delay allowed without a time limit; a bot that takes longer forfeits;
    - `max_plies`: the length at which a game is a draw;
    - `sprt`: a test between two players that ends the tournament as soon as it is decided;
    - `date`: the date in the records.
    """

    def __init__(
        self,
        game: str,
        players: Sequence[Player],
        *,
        games: int = 1000,
        variant: Optional[str] = None,
        options: Optional[Mapping[str, object]] = None,
        tournament: str = "match",
        seed: int = 1,
        openings: Iterable[Union[Game, str]] = (),
        opening_plies: Optional[int] = None,
        time: Optional[Time] = None,
        clock: Union[Time, Tuple[Time, Time], None] = None,
        cpu_time: Optional[Time] = None,
        cpu_clock: Union[Time, Tuple[Time, Time], None] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        over_time: Time = 0.5,
        patience: Time = 60.0,
        max_plies: int = 5000,
        sprt: Union[Sprt, Tuple[float, float], None] = None,
        date: Optional[str] = None,
    ) -> None:
        if tournament not in TOURNAMENTS:
            raise GameError(f"there is no tournament {tournament!r}: choose {', '.join(TOURNAMENTS)}")
        is_cpu_time = cpu_time is not None or cpu_clock is not None
        times = (time, clock, cpu_time, cpu_clock)
        if is_cpu_time and sum(it is not None for it in times) > 1:
            raise GameError("choose one of time, clock, cpu_time and cpu_clock")
        entries = [_entry(player) for player in players]
        test = None if sprt is None else Sprt(*sprt)._asdict()
        self._entries = entries
        self._fields: Dict[str, Any] = {
            "game": game,
            "options": list(option_texts(options, variant).items()),
            "tournament": tournament,
            "n_games": count("games", games),
            "seed": seed_of(seed),
            "opening_plies": count("opening_plies", opening_plies, least=0),
            "openings": [_opening(it) for it in openings],
            "time_millis": _millis(time if cpu_time is None else cpu_time),
            "clock": _clock(clock if cpu_clock is None else cpu_clock),
            "is_cpu_time": is_cpu_time,
            "nodes": count("nodes", nodes),
            "depth": count("depth", depth),
            "over_time_millis": _millis(over_time),
            "patience_millis": _millis(patience),
            "max_plies": count("max_plies", max_plies),
            "sprt": test,
            "date": date,
        }
        self._open(None)

    def _open(self, folder: Optional[str]) -> None:
        """Makes the plan that can be played here. Bots that no command can name are written to files, in
        this folder or in a temporary one that lives as long as this object."""
        if folder is None and any(entry.bot is not None for entry in self._entries):
            import tempfile

            self._folder = tempfile.TemporaryDirectory(prefix="tilewright-")
            folder = self._folder.name
        game = self._fields["game"]
        players = [entry.player(game, folder, i) for i, entry in enumerate(self._entries)]
        names = [entry.name for entry in self._entries]
        fields = dict(self._fields, players=players, names=[] if names == players else names)
        self._plan = _tilewright.ArenaPlan(json.dumps(fields))

    @classmethod
    def _of_json(cls, text: str) -> Plan:
        """The plan of a results file."""
        fields = json.loads(text)
        players, names = fields.pop("players"), fields.pop("names", None)
        plan = cls.__new__(cls)
        plan._fields = fields
        plan._entries = [
            _Entry(name, text=player) for player, name in zip(players, names or players)
        ]
        plan._open(None)
        return plan

    def __getstate__(self) -> Dict[str, Any]:
        return {"_fields": self._fields, "_entries": self._entries}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._open(None)

    @property
    def names(self) -> List[str]:
        """The names of the players."""
        return self._plan.names

    @property
    def n_blocks(self) -> int:
        """The most blocks. Every block gives each player every seat."""
        return self._plan.n_blocks

    @property
    def n_games(self) -> int:
        """The most games, in whole rounds."""
        return self._plan.n_games

    @property
    def games_per_block(self) -> int:
        """The number of games of every block."""
        return self._plan.games_per_block

    def play_block(self, block: int) -> List[GameResult]:
        """Plays the games of a block, from 0. Processes of Python bots run on until `close`."""
        if not (isinstance(block, int) and 0 <= block < self.n_blocks):
            raise GameError(f"the blocks are 0 to {self.n_blocks - 1}, not {block!r}")
        return [_read(self._plan, text) for text in self._plan.play_block(block)]

    def close(self) -> None:
        """Ends the processes that `play_block` has started."""
        self._plan.close()

    def standings(self) -> Standings:
        """Makes empty standings, which count games of this plan."""
        return Standings(self)


class Standings:
    """The standings of a plan. Games may come in any order, and each counts once."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan._plan
        self._standings = plan._plan.standings()
        self._games: Dict[int, GameResult] = {}

    def add(self, results: Iterable[GameResult]) -> int:
        """Counts results of `Plan.play_block` and returns the number of new ones."""
        n_new = 0
        for result in results:
            is_new = self._standings.add([_write(result)])
            if is_new:
                self._games[result.game] = result
            n_new += is_new
        return n_new

    @property
    def n_played(self) -> int:
        """The number of games counted."""
        return self._standings.n_played

    @property
    def is_complete(self) -> bool:
        """True if nothing more needs to be played: all is, or the test is decided."""
        return self._standings.is_complete

    def progress(self) -> Progress:
        """The progress."""
        n_faults = sum(len(game.faults) for game in self._games.values())
        test = json.loads(self._standings.summary()[1])["sprt"]
        llr, bounds = (None, None) if test is None else (test["llr"], (test["lower"], test["upper"]))
        return Progress(self.n_played, self._plan.n_games, n_faults, llr, bounds)

    def result(self) -> ArenaResult:
        """The result so far."""
        return _result(self._plan, self._standings.summary(), list(self._games.values()))


def arena(
    game: Optional[str] = None,
    players: Sequence[Player] = (),
    *,
    workers: Optional[int] = None,
    results: Union[str, os.PathLike[str], None] = None,
    records: bool = True,
    resume: Union[str, os.PathLike[str], None] = None,
    progress: Union[bool, Callable[[Progress], object], None] = None,
    **plan: Any,
) -> ArenaResult:
    """Plays a tournament and returns the result with its confidence.

    A player is a built-in bot by its name, an engine such as ``"ugi:./engine"``, or a bot of your own:
    an object, a class, or a function without arguments that makes one. Built-in bots play in threads,
    your own in processes, as many as there are `workers`. A bot that raises, plays an illegal move or
    does not answer forfeits the game, with the reason in the result. Each is made once before the first
    game, so that a bot that cannot be made is refused before anything is lost.

    `plan` are the arguments of `Plan`: ``games``, ``variant``, ``options``, ``tournament`` (``"match"``,
    ``"round-robin"``, ``"gauntlet"`` or ``"ladder"``), ``seed``, ``openings``, ``time``, ``cpu_time``,
    ``nodes``, ``sprt`` and others. The same seed gives the same tournament, on any number of workers.

    `results` names a file that stores games as they end, with their `records` beside it; a tournament
    that was stopped resumes with ``arena(resume=file)``. `progress` shows a bar, the default on a
    terminal, or is a function that is called with the progress.

    Ctrl-C stops it cleanly. Without a file, the result so far is returned; with one,
    `KeyboardInterrupt` is raised, and the tournament can be resumed.
    """
    refuse_while_loading()
    n_workers = count("workers", workers) or os.cpu_count() or 1
    if (resume is None) == (game is None):
        raise TypeError("arena() takes a game with its players, or resume=file")
    if resume is not None:
        if players or plan or results is not None:
            raise TypeError("a tournament that goes on has its players and its plan already")
        path: Optional[str] = os.fspath(resume)
        opened = _tilewright.ArenaPlan.of_file(os.fspath(resume))
        opened.check_engines()
    else:
        path = None if results is None else os.fspath(results)
        if path is not None:
            if os.path.exists(path):
                raise GameError(f"{path} exists already: continue it with resume=")
            plan.setdefault("date", clock.strftime("%Y-%m-%d"))
        made = Plan(str(game), players, **plan)
        made._plan.check_engines()
        if path is not None:
            _keep_bots(made, path)
        opened = made._plan
    return _run(opened, n_workers, path, records, resume is not None, listener_of(progress))


def _run(
    plan: _tilewright.ArenaPlan,
    n_workers: int,
    path: Optional[str],
    records: bool,
    is_resumed: bool,
    listener: Optional[Callable[[Progress], object]],
) -> ArenaResult:
    played: List[str] = []

    def hear(n_played: int, n_games: int, n_faults: int, test: Any, news: List[str]) -> None:
        played.extend(news)
        if listener is not None and n_games > 0:
            llr, bounds = (None, None) if test is None else (test[0], (test[1], test[2]))
            listener(Progress(n_played, n_games, n_faults, llr, bounds))

    try:
        told = _tilewright.run_arena(plan, min(n_workers, 1024), path, records, is_resumed, hear)
    except KeyboardInterrupt:
        if path is not None:
            raise
        standings = plan.standings()
        standings.add(played)
        told = standings.summary()
    finally:
        if isinstance(listener, Bar):
            listener.close()
    return _result(plan, told, [_read(plan, text) for text in played])


def _result(
    plan: _tilewright.ArenaPlan, told: Tuple[str, str], games: Sequence[GameResult]
) -> ArenaResult:
    result = ArenaResult(*told, games)
    result.summary["names"] = plan.names
    return result


def _read(plan: _tilewright.ArenaPlan, text: str) -> GameResult:
    found = json.loads(text)
    block, index = divmod(found["game"], plan.games_per_block)
    return GameResult(
        found["game"],
        tuple(plan.seats(block)[index]),
        tuple(found["outcome"]["places"]),
        tuple(found["outcome"]["scores"]),
        found["n_plies"],
        tuple((seat - 1, reason) for seat, reason in found.get("faults", ())),
    )


def _write(result: GameResult) -> str:
    outcome = {"places": result.places, "scores": result.scores}
    faults = [(seat + 1, reason) for seat, reason in result.faults]
    fields = {"game": result.game, "outcome": outcome, "n_plies": result.plies, "faults": faults}
    return json.dumps(fields)


def _estimate(name: str, found: Optional[Dict[str, Any]]) -> Dict[str, Any]:
    found = found or {}
    ends = {f"{name}_{end}": found.get(end) for end in ("low", "high")}
    return {name: found.get("value"), **ends}


class _Entry(NamedTuple):
    """A player of a plan, in a form that can be sent to other processes."""

    name: str
    text: Optional[str] = None
    """The text of a player that needs no Python process."""
    words: Tuple[str, ...] = ()
    """The words that name a bot to ``python -m tilewright.engine``."""
    bot: Optional[bytes] = None
    """The pickled bot, for a file, if no words name it."""

    def player(self, game: str, folder: Optional[str], index: int) -> str:
        """Returns the text of the player in a plan, and writes its file to this folder if it has one."""
        if self.text is not None:
            return self.text
        import pickle
        import shlex

        words = list(self.words)
        if self.bot is not None and folder is not None:
            path = os.path.join(folder, f"player-{index + 1}.pickle")
            with open(path, "wb") as file:
                pickle.dump({"path": sys.path, "bot": self.bot}, file)
            words = [path]
        command = [sys.executable, "-m", "tilewright.engine", *words, "--game", game]
        return "ugi:" + " ".join(shlex.quote(word) for word in command)


def _entry(player: Player) -> _Entry:
    if isinstance(player, str):
        return _Entry(player, text=player)
    spec = getattr(player, "spec", None)
    if isinstance(player, Bot) and isinstance(spec, str):
        # Built-in bots, and engines of other programs.
        return _Entry(spec, text=spec)
    is_bot = callable(getattr(player, "choose", None))
    if not is_bot and not callable(player):
        raise TypeError(f"{player!r} is no player: give the name of a bot, a Bot, or what makes one")
    is_object = is_bot and not isinstance(player, type)
    name = getattr(player, "name", None) if is_object else getattr(player, "__name__", None)
    label = name if isinstance(name, str) else type(player).__name__
    words = None if is_object else _words(player)
    if words is not None:
        return _Entry(label, words=words)
    return _Entry(label, bot=_pickled(player, label))


def _words(maker: Any) -> Optional[Tuple[str, ...]]:
    """Returns the words that name a class or function to another process, if it can be found there."""
    name, place = getattr(maker, "__qualname__", "<"), getattr(maker, "__module__", None)
    module = sys.modules.get(place) if isinstance(place, str) else None
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part, None)
    if module is None or found is not maker:
        return None
    path, spec = getattr(module, "__file__", None), getattr(module, "__spec__", None)
    if path is None or not os.path.exists(path):
        # Built in, or defined in a notebook.
        return None
    if spec is None:
        # A script, loaded under its own name.
        return (f"{os.path.abspath(path)}:{name}",) if path.endswith(".py") else None
    root = os.path.abspath(path)
    is_package = os.path.basename(path) == "__init__.py"
    for _ in range(spec.name.count(".") + 1 + is_package):
        root = os.path.dirname(root)
    return (f"{spec.name}:{name}", "--path", root)


def _pickled(player: Any, label: str) -> bytes:
    """Pickles a bot, by cloudpickle if it is installed, which can pickle more."""
    import pickle

    try:
        import cloudpickle
    except ImportError:
        pass
    else:
        return bytes(cloudpickle.dumps(player))
    try:
        return pickle.dumps(player)
    except Exception as error:
        raise TypeError(
            f"{label} cannot be sent to another process ({error}): put its class into a file of its own "
            "and give the class, or install cloudpickle"
        ) from None


def opened(
    game: Optional[str],
    players: Sequence[Player],
    results: Optional[Path],
    records: bool,
    resume: Optional[Path],
    plan: Dict[str, Any],
) -> Tuple[Plan, Optional[_tilewright.ArenaFile], Standings]:
    """The plan, the file and the standings of a tournament that is played block by block: of a new one, or
    of one that goes on."""
    if (resume is None) == (game is None):
        raise TypeError("arena() takes a game with its players, or resume=file")
    if resume is None:
        if results is not None:
            if os.path.exists(results):
                raise GameError(f"{os.fspath(results)} exists already: go on with it by resume=")
            plan.setdefault("date", clock.strftime("%Y-%m-%d"))
        made = Plan(str(game), players, **plan)
        if results is None:
            return made, None, made.standings()
        _keep_bots(made, os.fspath(results))
        new_file = _tilewright.ArenaFile.create(os.fspath(results), made._plan, records)
        return made, new_file, made.standings()
    if players or plan or results is not None:
        raise TypeError("a tournament that goes on has its players and its plan already")
    path = os.fspath(resume)
    made = Plan._of_json(_tilewright.ArenaPlan.of_file(path).to_json())
    file, played = _tilewright.ArenaFile.resume(path)
    standings = made.standings()
    standings.add([_read(made._plan, text) for text in played])
    return made, file, standings


def _keep_bots(plan: Plan, path: str) -> None:
    """Moves the files of bots beside the results, where a resumed tournament finds them."""
    if any(entry.bot is not None for entry in plan._entries):
        folder = os.path.abspath(path) + ".bots"
        os.makedirs(folder, exist_ok=True)
        plan._open(folder)


def _opening(opening: Union[Game, str]) -> str:
    if isinstance(opening, Game):
        return opening.position
    if not isinstance(opening, str):
        raise TypeError(f"an opening is a Game or the text of a position, not {opening!r}")
    return opening


def _millis(time: Optional[Time]) -> Optional[int]:
    number = seconds(time)
    return None if number is None else max(1, round(1000 * number))


def _clock(clock: Union[Time, Tuple[Time, Time], None]) -> Optional[Dict[str, Optional[int]]]:
    if clock is None:
        return None
    time, gain = clock if isinstance(clock, tuple) else (clock, None)
    return {"time_millis": _millis(time), "gain_millis": _millis(gain) or 0}


def listener_of(
    progress: Union[bool, Callable[[Progress], object], None],
) -> Optional[Callable[[Progress], object]]:
    if progress is None:
        progress = sys.stderr is not None and sys.stderr.isatty()
    if progress is True:
        return Bar()
    return None if progress is False else progress


class Bar:
    """A progress bar at the bottom of a terminal."""

    WIDTH = 30

    def __init__(self) -> None:
        self._begin = clock.monotonic()
        self._n_first: Optional[int] = None
        self._length = 0

    def __call__(self, now: Progress) -> None:
        if self._n_first is None:
            self._n_first = now.n_played
        n_full = self.WIDTH * now.n_played // max(1, now.n_games)
        parts = [f"[{'#' * n_full}{'.' * (self.WIDTH - n_full)}] {now.n_played}/{now.n_games} games"]
        n_new, spent = now.n_played - self._n_first, clock.monotonic() - self._begin
        if n_new > 0:
            minutes, left = divmod(round(spent / n_new * (now.n_games - now.n_played)), 60)
            parts.append(f"{minutes}:{left:02} left")
        if now.llr is not None and now.bounds is not None:
            parts.append(f"LLR {now.llr:+.2f} in {now.bounds[0]:.2f} to {now.bounds[1]:.2f}")
        if now.n_faults:
            parts.append(f"{now.n_faults} forfeited")
        line = ", ".join(parts)
        sys.stderr.write("\r" + line.ljust(self._length))
        sys.stderr.flush()
        self._length = len(line)

    def close(self) -> None:
        sys.stderr.write("\r" + " " * self._length + "\r")
        sys.stderr.flush()
