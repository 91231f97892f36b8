"""Ratings: the strength of players, estimated from all games together (needs scipy, extra ``arena``).

The Bradley-Terry model with draws after Davidson and a term for the first move. With s the
difference of two strengths plus the value of the first move, from red's point of view,

    red wins : draw : yellow wins   =   exp(s / 2) : d : exp(-s / 2)

Strengths, first move and d are maximum likelihood estimates; intervals come from the curvature of
the likelihood at its maximum. Strengths are given in Elo.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from dropfour.arena.game import PlayedGame
from dropfour.arena.rating.elo import LIMIT_LIKELIHOOD, Z_95, Estimate
from dropfour.extras import needed_by

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Booleans = NDArray[np.bool_]

ELO = 400 / math.log(10)  # Elo per unit of strength

# A weak prior that strengths lie within some thousands of Elo. It hardly changes estimates that follow
# from the games, and keeps the others finite.
_PRIOR_DEVIATION = 3000 / ELO

# Where one side won every game, the loser is credited with this fraction of a win, as is common.
_PSEUDO_WIN = 0.25

_LIMIT = math.log(LIMIT_LIKELIHOOD)
_FARTHEST = 10_000 / ELO


@dataclass(frozen=True, slots=True)
class Ratings:
    """Elo of each player, with mean 0; a player without games has no rating.

    A rating has an interval if its player both took points from and gave points to the others, directly
    or through other players. If not, its value is a cautious guess. A player that only took points has
    a lower limit instead, one that only gave points an upper limit: beyond it, with the ratings of the
    others as estimated, those games would have had a likelihood below 5 %.
    """

    elo: dict[str, Estimate]
    first_move: Estimate
    draw_rate: float | None  # between equal players, if the first move were worth nothing
    superiority: dict[tuple[str, str], float]  # likelihood that the first is stronger, if known


def unrated(names: Sequence[str]) -> Ratings:
    """Return what is known about *names* without games: nothing."""
    nothing = Estimate(None)
    return Ratings(dict.fromkeys(names, nothing), nothing, None, {})


def rate(games: Iterable[PlayedGame], names: Sequence[str]) -> Ratings:
    """Return the ratings of *names* from all *games*."""
    with needed_by("a rating", "arena"):
        import numpy as np

        importlib.import_module("scipy.optimize")
    results = _Results(games, names)
    if not results.pairs:
        return unrated(names)
    reaches = results.who_took_points()
    mutual = reaches & reaches.T  # the strongly connected components: row i is that of player i
    wins = results.counts.copy()
    results.give_pseudo_wins(mutual)
    values, covariance = _fit(results)
    sizes = mutual.sum(axis=1)
    members = np.flatnonzero(mutual[sizes.argmax()]).tolist() if sizes.max() > 1 else []
    strengths = values[: len(names)] - values[results.players].mean()
    # The variance of a strength is relative to the mean of the largest connected set of players.
    view = np.eye(len(names))
    view[:, members] -= 1 / max(len(members), 1)
    spread = view @ covariance[: len(names), : len(names)] @ view.T
    elo = dict.fromkeys(names, Estimate(None))
    for i in results.players:
        if i in members:
            elo[names[i]] = _estimate(strengths[i], spread[i, i])
            continue
        limits = _limits(results, wins, values, reaches, i, members)
        low, high = (None if each is None else (strengths[i] + each) * ELO for each in limits)
        ends = [each for each in (low, float(strengths[i]) * ELO, high) if each is not None]
        guess = min(ends) if low is None else max(ends)  # a guess lies within its limit
        elo[names[i]] = Estimate(guess, low, high)
    return Ratings(
        elo,
        _first_move(results, values, covariance, len(names)),
        _draw_rate(results, values),
        _superiority(names, members, strengths, spread),
    )


class _Results:
    """Counts of results: one row per ordered pair of players, red first, and one for the games between
    them that were forfeited, in which it did not matter who began. Those that both forfeited count for
    nobody."""

    def __init__(self, games: Iterable[PlayedGame], names: Sequence[str]) -> None:
        import numpy as np

        place = {name: i for i, name in enumerate(names)}
        counts: dict[tuple[int, int, bool], list[int]] = {}
        for game in games:
            if game.result.token != "0-0":
                name, other = game.fixture.red, game.fixture.yellow
                results = counts.setdefault((place[name], place[other], game.is_forfeit), [0, 0, 0])
                results[round(2 * game.points(name))] += 1
        keys = sorted(counts)
        self.pairs = [(red, yellow) for red, yellow, _ in keys]
        self.counts = np.array([counts[key] for key in keys], dtype=float).reshape(-1, 3)
        # A row times the parameters gives s: +1 for red, -1 for yellow, 1 for the first move.
        self.design = np.zeros((len(self.pairs), len(names) + 1))
        for row, (red, yellow, is_forfeit) in enumerate(keys):
            self.design[row, red] += 1
            self.design[row, yellow] -= 1
            self.design[row, -1] = not is_forfeit

    @property
    def players(self) -> list[int]:
        """The indices of the players who have games."""
        return sorted({player for pair in self.pairs for player in pair})

    def give_pseudo_wins(self, mutual: Booleans) -> None:
        """Give a fraction of a win to players who lost every game to one that they are not connected
        with."""
        for row, (red, yellow) in enumerate(self.pairs):
            lost, _, won = self.counts[row]
            if not mutual[red, yellow] and (lost == 0 or won == 0):
                self.counts[row, 0 if lost == 0 else 2] += _PSEUDO_WIN

    @property
    def has_draws(self) -> bool:
        return bool(self.counts[:, 1].any())

    @property
    def has_results(self) -> bool:
        return bool(self.counts[:, [0, 2]].any())

    def who_took_points(self) -> Booleans:
        """Return a matrix that is true in row i and column j if player i took at least half a point from
        player j, directly or through other players, or if i is j."""
        import numpy as np

        count = self.design.shape[1] - 1
        reaches = np.eye(count, dtype=bool)
        for (red, yellow), (lost, drawn, won) in zip(self.pairs, self.counts, strict=True):
            reaches[red, yellow] |= bool(won or drawn)
            reaches[yellow, red] |= bool(lost or drawn)
        for _ in range(count.bit_length()):  # each time over paths of twice the length
            reaches = reaches.astype(float) @ reaches > 0
        return reaches


def _fit(results: _Results) -> tuple[Numbers, Numbers]:
    """Return the best parameters (strengths, first move, log d) and their covariance."""
    import numpy as np

    minimize: Any = importlib.import_module("scipy.optimize").minimize  # untyped
    size = results.design.shape[1] + 1
    precision = 1 / _PRIOR_DEVIATION**2
    lost, drawn, won = results.counts.T
    total = results.counts.sum(axis=1)

    def parts(values: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        half = results.design @ values[:-1] / 2
        logits = np.stack([-half, np.full_like(half, values[-1]), half])
        if not results.has_draws:
            logits = logits[[0, 2]]
        top = logits.max(axis=0)
        scale = top + np.log(np.exp(logits - top).sum(axis=0))
        drawish = np.exp(values[-1] - scale) if results.has_draws else np.zeros_like(half)
        return half, scale, np.exp(half - scale) - np.exp(-half - scale), drawish

    def loss(values: Numbers) -> float:
        half, scale, _, _ = parts(values)
        likelihood = (won - lost) @ half - total @ scale
        if results.has_draws:
            likelihood += drawn.sum() * values[-1]
        return float(precision / 2 * values @ values - likelihood)

    def gradient(values: Numbers) -> Numbers:
        _, _, tilt, drawish = parts(values)
        slope = np.empty(size)
        slope[:-1] = results.design.T @ (won - lost - total * tilt) / 2
        slope[-1] = (drawn - total * drawish).sum() if results.has_draws else 0.0
        return np.asarray(precision * values - slope)

    def hessian(values: Numbers) -> Numbers:
        _, _, tilt, drawish = parts(values)
        # The (co)variances of the result (+1, 0 or -1) and of the draw indicator (0 or 1).
        own = total * (1 - drawish - tilt**2)
        mixed = -total * tilt * drawish
        curve = np.zeros((size, size))
        curve[:-1, :-1] = results.design.T @ (own[:, None] * results.design) / 4
        curve[:-1, -1] = curve[-1, :-1] = results.design.T @ mixed / 2
        curve[-1, -1] = (total * drawish * (1 - drawish)).sum()
        return np.asarray(curve + precision * np.eye(size))

    found: Any = minimize(
        loss, np.zeros(size), method="trust-exact", jac=gradient, hess=hessian, tol=1e-8
    )
    values: Numbers = found.x
    covariance: Numbers = np.linalg.inv(hessian(values)).astype(np.float64)
    return values, covariance


def _first_move(results: _Results, values: Numbers, covariance: Numbers, place: int) -> Estimate:
    """Return the value of the first move, unless red won all games that were played or lost all."""
    lost, drawn, won = results.counts[results.design[:, -1] == 1].sum(axis=0)
    if (lost == 0 or won == 0) and drawn == 0:
        return Estimate(None)
    return _estimate(values[place], covariance[place, place])


def _draw_rate(results: _Results, values: Numbers) -> float | None:
    if not results.has_draws:
        return 0.0
    if not results.has_results:
        return 1.0
    drawish = math.exp(values[-1])
    return drawish / (2 + drawish)


def _superiority(
    names: Sequence[str], members: Sequence[int], centred: Numbers, spread: Numbers
) -> dict[tuple[str, str], float]:
    found = {}
    for i in members:
        for j in members:
            variance = spread[i, i] + spread[j, j] - 2 * spread[i, j]
            if i != j and variance > 0:
                sure = (centred[i] - centred[j]) / math.sqrt(variance)
                found[names[i], names[j]] = NormalDist().cdf(sure)
    return found


def _estimate(value: float, variance: float) -> Estimate:
    margin = Z_95 * math.sqrt(max(float(variance), 0.0))
    return Estimate(*(float(each) * ELO for each in (value, value - margin, value + margin)))


def _limits(
    results: _Results,
    wins: Numbers,
    values: Numbers,
    reaches: Booleans,
    player: int,
    members: Sequence[int],
) -> tuple[float | None, float | None]:
    """Return the lower and the upper limit of a player outside of *members*, relative to its strength.

    The player moves together with everyone who took points from it (or from whom it took points), so
    that only games against the others count, all of which were won (or lost).
    """
    above, below = (
        set(each.nonzero()[0].tolist()) for each in (reaches[:, player], reaches[player])
    )
    if members:
        is_above, is_below = set(members) <= below, set(members) <= above
        share = 1.0
    else:
        # Nobody is a fixed point, so the mean of all moves as well.
        is_above, is_below = above == {player} != below, below == {player} != above
        share = 1 - 1 / len(results.players)
    if is_above == is_below:
        return None, None
    shift = _shift_to_limit(results, wins, values, above if is_above else below)
    if is_above:
        return share * shift, None
    return None, -share * shift


def _shift_to_limit(results: _Results, wins: Numbers, values: Numbers, moved: set[int]) -> float:
    """Return how far *moved*, who won (or lost) all games against others, must come closer to them
    (a negative number) for these results to have a likelihood of 5 %."""
    games = []
    for row, (red, yellow) in enumerate(results.pairs):
        if (red in moved) != (yellow in moved):
            ahead = float(results.design[row] @ values[:-1])
            lost, _, won = wins[row]
            games.append((ahead, float(won)) if won else (-ahead, float(lost)))
    drawish = math.exp(values[-1]) if results.has_draws else 0.0

    def likelihood(shift: float) -> float:
        """Return the logarithm of the likelihood of all these games."""
        halves = [((ahead + shift) / 2, count) for ahead, count in games]
        return -sum(
            count * math.log(1 + drawish * math.exp(-half) + math.exp(-2 * half))
            for half, count in halves
        )

    root: Any = importlib.import_module("scipy.optimize").brentq  # untyped
    if likelihood(-_FARTHEST) > _LIMIT:
        return -_FARTHEST
    return float(root(lambda shift: likelihood(shift) - _LIMIT, -_FARTHEST, _FARTHEST))
