"""The rating plot as SVG: a dot and a whisker for each player.

A hollow dot has no interval: with an arrow it is a limit, and the arrow points to where there is none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from dropfour.arena.rating.elo import Estimate, signed
from dropfour.arena.report.standings import Standing

_WIDTH, _ROW, _LEFT, _RIGHT, _TOP = 760, 30, 200, 30, 12


def rating_plot(standings: Sequence[Standing]) -> str:
    """Return the plot of all players who have a rating, or a sentence if nobody has one."""
    rated = [one for one in standings if one.elo.value is not None]
    scale = rating_scale(rated)
    if scale is None:
        return "<p>There are no ratings without games.</p>"
    low, high, step = scale
    height = _TOP + _ROW * len(rated) + 28

    def x(elo: float) -> float:
        return _LEFT + (elo - low) / (high - low) * (_WIDTH - _LEFT - _RIGHT)

    parts = [
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {height}" role="img" '
        'aria-label="Ratings with their intervals; the numbers are in the table above">'
    ]
    bottom = height - 28
    for tick in range(round(low / step), round(high / step) + 1):
        at = x(tick * step)
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{_TOP}" y2="{bottom}"/>')
        parts.append(
            f'<text class="dim" x="{at:.1f}" y="{bottom + 18}" text-anchor="middle">'
            f"{signed(tick * step, 0)}</text>"
        )
    for place, one in enumerate(rated):
        assert one.elo.value is not None
        y = _TOP + _ROW * place + _ROW / 2
        name = one.name if len(one.name) <= 26 else f"{one.name[:25]}…"
        parts.append(
            f'<text x="{_LEFT - 12}" y="{y + 4:.1f}" text-anchor="end">{escape(name)}</text>'
        )
        start, dot, end = (None if each is None else x(each) for each in marks(one.elo))
        assert dot is not None
        if (start, end) != (None, None):
            first, last = start or _LEFT - 6, end or _WIDTH - _RIGHT + 6
            parts.append(
                f'<line class="whisker" x1="{first:.1f}" x2="{last:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
            )
            if start is None or end is None:
                tip, back = (first, 7) if start is None else (last, -7)
                arrow = f"M{tip + back:.1f} {y - 5:.1f}L{tip:.1f} {y:.1f}l{back} 5"
                parts.append(f'<path class="whisker" fill="none" d="{arrow}"/>')
        kind = "guess" if one.elo.margin is None else "dot"
        parts.append(f'<circle class="{kind}" cx="{dot:.1f}" cy="{y:.1f}" r="5.5"/>')
    return "".join((*parts, "</svg>"))


def marks(elo: Estimate) -> tuple[float | None, float | None, float | None]:
    """Return where an interval begins, its dot, and where it ends; None where it has no end. The dot of
    an interval with one end is at that end."""
    if elo.margin is not None:
        return elo.low, elo.value, elo.high
    if elo.low is not None or elo.high is not None:
        return elo.low, elo.high if elo.low is None else elo.low, elo.high
    return None, elo.value, None


def rating_scale(standings: Sequence[Standing]) -> tuple[float, float, float] | None:
    """Return the lowest and highest tick of an axis that spans all intervals, and the distance between
    ticks; None if nobody has a rating."""
    ends = [
        each
        for one in standings
        if one.elo.value is not None
        for each in marks(one.elo)
        if each is not None
    ]
    if not ends:
        return None
    step = _step(max(ends) - min(ends))
    low, high = math.floor(min(ends) / step) * step, math.ceil(max(ends) / step) * step
    return (low, high, step) if low < high else (low - step, high + step, step)


def _step(span: float) -> float:
    """Return a round distance between ticks that puts about six of them on *span*."""
    rough = max(span, 10) / 6
    power: float = 10 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
