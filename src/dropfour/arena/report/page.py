"""The report as a self-contained HTML page."""

from __future__ import annotations

import base64
import hashlib
import json
import math
from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template

from dropfour.arena.rating.elo import Estimate, signed
from dropfour.arena.report.standings import Report, Standing, game_json
from dropfour.arena.report.text import (
    conditions_rows,
    crosstable_rows,
    machines_sentence,
    openings_sentence,
    plot_remarks,
    remarks,
    standings_rows,
)
from dropfour.drawing.script import board_styles, bundle
from dropfour.rules import Rules

_FILES = Path(__file__).parent
_MAX_GAMES = 5000


def report_page(report: Report, rules: Rules) -> str:
    """Return the page, which loads nothing from elsewhere and allows no script but its own to run."""
    script = bundle(_FILES / "report.js")
    digest = hashlib.sha256(script.encode()).digest()
    return Template(_read("report.html")).substitute(
        title=escape(report.title),
        style=board_styles("base", "report") + _read("report.css"),
        script=script,
        script_hash=base64.b64encode(digest).decode(),
        about=escape(_about(report, rules)),
        sections=report_sections(report),
        shown=_shown(report),
        data=_data(report, rules),
    )


def _read(name: str) -> str:
    return (_FILES / name).read_text(encoding="utf-8")


def _about(report: Report, rules: Rules) -> str:
    return (
        f"{len(report.games)} of {report.game_count} games, {report.plan['format']}, on {rules.size}, "
        f"{rules.connect} in a row, {rules.objective.value}, seed {report.plan['seed']}"
    )


def report_sections(report: Report) -> str:
    """Return the results as HTML, for this page and the server's: everything but the games. All text in
    it is escaped."""
    standings = report.standings
    lines = "; below, lines made and conceded" if report.counts_lines else ""
    versus = f"Each row: won-drawn-lost against the player of the column{lines}."
    played = [openings_sentence(report), machines_sentence(report.machines)]
    return (
        _section("Standings", _table(*standings_rows(report)), remarks(report))
        + _section("Ratings with 95 % intervals", rating_plot(standings), plot_remarks(standings))
        + _section("Head to head", _table(*crosstable_rows(report)), [versus])
        + _section("Conditions", _table(*conditions_rows(report)), played)
    )


def _section(title: str, content: str, sentences: Sequence[str]) -> str:
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return (
        f'<section class="card" aria-label="{title}"><h2>{title}</h2>{content}'
        f'<ul class="soft">{items}</ul></section>'
    )


_KINDS = {"player": "name", "version": "words"}


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table; it may be wider than the screen, in a region that the keyboard scrolls."""
    kinds = [_KINDS.get(text, "number") for text in head]
    heads = "".join(
        f'<th scope="col" class="{kind}">{escape(text)}</th>'
        for kind, text in zip(kinds, head, strict=True)
    )
    body = "".join(f"<tr>{''.join(map(_cell, kinds, row))}</tr>" for row in rows)
    return (
        '<div class="scroller" tabindex="0" role="group" aria-label="Table"><table>'
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _cell(kind: str, text: str) -> str:
    if kind == "name":
        return f'<th scope="row" class="name">{escape(text)}</th>'
    return f'<td class="{kind}">{escape(text)}</td>'


def _shown(report: Report) -> str:
    if len(report.games) <= _MAX_GAMES:
        return ""
    return f"<p>The first {_MAX_GAMES} of {len(report.games)} games are shown.</p>"


def _data(report: Report, rules: Rules) -> str:
    data = {
        "rules": {
            "columns": rules.columns,
            "rows": rules.rows,
            "connect": rules.connect,
            "objective": rules.objective.value,
        },
        "games": [game_json(game) for game in report.games[:_MAX_GAMES]],
    }
    # A name may contain anything, including a closing script tag.
    return json.dumps(data, ensure_ascii=True).replace("<", "\\u003c")


def rating_plot(standings: Sequence[Standing]) -> str:
    """Return the plot of all players who have a rating, a dot and a whisker for each, or a sentence if
    nobody has one. A hollow dot has no interval; with an arrow it is a limit, and the arrow points to
    where there is none."""
    rated = [one for one in standings if one.elo.value is not None]
    scale = rating_scale(rated)
    if scale is None:
        return "<p>There are no ratings without games.</p>"
    low, high, step = scale

    def x(elo: float) -> str:
        return f"{100 * (elo - low) / (high - low):.2f}%"

    ticks = [tick * step for tick in range(round(low / step), round(high / step) + 1)]
    grid = "".join(f'<line class="grid" x1="{x(at)}" x2="{x(at)}" y2="100%"/>' for at in ticks)
    labels = "".join(f'<text x="{x(at)}" y="16">{signed(at, 0)}</text>' for at in ticks)
    rows = []
    for one in rated:
        start, dot, end = (None if each is None else x(each) for each in marks(one.elo))
        whisker = "" if start is end is None else _whisker(start, end)
        kind = "guess" if one.elo.margin is None else "dot"
        drawing = f'{grid}{whisker}<circle class="{kind}" cx="{dot}" cy="50%" r="5.5"/>'
        rows.append(f'<span class="name">{escape(one.name)}</span><div><svg>{drawing}</svg></div>')
    return (
        '<div class="plot" role="img" aria-label="Ratings, listed in the standings">'
        f"{''.join(rows)}<span></span><div><svg>{labels}</svg></div></div>"
    )


def _whisker(start: str | None, end: str | None) -> str:
    """Return a line between two places on the axis; without one of them, an arrow beyond the axis."""
    ends = f'x1="{start or "0%"}" x2="{end or "100%"}"'
    drawn = f'<line class="whisker" {ends} y1="50%" y2="50%"/>'
    if start is None:
        drawn += '<svg x="0%" y="50%"><path class="whisker" d="M0 0h-8l5 -5m0 10l-5 -5"/></svg>'
    if end is None:
        drawn += '<svg x="100%" y="50%"><path class="whisker" d="M0 0h8l-5 -5m0 10l5 -5"/></svg>'
    return drawn


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
