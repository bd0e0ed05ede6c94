"""Tournaments between engines.

>>> from tilewright.tilewe.engine import PieceSizeEngine, RandomEngine
>>> tournament = Tournament([PieceSizeEngine(), RandomEngine("A"), RandomEngine("B"), RandomEngine("C")])
>>> results = tournament.play(8, seed=1, verbose_games=False, verbose_rankings=False)
>>> results.total_games, results.game_counts
(8, [8, 8, 8, 8])
"""

from __future__ import annotations

import math
import multiprocessing
import multiprocessing.connection
import pickle
import random
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from tilewright.tilewe import Board, Move
from tilewright.tilewe.elo import (
    compute_elo_adjustment_n,
    compute_elo_error_margin,
    ratings_by_results,
)
from tilewright.tilewe.engine import Engine
from tilewright.tilewe.error import IllegalMove, TileweError

__all__ = ["MatchData", "Tournament", "TournamentResults"]

#: The greatest change of a rating by a game, with the live modes of ratings.
_LIVE_K = 8


@dataclass
class MatchData:
    """One game of a tournament. Engines are known by their place in the tournament's list, players by their
    seat."""

    #: The board at the end, with all moves.
    board: Board
    #: The engines that played, by seat.
    engines: list[int]
    #: The same.
    player_to_engine: list[int]
    #: The seconds that the game took.
    run_time: float
    #: The ratings before the game, what it changed, and the ratings after it, by seat.
    elo_start: list[float] = field(default_factory=list)
    elo_delta: list[float] = field(default_factory=list)
    elo_end: list[float] = field(default_factory=list)
    #: The tiles on the board, by seat; nothing for a seat that forfeited.
    scores: list[int] = field(default_factory=list)
    #: The engines that won; several in a draw, none if all forfeited.
    winners: list[int] = field(default_factory=list)
    #: What went wrong, for each seat that forfeited.
    forfeits: dict[int, str] = field(default_factory=dict)


