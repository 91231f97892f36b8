"""Ratings: how strong players are, from all games at once (needs scipy, extra ``arena``).

Bradley and Terry's model with Davidson's draws and a term for the first move. With s the difference of
two strengths plus the first move's worth, seen from red,

    red wins : draw : yellow wins   =   exp(s / 2) : d : exp(-s / 2)

All strengths, the first move and d are those that make the games most likely; intervals come from how
sharply the likelihood falls off around them. Strengths are given in Elo.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from dropfour.arena.game import PlayedGame
from dropfour.arena.rating.elo import Z_95, Estimate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

ELO = 400 / math.log(10)  # Elo of one unit of strength

# A faint belief that nothing is worth more than some thousands of Elo. It hardly moves what games can
# tell, and keeps finite what they cannot.
_PRIOR_DEVIATION = 3000 / ELO


# Where one side won every game, the loser is given this much of a win, as is usual.
_PSEUDO_WIN = 0.25


@dataclass(frozen=True, slots=True)
class Ratings:
    """Elo of each player, the mean being 0; who has no games has none.

    A rating has an interval if the games tie its player to others both ways. Where they do not (it won
    them all, say), the games set no limit to the difference; the rating is then a cautious guess, and
    its interval is None.
    """

    elo: dict[str, Estimate]
    first_move: Estimate
    draw_rate: float | None  # between two equals, the first move being worth nothing
    superiority: dict[tuple[str, str], float]

    def is_better(self, name: str, other: str) -> float | None:
        """Return how likely *name* is stronger than *other*; None where the games cannot tell."""
        return self.superiority.get((name, other))


def rate(games: Iterable[PlayedGame], names: Sequence[str]) -> Ratings:
    """Return the ratings of *names* from all *games*."""
    try:
        import numpy as np

        importlib.import_module("scipy.optimize")
    except ImportError:
        raise ImportError('ratings need scipy: pip install "dropfour[arena]"') from None

    table = _Table(games, names)
    if not table.pairs:
        nothing = Estimate(None)
        return Ratings(dict.fromkeys(names, nothing), nothing, None, {})
    cores = _cores(table.took_points(), len(names))
    table.give_pseudo_wins(cores)
    values, covariance = _fit(table)
    largest = max(cores, key=len)
    members = sorted(largest) if len(largest) > 1 else []
    strengths = values[: len(names)] - values[table.players].mean()
    # The spread of a strength is that around the mean of those who are tied together.
    view = np.eye(len(names))
    view[:, members] -= 1 / max(len(members), 1)
    spread = view @ covariance[: len(names), : len(names)] @ view.T
    elo = dict.fromkeys(names, Estimate(None))
    for i in table.players:
        elo[names[i]] = _estimate(strengths[i], spread[i, i] if i in members else None)
    return Ratings(
        elo,
        _first_move(table, values, covariance, len(names)),
        _draw_rate(table, values),
        _superiority(names, members, strengths, spread),
    )


class _Table:
    """The games counted: one row for each ordered pair of players, red first."""

    def __init__(self, games: Iterable[PlayedGame], names: Sequence[str]) -> None:
        import numpy as np

        place = {name: i for i, name in enumerate(names)}
        counts: dict[tuple[int, int], list[int]] = {}
        for game in games:
            pair = (place[game.fixture.red], place[game.fixture.yellow])
            counts.setdefault(pair, [0, 0, 0])[round(2 * game.red_points)] += 1
        self.pairs = sorted(counts)
        self.counts = np.array([counts[pair] for pair in self.pairs], dtype=float).reshape(-1, 3)
        # Each row times the parameters is s: +1 for red, -1 for yellow, 1 for the first move.
        self.design = np.zeros((len(self.pairs), len(names) + 1))
        for row, (red, yellow) in enumerate(self.pairs):
            self.design[row, red] += 1
            self.design[row, yellow] -= 1
            self.design[row, -1] = 1

    @property
    def players(self) -> list[int]:
        """The places of those who have played."""
        return sorted({player for pair in self.pairs for player in pair})

    def give_pseudo_wins(self, cores: Sequence[set[int]]) -> None:
        """Let nobody have lost all games to somebody of another core."""
        core_of = {player: number for number, core in enumerate(cores) for player in core}
        for row, (red, yellow) in enumerate(self.pairs):
            lost, _, won = self.counts[row]
            if core_of[red] != core_of[yellow] and (lost == 0 or won == 0):
                self.counts[row, 0 if lost == 0 else 2] += _PSEUDO_WIN

    @property
    def has_draws(self) -> bool:
        return bool(self.counts[:, 1].any())

    @property
    def has_results(self) -> bool:
        return bool(self.counts[:, [0, 2]].any())

    def took_points(self) -> dict[int, set[int]]:
        """Return from whom each player took half a point or more."""
        took: dict[int, set[int]] = {}
        for (red, yellow), (lost, drawn, won) in zip(self.pairs, self.counts, strict=True):
            if won or drawn:
                took.setdefault(red, set()).add(yellow)
            if lost or drawn:
                took.setdefault(yellow, set()).add(red)
        return took


def _fit(table: _Table) -> tuple[Numbers, Numbers]:
    """Return the parameters (strengths, first move, log d) that fit best, and their covariance."""
    import numpy as np

    minimize: Any = importlib.import_module("scipy.optimize").minimize  # it has no types
    size = table.design.shape[1] + 1
    precision = 1 / _PRIOR_DEVIATION**2
    lost, drawn, won = table.counts.T
    total = table.counts.sum(axis=1)

    def parts(values: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        half = table.design @ values[:-1] / 2
        logits = np.stack([-half, np.full_like(half, values[-1]), half])
        if not table.has_draws:
            logits = logits[[0, 2]]
        top = logits.max(axis=0)
        scale = top + np.log(np.exp(logits - top).sum(axis=0))
        drawish = np.exp(values[-1] - scale) if table.has_draws else np.zeros_like(half)
        return half, scale, np.exp(half - scale) - np.exp(-half - scale), drawish

    def loss(values: Numbers) -> float:
        half, scale, _, _ = parts(values)
        likelihood = (won - lost) @ half - total @ scale
        if table.has_draws:
            likelihood += drawn.sum() * values[-1]
        return float(precision / 2 * values @ values - likelihood)

    def gradient(values: Numbers) -> Numbers:
        _, _, tilt, drawish = parts(values)
        slope = np.empty(size)
        slope[:-1] = table.design.T @ (won - lost - total * tilt) / 2
        slope[-1] = (drawn - total * drawish).sum() if table.has_draws else 0.0
        return np.asarray(precision * values - slope)

    def hessian(values: Numbers) -> Numbers:
        _, _, tilt, drawish = parts(values)
        # s / 2 is counted +1, 0 or -1 and a draw 0 or 1: these are their (co)variances.
        own = total * (1 - drawish - tilt**2)
        mixed = -total * tilt * drawish
        curve = np.zeros((size, size))
        curve[:-1, :-1] = table.design.T @ (own[:, None] * table.design) / 4
        curve[:-1, -1] = curve[-1, :-1] = table.design.T @ mixed / 2
        curve[-1, -1] = (total * drawish * (1 - drawish)).sum()
        return np.asarray(curve + precision * np.eye(size))

    found: Any = minimize(
        loss, np.zeros(size), method="trust-exact", jac=gradient, hess=hessian, tol=1e-8
    )
    values: Numbers = found.x
    covariance: Numbers = np.linalg.inv(hessian(values)).astype(np.float64)
    return values, covariance


def _first_move(table: _Table, values: Numbers, covariance: Numbers, place: int) -> Estimate:
    """Return the first move's worth, unless red won all games or lost them all."""
    lost, drawn, won = table.counts.sum(axis=0)
    if (lost == 0 or won == 0) and drawn == 0:
        return Estimate(None)
    return _estimate(values[place], covariance[place, place])


def _draw_rate(table: _Table, values: Numbers) -> float | None:
    if not table.has_draws:
        return 0.0
    if not table.has_results:
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


def _estimate(value: float, variance: float | None) -> Estimate:
    if variance is None:
        return Estimate(float(value) * ELO)
    return Estimate(float(value) * ELO, Z_95 * math.sqrt(max(float(variance), 0.0)) * ELO)


def _cores(took: dict[int, set[int]], count: int) -> list[set[int]]:
    """Return the players in sets; those of one are all tied to one another, over others, both ways."""
    given: dict[int, set[int]] = {}
    for player, others in took.items():
        for other in others:
            given.setdefault(other, set()).add(player)
    cores: list[set[int]] = []
    for player in range(count):
        if not any(player in core for core in cores):
            cores.append(_reached(took, player) & _reached(given, player))
    return cores


def _reached(steps: dict[int, set[int]], start: int) -> set[int]:
    found, waiting = {start}, [start]
    while waiting:
        new = steps.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found
