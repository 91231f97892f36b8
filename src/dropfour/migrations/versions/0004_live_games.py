"""Add live games: who holds the seats of a game, what is agreed, and who waits for an opponent."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("games", sa.Column("red_owner", sa.String(64)))
    op.add_column("games", sa.Column("yellow_owner", sa.String(64)))
    op.add_column("games", sa.Column("live", sa.JSON))
    op.add_column(
        "games", sa.Column("is_public", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_index("ix_games_red_owner", "games", ["red_owner"])
    op.create_index("ix_games_yellow_owner", "games", ["yellow_owner"])
    op.create_index("games_in_public", "games", ["is_public", "updated_at"])
    op.create_table(
        "waiting",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("is_bot", sa.Boolean, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("terms", sa.String(700), nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("since", sa.String(32), nullable=False),
        sa.Column("beat_at", sa.String(32), nullable=False),
        sa.Column("game", sa.String(16)),
    )
    op.create_index("waiting_by_terms", "waiting", ["terms", "since"])
