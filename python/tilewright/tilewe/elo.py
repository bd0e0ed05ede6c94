"""Elo ratings: expected scores, adjustments by results, and error margins of estimates.

A player rated 400 points above another is expected to score ten times as much. A game of several
players counts as a game of each pair: more points win, equal points draw.

>>> round(elo_win_probability(1600, 1500), 2)
0.64
>>> compute_elo_adjustment_n([1500, 1500, 1500], [70, 60, 50])
[16.0, -8.0, -8.0]
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

from tilewright.tilewe.error import TileweError

__all__ = [
    "compute_elo_adjustment_2",
    "compute_elo_adjustment_n",
    "compute_elo_error_margin",
    "compute_elo_expectations_n",
    "compute_estimated_elo",
    "compute_inverse_error",
    "elo_win_probability",
    "fit_elos",
]


def elo_win_probability(elo1: float, elo2: float, C: float = 400) -> float:
    """The expected score of player 1 against player 2, from 0 to 1."""
    exponent = (elo2 - elo1) / C
    # Beyond this the power overflows; the probability is 0 long before.
    return 0.0 if exponent > 300 else 1.0 / (1.0 + 10.0**exponent)


def compute_elo_expectations_n(elos: Sequence[float], C: float = 400) -> list[float]:
    """The expected score of each of several players against all others, from 0 to 1 on average.

    >>> compute_elo_expectations_n([1500, 1500, 1500])
    [0.5, 0.5, 0.5]
    """
    _check_several(elos)
    everyone = range(len(elos))
    sums = [
        sum(elo_win_probability(elos[i], elos[j], C) for j in everyone if j != i) for i in everyone
    ]
    return [total / (len(elos) - 1) for total in sums]


def compute_elo_adjustment_2(elo1: float, elo2: float, outcome: float, K: float = 32) -> float:
    """The change of player 1's rating by a game against player 2: ``outcome`` is 1 for a win, 0.5 for
    a draw and 0 for a loss."""
    return K * (outcome - elo_win_probability(elo1, elo2))


def compute_elo_adjustment_n(
    elos: Sequence[float], scores: Sequence[float], K: float = 32
) -> list[float]:
    """The changes of several players' ratings by a game that ended with these scores. Their sum is
    zero."""
    _check_several(elos)
    if len(scores) != len(elos):
        raise TileweError(f"there are {len(elos)} ratings, but {len(scores)} scores")
    expected = compute_elo_expectations_n(elos)
    return [K * (won - hoped) for won, hoped in zip(_mean_outcomes(scores), expected)]


def compute_inverse_error(e: float) -> float:
    """The quantile function of the standard normal distribution, at probability ``e``.

    >>> round(compute_inverse_error(0.975), 2)
    1.96
    """
    if not 0 < e < 1:
        raise TileweError(f"a probability between 0 and 1 is needed, not {e}")
    return NormalDist().inv_cdf(e)


def compute_estimated_elo(wins: int, draws: int, losses: int, C: float = 400) -> float:
    """How far above its opponents a player with these results is rated; infinite if it won or lost all, and
    nothing is known (``nan``) without games.

    >>> round(compute_estimated_elo(60, 10, 30))
    108
    """
    n_games = _n_games(wins, draws, losses)
    if n_games == 0:
        return math.nan
    score = (wins + draws / 2) / n_games
    if score in (0.0, 1.0):
        return math.inf if score else -math.inf
    return C * math.log10(score / (1 - score))


def compute_elo_error_margin(
    wins: int, draws: int, losses: int, confidence: float = 0.95, C: float = 400
) -> float:
    """How far off `compute_estimated_elo` may be: with probability ``confidence`` the true difference lies
    within this margin on either side. It is infinite where the results do not tell: with fewer than two
    games, or when all ended alike.

    >>> round(compute_elo_error_margin(60, 10, 30))
    68
    """
    quantile = compute_inverse_error((1 + confidence) / 2)
    n_games = _n_games(wins, draws, losses)
    if n_games < 2 or n_games in (wins, draws, losses):
        return math.inf
    score = (wins + draws / 2) / n_games
    squares = wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2
    deviation = math.sqrt(squares / (n_games - 1) / n_games)
    # Elo is linear in the logarithm of the odds, whose slope at the score this is.
    return quantile * deviation * C / math.log(10) / (score * (1 - score))


def fit_elos(
    games: Sequence[tuple[Sequence[int], Sequence[float]]],
    n_players: int,
    mean: float = 0.0,
    confidence: float = 0.95,
    C: float = 400,
) -> tuple[list[float], list[float]]:
    """The ratings that explain these games best, and the margin of error of each.

    A game is the players in it, by number, and their scores. The ratings of those who played have the given
    mean, and a margin is that of the distance to it: with probability ``confidence`` the rating that endless
    games would give lies within the margin on either side. Every player is taken to have drawn one more
    game against the mean, which keeps ratings finite. What happens between the players of one game hangs
    together, so margins are computed from whole games. A margin is infinite where a player always was first
    or never was, or there are fewer than two games.
    """
    quantile = compute_inverse_error((1 + confidence) / 2)
    fit = _Fit(n_players)
    for players, scores in games:
        fit.add(players, scores)
    strengths = fit.strengths()
    played = [i for i in range(n_players) if fit.n_games[i] > 0]
    center = sum(strengths[i] for i in played) / max(1, len(played))
    unit = C / math.log(10)
    elos = [mean] * n_players
    for i in played:
        elos[i] += unit * (strengths[i] - center)
    return elos, [quantile * unit * deviation for deviation in fit.deviations(strengths)]


class _Fit:
    """What games tell about the strengths of players: logarithms of odds, as in Bradley and Terry's model.
    Of what follows each pair of players counts so much that each player of a game counts once."""

    def __init__(self, n_players: int) -> None:
        self.games: list[tuple[Sequence[int], list[float]]] = []
        #: What each player won, the draw against the mean included.
        self.won = [0.5] * n_players
        #: How often each pair met.
        self.met = [[0.0] * n_players for _ in range(n_players)]
        #: In how many games each player was, and in how many it was first.
        self.n_games = [0] * n_players
        self.n_firsts = [0] * n_players

    def add(self, players: Sequence[int], scores: Sequence[float]) -> None:
        if len(players) < 2:
            return
        outcomes = _mean_outcomes(scores)
        self.games.append((players, outcomes))
        best = max(scores)
        for player, outcome, score in zip(players, outcomes, scores):
            self.won[player] += outcome
            self.n_games[player] += 1
            self.n_firsts[player] += score == best
            for other in players:
                if other != player:
                    self.met[player][other] += 1 / (len(players) - 1)

    def strengths(self) -> list[float]:
        """The most likely ones, by Newton's method."""
        strengths = [0.0] * len(self.won)
        for _ in range(100):
            slopes = [
                won - _chance(own) - sum(n * _chance(own - other) for n, other in zip(met, strengths))
                for won, met, own in zip(self.won, self.met, strengths)
            ]
            spread = _inverse(self._information(strengths))
            steps = [sum(s * slope for s, slope in zip(row, slopes)) for row in spread]
            longest = max((abs(step) for step in steps), default=0.0)
            # Far from the best a whole step may lead astray.
            scale = 1 / max(1.0, longest)
            strengths = [own + scale * step for own, step in zip(strengths, steps)]
            if longest < 1e-9:
                break
        return strengths

    def deviations(self, strengths: list[float]) -> list[float]:
        """The standard errors, computed from whole games (the "sandwich" of statistics)."""
        n_games = len(self.games)
        if n_games < 2:
            return [math.inf] * len(strengths)
        spread = _inverse(self._information(strengths))
        squares = [0.0] * len(strengths)
        for players, outcomes in self.games:
            surprises = [
                outcome
                - sum(_chance(strengths[i] - strengths[j]) for j in players if j != i)
                / (len(players) - 1)
                for i, outcome in zip(players, outcomes)
            ]
            for i, row in enumerate(spread):
                moved = sum(row[j] * surprise for j, surprise in zip(players, surprises))
                squares[i] += moved * moved
        errors = [math.sqrt(square * n_games / (n_games - 1)) for square in squares]
        # Nothing bounds the strength of who always was first, or never.
        bounded = [0 < n_firsts < n for n_firsts, n in zip(self.n_firsts, self.n_games)]
        return [error if known else math.inf for error, known in zip(errors, bounded)]

    def _information(self, strengths: list[float]) -> list[list[float]]:
        """How sharply the likelihood bends."""
        bends = []
        for i, (met, own) in enumerate(zip(self.met, strengths)):
            row = [-n * _bend(own - other) for n, other in zip(met, strengths)]
            row[i] = _bend(own) - sum(row)
            bends.append(row)
        return bends


