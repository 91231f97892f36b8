"""Reports: the results of a tournament as a value and as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from typing import Any

from dropfour.arena.game import PlayedGame
from dropfour.arena.plan import PlanValues
from dropfour.arena.rating.elo import Estimate, Tally, tally
from dropfour.arena.rating.ratings import Ratings, rate, unrated
from dropfour.arena.rating.regret import GameRegret, Regret
from dropfour.game import Ending
from dropfour.rules import Objective


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's results: all its games, those of each colour, its rating, the seconds that its moves
    took, the likelihood that it is stronger than the player below it, and why it first forfeited."""

    name: str
    total: Tally
    as_red: Tally
    as_yellow: Tally
    forfeits: int
    elo: Estimate
    regret: Regret | None
    time_s: float = 0.0
    moves: int = 0
    superiority: float | None = None
    first_fault: str = ""
    byes: int = 0
    # The points of all its opponents together.
    opposition: float = 0.0

    @property
    def points(self) -> float:
        """The points of all games, and one for each bye."""
        return self.total.points + self.byes

    @property
    def forfeits_text(self) -> str:
        """How many games were forfeited, and why the first of them was; empty if none was."""
        if not self.forfeits:
            return ""
        count = f"{self.forfeits} of {self.total.games} games were forfeited"
        return f"{count}, the first because {self.first_fault}"


@dataclass(frozen=True, slots=True)
class Report:
    """The results: standings from the best player down, all games by number, a tally per pairing."""

    title: str
    plan: PlanValues
    game_count: int
    games: tuple[PlayedGame, ...]
    standings: tuple[Standing, ...]
    crosstable: dict[tuple[str, str], Tally]
    ratings: Ratings
    notices: tuple[str, ...] = ()
    openings: tuple[str, ...] = ()
    machines: tuple[str, ...] = ()
    versions: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def counts_lines(self) -> bool:
        """Whether lines are points."""
        return _counts_lines(self.plan)


def make_report(
    title: str,
    plan: PlanValues,
    game_count: int,
    games: Iterable[PlayedGame],
    regrets: Mapping[int, GameRegret] | None = None,
    notices: Sequence[str] = (),
    openings: Sequence[str] = (),
    machines: Sequence[str] = (),
    versions: Mapping[str, Sequence[str]] | None = None,
    byes: Mapping[str, int] | None = None,
    is_rated: bool = True,
) -> Report:
    """Return the report of *games*, which may be incomplete; *openings*
    are those that were drawn in advance. Ratings take longer than everything else."""
    games = tuple(sorted(games, key=lambda game: game.fixture.number))
    names = [player["name"] for player in plan["player"]]
    ratings = rate(games, names) if is_rated else unrated(names)
    standings = [_standing(name, games, ratings, regrets or {}) for name in names]
    if byes is not None:
        standings = _with_byes(standings, games, byes)
    standings.sort(key=lambda one: _order(one, plan))
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
        tuple(dict.fromkeys([*openings, *(game.fixture.opening for game in games)])),
        tuple(machines),
        versions or {},
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
    name: str, games: Sequence[PlayedGame], ratings: Ratings, regrets: Mapping[int, GameRegret]
) -> Standing:
    own = [game for game in games if name in (game.fixture.red, game.fixture.yellow)]
    red = [game for game in own if game.fixture.red == name]
    yellow = [game for game in own if game.fixture.yellow == name]
    forfeited = [
        game for game in own if game.result.ending is Ending.FORFEIT and game.points(name) == 0
    ]
    judged = [regrets[game.fixture.number].red for game in red if game.fixture.number in regrets]
    judged += [
        regrets[game.fixture.number].yellow for game in yellow if game.fixture.number in regrets
    ]
    return Standing(
        name,
        tally(own, name),
        tally(red, name),
        tally(yellow, name),
        len(forfeited),
        ratings.elo[name],
        sum(judged, Regret()) if judged else None,
        sum(game.red_time_s for game in red) + sum(game.yellow_time_s for game in yellow),
        sum(_moves(game, 0) for game in red) + sum(_moves(game, 1) for game in yellow),
        first_fault=forfeited[0].result.reason if forfeited else "",
    )


