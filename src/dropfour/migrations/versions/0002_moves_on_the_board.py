"""Keep the moves on the board apart from the undone ones, and name the winner of a declared result.

`moves` held both, the first `played` of them on the board; `declared` named the loser. `thought` had its
score and the scale of it side by side.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_games = sa.table(
    "games",
    sa.column("id", sa.String),
    sa.column("declared", sa.JSON(none_as_null=True)),
    sa.column("thought", sa.JSON(none_as_null=True)),
)
_OPPONENT = {"red": "yellow", "yellow": "red"}


def upgrade() -> None:
    op.add_column("games", sa.Column("undone", sa.String(400)))
    op.execute(
        "UPDATE games SET undone = substr(moves, played + 1), moves = substr(moves, 1, played)"
    )
    with op.batch_alter_table("games") as games:
        games.alter_column("undone", existing_type=sa.String(400), nullable=False)
        games.drop_column("played")
    # What is absent was written as JSON's null, and is now SQL's.
    for column in (_games.c.declared, _games.c.thought):
        is_null = sa.cast(column, sa.Text) == "null"
        op.execute(sa.update(_games).where(is_null).values({column: sa.null()}))
    connection = op.get_bind()
    query = sa.select(_games.c.id, _games.c.declared).where(_games.c.declared.is_not(None))
    for game_id, declared in connection.execute(query).all():
        winner = _OPPONENT[declared.pop("loser")]
        change = sa.update(_games).where(_games.c.id == game_id)
        connection.execute(change.values(declared={"winner": winner, **declared}))
    query = sa.select(_games.c.id, _games.c.thought).where(_games.c.thought.is_not(None))
    for game_id, thought in connection.execute(query).all():
        value, scale = thought["score"], thought.pop("scale")
        score = {"value": value, "exact": scale == "exact", "scale": scale}
        thought |= {"score": None if value is None else score, "variation": []}
        connection.execute(sa.update(_games).where(_games.c.id == game_id).values(thought=thought))
    # Versions of Dropfour from before the migrations refuse a database with another number than 1.
    op.execute("DELETE FROM dropfour_schema")
    op.execute("INSERT INTO dropfour_schema VALUES (2)")
