"""Ratings of the Tilewe drop-in: known values, and the formulas of the library."""

from __future__ import annotations

import math
import statistics

import pytest

from tilewright.tilewe.elo import (
    c_k,
    compute_elo_adjustment_2,
    compute_elo_adjustment_n,
    compute_elo_error_margin,
    compute_estimated_elo,
    compute_inverse_error,
    elo_win_probability,
    erfinv,
)


@pytest.mark.parametrize(
    ("difference", "probability"), [(0, 0.5), (100, 0.6401), (500, 0.9468), (800, 0.9901)]
)
def test_expectations_are_those_of_elo(difference: float, probability: float) -> None:
    assert elo_win_probability(1500 + difference, 1500) == pytest.approx(probability, abs=5e-5)
    assert elo_win_probability(1500, 1500 + difference) == pytest.approx(1 - probability, abs=5e-5)
    assert elo_win_probability(2 * difference, 0, C=800) == pytest.approx(probability, abs=5e-5)


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
                elo = elo_win_probability(elos[i], elos[j])
                total += factor / 3 * (outcome - elo)
        expected.append(total)
    assert compute_elo_adjustment_n(elos, scores, factor) == pytest.approx(expected)
    assert sum(expected) == pytest.approx(0)


def test_the_inverse_error_function_is_that_of_the_normal_distribution() -> None:
    normal = statistics.NormalDist()
    for percent in range(2, 99):
        quantile = normal.inv_cdf(percent / 100)
        assert compute_inverse_error(percent / 100) == pytest.approx(quantile, abs=2e-3)
        assert math.erf(erfinv(percent / 100)) == pytest.approx(percent / 100, abs=1e-3)
    assert [math.isnan(erfinv(x)) for x in (-1, 1, 2)] == [True] * 3
    assert [c_k(k) for k in range(3)] == [1.0, 1.0, pytest.approx(7 / 6)]
    with pytest.raises(ValueError):
        c_k(-1)


def test_margins_shrink_with_games_and_are_infinite_where_results_say_nothing() -> None:
    margins = [compute_elo_error_margin(6 * n, n, 3 * n) for n in (1, 4, 16)]
    assert margins == sorted(margins, reverse=True)
    assert margins[1] / margins[2] == pytest.approx(2, rel=0.1)
    assert compute_elo_error_margin(60, 10, 30, C=800) == pytest.approx(
        2 * compute_elo_error_margin(60, 10, 30)
    )
    assert compute_elo_error_margin(0, 0, 0) == math.inf == compute_elo_error_margin(5, 0, 0)
    for options in ({"confidence": 0}, {"confidence": 1}, {"C": 0}):
        with pytest.raises(ValueError):
            compute_elo_error_margin(1, 1, 1, **options)


def test_estimates_are_around_the_mean_by_the_results_of_each() -> None:
    players = [[0, 1], [1, 0], [0, 1], [0, 2]]
    results = [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0], [1.0, 0.0]]
    elos = compute_estimated_elo(4, players, results, mean=100)
    assert elos[0] > 100 > elos[1] and elos[2] == -math.inf and math.isnan(elos[3])
    assert elos[0] + elos[1] == pytest.approx(200)
    assert compute_estimated_elo(2, [], []) == [pytest.approx(math.nan, nan_ok=True)] * 2
