"""Matches and tournaments as plain text, and as a CSV file."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from dropfour.arena.game import PlayedGame
from dropfour.arena.plan import PlanValues, PlayerValues
from dropfour.arena.rating.elo import Estimate, Tally, signed, tally
from dropfour.arena.rating.regret import Regret
from dropfour.arena.report.standings import Report, Standing, places_sentence
from dropfour.game import Ending

_MOST_OPENINGS = 12
_KINDS = {
    "drawn": "drawn starts",
    "random": "random positions",
    "empty": "none: all games start from the empty board",
    "first-moves": "the empty board and first moves",
}

# --- a match ------------------------------------------------------------------------------------


def game_summary(game: PlayedGame, counts_lines: bool = False) -> str:
    """Return one game as text: number, players, result, how it ended, and the moves."""
    fixture, result = game.fixture, game.result
    how = {Ending.LINE: "", Ending.FULL_BOARD: " on a full board"}
    why = how.get(result.ending, f" by {result.ending.value}: {result.reason}")
    if counts_lines:
        lines = f"lines {game.red_lines}:{game.yellow_lines}"
        why = f" {lines}" if result.ending is Ending.FULL_BOARD else f" {lines}{why}"
    if game.swapped:
        why += ", sides swapped,"
    return (
        f"{fixture.number:>4}  {fixture.red} – {fixture.yellow}  {result.token}{why}  {game.moves}"
    )


def match_summary(
    games: Sequence[PlayedGame], name: str, other: str, counts_lines: bool = False
) -> str:
    """Return the results of *name* against *other* as text."""
    total = tally(games, name)
    red = tally([game for game in games if game.fixture.red == name], name)
    yellow = tally([game for game in games if game.fixture.yellow == name], name)
    summary = [f"{name} {total.points:g} – {total.games - total.points:g} {other}"]
    if counts_lines:
        difference = signed(total.line_difference, 0)
        made = f"{total.lines_made}:{total.lines_conceded}"
        summary.append(f"lines {made}, a difference of {difference} for {name}")
    summary.append(
        f"{name}: {_in_words(total)}; as red {_in_words(red)}; as yellow {_in_words(yellow)}"
    )
    summary.append(_elo_in_words(total))
    forfeits = sum(game.result.ending is Ending.FORFEIT for game in games)
    if forfeits:
        summary.append(f"{forfeits} of {len(games)} games were lost by forfeit")
    return "\n".join(summary)


def _elo_in_words(total: Tally) -> str:
    elo = total.elo
    text = f"Elo difference: {elo}"
    if elo.value is None and total.games:
        if (elo.low or 0) < 0 or (elo.high or 0) > 0:  # not even who is stronger
            return "Too few games to estimate Elo."
        which = "won" if total.wins else "lost"
        return f"{text} (95 % confidence), because all games were {which}"
    if total.superiority is not None:
        text += f"; {100 * total.superiority:.1f} % likely to be stronger"
    return text


def _in_words(one: Tally) -> str:
    return f"won {one.wins}, drew {one.draws}, lost {one.losses}"


# --- a tournament -------------------------------------------------------------------------------


def format_report(report: Report) -> str:
    """Return the report as text: openings, standings, remarks and conditions."""
    text = [openings_sentence(report), "", format_table(*standings_rows(report)), ""]
    text += [*remarks(report), *rating_remarks(report.standings)]
    text += ["", format_table(*conditions_rows(report)), "", machines_sentence(report.machines)]
    return "\n".join(text)


def standings_rows(report: Report) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of the standings table."""
    head = ["#", "player", "Elo", "±", "points", "games"]
    if report.counts_lines:
        head += ["lines", "diff"]
    head += ["red", "yellow", "better"]
    has_regret = any(one.regret for one in report.standings)
    if has_regret:
        head += ["mistakes", "lost/move"]
    if any(one.forfeits for one in report.standings):
        head.append("forfeits")
    rows = []
    for place, one in enumerate(report.standings, start=1):
        total = one.total
        row = [str(place), one.name, *elo_cells(one.elo), f"{total.points:g}", str(total.games)]
        if report.counts_lines:
            row += [f"{total.lines_made}:{total.lines_conceded}", signed(total.line_difference, 0)]
        better = "" if one.superiority is None else f"{100 * one.superiority:.0f} %"
        row += [_wdl(one.as_red), _wdl(one.as_yellow), better]
        if has_regret:
            row += _regret_cells(one.regret)
        if "forfeits" in head:
            row.append(str(one.forfeits))
        rows.append(row)
    return head, rows