@dataclass
class TournamentResults:
    """The results of a tournament; lists are in the order of its engines."""

    match_data: list[MatchData]
    engine_names: list[str]
    #: The number of games of each engine, of those that it won alone, and of those in which it shared
    #: the first place.
    game_counts: list[int]
    win_counts: list[int]
    draw_counts: list[int]
    #: The tiles that each engine placed in all its games.
    total_scores: list[int]
    #: The ratings before the first game, and after the last.
    elo_start: list[float]
    elo_end: list[float]
    #: The seconds from the beginning to the end, and those of all games together.
    real_time: float
    total_time: float
    #: With this seed the same tournament is played again.
    seed: int | None = None

    @property
    def total_games(self) -> int:
        """The number of games."""
        return len(self.match_data)

    @property
    def total_engines(self) -> int:
        """The number of engines."""
        return len(self.engine_names)

    @property
    def win_rates(self) -> list[float]:
        """The share of its games that each engine won alone."""
        return self._per_game(self.win_counts)

    @property
    def draw_rates(self) -> list[float]:
        """The share of its games in which each engine shared the first place."""
        return self._per_game(self.draw_counts)

    @property
    def win_draw_rates(self) -> list[float]:
        """The share of its games in which each engine was first, alone or not."""
        return self._per_game([sum(pair) for pair in zip(self.win_counts, self.draw_counts)])

    @property
    def lose_counts(self) -> list[int]:
        """The number of games in which each engine was not first."""
        counts = zip(self.game_counts, self.win_counts, self.draw_counts)
        return [games - wins - draws for games, wins, draws in counts]

    @property
    def lose_rates(self) -> list[float]:
        """The share of its games in which each engine was not first."""
        return self._per_game(self.lose_counts)

    @property
    def forfeit_counts(self) -> list[int]:
        """The number of games that each engine forfeited; they are lost too."""
        counts = [0] * self.total_engines
        for match in self.match_data:
            for seat in match.forfeits:
                counts[match.player_to_engine[seat]] += 1
        return counts

    @property
    def avg_scores(self) -> list[float]:
        """The tiles that each engine placed in a game."""
        return self._per_game(self.total_scores)

    @property
    def elo_delta(self) -> list[float]:
        """The changes of the ratings by the tournament."""
        return [end - start for start, end in zip(self.elo_start, self.elo_end)]

    @property
    def elo_error_margin(self) -> list[float]:
        """The error margin of each engine's rating, with the defaults of `get_elo_error_margin`."""
        return [self.get_elo_error_margin(engine) for engine in range(self.total_engines)]

    @property
    def average_match_duration(self) -> float:
        """The seconds of a game."""
        return self.total_time / max(1, self.total_games)

    def get_matches_by_engine(self, engine: int) -> list[MatchData]:
        """The games of an engine."""
        return [match for match in self.match_data if engine in match.engines]

    def get_elo_error_margin(self, engine: int, confidence: float = 0.95, C: int = 400) -> float:
        """The error margin of an engine's rating, as `compute_elo_error_margin` computes it."""
        return compute_elo_error_margin(
            self.win_counts[engine],
            self.draw_counts[engine],
            self.lose_counts[engine],
            max(0.001, min(0.999, confidence)),
            max(1, C),
        )

    def get_engine_rankings_display(self, sort_by: str = "elo_end", sort_dir: str = "desc") -> str:
        """The table of all engines, in the order of one of the lists of numbers, such as
        ``"win_counts"``; or a sentence that says why there is none."""
        values: Any = getattr(self, sort_by, None)
        if not isinstance(values, list) or not values or not isinstance(values[0], (int, float)):
            return f"Invalid sort field {sort_by!r}: it is no list of numbers of these results"
        if sort_dir not in ("asc", "desc"):
            return f"Invalid sort direction {sort_dir!r}: it is 'asc' or 'desc'"
        return f"Ranking by {sort_by} {sort_dir}:\n{self._table(values, sort_dir)}"

    def _table(self, values: Sequence[float], sort_dir: str) -> str:
        columns = _Columns.of(self)
        sign = -1 if sort_dir == "desc" else 1
        order = sorted(range(self.total_engines), key=lambda engine: sign * values[engine])
        rows = [self._row(rank, engine, columns) for rank, engine in enumerate(order)]
        return "\n".join([columns.head(), *rows]) + "\n"

    def _row(self, rank: int, engine: int, columns: _Columns) -> str:
        games = self.game_counts[engine]
        elo = f"{self.elo_end[engine]:>{columns.elo}.0f} +/- {self.elo_error_margin[engine]:<4.0f}"
        average = f"{self.avg_scores[engine]:.2f}" if games > 0 else "-"
        rate = f"{100 * self.win_rates[engine]:.2f}%" if games > 0 else "-"
        counts = (games, self.win_counts[engine], self.draw_counts[engine], self.lose_counts[engine])
        return " ".join(
            [
                f"{rank:>4}",
                f"{self.engine_names[engine]:{columns.name}.{columns.name}}",
                elo,
                f"{self.total_scores[engine]:>{columns.score}}",
                f"{average:>10}",
                *(f"{count:>{columns.games}}" for count in counts),
                f"{rate:>9}",
            ]
        )

    def _per_game(self, totals: Sequence[float]) -> list[float]:
        return [total / max(1, games) for total, games in zip(totals, self.game_counts)]


@dataclass
class _Columns:
    """The widths of the columns of a table."""

    name: int
    elo: int
    score: int
    games: int

    @staticmethod
    def of(results: TournamentResults) -> _Columns:
        longest = max(len(name) for name in results.engine_names)
        elos = [abs(elo) for elo in results.elo_end if math.isfinite(elo)]
        return _Columns(
            name=max(5, min(24, longest + 1)),
            elo=max(4, _n_digits(elos) + 1),
            score=max(6, _n_digits(results.total_scores) + 1),
            games=max(7, _n_digits(results.game_counts) + 1),
        )

    def head(self) -> str:
        counts = " ".join(f"{name:>{self.games}}" for name in ("Games", "Wins", "Draws", "Losses"))
        return (
            f"Rank {'Name':{self.name}} {'Elo':^{self.elo + 9}} {'Score':>{self.score}} "
            f"{'Avg Score':>10} {counts} {'Win Rate':>9}"
        )


def _n_digits(numbers: Sequence[float]) -> int:
    return len(str(int(max([1, *numbers]))))


