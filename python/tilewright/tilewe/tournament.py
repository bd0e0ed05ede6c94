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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from tilewright.tilewe import Board, Move
from tilewright.tilewe.elo import compute_elo_adjustment_n, fit_elos
from tilewright.tilewe.engine import Engine
from tilewright.tilewe.error import IllegalMove, TileweError

__all__ = ["MatchData", "Tournament", "TournamentResults"]


@dataclass
class MatchData:
    """One game of a tournament. Engines are known by their place in the tournament's list, players by their
    seat."""

    #: The board at the end, with all moves.
    board: Board
    #: The engines that played, by seat.
    player_to_engine: list[int]
    #: The tiles on the board, by seat; nothing for a seat that forfeited.
    scores: list[int]
    #: The engines that won; several in a draw, none if all forfeited.
    winners: list[int]
    #: What went wrong, for each seat that forfeited.
    forfeits: dict[int, str]
    #: The seconds that the game took.
    run_time: float
    #: The ratings before the game, what it changed, and the ratings after it, by seat.
    elo_start: list[float] = field(default_factory=list)
    elo_delta: list[float] = field(default_factory=list)
    elo_end: list[float] = field(default_factory=list)

    @property
    def engines(self) -> list[int]:
        """The engines that played, by seat."""
        return list(self.player_to_engine)


