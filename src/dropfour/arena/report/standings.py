"""Reports: what came out of a tournament, as a value, as JSON and as a table of text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dropfour.arena.game import PlayedGame
from dropfour.arena.rating.elo import Estimate, Tally, tally
from dropfour.arena.rating.ratings import Ratings, rate
from dropfour.arena.rating.regret import GameRegret, Regret
from dropfour.game import Ending


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's place: its games by colour, its rating, and how likely it is better than the next."""

    name: str
    as_red: Tally
    as_yellow: Tally
    forfeits: int
    elo: Estimate
    superiority: float | None
    regret: Regret | None

    @property
    def games(self) -> int:
        return self.as_red.games + self.as_yellow.games

    @property
    def points(self) -> float:
        return self.as_red.points + self.as_yellow.points

    @property
    def score(self) -> float | None:
        """Points a game; None without games."""
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
    """What came out: standings from the best, all games by number, and each pairing's tally."""

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
    """Return the report of *games*, finished or not; *plan* is as `Plan.as_dict` gives it."""
    games = tuple(sorted(games, key=lambda game: game.fixture.number))
    names = [player["name"] for player in plan["player"]]
    ratings = rate(games, names)
    standings = [_standing(name, games, ratings, regrets or {}) for name in names]
    standings.sort(key=_order)
    placed = [
        _with_superiority(one, ratings, standings[place + 1 :])
        for place, one in enumerate(standings)
    ]
    return Report(
        title,
        plan,
        game_count,
        games,
        tuple(placed),
        crosstable(games, [one.name for one in placed]),
        ratings,
        tuple(notices),
    )


def crosstable(games: Sequence[PlayedGame], names: Sequence[str]) -> dict[tuple[str, str], Tally]:
    """Return what each of *names* made against each other one that it met."""
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
        None,
        regret if regret.moves else None,
    )


def _order(standing: Standing) -> tuple[float, float]:
    """By rating where there is one; those without are placed by their score among the others."""
    score = standing.score or 0.0
    value = standing.elo.value
    if value is None:
        value = math.inf if score > 0.5 else -math.inf
    return -value, -score


def _with_superiority(one: Standing, ratings: Ratings, below: Sequence[Standing]) -> Standing:
    if not below:
        return one
    return Standing(
        one.name,
        one.as_red,
        one.as_yellow,
        one.forfeits,
        one.elo,
        ratings.is_better(one.name, below[0].name),
        one.regret,
    )


# --- as JSON ------------------------------------------------------------------------------------


def as_json(report: Report) -> dict[str, Any]:
    """Return the report as plain values; what is not known is None, never infinite."""
    return {**summary_json(report), "games": [game_json(game) for game in report.games]}


def summary_json(report: Report) -> dict[str, Any]:
    """Return all of `as_json` but the games."""
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
    """Return the head and the rows of the table of standings."""
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
    """Return a table in plain text: words to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    is_text = [text in ("player", "red", "yellow") for text in head]
    lines = []
    for row in (head, *rows):
        cells = [
            cell.ljust(width) if left else cell.rjust(width)
            for cell, width, left in zip(row, widths, is_text, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def format_report(report: Report) -> str:
    """Return the report as text: the standings, and what else is worth a line."""
    lines = [format_table(*standings_rows(report)), ""]
    lines.append(f"{len(report.games)} of {report.game_count} games; won-drawn-lost by colour.")
    if report.ratings.first_move.value is not None:
        lines.append(f"The first move is worth {report.ratings.first_move} Elo.")
    if any(one.superiority is not None for one in report.standings):
        lines.append("better: how likely it is that a player is stronger than the next one.")
    if any(one.elo.margin is None for one in report.standings):
        lines.append("±  –: too few games for an interval, since one side won them all.")
    lines += [f"Note: {notice}." for notice in report.notices]
    return "\n".join(lines)


def _wdl(each: Tally) -> str:
    return f"{each.wins}-{each.draws}-{each.losses}"


def _regret_cells(regret: Regret | None) -> list[str]:
    if regret is None or regret.points_a_move is None:
        return ["–", "–"]
    return [str(regret.mistakes), f"{regret.points_a_move:.2f}"]
