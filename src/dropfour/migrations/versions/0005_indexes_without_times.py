"""Keep the time of the last move out of the indexes, which every move would change."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.drop_index("games_by_owner", "games")
    op.drop_index("games_in_public", "games")
    op.create_index("games_by_owner", "games", ["owner"])
    op.create_index(
        "games_in_public",
        "games",
        ["id"],
        sqlite_where=sa.text("is_public = 1 AND result = '*'"),
        postgresql_where=sa.text("is_public AND result = '*'"),
    )