def _with_byes(
    standings: Sequence[Standing], games: Sequence[PlayedGame], byes: Mapping[str, int]
) -> list[Standing]:
    """Return the standings with byes, and with the points of the opponents."""
    counted = [replace(one, byes=byes.get(one.name, 0)) for one in standings]
    points = {one.name: one.points for one in counted}
    opposition = dict.fromkeys(points, 0.0)
    for game in games:
        red, yellow = game.fixture.red, game.fixture.yellow
        opposition[red] += points[yellow]
        opposition[yellow] += points[red]
    return [replace(one, opposition=opposition[one.name]) for one in counted]


def _moves(game: PlayedGame, first: int) -> int:
    """Return how many moves after the opening were made by red (*first* is 0) or yellow (1)."""
    return len(game.moves[first::2]) - len(game.fixture.opening[first::2])


def _counts_lines(plan: PlanValues) -> bool:
    return bool(plan["objective"] == Objective.MOST_LINES.value)


def _order(standing: Standing, plan: PlanValues) -> tuple[float, ...]:
    """Sort as `places_sentence` says; players without games are placed last."""
    total = standing.total
    score = -1.0 if total.score is None else total.score
    rating = -math.inf if standing.elo.value is None else standing.elo.value
    if plan["format"] == "gauntlet":
        return -rating, -score
    if plan.get("by_points"):
        lines = float(total.line_difference) if _counts_lines(plan) else 0.0
        return -standing.points, -standing.opposition, -lines, -total.wins
    lines = total.line_difference / max(total.games, 1) if _counts_lines(plan) else 0.0
    return -score, -lines, -rating


def places_sentence(plan: PlanValues) -> str:
    """Return what decides the places, as a sentence."""
    if plan["format"] == "gauntlet":
        return "Places are by rating, because only the first player meets all others."
    if plan.get("by_points"):
        lines = ", then by line difference" if _counts_lines(plan) else ""
        return f"Places are by points; equal points are broken by the points of opponents{lines}."
    tie_break = "line difference" if _counts_lines(plan) else "rating"
    return f"Places are by points per game; equal points are broken by {tie_break}."


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
        "standings": [
            _standing_json(place, one, report.versions.get(one.name, ()))
            for place, one in enumerate(report.standings, start=1)
        ],
        "crosstable": [
            {"player": name, "opponent": other, **_tally_json(each)}
            for (name, other), each in report.crosstable.items()
        ],
        "places": places_sentence(report.plan),
        "openings": list(report.openings),
        "machines": list(report.machines),
        "first_move_elo": _estimate_json(ratings.first_move),
        "draw_rate": ratings.draw_rate,
        "notices": list(report.notices),
    }


def game_json(game: PlayedGame) -> dict[str, Any]:
    """Return one game as plain values."""
    fixture = asdict(game.fixture)
    del fixture["seed"]
    return {
        **fixture,
        "moves": game.moves,
        "result": game.result.token,
        "ending": game.result.ending.value,
        "reason": game.result.reason,
        "lines": {"red": game.red_lines, "yellow": game.yellow_lines},
        "red_time_s": round(game.red_time_s, 4),
        "yellow_time_s": round(game.yellow_time_s, 4),
        "swapped": game.swapped,
    }


def _standing_json(place: int, one: Standing, versions: Sequence[str]) -> dict[str, Any]:
    return {
        "place": place,
        "player": one.name,
        "games": one.total.games,
        "points": one.total.points,
        "score": one.total.score,
        **_tally_json(one.total),
        "as_red": _tally_json(one.as_red),
        "as_yellow": _tally_json(one.as_yellow),
        "forfeits": one.forfeits,
        "time_s": round(one.time_s, 3),
        "moves": one.moves,
        "versions": list(versions),
        "elo": _estimate_json(one.elo),
        "better_than_next": one.superiority,
        "regret": None if one.regret is None else _regret_json(one.regret),
    }


def _tally_json(tally: Tally) -> dict[str, Any]:
    names = ("wins", "draws", "losses", "lines_made", "lines_conceded")
    return {name: getattr(tally, name) for name in names}


def _estimate_json(estimate: Estimate) -> dict[str, float | None] | None:
    if estimate.value is None:
        return None
    return {**asdict(estimate), "margin": estimate.margin}


def _regret_json(regret: Regret) -> dict[str, Any]:
    names = ("moves", "judged", "mistakes", "mistakes_a_move")
    return {
        **{name: getattr(regret, name) for name in names},
        "points_lost": regret.points,
        "points_lost_a_move": regret.points_a_move,
    }
