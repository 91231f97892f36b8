"""Reports: the results of a tournament as a value, as JSON and as a text table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from dropfour.arena.game import PlayedGame
from dropfour.arena.rating.elo import Estimate, Tally, tally
from dropfour.arena.rating.ratings import Ratings, rate
from dropfour.arena.rating.regret import GameRegret, Regret
from dropfour.game import Ending


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's results: its games by colour, its rating, and the likelihood that it is stronger than
    the player below it."""

    name: str
    as_red: Tally
    as_yellow: Tally
    forfeits: int
    elo: Estimate
    regret: Regret | None
    superiority: float | None = None

    @property
    def games(self) -> int:
        return self.as_red.games + self.as_yellow.games

    @property
    def points(self) -> float:
        return self.as_red.points + self.as_yellow.points

    @property
    def score(self) -> float | None:
        """Points per game; None without games."""
        return self.points / self.games if self.games else None

    @property
    def wins(self) -> int:
        return self.as_red.wins + self.as_yellow.wins

    @property
    def draws(self) -> int:
        return self.as_red.draws + self.as_yellow.draws

    @property
    def losses(self) -> int:
        return self.as_red.losses + self.as_yellow.losses


@dataclass(frozen=True, slots=True)
class Report:
    """The results: standings from the best player down, all games by number, a tally per pairing."""

    title: str
    plan: dict[str, Any]
    game_count: int
    games: tuple[PlayedGame, ...]
    standings: tuple[Standing, ...]
    crosstable: dict[tuple[str, str], Tally]
    ratings: Ratings
    notices: tuple[str, ...] = ()


def make_report(
    title: str,
    plan: dict[str, Any],
    game_count: int,
    games: Iterable[PlayedGame],
    regrets: Mapping[int, GameRegret] | None = None,
    notices: Sequence[str] = (),
) -> Report:
    """Return the report of *games*, which may be incomplete; *plan* is the result of `Plan.as_dict`."""
    games = tuple(sorted(games, key=lambda game: game.fixture.number))
    names = [player["name"] for player in plan["player"]]
    ratings = rate(games, names)
    standings = [_standing(name, games, ratings, regrets or {}) for name in names]
    standings.sort(key=_order)
    for place, (one, below) in enumerate(pairwise(standings)):
        standings[place] = replace(one, superiority=ratings.superiority.get((one.name, below.name)))
    return Report(
        title,
        plan,
        game_count,
        games,
        tuple(standings),
        crosstable(games, [one.name for one in standings]),
        ratings,
        tuple(notices),
    )


def crosstable(games: Sequence[PlayedGame], names: Sequence[str]) -> dict[tuple[str, str], Tally]:
    """Return the results of each of *names* against each of the others that it met."""
    by_pairing: dict[frozenset[str], list[PlayedGame]] = {}
    for game in games:
        pairing = frozenset((game.fixture.red, game.fixture.yellow))
        by_pairing.setdefault(pairing, []).append(game)
    return {
        (name, other): tally(by_pairing[frozenset((name, other))], name)
        for name in names
        for other in names
        if frozenset((name, other)) in by_pairing
    }


def _standing(
    name: str,
    games: Sequence[PlayedGame],
    ratings: Ratings,
    regrets: Mapping[int, GameRegret],
) -> Standing:
    red = [game for game in games if game.fixture.red == name]
    yellow = [game for game in games if game.fixture.yellow == name]
    forfeits = sum(
        game.result.ending is Ending.FORFEIT and game.points(name) == 0 for game in (*red, *yellow)
    )
    regret = Regret()
    for game in red:
        if game.fixture.number in regrets:
            regret += regrets[game.fixture.number].red
    for game in yellow:
        if game.fixture.number in regrets:
            regret += regrets[game.fixture.number].yellow
    return Standing(
        name,
        tally(red, name),
        tally(yellow, name),
        forfeits,
        ratings.elo[name],
        regret if regret.moves else None,
    )


def _order(standing: Standing) -> tuple[float, float]:
    """Sort by rating; players without one are placed first or last, depending on their score."""
    score = standing.score or 0.0
    value = standing.elo.value
    if value is None:
        value = math.inf if score > 0.5 else -math.inf
    return -value, -score


# --- as JSON ------------------------------------------------------------------------------------


def as_json(report: Report) -> dict[str, Any]:
    """Return the report as plain values; unknown numbers are None, never infinite."""
    return {**summary_json(report), "games": [game_json(game) for game in report.games]}


