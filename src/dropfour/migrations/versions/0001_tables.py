"""Create the tables of the page and the arena.

Databases older than the migrations have some or all of them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("updated_at", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("start", sa.String(600), nullable=False),
        sa.Column("moves", sa.String(400), nullable=False),
        sa.Column("played", sa.Integer, nullable=False),
        sa.Column("red_name", sa.String(80), nullable=False),
        sa.Column("red_engine", sa.String(200)),
        sa.Column("yellow_name", sa.String(80), nullable=False),
        sa.Column("yellow_engine", sa.String(200)),
        sa.Column("declared", sa.JSON),
        sa.Column("thought", sa.JSON),
        sa.Column("result", sa.String(8), nullable=False),
        if_not_exists=True,
    )
    op.create_index("games_by_owner", "games", ["owner", "updated_at"], if_not_exists=True)
    op.create_table(
        "dropfour_schema",
        sa.Column("version", sa.Integer, primary_key=True),
        if_not_exists=True,
    )
    op.create_table(
        "arena_tournaments",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(200), nullable=False, unique=True),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("openings", sa.Text, nullable=False),
        sa.Column("notice", sa.Text),
        sa.Column("game_count", sa.Integer, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now()),
        if_not_exists=True,
    )
    op.create_table(
        "arena_games",
        sa.Column(
            "tournament", sa.Integer, sa.ForeignKey("arena_tournaments.id"), primary_key=True
        ),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("pair", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("red", sa.String(200), nullable=False),
        sa.Column("yellow", sa.String(200), nullable=False),
        sa.Column("opening", sa.String(400), nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("moves", sa.String(400), nullable=False),
        sa.Column("result", sa.String(8), nullable=False),
        sa.Column("ending", sa.String(20), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("red_time_s", sa.Float, nullable=False),
        sa.Column("yellow_time_s", sa.Float, nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), server_default=sa.func.now()),
        if_not_exists=True,
    )
    op.create_table(
        "arena_regrets",
        sa.Column("tournament", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        *(
            sa.Column(f"{colour}_{count}", sa.Integer, nullable=False)
            for colour in ("red", "yellow")
            for count in ("moves", "judged", "mistakes", "points")
        ),
        if_not_exists=True,
    )
    op.create_table(
        "arena_runs",
        sa.Column(
            "tournament", sa.Integer, sa.ForeignKey("arena_tournaments.id"), primary_key=True
        ),
        sa.Column("beat_at", sa.DateTime(timezone=True)),
        sa.Column("is_over", sa.Boolean, nullable=False),
        if_not_exists=True,
    )
