"""The conditions of a tournament in words: openings, limits and versions of its players, machines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dropfour.rules import Objective

if TYPE_CHECKING:
    from dropfour.arena.report.standings import Report

_MOST_OPENINGS = 12
_KINDS = {
    "balanced": "balanced positions",
    "random": "random positions",
    "empty": "none: all games start from the empty board",
    "first-moves": "the empty board and first moves",
}


def openings_sentence(report: Report) -> str:
    """Return which openings are played, as a sentence."""
    given = report.plan["openings"]
    text = f"Openings: {_KINDS.get(given, f'from the file {given}')}"
    if given == "empty" or not report.openings:
        return f"{text}."
    shown = [opening or "empty board" for opening in report.openings[:_MOST_OPENINGS]]
    left = len(report.openings) - len(shown)
    return f"{text} ({', '.join(shown)}{f' and {left} more' if left else ''})."


def conditions_rows(report: Report) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of a table with each player's limits, time used and version."""
    head = ["player", "time limit", "depth", "seconds", "s/move", "version"]
    limits = {each["name"]: each for each in report.plan["player"]}
    rows = [
        [
            one.name,
            time_limit(report.plan, limits[one.name]),
            depth_limit(report.plan, limits[one.name]),
            f"{one.time_s:.1f}",
            f"{one.time_s / one.moves:.3f}" if one.moves else "–",
            "; ".join(report.versions.get(one.name, ())) or "unknown",
        ]
        for one in report.standings
    ]
    return head, rows


def time_limit(plan: Mapping[str, Any], player: Mapping[str, Any]) -> str:
    """Return how long a player of the plan may think."""
    own = player if {"time_s", "game_time_s"} & player.keys() else plan
    limits = ((own.get("time_s"), "move"), (own.get("game_time_s"), "game"))
    return ", ".join(f"{limit:g} s per {each}" for limit, each in limits if limit is not None)


def depth_limit(plan: Mapping[str, Any], player: Mapping[str, Any]) -> str:
    """Return how deep a player of the plan is asked to search."""
    if player["depth"] is not None:
        return str(player["depth"])
    return str(plan["depth"]) if player["spec"].startswith("program:") else "–"


def machines_sentence(machines: Sequence[str]) -> str:
    """Return what the games were played on, as a sentence."""
    return f"Played on {'; '.join(machines) or 'an unknown machine'}."


def program_warning(plan: Mapping[str, Any]) -> str | None:
    """Return a sentence if one-move programs play by other rules than those of Max-Connect4, *plan* as
    in `Plan.as_dict`."""
    names = [each["name"] for each in plan["player"] if each["spec"].startswith("program:")]
    if not names or plan["objective"] == Objective.MOST_LINES.value:
        return None
    are = "is a one-move program" if len(names) == 1 else "are one-move programs"
    return (
        f"{', '.join(names)} {are}, and position files do not say that the first line wins here: "
        "use the objective most-lines for programs written for Max-Connect4"
    )
