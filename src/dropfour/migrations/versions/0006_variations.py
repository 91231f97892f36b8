"""Add the variations of a game: moves that its owner has looked at, with their names."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("games", sa.Column("variations", sa.JSON))
