"""Ratings of the Tilewe drop-in: known values, and margins that hold in simulated games."""

from __future__ import annotations

import math
import random

import pytest

import tilewright.tilewe as tilewe
from tilewright.tilewe.elo import (
    compute_elo_adjustment_2,
    compute_elo_adjustment_n,
    compute_elo_error_margin,
    compute_elo_expectations_n,
    compute_estimated_elo,
    compute_inverse_error,
    elo_win_probability,
    fit_elos,
)


@pytest.mark.parametrize(
    ("difference", "probability"), [(0, 0.5), (100, 0.6401), (500, 0.9468), (800, 0.9901)]
)
def test_expectations_are_those_of_elo(difference: float, probability: float) -> None:
    assert elo_win_probability(1500 + difference, 1500) == pytest.approx(probability, abs=5e-5)
    assert elo_win_probability(1500, 1500 + difference) == pytest.approx(1 - probability, abs=5e-5)
    assert elo_win_probability(2 * difference, 0, C=800) == pytest.approx(probability, abs=5e-5)


def test_extreme_ratings_are_no_problem() -> None:
    assert elo_win_probability(0, 1e9) == 0.0
    assert elo_win_probability(1e9, 0) == 1.0


def test_adjustments_of_two() -> None:
    assert compute_elo_adjustment_2(1500, 1500, 1) == 16.0
    assert compute_elo_adjustment_2(1500, 1500, 0.5) == 0.0
    assert compute_elo_adjustment_2(1500, 1600, 1, 32) == pytest.approx(20.4821, abs=5e-5)
    assert compute_elo_adjustment_2(1500, 1600, 0, 32) == pytest.approx(-11.5179, abs=5e-5)
    assert compute_elo_adjustment_2(1500, 1500, 1, K=10) == 5.0


def test_adjustments_of_many_are_those_of_all_pairs() -> None:
    elos, scores, factor = [1500.0, 1400.0, 1700.0, 1500.0], [60, 70, 70, 50], 32
    expected = []
    for i in range(4):
        total = 0.0
        for j in range(4):
            if i != j:
                outcome = 0.5 + ((scores[i] == 70) - (scores[j] == 70)) / 2
                total += compute_elo_adjustment_2(elos[i], elos[j], outcome, factor / 3)
        expected.append(total)
    assert compute_elo_adjustment_n(elos, scores, factor) == pytest.approx(expected)
    assert sum(expected) == pytest.approx(0)
    assert compute_elo_adjustment_n([1500, 1600], [1, 0]) == [
        pytest.approx(compute_elo_adjustment_2(1500, 1600, 1)),
        pytest.approx(compute_elo_adjustment_2(1600, 1500, 0)),
    ]
    assert sum(compute_elo_expectations_n(elos)) == pytest.approx(2)


def test_estimates_turn_expectations_round() -> None:
    for wins, draws, losses in [(60, 10, 30), (5, 0, 95), (1, 98, 1)]:
        elo = compute_estimated_elo(wins, draws, losses)
        assert elo_win_probability(elo, 0) == pytest.approx((wins + draws / 2) / 100)
    assert compute_estimated_elo(3, 0, 0) == math.inf
    assert compute_estimated_elo(0, 0, 3) == -math.inf
    assert math.isnan(compute_estimated_elo(0, 0, 0))


def test_margins_are_infinite_where_results_do_not_tell() -> None:
    for results in [(0, 0, 0), (1, 0, 0), (9, 0, 0), (0, 9, 0), (0, 0, 9)]:
        assert compute_elo_error_margin(*results) == math.inf
    assert compute_elo_error_margin(10, 0, 10) > compute_elo_error_margin(1000, 0, 1000) > 0
    assert compute_elo_error_margin(10, 5, 9, confidence=0.99) > compute_elo_error_margin(10, 5, 9)


