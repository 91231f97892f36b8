"""Elo of one player against another, from single games or from pairs of games with sides swapped.

A pair is one of LL, LD, WL, DD, WD, WW, in this order everywhere. Its two games share an opening and are
not independent trials, so intervals are computed from pairs if all games are paired.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from dropfour.arena.game import PlayedGame

PAIR_WORDS = ("LL", "LD", "WL", "DD", "WD", "WW")
PAIR_POINTS = (0.0, 0.25, 0.5, 0.5, 0.75, 1.0)  # as a fraction of the points of a pair
GAME_POINTS = (0.0, 0.5, 1.0)
Z_95 = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with half the width of its 95 % interval; None where the data is insufficient."""

    value: float | None
    margin: float | None = None

    def __str__(self) -> str:
        if self.value is None:
            return "too few games"
        if self.margin is None:
            return f"{self.value:+.1f}"
        return f"{self.value:+.1f} ± {self.margin:.1f}"


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of one player's games."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, ...] = (0,) * len(PAIR_WORDS)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def score(self) -> float | None:
        """Points per game; None without games."""
        return self.points / self.games if self.games else None

    @property
    def elo(self) -> Estimate:
        """The Elo difference, from pairs if all games are paired."""
        if 2 * sum(self.pairs) == self.games:
            return elo_of(self.pairs, PAIR_POINTS)
        return elo_of((self.losses, self.draws, self.wins), GAME_POINTS)

    @property
    def superiority(self) -> float | None:
        """The likelihood that the player is the stronger one."""
        if 2 * sum(self.pairs) == self.games:
            return superiority_of(self.pairs, PAIR_POINTS)
        return superiority_of((self.losses, self.draws, self.wins), GAME_POINTS)


def tally(games: Iterable[PlayedGame], name: str) -> Tally:
    """Count the results of the player called *name*; games of others are ignored."""
    counts = {0.0: 0, 0.5: 0, 1.0: 0}
    pairs = [0] * len(PAIR_WORDS)
    waiting: dict[int, float] = {}
    for game in games:
        if name not in (game.fixture.red, game.fixture.yellow):
            continue
        points = game.points(name)
        counts[points] += 1
        first = waiting.pop(game.fixture.pair, None)
        if first is None:
            waiting[game.fixture.pair] = points
        else:
            pairs[pair_index(first, points)] += 1
    return Tally(counts[1.0], counts[0.5], counts[0.0], tuple(pairs))


def pair_index(first: float, second: float) -> int:
    """Return the index in PAIR_WORDS of a pair of games with these points."""
    if first == second == 0.5:
        return PAIR_WORDS.index("DD")
    return {0.0: 0, 0.5: 1, 1.0: 2, 1.5: 4, 2.0: 5}[first + second]


def elo_of(counts: Sequence[int], points: Sequence[float]) -> Estimate:
    """Return the Elo difference for *counts* of results worth *points* (0 to 1) each.

    Its value is None if everything was won or lost, where no finite Elo exists; its margin is None for
    fewer than two results.
    """
    trials = sum(counts)
    if trials == 0:
        return Estimate(None)
    mean, deviation = _mean_and_deviation(counts, points)
    if not 0 < mean < 1:
        return Estimate(None)
    if trials < 2 or deviation == 0:
        return Estimate(elo_from_score(mean))
    error = Z_95 * deviation / math.sqrt(trials)
    low, high = mean - error, mean + error
    if not 0 < low <= high < 1:
        return Estimate(elo_from_score(mean))
    return Estimate(elo_from_score(mean), (elo_from_score(high) - elo_from_score(low)) / 2)


def superiority_of(counts: Sequence[int], points: Sequence[float]) -> float | None:
    """Return the likelihood that the mean is above one half, by the normal approximation; None if there
    are fewer than two results, or all are the same."""
    if sum(counts) < 2:
        return None
    mean, deviation = _mean_and_deviation(counts, points)
    if deviation == 0:
        return None
    return NormalDist().cdf((mean - 0.5) / (deviation / math.sqrt(sum(counts))))


def elo_from_score(score: float) -> float:
    """Return the Elo difference at which *score*, between 0 and 1, is the expected score."""
    return -400 * math.log10(1 / score - 1)


def score_from_elo(elo: float) -> float:
    """Return the expected points per game at a difference of *elo*."""
    return 1 / (1 + 10 ** (-elo / 400))


def _mean_and_deviation(counts: Sequence[int], points: Sequence[float]) -> tuple[float, float]:
    trials = sum(counts)
    mean = sum(n * x for n, x in zip(counts, points, strict=True)) / trials
    variance = sum(n * (x - mean) ** 2 for n, x in zip(counts, points, strict=True)) / trials
    return mean, math.sqrt(variance)
