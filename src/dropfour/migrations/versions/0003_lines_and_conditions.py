"""Keep the lines of each game, and what tournaments were played on and with.

The lines of games played before are counted from their moves.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_tournaments = sa.table(
    "arena_tournaments", sa.column("id", sa.Integer), sa.column("plan", sa.Text)
)
_games = sa.table(
    "arena_games",
    sa.column("tournament", sa.Integer),
    sa.column("number", sa.Integer),
    sa.column("moves", sa.String),
    sa.column("red_lines", sa.Integer),
    sa.column("yellow_lines", sa.Integer),
)


def upgrade() -> None:
    for colour in ("red", "yellow"):
        column = sa.Column(f"{colour}_lines", sa.Integer, nullable=False, server_default="0")
        op.add_column("arena_games", column)
    connection = op.get_bind()
    change = (
        sa.update(_games)
        .where(_games.c.tournament == sa.bindparam("its_tournament"))
        .where(_games.c.number == sa.bindparam("its_number"))
        .values(red_lines=sa.bindparam("red"), yellow_lines=sa.bindparam("yellow"))
    )
    for tournament, text in connection.execute(sa.select(_tournaments)).all():
        plan = json.loads(text)
        columns, rows = map(int, plan["board"].split("x"))
        query = sa.select(_games.c.number, _games.c.moves).where(_games.c.tournament == tournament)
        changes = []
        for number, moves in connection.execute(query).all():
            red, yellow = _lines(moves, columns, rows, plan["connect"])
            key = {"its_tournament": tournament, "its_number": number}
            changes.append({**key, "red": red, "yellow": yellow})
        if changes:
            connection.execute(change, changes)
    op.create_table(
        "arena_machines",
        sa.Column(
            "tournament", sa.Integer, sa.ForeignKey("arena_tournaments.id"), primary_key=True
        ),
        sa.Column("machine", sa.String(400), primary_key=True),
    )
    op.create_table(
        "arena_versions",
        sa.Column(
            "tournament", sa.Integer, sa.ForeignKey("arena_tournaments.id"), primary_key=True
        ),
        sa.Column("player", sa.String(200), primary_key=True),
        sa.Column("version", sa.String(400), primary_key=True),
    )


def _lines(moves: str, columns: int, rows: int, connect: int) -> tuple[int, int]:
    """Return how many lines red and yellow have after *moves*."""
    heights = [0] * (columns + 1)
    masks = [0, 0]
    for ply, mark in enumerate(moves):
        column = int(mark, 36)
        # Each column has a spare bit at its top, so that no line continues in the next column.
        masks[ply % 2] |= 1 << (column * (rows + 1) + heights[column])
        heights[column] += 1
    red, yellow = (
        sum(_starts(mask, step, connect) for step in (1, rows, rows + 1, rows + 2))
        for mask in masks
    )
    return red, yellow


def _starts(mask: int, step: int, connect: int) -> int:
    """Return how many lines with a distance of *step* bits between their cells start in *mask*."""
    starts = mask
    for place in range(1, connect):
        starts &= mask >> (place * step)
    return starts.bit_count()