def test_quantiles_are_those_of_the_normal_distribution() -> None:
    assert compute_inverse_error(0.975) == pytest.approx(1.959964, abs=1e-6)
    assert compute_inverse_error(0.5) == pytest.approx(0)


def test_what_ratings_cannot_be_computed_from() -> None:
    for wrong in (0, 1, -1, 2):
        with pytest.raises(tilewe.TileweError):
            compute_inverse_error(wrong)
    with pytest.raises(tilewe.TileweError):
        compute_elo_error_margin(-1, 2, 3)
    with pytest.raises(tilewe.TileweError):
        compute_elo_adjustment_n([1500], [1])
    with pytest.raises(tilewe.TileweError):
        compute_elo_adjustment_n([1500, 1500], [1, 2, 3])


@pytest.mark.parametrize(("win", "draw"), [(0.5, 0.1), (0.6, 0.2), (0.8, 0.1), (0.2, 0.0)])
@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_margins_of_results_hold_as_often_as_they_say(
    win: float, draw: float, confidence: float
) -> None:
    lots = random.Random(1)
    score = win + draw / 2
    true = 400 * math.log10(score / (1 - score))
    n_inside = 0
    for _ in range(1000):
        games = lots.choices("WDL", [win, draw, 1 - win - draw], k=120)
        results = games.count("W"), games.count("D"), games.count("L")
        margin = compute_elo_error_margin(*results, confidence=confidence)
        n_inside += abs(compute_estimated_elo(*results) - true) <= margin
    # Three standard errors of a thousand trials, and a little for the approximation.
    tolerance = 3 * math.sqrt(confidence * (1 - confidence) / 1000) + 0.01
    assert n_inside / 1000 == pytest.approx(confidence, abs=tolerance)


def simulated_games(
    n_games: int, strengths: list[float], lots: random.Random
) -> list[tuple[list[int], list[float]]]:
    """Games of four; the best is found as in the model of Plackett and Luce."""
    games = []
    for _ in range(n_games):
        players = lots.sample(range(len(strengths)), 4)
        games.append((players, [strengths[i] - math.log(-math.log(lots.random())) for i in players]))
    return games


def test_margins_of_fitted_ratings_hold_as_often_as_they_say() -> None:
    lots = random.Random(2)
    strengths = [0.0, 0.3, 0.6, 1.2, -0.5]
    true, fine = fit_elos(simulated_games(20_000, strengths, lots), 5)
    assert max(fine) < 4
    n_inside = 0
    for _ in range(200):
        elos, margins = fit_elos(simulated_games(120, strengths, lots), 5)
        n_inside += sum(abs(elo - goal) <= m for elo, goal, m in zip(elos, true, margins))
    assert n_inside / 1000 == pytest.approx(0.95, abs=0.03)


def test_fitted_ratings_of_two_are_the_estimate_from_their_results() -> None:
    games = [([0, 1], [1, 0])] * 600 + [([1, 0], [1, 0])] * 300 + [([0, 1], [1, 1])] * 100
    elos, margins = fit_elos(games, 2, mean=1000.0)
    assert sum(elos) == pytest.approx(2000)
    assert elos[0] - elos[1] == pytest.approx(compute_estimated_elo(600, 100, 300), abs=0.5)
    assert 2 * margins[0] == pytest.approx(compute_elo_error_margin(600, 100, 300), rel=0.01)
    assert margins[0] == pytest.approx(margins[1])


def test_ratings_stay_finite_and_margins_admit_what_is_unknown() -> None:
    elos, margins = fit_elos([([0, 1], [1, 0]), ([0, 1], [1, 0]), ([3], [1])], 4)
    assert elos[0] > 0 > elos[1] and elos[2] == elos[3] == 0.0
    assert margins == [math.inf] * 4
    assert fit_elos([], 2) == ([0.0, 0.0], [math.inf, math.inf])
    assert fit_elos([([0, 1], [1, 0])], 2)[1] == [math.inf, math.inf]
