"""The tables of tournaments, and the rows of their games (extra ``arena``)."""

from __future__ import annotations

from dataclasses import asdict, fields
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
    sql.Column("swapped", sql.Boolean),
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
_COLOURS = ("red", "yellow")
_WINNERS = {"1-0": RED, "0-1": YELLOW, "1/2-1/2": None, "0-0": None}
# Columns with the names and values of a PlayedGame.
_PLAYED = ("moves", "red_time_s", "yellow_time_s", "red_lines", "yellow_lines", "swapped")


def row_of(tournament: int, game: PlayedGame) -> dict[str, Any]:
    return {
        "tournament": tournament,
        **asdict(game.fixture),
        **{name: getattr(game, name) for name in _PLAYED},
        "result": game.result.token,
        "ending": game.result.ending.value,
        # PostgreSQL does not allow NUL in text, and a program's output may contain it.
        "reason": game.result.reason.replace("\0", "�"),
    }


def game_of(row: Any) -> PlayedGame:
    fixture = Fixture(**{each.name: getattr(row, each.name) for each in fields(Fixture)})
    result = Result(_WINNERS[row.result], Ending(row.ending), row.reason)
    return PlayedGame(fixture, result=result, **{name: getattr(row, name) for name in _PLAYED})


def regret_row(tournament: int, number: int, regret: GameRegret) -> dict[str, Any]:
    counts = {
        f"{colour}_{name}": count
        for colour in _COLOURS
        for name, count in asdict(getattr(regret, colour)).items()
    }
    return {"tournament": tournament, "number": number, **counts}


def regret_of(row: Any) -> GameRegret:
    red, yellow = (
        Regret(*(getattr(row, f"{colour}_{each.name}") for each in fields(Regret)))
        for colour in _COLOURS
    )
    return GameRegret(red, yellow)