class Tournament:
    """A tournament between engines, whose seats rotate: after as many games as there are engines, each
    has had each seat equally often."""

    def __init__(self, engines: Sequence[Engine], move_seconds: float = 60) -> None:
        if not engines:
            raise TileweError("a tournament needs at least one engine")
        self.engines = list(engines)
        self._seconds = _positive(move_seconds, "move_seconds")
        self.move_seconds = self._seconds

    def play(
        self,
        n_games: int,
        n_threads: int = 1,
        players_per_game: int = 4,
        move_seconds: float | None = None,
        verbose_board: bool = False,
        verbose_rankings: bool = True,
        elo_mode: str = "estimated",
        *,
        seed: int | None = None,
        verbose_games: bool = True,
    ) -> TournamentResults:
        """Plays ``n_games`` games and returns the results.

        With ``n_threads`` above 1 the games are played by that many processes. The results are the same
        with any number of them, and again with the same ``seed``, if the engines draw lots only by Python's
        `random` and do not run out of time. The ratings are estimated from all results so far
        (``elo_mode="estimated"``), or change from game to game: from 0 (``"live"``) or from the engines' own
        estimates (``"live_initial"``).
        """
        _positive(n_games, "n_games")
        _positive(n_threads, "n_threads")
        if not 1 <= players_per_game <= 4:
            raise TileweError(f"a game is for 1 to 4 players, not {players_per_game}")
        if elo_mode not in ("estimated", "live", "live_initial"):
            raise TileweError(
                f"elo_mode is 'estimated', 'live' or 'live_initial', not {elo_mode!r}"
            )
        seconds = self._seconds if move_seconds is None else _positive(move_seconds, "move_seconds")
        self.move_seconds = seconds
        if seed is None:
            seed = random.SystemRandom().getrandbits(63)
        seatings = _seatings(len(self.engines), players_per_game, n_games, seed)
        tasks = [
            _Task(i, seating, f"{seed}/{i}", seconds) for i, seating in enumerate(seatings)
        ]
        start = time.perf_counter()
        standings = _Standings(self.engines, elo_mode, seed)
        results = standings.results
        try:
            for match in self._matches(tasks, n_threads):
                standings.add(match)
                if verbose_games:
                    print(_line(results, n_games))
                if verbose_board:
                    print(f"{match.board}\n")
                n_played = results.total_games
                if verbose_rankings and n_played < n_games and n_played % max(10, n_threads) == 0:
                    print(f"\n{results._table(results.elo_end, 'desc')}")
        except KeyboardInterrupt:
            print(f"interrupted after {results.total_games} of {n_games} games")
        results.real_time = time.perf_counter() - start
        if verbose_rankings:
            print(f"\n{results.get_engine_rankings_display()}")
        return results

    def _matches(self, tasks: list[_Task], n_threads: int) -> Iterator[MatchData]:
        """The games in their order."""
        n_threads = min(n_threads, len(tasks))
        if n_threads == 1:
            yield from _play_here(self.engines, tasks)
        else:
            yield from _play_in_processes(_pickled(self.engines), tasks, n_threads)


