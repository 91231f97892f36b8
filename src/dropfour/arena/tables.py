"""The tables of tournaments, and the rows of their games (extra ``arena``)."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql

from dropfour.arena.game import Fixture, PlayedGame
from dropfour.arena.rating.regret import GameRegret, Regret
from dropfour.database import METADATA
from dropfour.game import Ending, Result
from dropfour.position import RED, YELLOW

TOURNAMENTS = sql.Table(
    "arena_tournaments",
    METADATA,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("name", sql.String(200), nullable=False, unique=True),
    sql.Column("fingerprint", sql.String(64), nullable=False),
    sql.Column("plan", sql.Text, nullable=False),
    sql.Column("openings", sql.Text, nullable=False),
    sql.Column("notice", sql.Text),
    sql.Column("game_count", sql.Integer, nullable=False),
    sql.Column("created_at", sql.DateTime(timezone=True), server_default=sql.func.now()),
)
GAMES = sql.Table(
    "arena_games",
    METADATA,
    sql.Column("tournament", sql.ForeignKey(TOURNAMENTS.c.id), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("pair", sql.Integer, nullable=False),
    sql.Column("round", sql.Integer, nullable=False),
    sql.Column("red", sql.String(200), nullable=False),
    sql.Column("yellow", sql.String(200), nullable=False),
    sql.Column("opening", sql.String(400), nullable=False),
    sql.Column("seed", sql.Integer, nullable=False),
    sql.Column("moves", sql.String(400), nullable=False),
    sql.Column("result", sql.String(8), nullable=False),
    sql.Column("ending", sql.String(20), nullable=False),
    sql.Column("reason", sql.Text, nullable=False),
    sql.Column("red_time_s", sql.Float, nullable=False),
    sql.Column("yellow_time_s", sql.Float, nullable=False),
    sql.Column("red_lines", sql.Integer, nullable=False, server_default="0"),
    sql.Column("yellow_lines", sql.Integer, nullable=False, server_default="0"),
    sql.Column("finished_at", sql.DateTime(timezone=True), server_default=sql.func.now()),
)
REGRETS = sql.Table(
    "arena_regrets",
    METADATA,
    sql.Column("tournament", sql.Integer, primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    *(
        sql.Column(f"{colour}_{count}", sql.Integer, nullable=False)
        for colour in ("red", "yellow")
        for count in ("moves", "judged", "mistakes", "points")
    ),
)
RUNS = sql.Table(
    "arena_runs",
    METADATA,
    sql.Column("tournament", sql.ForeignKey(TOURNAMENTS.c.id), primary_key=True),
    # When a runner last reported that it is playing; null once it has stopped.
    sql.Column("beat_at", sql.DateTime(timezone=True)),
    sql.Column("is_over", sql.Boolean, nullable=False),
)
# The machines that a tournament was played on, and the versions of its players.
MACHINES = sql.Table(
    "arena_machines",
    METADATA,
    sql.Column("tournament", sql.ForeignKey(TOURNAMENTS.c.id), primary_key=True),
    sql.Column("machine", sql.String(400), primary_key=True),
)
VERSIONS = sql.Table(
    "arena_versions",
    METADATA,
    sql.Column("tournament", sql.ForeignKey(TOURNAMENTS.c.id), primary_key=True),
    sql.Column("player", sql.String(200), primary_key=True),
    sql.Column("version", sql.String(400), primary_key=True),
)
_WINNERS = {"1-0": RED, "0-1": YELLOW, "1/2-1/2": None}


def row_of(tournament: int, game: PlayedGame) -> dict[str, Any]:
    fixture = game.fixture
    return {
        "tournament": tournament,
        "number": fixture.number,
        "pair": fixture.pair,
        "round": fixture.round,
        "red": fixture.red,
        "yellow": fixture.yellow,
        "opening": fixture.opening,
        "seed": fixture.seed,
        "moves": game.moves,
        "result": game.result.token,
        "ending": game.result.ending.value,
        # PostgreSQL does not allow NUL in text, and a program's output may contain it.
        "reason": game.result.reason.replace("\0", "�"),
        "red_time_s": game.red_time_s,
        "yellow_time_s": game.yellow_time_s,
        "red_lines": game.red_lines,
        "yellow_lines": game.yellow_lines,
    }


def game_of(row: Any) -> PlayedGame:
    fixture = Fixture(row.number, row.pair, row.red, row.yellow, row.opening, row.seed, row.round)
    result = Result(_WINNERS[row.result], Ending(row.ending), row.reason)
    return PlayedGame(
        fixture,
        row.moves,
        result,
        row.red_time_s,
        row.yellow_time_s,
        row.red_lines,
        row.yellow_lines,
    )


def regret_row(tournament: int, number: int, regret: GameRegret) -> dict[str, Any]:
    row = {"tournament": tournament, "number": number}
    for colour, one in (("red", regret.red), ("yellow", regret.yellow)):
        row |= {
            f"{colour}_moves": one.moves,
            f"{colour}_judged": one.judged,
            f"{colour}_mistakes": one.mistakes,
            f"{colour}_points": one.points,
        }
    return row


def regret_of(row: Any) -> GameRegret:
    return GameRegret(
        Regret(row.red_moves, row.red_judged, row.red_mistakes, row.red_points),
        Regret(row.yellow_moves, row.yellow_judged, row.yellow_mistakes, row.yellow_points),
    )
