"""Index the finished games by their moves, for what was played in them."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_index(
        "games_by_moves",
        "games",
        ["start", "moves", "result", "red_engine", "yellow_engine"],
        sqlite_where=sa.text("result != '*'"),
        postgresql_where=sa.text("result != '*'"),
        postgresql_ops={"moves": "text_pattern_ops"},
    )
