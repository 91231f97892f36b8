"""SPRT: decides, after as few games as possible, whether one player is stronger than another.

The sequential probability ratio test compares two hypotheses, that the difference is *elo0* or
*elo1*, on the results of pairs of games (pentanomial). Elo is logistic or normalised; normalised
Elo is the mean in units of its standard deviation, which does not depend on how many games are
drawn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from dropfour.arena.rating.elo import PAIR_POINTS, PAIR_WORDS, score_from_elo

Model = Literal["normalised", "logistic"]
MODELS: tuple[Model, ...] = get_args(Model)
Decision = Literal["elo0", "elo1"]

_MIN_COUNT = 1e-3  # replaces the count of a result that did not occur
_NORMALISED = 800 / math.log(10)  # normalised Elo of one standard deviation per game


@dataclass(frozen=True, slots=True)
class Sprt:
    """The test: its hypotheses, and the probabilities of wrongly accepting elo1 (*alpha*) and elo0
    (*beta*)."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalised"

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ValueError(f"elo0 must be below elo1, not {self.elo0:g} and {self.elo1:g}")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise ValueError(f"{name} must be between 0 and 0.5, not {value:g}")
        if self.model not in MODELS:
            raise ValueError(f"Elo is {' or '.join(MODELS)}, not {self.model}")

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which elo0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which elo1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[int]) -> float:
        """Return the log-likelihood ratio for counts of pairs, in the order of PAIR_WORDS."""
        if len(pairs) != len(PAIR_WORDS):
            raise ValueError(f"pairs are counted as {', '.join(PAIR_WORDS)}")
        total = sum(pairs)
        if total == 0:
            return 0.0
        observed = _distribution(pairs)
        if self.model == "logistic":
            null = _nearest_by_mean(observed, score_from_elo(self.elo0))
            other = _nearest_by_mean(observed, score_from_elo(self.elo1))
        else:
            # A pair has two games, so its mean is sqrt(2) times as many deviations from one half.
            t0, t1 = (math.sqrt(2) * elo / _NORMALISED for elo in (self.elo0, self.elo1))
            try:
                null, other = _nearest_by_t(observed, t0), _nearest_by_t(observed, t1)
            except _OutOfReach:
                return total * (t1 - t0) * (2 * _t_of(observed) - t0 - t1) / 2
        gains = (
            weight * math.log(p1 / p0)
            for (_, weight), p0, p1 in zip(observed, null, other, strict=True)
        )
        return total * sum(gains)

    def decide(self, pairs: Sequence[int]) -> Decision | None:
        """Return the hypothesis that is accepted; None while more games are needed."""
        ratio = self.ratio(pairs)
        if ratio >= self.upper:
            return "elo1"
        return "elo0" if ratio <= self.lower else None


Distribution = list[tuple[float, float]]  # points and their probabilities


class _OutOfReach(Exception):
    """A hypothesis so far from the observations that linearisation fails; the plain normal
    approximation, which works at any distance, is used instead."""


def _t_of(observed: Distribution) -> float:
    mean = sum(points * weight for points, weight in observed)
    variance = sum(weight * (points - mean) ** 2 for points, weight in observed)
    return (mean - 0.5) / math.sqrt(variance)


def _distribution(pairs: Sequence[int]) -> Distribution:
    """Return the observed frequency of each number of points; WL and DD are worth the same."""
    counts: dict[float, float] = {}
    for points, count in zip(PAIR_POINTS, pairs, strict=True):
        counts[points] = counts.get(points, 0.0) + count
    kept = {points: max(count, _MIN_COUNT) for points, count in counts.items()}
    total = sum(kept.values())
    return [(points, count / total) for points, count in kept.items()]


def _nearest_by_mean(observed: Distribution, mean: float) -> list[float]:
    """Return the distribution with this mean under which the observations are most likely.

    Its weights are p / (1 + x (a - mean)), with x chosen to give that mean.
    """
    shifted = [points - mean for points, _ in observed]
    return _tilted(shifted, [weight for _, weight in observed])


def _nearest_by_t(observed: Distribution, t: float) -> list[float]:
    """Return the distribution under which the observations are most likely among those whose mean is *t*
    of their own deviations above one half; the condition is linearised until the guess converges."""
    weights = [weight for _, weight in observed]
    guess = [1 / len(observed)] * len(observed)
    for _ in range(50):
        mean = sum(p * points for p, (points, _) in zip(guess, observed, strict=True))
        deviation = math.sqrt(
            sum(p * (points - mean) ** 2 for p, (points, _) in zip(guess, observed, strict=True))
        )
        shifted = [
            points - 0.5 - t * deviation * (1 + ((mean - points) / deviation) ** 2) / 2
            for points, _ in observed
        ]
        last, guess = guess, _tilted(shifted, weights)
        if max(abs(a - b) for a, b in zip(last, guess, strict=True)) < 1e-9:
            break
    return guess


def _tilted(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Return weights / (1 + x values), with x chosen so that *values* have mean 0 under the result."""
    low, high = min(values), max(values)
    if not low < 0 < high:
        raise _OutOfReach

    def mean(x: float) -> float:
        return sum(w * v / (1 + x * v) for v, w in zip(values, weights, strict=True))

    x = _root(mean, -1 / high, -1 / low)
    return [w / (1 + x * v) for v, w in zip(values, weights, strict=True)]


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Return the zero of the decreasing function *falling* between two poles, by bisection."""
    for _ in range(60):
        middle = (low + high) / 2
        if falling(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
