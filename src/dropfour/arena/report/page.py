"""The report as a self-contained HTML page."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template

from dropfour.arena.report.conditions import (
    conditions_rows,
    machines_sentence,
    openings_sentence,
)
from dropfour.arena.report.plot import rating_plot
from dropfour.arena.report.standings import Report, game_json
from dropfour.arena.report.text import plot_remarks, remarks, standings_rows
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
        style=board_styles() + _read("report.css"),
        script=script,
        script_hash=base64.b64encode(digest).decode(),
        about=escape(_about(report, rules)),
        openings=escape(openings_sentence(report)),
        standings=_table(*standings_rows(report)),
        remarks=_list(remarks(report)),
        plot=rating_plot(report.standings),
        rating_remarks=_list(plot_remarks(report.standings)),
        conditions=_table(*conditions_rows(report)),
        machines=escape(machines_sentence(report.machines)),
        crosstable_remark="; below, lines made and conceded" if report.counts_lines else "",
        crosstable=_crosstable(report),
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


def _list(sentences: Sequence[str]) -> str:
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return f"<ul>{items}</ul>" if items else ""


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    is_name = [text in ("player", "time limit", "version") for text in head]

    def cells(tag: str, row: Sequence[str]) -> str:
        return "".join(
            f"<{tag}{' class=name' if name else ''}>{escape(cell)}</{tag}>"
            for cell, name in zip(row, is_name, strict=True)
        )

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f"<table><thead><tr>{cells('th', head)}</tr></thead><tbody>{body}</tbody></table>"


def _crosstable(report: Report) -> str:
    names = [one.name for one in report.standings]
    head = "".join(f"<th scope=col>{place}</th>" for place in range(1, len(names) + 1))
    rows = []
    for place, name in enumerate(names, start=1):
        cells = []
        for other in names:
            each = report.crosstable.get((name, other))
            if name == other:
                cells.append("<td class=self></td>")
            elif each is None:
                cells.append("<td>–</td>")
            else:
                lines = f"<br><small>{each.lines_made}:{each.lines_conceded}</small>"
                cells.append(
                    f"<td>{each.wins}-{each.draws}-{each.losses}"
                    f"{lines if report.counts_lines else ''}</td>"
                )
        title = f"<th scope=row class=name>{place}. {escape(name)}</th>"
        rows.append(f"<tr>{title}{''.join(cells)}</tr>")
    return f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


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
