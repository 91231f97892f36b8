"""The tables of tournaments between people."""

from __future__ import annotations

import sqlalchemy as sa

from dropfour.database import METADATA

TOURNAMENTS = sa.Table(
    "club_tournaments",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("organiser", sa.String(64), nullable=False, index=True),
    sa.Column("title", sa.String(80), nullable=False),
    sa.Column("format", sa.String(16), nullable=False),
    sa.Column("rounds", sa.Integer),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("start", sa.String(600), nullable=False),
    sa.Column("clock", sa.JSON(none_as_null=True)),
    sa.Column("pause_s", sa.Integer),
    sa.Column("absence_s", sa.Integer, nullable=False),
    sa.Column("state", sa.String(16), nullable=False, index=True),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("next_round_at", sa.String(32)),
    sa.Column("seed", sa.Integer, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("created_at", sa.String(32), nullable=False),
    sa.Column("updated_at", sa.String(32), nullable=False),
)
PLAYERS = sa.Table(
    "club_players",
    METADATA,
    sa.Column("tournament", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("owner", sa.String(64), nullable=False, index=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("is_out", sa.Boolean, nullable=False),
    sa.Column("link_hash", sa.String(64)),
)
# A game of a round. Without a yellow player it is a bye; without a game it has not been opened yet.
GAMES = sa.Table(
    "club_games",
    METADATA,
    sa.Column("tournament", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("pair", sa.Integer, nullable=False),
    sa.Column("red", sa.Integer, nullable=False),
    sa.Column("yellow", sa.Integer),
    sa.Column("game", sa.String(16), index=True),
    sa.Column("result", sa.String(8)),
    sa.Column("ending", sa.String(20), nullable=False),
    sa.Column("reason", sa.String(200), nullable=False),
    sa.Column("moves", sa.String(400), nullable=False),
    sa.Column("red_lines", sa.Integer, nullable=False),
    sa.Column("yellow_lines", sa.Integer, nullable=False),
)
