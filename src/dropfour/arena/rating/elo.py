"""Elo of one player against another, from single games or from pairs of games with sides swapped.

A pair is one of LL, LD, WL, DD, WD, WW, in this order everywhere. Its two games share an opening
and are not independent trials, so intervals are computed from pairs if all games are paired. Where
the normal approximation fails (few games, or all with the same result), single games are counted,
and the interval is wider than needed rather than too narrow.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from dropfour.arena.game import PlayedGame

PAIR_WORDS = ("LL", "LD", "WL", "DD", "WD", "WW")
PAIR_POINTS = (0.0, 0.25, 0.5, 0.5, 0.75, 1.0)  # as a fraction of the points of a pair
GAME_POINTS = (0.0, 0.5, 1.0)
Z_95 = NormalDist().inv_cdf(0.975)
# How likely the results still are at a limit that holds with 95 % confidence.
LIMIT_LIKELIHOOD = 0.05


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % interval.

    With only one of *low* and *high* the data limits it on one side, with 95 % confidence, and *value*
    is None or a guess. Without both there is no interval, and without a *value* no data.
    """

    value: float | None
    low: float | None = None
    high: float | None = None

    @property
    def margin(self) -> float | None:
        """Half the width of the interval; None if it is open."""
        if self.low is None or self.high is None:
            return None
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        if self.low is not None and self.high is None:
            return f"at least {signed(self.low)}"
        if self.high is not None and self.low is None:
            return f"at most {signed(self.high)}"
        if self.value is None:
            return "unknown"
        if self.low is None or self.high is None or self.margin is None:
            return f"about {signed(self.value)}, without an interval"
        if abs(self.value - (self.low + self.high) / 2) > _LOPSIDED * self.margin:
            return f"{signed(self.value)}, between {signed(self.low)} and {signed(self.high)}"
        return f"{signed(self.value)} ± {self.margin:.1f}"


_LOPSIDED = 0.2  # how far from its middle the value of an interval written with ± may be


def signed(value: float, digits: int = 1) -> str:
    """Return *value* with its sign; a value that rounds to zero has none."""
    text = f"{value:+.{digits}f}"
    return text[1:] if float(text) == 0 else text


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of one player's games."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, ...] = (0,) * len(PAIR_WORDS)
    lines_made: int = 0
    lines_conceded: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            tuple(map(operator.add, self.pairs, other.pairs)),
            self.lines_made + other.lines_made,
            self.lines_conceded + other.lines_conceded,
        )

    @property
    def line_difference(self) -> int:
        """Lines made less lines conceded."""
        return self.lines_made - self.lines_conceded

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """One for each win, half a point for each draw."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float | None:
        """Points per game; None without games."""
        return self.points / self.games if self.games else None

    @property
    def elo(self) -> Estimate:
        """The Elo difference, from pairs if all games are paired and there are enough of them."""
        if 2 * sum(self.pairs) == self.games and _normal_interval(self.pairs, PAIR_POINTS):
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
    made = conceded = 0
    for game in games:
        if name not in (game.fixture.red, game.fixture.yellow):
            continue
        points = game.points(name)
        lines = game.lines(name)
        made, conceded = made + lines[0], conceded + lines[1]
        counts[points] += 1
        first = waiting.pop(game.fixture.pair, None)
        if first is None:
            waiting[game.fixture.pair] = points
        else:
            pairs[pair_index(first, points)] += 1
    return Tally(counts[1.0], counts[0.5], counts[0.0], tuple(pairs), made, conceded)


def pair_index(first: float, second: float) -> int:
    """Return the index in PAIR_WORDS of a pair of games with these points."""
    if first == second == 0.5:
        return PAIR_WORDS.index("DD")
    return {0.0: 0, 0.5: 1, 1.0: 2, 1.5: 4, 2.0: 5}[first + second]


def elo_of(counts: Sequence[int], points: Sequence[float]) -> Estimate:
    """Return the Elo difference for *counts* of results worth *points* (0 to 1) each.

    If everything was won or lost there is no finite value, but a limit: at a lower score, winning
    everything would have a likelihood below 5 %.
    """
    trials = sum(counts)
    if trials == 0:
        return Estimate(None)
    mean, _ = _mean_and_deviation(counts, points)
    limit = elo_from_score(LIMIT_LIKELIHOOD ** (1 / trials))
    if mean == 1:
        return Estimate(None, low=limit)
    if mean == 0:
        return Estimate(None, high=-limit)
    interval = _normal_interval(counts, points) or wilson_interval(mean, trials)
    return Estimate(elo_from_score(mean), *map(elo_from_score, interval))


def _normal_interval(counts: Sequence[int], points: Sequence[float]) -> tuple[float, float] | None:
    """Return the interval of the mean by the normal approximation; None where that fails."""
    trials = sum(counts)
    if trials < 2:
        return None
    mean, deviation = _mean_and_deviation(counts, points)
    error = Z_95 * deviation / math.sqrt(trials)
    low, high = mean - error, mean + error
    return (low, high) if 0 < low < high < 1 else None


def wilson_interval(mean: float, trials: int) -> tuple[float, float]:
    """Return Wilson's interval: as if every result were 0 or 1, where the deviation is largest."""
    square = Z_95**2 / trials
    middle = (mean + square / 2) / (1 + square)
    error = math.sqrt(mean * (1 - mean) * square + square**2 / 4) / (1 + square)
    return middle - error, middle + error


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
    return 400 * math.log10(score / (1 - score))


def score_from_elo(elo: float) -> float:
    """Return the expected points per game at a difference of *elo*."""
    return 1 / (1 + 10 ** (-elo / 400))


def _mean_and_deviation(counts: Sequence[int], points: Sequence[float]) -> tuple[float, float]:
    trials = sum(counts)
    mean = sum(n * x for n, x in zip(counts, points, strict=True)) / trials
    variance = sum(n * (x - mean) ** 2 for n, x in zip(counts, points, strict=True)) / trials
    return mean, math.sqrt(variance)
