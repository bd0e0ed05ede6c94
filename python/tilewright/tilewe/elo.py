"""Elo ratings: expected scores, adjustments by results, and error margins of estimates.

A player rated 400 points above another is expected to score ten times as much. A game of several
players counts as a game of each pair: the most points win against the rest, and all else is drawn.

>>> round(elo_win_probability(1600, 1500), 2)
0.64
>>> compute_elo_adjustment_n([1500, 1500, 1500], [70, 60, 50])
[16.0, -8.0, -8.0]
"""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = [
    "c_k",
    "compute_elo_adjustment_2",
    "compute_elo_adjustment_n",
    "compute_elo_error_margin",
    "compute_estimated_elo",
    "compute_inverse_error",
    "elo_win_probability",
    "erfinv",
]

#: The coefficients of `erfinv` that were computed.
_COEFFICIENTS = [1.0]


def c_k(k: int) -> float:
    """The coefficient number ``k`` of the power series of the inverse error function.

    >>> [round(c_k(k), 3) for k in range(4)]
    [1.0, 1.0, 1.167, 1.411]
    """
    if k < 0:
        raise ValueError(f"coefficients are numbered from 0, not {k}")
    while len(_COEFFICIENTS) <= k:
        n = len(_COEFFICIENTS)
        products = (
            _COEFFICIENTS[m] * _COEFFICIENTS[n - 1 - m] / ((m + 1) * (2 * m + 1)) for m in range(n)
        )
        # Added one by one: `sum` compensates rounding in newer versions of Python.
        total = 0.0
        for product in products:
            total += product
        _COEFFICIENTS.append(total)
    return _COEFFICIENTS[k]


def erfinv(x: float) -> float:
    """The inverse error function by its power series, up to a term below 0.00001; ``nan`` outside of
    the open interval from -1 to 1.

    >>> round(erfinv(0.9), 3)
    1.163
    """
    if not -1 < x < 1:
        return math.nan
    scaled = math.sqrt(math.pi) * 0.5 * x
    total = 0.0
    k = 0
    while True:
        before = total
        total += c_k(k) / (2 * k + 1) * scaled ** (2 * k + 1)
        if abs(total - before) < 0.00001:
            return total
        k += 1


def elo_win_probability(elo1: float, elo2: float, C: int = 400) -> float:
    """The expected score of player 1 against player 2, from 0 to 1."""
    odds = math.pow(10, -(elo1 - elo2) / C)
    return min(max(1.0 / (1.0 + odds), 0), 1)


def compute_elo_adjustment_2(elo1: float, elo2: float, outcome: float, K: int = 32) -> float:
    """The change of player 1's rating by a game against player 2: ``outcome`` is 1 for a win, 0.5 for
    a draw and 0 for a loss."""
    after = elo1 + K * (outcome - elo_win_probability(elo1, elo2))
    return after - elo1


def compute_elo_adjustment_n(
    elos: Sequence[float], scores: Sequence[float], K: int = 32
) -> list[float]:
    """The changes of several players' ratings by a game that ended with these scores."""
    n_players = len(elos)
    per_opponent = K / (n_players - 1)
    has_won = [score == max(scores) for score in scores]
    adjustments: list[float] = []
    for player in range(n_players):
        total = 0.0
        for other in range(n_players):
            if other != player:
                outcome = 0.5 + 0.5 * (has_won[player] - has_won[other])
                # The parameter is whole for most callers, but not here.
                total += compute_elo_adjustment_2(
                    elos[player], elos[other], outcome, per_opponent  # type: ignore[arg-type]
                )
        adjustments.append(total)
    return adjustments


def compute_inverse_error(e: float) -> float:
    """The quantile function of the standard normal distribution, at probability ``e``.

    >>> round(compute_inverse_error(0.975), 2)
    1.96
    """
    return math.sqrt(2) * erfinv(2 * e - 1)


def compute_elo_error_margin(
    wins: int, draws: int, losses: int, confidence: float = 0.95, C: int = 400
) -> float:
    """Half the width of the Elo interval of these results; infinite where they say nothing.

    The interval is cut at the quantiles ``confidence`` and ``1 - confidence`` of the score: a confidence
    of 0.95 is an interval that holds with probability 0.9.

    >>> round(compute_elo_error_margin(60, 10, 30))
    57
    """
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, not {confidence}")
    if C < 1:
        raise ValueError(f"C is at least 1, not {C}")
    n_games = wins + draws + losses
    if n_games == 0:
        return math.inf
    shares = wins / n_games, draws / n_games, losses / n_games
    score = shares[0] + shares[1] / 2
    variance = 0.0
    for share, result in zip(shares, (1, 0.5, 0)):
        variance += share * math.pow(result - score, 2)
    deviation = math.sqrt(variance) / math.sqrt(n_games)
    bounds: list[float] = []
    for probability in (1 - confidence, confidence):
        bound = score + compute_inverse_error(probability) * deviation
        # Beyond these no difference of ratings gives the score.
        if bound == 0 or 1 / bound <= 1:
            return math.inf
        bounds.append(-C * math.log10(1 / bound - 1))
    return abs((bounds[1] - bounds[0]) / 2)


def compute_estimated_elo(
    n: int, ppg: Sequence[Sequence[int]], rpg: Sequence[Sequence[float]], mean: float = 0
) -> list[float]:
    """The ratings of ``n`` players by their mean results: 1 for a win, 0.5 for a draw, 0 for a loss.

    ``ppg`` has the players of each game and ``rpg`` their results. A player that won or lost all games
    is rated infinitely high or low, and one without games ``nan``; the others are rated ``mean`` on average.

    >>> [round(elo) for elo in compute_estimated_elo(2, [[0, 1], [1, 0], [0, 1]], [[1, 0], [0, 1], [0, 1]])]
    [60, -60]
    """
    totals = [0.0] * n
    counts = [0] * n
    for players, outcomes in zip(ppg, rpg):
        for seat, player in enumerate(players):
            # A player that is in a game twice counts once.
            if player not in players[:seat]:
                totals[player] += outcomes[seat]
                counts[player] += 1
    return ratings_by_results(totals, counts, mean)


def ratings_by_results(
    totals: Sequence[float], counts: Sequence[int], mean: float = 0
) -> list[float]:
    """The same ratings by the sum of the results and the number of games of each player."""
    elos = [_expected_elo(total, count) for total, count in zip(totals, counts)]
    finite = [elo for elo in elos if math.isfinite(elo)]
    if not finite:
        return elos
    average = sum(finite) / len(finite)
    return [elo + (mean - average) for elo in elos]


def _expected_elo(total: float, count: int) -> float:
    """Half of the difference to one opponent with the opposite results, which is rated as far below."""
    if count == 0:
        return math.nan
    score = total / count
    if not 0 < score < 1:
        return math.inf if score >= 1 else -math.inf
    return -400 * math.log10(1.0 / score - 1) / 2