def summary_json(report: Report) -> dict[str, Any]:
    """Return the report as plain values, without the games."""
    ratings = report.ratings
    return {
        "title": report.title,
        "plan": report.plan,
        "games_scheduled": report.game_count,
        "games_played": len(report.games),
        "standings": [_standing_json(place, one) for place, one in enumerate(report.standings, 1)],
        "crosstable": [
            {"player": name, "opponent": other, **_tally_json(each)}
            for (name, other), each in report.crosstable.items()
        ],
        "first_move_elo": _estimate_json(ratings.first_move),
        "draw_rate": ratings.draw_rate,
        "notices": list(report.notices),
    }


def game_json(game: PlayedGame) -> dict[str, Any]:
    """Return one game as plain values."""
    fixture = game.fixture
    return {
        "number": fixture.number,
        "round": fixture.round,
        "pair": fixture.pair,
        "red": fixture.red,
        "yellow": fixture.yellow,
        "opening": fixture.opening,
        "moves": game.moves,
        "result": game.result.token,
        "ending": game.result.ending.value,
        "reason": game.result.reason,
        "red_time_s": round(game.red_time_s, 4),
        "yellow_time_s": round(game.yellow_time_s, 4),
    }


def _standing_json(place: int, one: Standing) -> dict[str, Any]:
    regret = one.regret
    return {
        "place": place,
        "player": one.name,
        "games": one.games,
        "points": one.points,
        "score": one.score,
        "wins": one.wins,
        "draws": one.draws,
        "losses": one.losses,
        "as_red": _tally_json(one.as_red),
        "as_yellow": _tally_json(one.as_yellow),
        "forfeits": one.forfeits,
        "elo": _estimate_json(one.elo),
        "better_than_next": one.superiority,
        "regret": None
        if regret is None
        else {
            "moves": regret.moves,
            "judged": regret.judged,
            "mistakes": regret.mistakes,
            "mistakes_a_move": regret.mistakes_a_move,
            "points_lost": regret.points,
            "points_lost_a_move": regret.points_a_move,
        },
    }


def _tally_json(each: Tally) -> dict[str, Any]:
    return {"wins": each.wins, "draws": each.draws, "losses": each.losses}


def _estimate_json(estimate: Estimate) -> dict[str, float] | None:
    if estimate.value is None:
        return None
    value = {"value": estimate.value}
    return value if estimate.margin is None else {**value, "margin": estimate.margin}


# --- as text ------------------------------------------------------------------------------------


def standings_rows(report: Report) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of the standings table."""
    head = ["#", "player", "Elo", "±", "points", "games", "red", "yellow", "better"]
    has_regret = any(one.regret for one in report.standings)
    if has_regret:
        head += ["mistakes", "lost/move"]
    if any(one.forfeits for one in report.standings):
        head.append("forfeits")
    rows = []
    for place, one in enumerate(report.standings, start=1):
        row = [
            str(place),
            one.name,
            "–" if one.elo.value is None else f"{one.elo.value:+.0f}",
            "–" if one.elo.margin is None else f"{one.elo.margin:.0f}",
            f"{one.points:g}",
            str(one.games),
            _wdl(one.as_red),
            _wdl(one.as_yellow),
            "" if one.superiority is None else f"{100 * one.superiority:.0f} %",
        ]
        if has_regret:
            row += _regret_cells(one.regret)
        if "forfeits" in head:
            row.append(str(one.forfeits))
        rows.append(row)
    return head, rows


def format_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in plain text: words left-aligned, numbers right-aligned."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    is_text = [text in ("player", "red", "yellow") for text in head]
    formatted = []
    for row in (head, *rows):
        cells = [
            cell.ljust(width) if left else cell.rjust(width)
            for cell, width, left in zip(row, widths, is_text, strict=True)
        ]
        formatted.append("  ".join(cells).rstrip())
    return "\n".join(formatted)


def format_report(report: Report) -> str:
    """Return the report as text: the standings, followed by remarks."""
    text = [format_table(*standings_rows(report)), ""]
    text.append(f"{len(report.games)} of {report.game_count} games; won-drawn-lost by colour.")
    if report.ratings.first_move.value is not None:
        text.append(f"The first move is worth {report.ratings.first_move} Elo.")
    if any(one.superiority is not None for one in report.standings):
        text.append("better: the likelihood that a player is stronger than the next one.")
    if any(one.elo.margin is None for one in report.standings):
        text.append("±  –: too few games for an interval, because one side won all of them.")
    text += [f"Note: {notice}." for notice in report.notices]
    return "\n".join(text)


def _wdl(each: Tally) -> str:
    return f"{each.wins}-{each.draws}-{each.losses}"


def _regret_cells(regret: Regret | None) -> list[str]:
    if regret is None or regret.points_a_move is None:
        return ["–", "–"]
    return [str(regret.mistakes), f"{regret.points_a_move:.2f}"]