class _Standings:
    """The results of a tournament while it is played."""

    def __init__(self, engines: Sequence[Engine], elo_mode: str, seed: int) -> None:
        none = [0] * len(engines)
        elos = [0.0] * len(engines)
        if elo_mode == "live_initial":
            elos = [float(engine.estimated_elo or 0.0) for engine in engines]
        self.is_live = elo_mode != "estimated"
        #: What each engine scored: 1 for a win, 0.5 for a draw.
        self.totals = [0.0] * len(engines)
        self.results = TournamentResults(
            match_data=[],
            engine_names=[engine.name for engine in engines],
            game_counts=list(none),
            win_counts=list(none),
            draw_counts=list(none),
            total_scores=list(none),
            elo_start=elos,
            elo_end=list(elos),
            real_time=0.0,
            total_time=0.0,
            seed=seed,
        )

    def add(self, match: MatchData) -> None:
        """Counts a game, and rates its players."""
        results = self.results
        is_draw = len(match.winners) > 1
        for engine, score in zip(match.engines, match.scores):
            results.game_counts[engine] += 1
            results.total_scores[engine] += score
        for engine in match.winners:
            counts = results.draw_counts if is_draw else results.win_counts
            counts[engine] += 1
            self.totals[engine] += 0.5 if is_draw else 1.0
        results.total_time += match.run_time
        self._rate(match)
        results.match_data.append(match)

    def _rate(self, match: MatchData) -> None:
        """Changes the ratings by a game, and stores the change in it."""
        elos = self.results.elo_end
        match.elo_start = [elos[engine] for engine in match.engines]
        match.elo_delta = [0.0] * len(match.engines)
        if len(match.engines) > 1 and self.is_live:
            match.elo_delta = compute_elo_adjustment_n(match.elo_start, match.scores, K=_LIVE_K)
            for engine, delta in zip(match.engines, match.elo_delta):
                elos[engine] += delta
        elif len(match.engines) > 1:
            elos[:] = ratings_by_results(self.totals, self.results.game_counts)
            ends = [elos[engine] for engine in match.engines]
            match.elo_delta = [end - start for start, end in zip(match.elo_start, ends)]
        match.elo_end = [elos[engine] for engine in match.engines]


@dataclass
class _Task:
    """A game to be played."""

    index: int
    seating: list[int]
    seed: str
    seconds: float
    #: For seats that ended the process of an earlier attempt: from which ply on they forfeit, and why.
    known_forfeits: dict[int, tuple[int, str]] = field(default_factory=dict)


def _seatings(n_engines: int, n_players: int, n_games: int, seed: int) -> list[list[int]]:
    """The seating of each game. In a round every engine plays once in each seat: the engines stand in
    a random circle, and from game to game each moves on by one."""
    lots = random.Random(f"{seed}/seats")
    n_players = min(n_players, n_engines)
    seatings: list[list[int]] = []
    while len(seatings) < n_games:
        circle = lots.sample(range(n_engines), n_engines)
        offsets = lots.sample(range(n_engines), n_players)
        for game in range(n_engines):
            seatings.append([circle[(game + offset) % n_engines] for offset in offsets])
    return seatings[:n_games]


def _pickled(engines: Sequence[Engine]) -> list[bytes]:
    """The engines in their state at the start of every game."""
    try:
        return [pickle.dumps(engine) for engine in engines]
    except Exception as error:
        reason = f"engines that play in several processes must be picklable: {error}"
        raise TileweError(reason) from error


def _play_here(engines: Sequence[Engine], tasks: list[_Task]) -> Iterator[MatchData]:
    """Plays the games in this process, and restores its random state."""
    try:
        pickles = _pickled(engines)
    except TileweError:
        # Then they keep from game to game whatever they remember.
        pickles = None
    for task in tasks:
        if pickles is None:
            players = [engines[engine] for engine in task.seating]
        else:
            players = [pickle.loads(pickles[engine]) for engine in task.seating]
        state = random.getstate()
        try:
            match = _play(players, task, [0, 0])
        finally:
            random.setstate(state)
        yield match


def _play(players: list[Engine], task: _Task, turn: Any) -> MatchData:
    """Plays a game, and writes the engine to move and the ply to ``turn``."""
    start = time.perf_counter()
    random.seed(task.seed)
    lots = random.Random(f"{task.seed}/stand-in")
    board = Board(len(players))
    forfeits: dict[int, str] = {}
    while not board.finished:
        player = board.current_player
        turn[0], turn[1] = player, board.ply
        if player not in forfeits:
            ply, reason = task.known_forfeits.get(player, (math.inf, ""))
            if board.ply >= ply:
                forfeits[player] = reason
        move = None
        if player not in forfeits:
            try:
                move = _checked(players[player].search(board.copy(), task.seconds), board)
            except (Exception, SystemExit) as error:
                forfeits[player] = f"ply {board.ply}: {type(error).__name__}: {error}"
        # The others play on: an engine that forfeited is replaced by chance, and ranks last.
        board.push(move or lots.choice(board.generate_placements()))
    scores = [
        0 if player in forfeits else board.player_score(player) for player in range(len(players))
    ]
    able = [player for player in range(len(players)) if player not in forfeits]
    best = max((scores[player] for player in able), default=0)
    winners = [task.seating[player] for player in able if scores[player] == best]
    run_time = time.perf_counter() - start
    seating = task.seating
    return MatchData(
        board, seating, list(seating), run_time, scores=scores, winners=winners, forfeits=forfeits
    )


