"""The rating plot as SVG: a dot and a whisker for each player."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from dropfour.arena.report.standings import Standing

_WIDTH, _ROW, _LEFT, _RIGHT, _TOP = 760, 30, 200, 30, 12


def rating_plot(standings: Sequence[Standing]) -> str:
    """Return the plot of all players who have a rating, or a sentence if nobody has one."""
    rated = [one for one in standings if one.elo.value is not None]
    scale = rating_scale(rated)
    if scale is None:
        return "<p>There are too few games for ratings.</p>"
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
            f"{tick * step:+.0f}</text>"
        )
    for place, one in enumerate(rated):
        assert one.elo.value is not None
        y = _TOP + _ROW * place + _ROW / 2
        name = one.name if len(one.name) <= 26 else f"{one.name[:25]}…"
        parts.append(
            f'<text x="{_LEFT - 12}" y="{y + 4:.1f}" text-anchor="end">{escape(name)}</text>'
        )
        if one.elo.margin is not None:
            start, end = x(one.elo.value - one.elo.margin), x(one.elo.value + one.elo.margin)
            parts.append(
                f'<line class="whisker" x1="{start:.1f}" x2="{end:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
            )
        kind = "guess" if one.elo.margin is None else "dot"
        parts.append(f'<circle class="{kind}" cx="{x(one.elo.value):.1f}" cy="{y:.1f}" r="5.5"/>')
    return "".join((*parts, "</svg>"))


def rating_scale(standings: Sequence[Standing]) -> tuple[float, float, float] | None:
    """Return the lowest and highest tick of an axis that spans all intervals, and the distance between
    ticks; None if nobody has a rating."""
    ends = [
        one.elo.value + sign * (one.elo.margin or 0)
        for one in standings
        for sign in (-1, 1)
        if one.elo.value is not None
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
