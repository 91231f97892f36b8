"""The results as a CSV file for gradebooks: a row for each player, one value in a column."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from dropfour.arena.report.standings import Report

_HEAD = (
    "player", "folder", "place", "score percent", "points", "games", "wins", "draws", "losses",
    "forfeits", "lines made", "lines conceded", "line difference", "elo", "elo low", "elo high",
    "seconds", "feedback",
)  # fmt: skip


def gradebook(report: Report, folders: Mapping[str, str] | None = None) -> str:
    """Return the CSV text; *folders* are the folders of hand-ins, by the name of the player.

    Gradebooks match one column, here the player or the folder, with a student, and import any of the
    numbers. Players that could not take part have 0 points, with the reason as feedback.
    """
    folders = folders or {}
    stream = io.StringIO()
    # Spreadsheets recognise UTF-8 by this mark, and gradebooks ignore it.
    stream.write("\ufeff")
    rows = csv.writer(stream)
    rows.writerow(_HEAD)
    for place, one in enumerate(report.standings, start=1):
        elo, total = one.elo, one.total
        rows.writerow(
            [
                _text(one.name),
                _text(folders.get(one.name, "")),
                place,
                "" if total.score is None else round(100 * total.score, 2),
                f"{one.points:g}",
                total.games,
                total.wins,
                total.draws,
                total.losses,
                one.forfeits,
                total.lines_made,
                total.lines_conceded,
                total.line_difference,
                *("" if each is None else round(each) for each in (elo.value, elo.low, elo.high)),
                round(one.time_s, 1),
                _text(one.forfeits_text),
            ]
        )
    blank = [""] * (len(_HEAD) - 6)
    for absent in report.plan.get("absent", ()):
        name, reason = absent["name"], absent["reason"]
        row = [_text(name), _text(folders.get(name, "")), "", 0, 0, 0, *blank]
        rows.writerow([*row[:-1], _text(f"could not take part: {reason}")])
    return stream.getvalue()


def _text(text: str) -> str:
    """Return *text* in a form that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
