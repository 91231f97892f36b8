"""Add the variations of a game: moves that its owner has looked at, with their names."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("games", sa.Column("variations", sa.JSON))