@dataclass
class TournamentResults:
    """What a tournament found; lists are in the order of its engines."""

    match_data: list[MatchData]
    engine_names: list[str]
    #: The ratings before the first game.
    elo_start: list[float]
    #: The seconds from the beginning to the end.
    real_time: float
    #: With this seed the same tournament is played again.
    seed: int

    @property
    def total_games(self) -> int:
        """How many games were played."""
        return len(self.match_data)

    @property
    def total_engines(self) -> int:
        """How many engines took part."""
        return len(self.engine_names)

    @property
    def total_time(self) -> float:
        """The seconds of all games together."""
        return sum(match.run_time for match in self.match_data)

    @property
    def average_match_duration(self) -> float:
        """The seconds of a game."""
        return self.total_time / max(1, self.total_games)

    @cached_property
    def game_counts(self) -> list[int]:
        """How many games each engine played."""
        return self._count(lambda match, engine: True)

    @cached_property
    def win_counts(self) -> list[int]:
        """How many games each engine won alone."""
        return self._count(lambda match, engine: match.winners == [engine])

    @cached_property
    def draw_counts(self) -> list[int]:
        """The number of games in which each engine shared the first place."""
        return self._count(lambda match, engine: engine in match.winners and len(match.winners) > 1)

    @cached_property
    def lose_counts(self) -> list[int]:
        """The number of games that each engine did not win."""
        return self._count(lambda match, engine: engine not in match.winners)

    @cached_property
    def forfeit_counts(self) -> list[int]:
        """The number of games that each engine forfeited; they are lost too."""
        return self._count(
            lambda match, engine: match.player_to_engine.index(engine) in match.forfeits
        )

    @cached_property
    def total_scores(self) -> list[int]:
        """The tiles that each engine placed in all its games."""
        totals = [0] * self.total_engines
        for match in self.match_data:
            for engine, score in zip(match.player_to_engine, match.scores):
                totals[engine] += score
        return totals

    @property
    def win_rates(self) -> list[float]:
        """The share of its games that each engine won alone."""
        return self._per_game(self.win_counts)

    @property
    def draw_rates(self) -> list[float]:
        """The share of its games in which each engine shared the first place."""
        return self._per_game(self.draw_counts)

    @property
    def lose_rates(self) -> list[float]:
        """The share of its games that each engine did not win."""
        return self._per_game(self.lose_counts)

    @property
    def avg_scores(self) -> list[float]:
        """The tiles that each engine placed in a game."""
        return self._per_game(self.total_scores)

    @cached_property
    def elo_end(self) -> list[float]:
        """The ratings after the last game, as they changed from game to game."""
        elos = list(self.elo_start)
        for match in self.match_data:
            for engine, elo in zip(match.player_to_engine, match.elo_end):
                elos[engine] = elo
        return elos

    @property
    def elo_delta(self) -> list[float]:
        """The changes of the ratings by the tournament."""
        return [end - start for start, end in zip(self.elo_start, self.elo_end)]

    @property
    def elo_estimates(self) -> list[float]:
        """The maximum likelihood ratings of all games, around the mean of `elo_start`."""
        return self._fit[0]

    @property
    def elo_error_margin(self) -> list[float]:
        """The error margins of `elo_estimates`: with probability 0.95 the true rating lies within the
        margin on either side."""
        return self._fit[1]

    @cached_property
    def _fit(self) -> tuple[list[float], list[float]]:
        played = [i for i, n_games in enumerate(self.game_counts) if n_games > 0]
        mean = sum(self.elo_start[i] for i in played) / max(1, len(played))
        games = [(match.player_to_engine, match.scores) for match in self.match_data]
        return fit_elos(games, self.total_engines, mean)

    def get_matches_by_engine(self, engine: int) -> list[MatchData]:
        """The games of an engine."""
        return [match for match in self.match_data if engine in match.player_to_engine]

    def get_game_count_by_engine(self, engine: int) -> int:
        """The number of games that an engine played."""
        return self.game_counts[engine]

    def get_wins_by_engine(self, engine: int) -> int:
        """The number of games that an engine won alone."""
        return self.win_counts[engine]

    def get_draws_by_engine(self, engine: int) -> int:
        """The number of games in which an engine shared the first place."""
        return self.draw_counts[engine]

    def get_losses_by_engine(self, engine: int) -> int:
        """The number of games that an engine did not win."""
        return self.lose_counts[engine]

    def get_win_rate_by_engine(self, engine: int) -> float:
        """The share of its games that an engine won alone."""
        return self.win_rates[engine]

    def get_score_by_engine(self, engine: int) -> int:
        """The tiles that an engine placed in all its games."""
        return self.total_scores[engine]

    def get_avg_score_by_engine(self, engine: int) -> float:
        """The tiles that an engine placed in a game."""
        return self.avg_scores[engine]

    def get_starting_elo_by_engine(self, engine: int) -> float:
        """The rating of an engine before the first game."""
        return self.elo_start[engine]

    def get_ending_elo_by_engine(self, engine: int) -> float:
        """The rating of an engine after the last game."""
        return self.elo_end[engine]

    def get_delta_elo_by_engine(self, engine: int) -> float:
        """The change of an engine's rating by the tournament."""
        return self.elo_delta[engine]

    def get_elo_error_margin_by_engine(self, engine: int) -> float:
        """The error margin of an engine's estimated rating."""
        return self.elo_error_margin[engine]

    def get_engine_rankings(
        self, sort_by: str = "elo_estimates", sort_dir: str = "desc"
    ) -> list[int]:
        """The engines in the order of one of the lists of numbers, such as ``"win_counts"``."""
        if sort_dir not in ("asc", "desc"):
            raise TileweError(f"a direction is 'asc' or 'desc', not {sort_dir!r}")
        values: Any = getattr(self, sort_by, None)
        if not isinstance(values, list) or len(values) != self.total_engines:
            raise TileweError(f"{sort_by!r} is no list with something for each engine")
        if not all(isinstance(value, (int, float)) for value in values):
            raise TileweError(f"{sort_by!r} is no list of numbers")
        sign = -1 if sort_dir == "desc" else 1
        return sorted(range(self.total_engines), key=lambda engine: sign * values[engine])

    def get_engine_rankings_display(
        self, sort_by: str = "elo_estimates", sort_dir: str = "desc"
    ) -> str:
        """The table of all engines, in the order of one of the lists of numbers."""
        engines = self.get_engine_rankings(sort_by, sort_dir)
        head = (
            f"{'Rank':>4} {'Name':24} {'Elo':>6} {'+/-':>5} {'Games':>6} {'Score':>8} "
            f"{'Avg Score':>9} {'Wins':>6} {'Draws':>6} {'Losses':>6} {'Win Rate':>8}"
        )
        rows = [self._row(rank, engine) for rank, engine in enumerate(engines, start=1)]
        return "\n".join([f"Ranking by {sort_by} {sort_dir}:", head, *rows])

    def _row(self, rank: int, engine: int) -> str:
        margin = self.elo_error_margin[engine]
        counts = self.win_counts[engine], self.draw_counts[engine], self.lose_counts[engine]
        wins, draws, losses = (f"{count:>6}" for count in counts)
        return (
            f"{rank:>4} {self.engine_names[engine]:24.24} {self.elo_estimates[engine]:>6.0f} "
            f"{'-' if math.isinf(margin) else f'{margin:.0f}':>5} {self.game_counts[engine]:>6} "
            f"{self.total_scores[engine]:>8} {self.avg_scores[engine]:>9.2f} "
            f"{wins} {draws} {losses} {self.win_rates[engine]:>8.2%}"
        )

    def _count(self, counts: Callable[[MatchData, int], bool]) -> list[int]:
        totals = [0] * self.total_engines
        for match in self.match_data:
            for engine in match.player_to_engine:
                totals[engine] += counts(match, engine)
        return totals

    def _per_game(self, totals: Sequence[float]) -> list[float]:
        return [total / max(1, games) for total, games in zip(totals, self.game_counts)]