def _checked(move: Any, board: Board) -> Move:
    """Converts the move of any class."""
    if not isinstance(move, Move):
        raise TypeError(f"{move!r} is no move")
    if not board.is_legal(move):
        raise IllegalMove(f"{move} is illegal")
    return move


@dataclass
class _Worker:
    """A process that plays one game at a time."""

    process: BaseProcess
    connection: Connection
    #: The seat and the ply of the engine that is searching.
    turn: Any
    task: _Task

    @staticmethod
    def start(pickles: list[bytes], task: _Task) -> _Worker:
        connection, theirs = multiprocessing.Pipe()
        turn = multiprocessing.RawArray("i", [-1, -1])
        process = multiprocessing.Process(
            target=_work, args=(theirs, pickles, turn), daemon=True, name="tilewe-tournament"
        )
        process.start()
        # Held by the process alone, so that its end is the end of the connection.
        theirs.close()
        worker = _Worker(process, connection, turn, task)
        worker.give(task)
        return worker

    def give(self, task: _Task) -> None:
        self.task = task
        self.turn[0] = -1
        self.connection.send(task)

    def stop(self) -> None:
        self.connection.close()
        self.process.terminate()
        self.process.join()


def _work(connection: Connection, pickles: list[bytes], turn: Any) -> None:
    """The loop of a process, until its connection closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            task = connection.recv()
        except EOFError:
            return
        players = [pickle.loads(pickles[engine]) for engine in task.seating]
        connection.send(_play(players, task, turn))


def _play_in_processes(
    pickles: list[bytes], tasks: list[_Task], n_processes: int
) -> Iterator[MatchData]:
    """Plays the games in several processes, and yields them in order."""
    waiting = list(reversed(tasks))
    done: dict[int, MatchData] = {}
    workers = [_Worker.start(pickles, waiting.pop()) for _ in range(n_processes)]
    n_told = 0
    try:
        while n_told < len(tasks):
            ready = multiprocessing.connection.wait([worker.connection for worker in workers])
            for worker in [worker for worker in workers if worker.connection in ready]:
                workers.remove(worker)
                try:
                    done[worker.task.index] = worker.connection.recv()
                except (EOFError, ConnectionResetError):
                    worker.process.join(1.0)
                    worker.stop()
                    workers.append(_Worker.start(pickles, _after_death(worker)))
                    continue
                if waiting:
                    worker.give(waiting.pop())
                    workers.append(worker)
                else:
                    worker.stop()
            while n_told in done:
                yield done.pop(n_told)
                n_told += 1
    finally:
        for worker in workers:
            worker.stop()


def _after_death(worker: _Worker) -> _Task:
    """Returns the game of a process that died, forfeited by the engine that was searching."""
    seat, ply = worker.turn
    if seat < 0:
        code = worker.process.exitcode
        raise TileweError(f"a process ended before its game began, with exit code {code}")
    reason = f"ply {ply}: the process ended with exit code {worker.process.exitcode}"
    task = worker.task
    known = {**task.known_forfeits, seat: (ply, reason)}
    return _Task(task.index, task.seating, task.seed, task.seconds, known)


def _line(results: TournamentResults, n_games: int) -> str:
    """The last game."""
    match, names = results.match_data[-1], results.engine_names
    number = f"{results.total_games:>{len(str(n_games))}}"
    seats = " ".join(f"{names[engine]:14.14}" for engine in match.engines)
    winners = ", ".join(names[engine] for engine in match.winners)
    width = 15 * len(match.engines)
    line = f"Game {number}: {seats:{width}}  Scores: {match.scores}  Winner(s): {winners}"
    for seat, reason in match.forfeits.items():
        line += f"\n  {names[match.engines[seat]]} forfeits: {reason}"
    return line


def _positive(value: float, what: str) -> float:
    if not value > 0:
        raise TileweError(f"{what} must be more than 0, not {value}")
    return value
