"""Tournaments of the Tilewe drop-in."""

from __future__ import annotations

import math
import os
import random
from collections import Counter
from typing import Any

import pytest

import tilewright.tilewe as tilewe
from tilewright.tilewe.elo import (
    compute_elo_adjustment_n,
    compute_elo_error_margin,
    compute_estimated_elo,
)
from tilewright.tilewe.engine import Engine, PieceSizeEngine, RandomEngine
from tilewright.tilewe.tournament import Tournament, TournamentResults


def play(engines: list[Engine], n_games: int, **options: Any) -> TournamentResults:
    options = {"verbose_rankings": False, "verbose_games": False, "seed": 5, **options}
    return Tournament(engines, move_seconds=60).play(n_games, **options)


def four() -> list[Engine]:
    return [PieceSizeEngine(), RandomEngine("A"), RandomEngine("B"), PieceSizeEngine(style="min")]


def summary(results: TournamentResults) -> list[Any]:
    """All that does not depend on time."""
    games = [
        (match.player_to_engine, match.board.moves, match.scores, match.forfeits, match.elo_end)
        for match in results.match_data
    ]
    return [games, results.elo_end, results.win_counts, results.seed]


class Remembering(Engine):
    """Plays worse from move to move; what it remembers must not outlive a game."""

    n_searches = 0

    def on_search(self, board: tilewe.Board, seconds: float) -> tilewe.Move:
        self.n_searches += 1
        moves = sorted(board.generate_legal_moves(), key=lambda move: -move.piece)
        return moves[min(len(moves) - 1, self.n_searches)]


