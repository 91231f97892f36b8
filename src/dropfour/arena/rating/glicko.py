"""Glicko-2: ratings of people, who play now and then and get better, updated after each game.

Mark Glickman, "Example of the Glicko-2 system" (http://www.glicko.net/glicko/glicko2.pdf): the steps
below have its numbers. A rating belongs to a moment: without games its deviation grows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_SCALE = 173.7178
_TAU = 0.5  # how much the volatility may change
_CLOSE = 1e-6
_LARGEST_DEVIATION = 350.0


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """A rating with its standard deviation; *volatility* is how erratic the results have been."""

    value: float = 1500.0
    deviation: float = _LARGEST_DEVIATION
    volatility: float = 0.06

    def rested(self, periods: float) -> GlickoRating:
        """Return the rating after some rating periods, or parts of one, without games (step 6)."""
        spread = math.hypot(self.deviation, self.volatility * _SCALE * math.sqrt(max(0.0, periods)))
        return GlickoRating(self.value, min(spread, _LARGEST_DEVIATION), self.volatility)

    def after(self, games: Sequence[tuple[GlickoRating, float]]) -> GlickoRating:
        """Return the rating after a period with *games*: opponents, and points of 0, 0.5 or 1."""
        if not games:
            return self.rested(1)
        mu, phi = (self.value - 1500) / _SCALE, self.deviation / _SCALE  # step 2
        information = surprise = 0.0
        for opponent, points in games:
            weight, expected = _against(mu, opponent)
            information += weight**2 * expected * (1 - expected)  # step 3
            surprise += weight * (points - expected)
        variance = 1 / information
        volatility = _new_volatility(self.volatility, phi, variance, variance * surprise)
        widened = math.hypot(phi, volatility)  # step 6
        phi = 1 / math.sqrt(1 / widened**2 + information)  # step 7
        mu += phi**2 * surprise
        return GlickoRating(
            1500 + _SCALE * mu, min(_SCALE * phi, _LARGEST_DEVIATION), volatility
        )  # step 8


def _against(mu: float, opponent: GlickoRating) -> tuple[float, float]:
    """Return how much a game against *opponent* says, and the points to expect from it."""
    phi = opponent.deviation / _SCALE
    weight = 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)
    return weight, 1 / (1 + math.exp(-weight * (mu - (opponent.value - 1500) / _SCALE)))


def _new_volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Find the volatility after the games by the Illinois method (step 5)."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        grown = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - a) / _TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(a - k * _TAU) < 0:
            k += 1
        high = a - k * _TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
