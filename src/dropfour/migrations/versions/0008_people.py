"""Add tournaments between people, and people with their ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    _add_tournaments()
    _add_people()


def _add_tournaments() -> None:
    op.create_table(
        "club_tournaments",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("organiser", sa.String(64), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("format", sa.String(16), nullable=False),
        sa.Column("rounds", sa.Integer),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("start", sa.String(600), nullable=False),
        sa.Column("clock", sa.JSON),
        sa.Column("pause_s", sa.Integer),
        sa.Column("absence_s", sa.Integer, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("next_round_at", sa.String(32)),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("updated_at", sa.String(32), nullable=False),
    )
    op.create_table(
        "club_players",
        sa.Column("tournament", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("is_out", sa.Boolean, nullable=False),
        sa.Column("link_hash", sa.String(64)),
    )
    op.create_table(
        "club_games",
        sa.Column("tournament", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("pair", sa.Integer, nullable=False),
        sa.Column("red", sa.Integer, nullable=False),
        sa.Column("yellow", sa.Integer),
        sa.Column("game", sa.String(16)),
        sa.Column("result", sa.String(8)),
        sa.Column("ending", sa.String(20), nullable=False),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("moves", sa.String(400), nullable=False),
        sa.Column("red_lines", sa.Integer, nullable=False),
        sa.Column("yellow_lines", sa.Integer, nullable=False),
    )
    op.create_index("ix_club_tournaments_organiser", "club_tournaments", ["organiser"])
    op.create_index("ix_club_tournaments_state", "club_tournaments", ["state"])
    op.create_index("ix_club_players_owner", "club_players", ["owner"])
    op.create_index("ix_club_games_game", "club_games", ["game"])


def _add_people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("claimed", sa.String(80), unique=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("rated_at", sa.String(32), nullable=False),
        sa.Column("link_hash", sa.String(64)),
        sa.Column("link_until", sa.String(32)),
    )
    op.create_table(
        "people_devices",
        sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(16), nullable=False),
    )
    op.create_table(
        "people_games",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("red", sa.String(16), nullable=False),
        sa.Column("yellow", sa.String(16), nullable=False),
        sa.Column("red_before", sa.Float, nullable=False),
        sa.Column("red_after", sa.Float, nullable=False),
        sa.Column("yellow_before", sa.Float, nullable=False),
        sa.Column("yellow_after", sa.Float, nullable=False),
        sa.Column("rated_at", sa.String(32), nullable=False),
    )
    op.create_index("ix_people_rating", "people", ["rating"])
    op.create_index("ix_people_link_hash", "people", ["link_hash"])
    op.create_index("ix_people_devices_person", "people_devices", ["person"])