class Failing(Engine):
    """Does something wrong at its third move."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how

    def on_search(self, board: tilewe.Board, seconds: float) -> Any:
        if board.ply >= 8:
            if self.how == "raise":
                raise KeyError("lost")
            if self.how == "illegal":
                return board.moves[0]
            if self.how == "none":
                return None
            if self.how == "exit":
                raise SystemExit(3)
            if self.how == "interrupt":
                raise KeyboardInterrupt
            os._exit(7)
        return board.generate_legal_moves()[0]


class Outsider:
    """An engine of a class of its own."""

    name = "Outsider"
    estimated_elo = 5

    def search(self, board: tilewe.Board, seconds: float) -> Any:
        return board.generate_legal_moves()[-1] if board.ply < 8 else "a move"


def test_a_seed_repeats_a_tournament_with_any_number_of_processes() -> None:
    engines = [*four(), Remembering("Remembering")]
    first = play(engines, 12, seed=3)
    assert summary(first) == summary(play(engines, 12, seed=3))
    assert summary(first) == summary(play(engines, 12, seed=3, n_threads=2))
    assert summary(first) == summary(play(engines, 12, seed=3, n_threads=20))
    assert summary(first) != summary(play(engines, 12, seed=4))


def test_a_tournament_without_a_seed_tells_with_which_it_is_repeated() -> None:
    first = play(four(), 4, seed=None)
    second = play(four(), 4, seed=None)
    assert first.seed != second.seed
    assert summary(first) == summary(play(four(), 4, seed=first.seed))


def test_a_tournament_leaves_the_random_numbers_of_its_caller_alone() -> None:
    random.seed(1)
    expected = random.random()
    random.seed(1)
    play(four(), 2)
    assert random.random() == expected


@pytest.mark.parametrize(("n_engines", "n_players"), [(4, 4), (7, 4), (5, 2), (3, 3), (1, 1)])
def test_seats_rotate_fairly(n_engines: int, n_players: int) -> None:
    engines: list[Engine] = [RandomEngine(str(i)) for i in range(n_engines)]
    n_rounds = 3
    results = play(engines, n_rounds * n_engines, players_per_game=n_players)
    seats = Counter(
        (engine, seat)
        for match in results.match_data
        for seat, engine in enumerate(match.player_to_engine)
    )
    assert set(seats.values()) == {n_rounds}
    assert len(seats) == n_engines * n_players
    assert results.game_counts == [n_rounds * n_players] * n_engines
    for match in results.match_data:
        assert len(set(match.player_to_engine)) == n_players == match.board.n_players


def test_fewer_engines_than_seats_play_with_fewer_seats() -> None:
    results = play([RandomEngine("A"), RandomEngine("B")], 3, players_per_game=4)
    assert [match.board.n_players for match in results.match_data] == [2, 2, 2]


@pytest.mark.parametrize("elo_mode", ["estimated", "live", "live_initial"])
def test_results_are_those_of_the_games(elo_mode: str) -> None:
    results = play(four(), 20, elo_mode=elo_mode)
    assert (results.total_games, results.total_engines) == (20, 4)
    assert results.engine_names == ["LargestPiece", "A", "B", "SmallestPiece"]
    wins, draws, losses, totals = [0] * 4, [0] * 4, [0] * 4, [0] * 4
    start = [30.0, -100.0, -100.0, -150.0] if elo_mode == "live_initial" else [0.0] * 4
    elos = list(start)
    players: list[list[int]] = []
    outcomes: list[list[float]] = []
    for match in results.match_data:
        assert match.board.finished and match.scores == match.board.scores
        assert match.engines == match.player_to_engine and match.forfeits == {}
        winners = [match.player_to_engine[player] for player in match.board.winners]
        assert match.winners == winners
        assert match.elo_start == [elos[engine] for engine in match.engines]
        players.append(match.engines)
        outcomes.append([(engine in winners) / len(winners) for engine in match.engines])
        if elo_mode == "estimated":
            elos = compute_estimated_elo(4, players, outcomes)
        else:
            changes = compute_elo_adjustment_n(match.elo_start, match.scores, K=8)
            assert match.elo_delta == changes
            for engine, change in zip(match.engines, changes):
                elos[engine] += change
        assert match.elo_end == [elos[engine] for engine in match.engines]
        for seat, engine in enumerate(match.engines):
            totals[engine] += match.scores[seat]
            wins[engine] += winners == [engine]
            draws[engine] += engine in winners and len(winners) > 1
            losses[engine] += engine not in winners
    assert (results.win_counts, results.draw_counts, results.lose_counts) == (wins, draws, losses)
    assert results.total_scores == totals
    assert results.game_counts == [20] * 4 == [sum(counts) for counts in zip(wins, draws, losses)]
    assert results.avg_scores == [total / 20 for total in totals]
    assert results.win_rates == [win / 20 for win in wins]
    assert results.draw_rates == [draw / 20 for draw in draws]
    assert results.lose_rates == [loss / 20 for loss in losses]
    assert results.win_draw_rates == [(20 - loss) / 20 for loss in losses]
    assert results.elo_start == start and results.elo_end == elos
    assert 0 < results.average_match_duration <= results.total_time <= results.real_time
    for engine in range(4):
        margin = results.get_elo_error_margin(engine)
        assert margin == results.elo_error_margin[engine]
        counts = wins[engine], draws[engine], losses[engine]
        assert margin == compute_elo_error_margin(*counts)
        assert results.get_elo_error_margin(engine, 5.0) >= margin, "confidence is at most 0.999"
        assert len(results.get_matches_by_engine(engine)) == 20
    assert max(range(4), key=lambda engine: wins[engine]) == 0, "large pieces win"


def test_rankings_are_sorted_by_any_list_of_numbers() -> None:
    results = play(four(), 12)
    for name in ("elo_end", "win_counts", "total_scores", "avg_scores"):
        numbers = getattr(results, name)
        for sign, sort_dir in ((1, "asc"), (-1, "desc")):
            order = sorted(range(4), key=lambda engine: sign * numbers[engine])
            lines = results.get_engine_rankings_display(name, sort_dir).splitlines()
            assert lines[0] == f"Ranking by {name} {sort_dir}:"
            assert [line.split()[0] for line in lines[2:]] == ["0", "1", "2", "3"]
            names = [results.engine_names[engine] for engine in order]
            assert [line.split()[1] for line in lines[2:]] == names
    for wrong in ("engine_names", "match_data", "seed", "nothing"):
        assert results.get_engine_rankings_display(wrong).startswith("Invalid sort field ")
    assert results.get_engine_rankings_display("elo_end", "down").startswith("Invalid sort dir")


@pytest.mark.parametrize("n_threads", [1, 2])
@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("raise", "KeyError: 'lost'"),
        ("illegal", "is illegal"),
        ("none", "TypeError: None is no move"),
        ("exit", "SystemExit: 3"),
    ],
)
def test_an_engine_that_fails_forfeits_and_the_others_play_on(
    how: str, reason: str, n_threads: int
) -> None:
    engines = [Failing(how), RandomEngine("A"), RandomEngine("B"), RandomEngine("C")]
    results = play(engines, 8, n_threads=n_threads)
    assert results.total_games == 8
    assert results.forfeit_counts == [8, 0, 0, 0] and results.lose_counts[0] == 8
    for match in results.match_data:
        seat = match.player_to_engine.index(0)
        assert list(match.forfeits) == [seat]
        assert match.forfeits[seat].startswith("ply ") and reason in match.forfeits[seat]
        assert match.board.finished and match.scores[seat] == 0
        assert 0 not in match.winners and match.winners


def test_an_engine_that_ends_its_process_forfeits_too() -> None:
    engines = [Failing("_exit"), RandomEngine("A"), RandomEngine("B"), RandomEngine("C")]
    results = play(engines, 6, n_threads=2)
    assert results.total_games == 6 and results.forfeit_counts == [6, 0, 0, 0]
    for match in results.match_data:
        seat = match.player_to_engine.index(0)
        assert match.forfeits[seat].endswith("the process ended with exit code 7")
        assert match.board.finished


def test_engines_of_other_classes_are_checked_too() -> None:
    engines: list[Any] = [Outsider(), RandomEngine()]
    results = play(engines, 2, elo_mode="live_initial")
    assert results.elo_start == [5.0, -100.0] and results.forfeit_counts == [2, 0]
    assert "TypeError: 'a move' is no move" in results.match_data[0].forfeits.popitem()[1]


def test_when_all_forfeit_nobody_wins() -> None:
    results = play([Failing("raise"), Failing("none")], 2, players_per_game=2)
    assert [match.winners for match in results.match_data] == [[], []]
    assert results.lose_counts == [2, 2] and results.win_counts == [0, 0]


def test_an_interrupted_tournament_tells_what_was_played(
    capsys: pytest.CaptureFixture[str],
) -> None:
    engines: list[Engine] = [Failing("interrupt"), RandomEngine()]
    results = play(engines, 3, verbose_rankings=True)
    assert results.total_games == 0 and results.elo_end == [0.0, 0.0]
    printed = capsys.readouterr().out
    assert printed.startswith("interrupted after 0 of 3 games\n")
    assert len(printed.splitlines()) == 7, "the table is there too"


def test_one_engine_alone_wins_unrated() -> None:
    results = play([RandomEngine()], 2, players_per_game=1)
    assert results.win_counts == [2] and results.elo_end == [0.0]
    assert results.elo_error_margin == [math.inf]


def test_engines_that_cannot_be_pickled_play_in_one_process_only() -> None:
    class Local(RandomEngine):
        pass

    engines: list[Engine] = [Local("A"), Local("B")]
    assert play(engines, 2).total_games == 2
    with pytest.raises(tilewe.TileweError, match="must be picklable"):
        play(engines, 2, n_threads=2)


def test_progress_is_printed_game_by_game(capsys: pytest.CaptureFixture[str]) -> None:
    engines = [Failing("raise"), RandomEngine("Somebody")]
    results = Tournament(engines, move_seconds=3).play(12, seed=1, verbose_board=True)
    printed = capsys.readouterr().out
    for number in range(1, 13):
        assert f"Game {number:>2}: " in printed
    assert printed.count("raise forfeits: ply ") == 12
    assert str(results.match_data[0].board) in printed
    assert printed.count("Rank Name") == 2
    assert printed.endswith(f"\n{results.get_engine_rankings_display()}\n")


@pytest.mark.parametrize(
    "options",
    [
        {"n_games": 0},
        {"n_threads": 0},
        {"players_per_game": 0},
        {"players_per_game": 5},
        {"move_seconds": 0},
        {"elo_mode": "guessed"},
    ],
)
def test_what_cannot_be_played_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(tilewe.TileweError):
        Tournament([RandomEngine()]).play(**{"n_games": 1, **options})


def test_a_tournament_needs_engines_and_time() -> None:
    with pytest.raises(tilewe.TileweError):
        Tournament([])
    with pytest.raises(tilewe.TileweError):
        Tournament([RandomEngine()], move_seconds=-1)
    assert Tournament([RandomEngine()]).move_seconds == 60