def _mean_outcomes(scores: Sequence[float]) -> list[float]:
    """What each player scored against the others on average: those with the most points win against the
    rest and draw with each other, and so do the rest."""
    best = max(scores)
    n_winners = sum(score == best for score in scores)
    n_others = len(scores) - 1
    winner = ((n_winners - 1) / 2 + len(scores) - n_winners) / n_others
    loser = (len(scores) - n_winners - 1) / 2 / n_others
    return [winner if score == best else loser for score in scores]


def _chance(difference: float) -> float:
    return 0.5 * (1 + math.tanh(difference / 2))


def _bend(difference: float) -> float:
    return _chance(difference) * _chance(-difference)


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a matrix that is symmetric and positive definite, by elimination."""
    size = len(matrix)
    rows = [row + [float(i == j) for j in range(size)] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(size):
            factor = rows[j][i]
            if j != i and factor != 0:
                rows[j] = [value - factor * other for value, other in zip(rows[j], rows[i])]
    return [row[size:] for row in rows]


def _n_games(wins: int, draws: int, losses: int) -> int:
    if min(wins, draws, losses) < 0:
        raise TileweError(f"no result can be there fewer than 0 times: {wins}, {draws}, {losses}")
    return wins + draws + losses


def _check_several(elos: Sequence[float]) -> None:
    if len(elos) < 2:
        raise TileweError(f"it takes two players to compare, not {len(elos)}")