def crosstable_rows(report: Report) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of a table with each player's results against each other player."""
    names = [one.name for one in report.standings]

    def cell(name: str, other: str) -> str:
        met = report.crosstable.get((name, other))
        if met is None:
            return "" if name == other else "–"
        lines = f"\n{met.lines_made}:{met.lines_conceded}" if report.counts_lines else ""
        return f"{_wdl(met)}{lines}"

    rows = [
        [str(place), name, *(cell(name, other) for other in names)]
        for place, name in enumerate(names, start=1)
    ]
    return ["#", "player", *(row[0] for row in rows)], rows


def elo_cells(elo: Estimate) -> tuple[str, str]:
    """Return a rating and its margin; a limit stands in for a rating that has only one."""
    if elo.value is None:
        return "–", ""
    if elo.margin is not None:
        return signed(elo.value, 0), f"{elo.margin:.0f}"
    if elo.low is not None:
        return f"≥ {signed(elo.low, 0)}", ""
    if elo.high is not None:
        return f"≤ {signed(elo.high, 0)}", ""
    return f"({signed(elo.value, 0)})", ""


def remarks(report: Report) -> list[str]:
    """Return sentences that explain the standings, except for `rating_remarks`."""
    found = [
        f"{len(report.games)} of {report.game_count} games; won-drawn-lost by colour.",
        places_sentence(report.plan),
    ]
    if report.counts_lines:
        found.append("lines: made and conceded; in a forfeited game those on the board.")
    if report.ratings.first_move.value is not None:
        found.append(f"The first move is worth {report.ratings.first_move} Elo.")
    if any(one.superiority is not None for one in report.standings):
        found.append("better: the likelihood that a player is stronger than the next one.")
    found += [f"{one.name}: {one.forfeits_text}." for one in report.standings if one.forfeits]
    return found + [f"Note: {notice}." for notice in report.notices]


def rating_remarks(standings: Sequence[Standing]) -> list[str]:
    """Return why ratings have no interval, for the players who have none."""
    ratings = [one.elo for one in standings if one.elo.value is not None]
    found = []
    if any(elo.margin is None and (elo.low, elo.high) != (None, None) for elo in ratings):
        found.append(
            "≥ and ≤ are limits of a rating (95 % confidence): nobody below took a point from that "
            "player, or it took none from anybody above, so the games set no limit on the other side."
        )
    if any(elo.low is None and elo.high is None for elo in ratings):
        found.append(
            "A rating in parentheses is a guess without an interval: won and lost games do not connect "
            "the player with the others."
        )
    if len(ratings) < len(standings):
        found.append("A player without games has no rating.")
    return found


def plot_remarks(standings: Sequence[Standing]) -> list[str]:
    """Return the `rating_remarks`, and how a plot shows such ratings."""
    found = rating_remarks(standings)
    if any(one.elo.value is not None and one.elo.margin is None for one in standings):
        found.append("A hollow dot has no interval; one with an arrow is a limit.")
    return found


def format_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in plain text: words left-aligned, numbers right-aligned."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    is_text = [text in ("player", "red", "yellow", "time limit", "version") for text in head]
    formatted = []
    for row in (head, *rows):
        cells = [
            cell.ljust(width) if left else cell.rjust(width)
            for cell, width, left in zip(row, widths, is_text, strict=True)
        ]
        formatted.append("  ".join(cells).rstrip())
    return "\n".join(formatted)


def _wdl(each: Tally) -> str:
    return f"{each.wins}-{each.draws}-{each.losses}"


def _regret_cells(regret: Regret | None) -> list[str]:
    if regret is None or regret.points_a_move is None:
        return ["–", "–"]
    return [str(regret.mistakes), f"{regret.points_a_move:.2f}"]


# --- conditions: openings, limits and versions of players, machines ------------------------------------


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


def time_limit(plan: PlanValues, player: PlayerValues) -> str:
    """Return how long a player of the plan may think."""
    own = player if {"time_s", "game_time_s"} & player.keys() else plan
    limits = ((own.get("time_s"), "move"), (own.get("game_time_s"), "game"))
    return ", ".join(f"{limit:g} s per {each}" for limit, each in limits if limit is not None)


def depth_limit(plan: PlanValues, player: PlayerValues) -> str:
    """Return how deep a player of the plan is asked to search."""
    if player["depth"] is not None:
        return str(player["depth"])
    return str(plan["depth"]) if player["spec"].startswith("program:") else "–"


def machines_sentence(machines: Sequence[str]) -> str:
    """Return what the games were played on, as a sentence."""
    return f"Played on {'; '.join(machines) or 'an unknown machine'}."


# --- as a CSV file for gradebooks: a row for each player, one value in a column --------------------

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