class Tournament:
    """A tournament between engines, whose seats rotate: after as many games as there are engines, each
    has had each seat equally often."""

    def __init__(self, engines: Sequence[Engine], move_seconds: float | None = None) -> None:
        if not engines:
            raise TileweError("a tournament needs at least one engine")
        self.engines = list(engines)
        self.move_seconds = _positive(60 if move_seconds is None else move_seconds, "move_seconds")

    def play(
        self,
        n_games: int,
        n_threads: int = 1,
        players_per_game: int = 4,
        move_seconds: float | None = None,
        verbose_board: bool = False,
        verbose_rankings: bool = True,
        elo_mode: str = "equal",
        *,
        seed: int | None = None,
        verbose_games: bool = True,
    ) -> TournamentResults:
        """Plays ``n_games`` games and returns the results.

        With ``n_threads`` above 1 the games are played by so many processes. The results are the same
        with any number of them, and again with the same ``seed``, if the engines draw lots only by Python's
        `random` and do not run out of time. ``elo_mode`` says with which ratings the engines begin: all
        with 0 (``"equal"``), or with their own ``estimated_elo`` (``"estimated"``).
        """
        _positive(n_games, "n_games")
        _positive(n_threads, "n_threads")
        if not 1 <= players_per_game <= 4:
            raise TileweError(f"a game is for 1 to 4 players, not {players_per_game}")
        if elo_mode not in ("equal", "estimated"):
            raise TileweError(f"elo_mode is 'equal' or 'estimated', not {elo_mode!r}")
        seconds = self.move_seconds
        if move_seconds is not None:
            seconds = _positive(move_seconds, "move_seconds")
        if seed is None:
            seed = random.SystemRandom().getrandbits(63)
        equal = elo_mode == "equal"
        elo_start = [0.0 if equal else float(engine.estimated_elo) for engine in self.engines]
        names = [engine.name for engine in self.engines]
        seatings = _seatings(len(self.engines), players_per_game, n_games, seed)
        tasks = [
            _Task(i, seating, f"{seed}/{i}", seconds) for i, seating in enumerate(seatings)
        ]
        start = time.perf_counter()
        results = TournamentResults([], names, elo_start, 0.0, seed)
        elos = list(elo_start)
        try:
            for match in self._matches(tasks, n_threads):
                _rate(match, elos)
                results.match_data.append(match)
                if verbose_games:
                    print(_line(results, n_games))
                if verbose_board:
                    print(f"{match.board}\n")
                n_left = n_games - results.total_games
                if verbose_rankings and n_left > 0 and n_left % max(10, n_games // 10) == 0:
                    # What a results object has counted it keeps, so that these are others.
                    so_far = replace(results, match_data=list(results.match_data))
                    print(f"\n{so_far.get_engine_rankings_display()}\n")
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
        # The others play on: whoever forfeited is replaced by chance, and ranks last.
        board.push(move or lots.choice(board.generate_legal_moves(unique=True)))
    scores = [0 if player in forfeits else board.player_score(player) for player in range(len(players))]
    able = [player for player in range(len(players)) if player not in forfeits]
    best = max((scores[player] for player in able), default=0)
    winners = [task.seating[player] for player in able if scores[player] == best]
    run_time = time.perf_counter() - start
    return MatchData(board, task.seating, scores, winners, forfeits, run_time)


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


def _rate(match: MatchData, elos: list[float]) -> None:
    """Changes the ratings by a game, and stores the change in it."""
    match.elo_start = [elos[engine] for engine in match.player_to_engine]
    match.elo_delta = [0.0] * len(match.player_to_engine)
    if len(match.player_to_engine) > 1:
        match.elo_delta = compute_elo_adjustment_n(match.elo_start, match.scores)
    match.elo_end = [elo + delta for elo, delta in zip(match.elo_start, match.elo_delta)]
    for engine, elo in zip(match.player_to_engine, match.elo_end):
        elos[engine] = elo


def _line(results: TournamentResults, n_games: int) -> str:
    """The last game."""
    match, names = results.match_data[-1], results.engine_names
    number = f"{results.total_games:>{len(str(n_games))}}"
    seats = " ".join(f"{names[engine]:14.14}" for engine in match.player_to_engine)
    winners = ", ".join(names[engine] for engine in match.winners) or "nobody"
    line = f"Game {number}: {seats}  Scores: {match.scores}  Winner(s): {winners}"
    for seat, reason in match.forfeits.items():
        line += f"\n  {names[match.player_to_engine[seat]]} forfeits: {reason}"
    return line


def _positive(value: float, what: str) -> float:
    if not value > 0:
        raise TileweError(f"{what} must be more than 0, not {value}")
    return value
