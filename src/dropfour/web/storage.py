"""The games of the page, one row each (extra ``web``).

Every change is one transaction that also increments `version`, and is made only if the row has not
changed in the meantime. When a method returns, what it wrote is on disk.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from queue import Empty, SimpleQueue
from typing import Any

import sqlalchemy as sa

from dropfour.database import METADATA, Database, DatabaseError
from dropfour.web.text import check_storable

_GAMES = sa.Table(
    "games",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("created_at", sa.String(32), nullable=False),
    sa.Column("updated_at", sa.String(32), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("start", sa.String(600), nullable=False),
    sa.Column("moves", sa.String(400), nullable=False),
    sa.Column("undone", sa.String(400), nullable=False),
    sa.Column("red_name", sa.String(80), nullable=False),
    sa.Column("red_engine", sa.String(200)),
    sa.Column("yellow_name", sa.String(80), nullable=False),
    sa.Column("yellow_engine", sa.String(200)),
    sa.Column("declared", sa.JSON(none_as_null=True)),
    sa.Column("thought", sa.JSON(none_as_null=True)),
    sa.Column("result", sa.String(8), nullable=False),
    sa.Column("red_owner", sa.String(64), index=True),
    sa.Column("yellow_owner", sa.String(64), index=True),
    sa.Column("live", sa.JSON(none_as_null=True)),
    sa.Column("is_public", sa.Boolean, nullable=False),
    sa.Index("games_by_owner", "owner", "updated_at"),
    sa.Index("games_in_public", "is_public", "updated_at"),
)

# Built once: building them takes longer than running them.
_SELECT_ONE = sa.select(_GAMES).where(_GAMES.c.id == sa.bindparam("wanted_id"))
_INSERT = sa.insert(_GAMES)
_UPDATE = sa.update(_GAMES).where(
    _GAMES.c.id == sa.bindparam("wanted_id"), _GAMES.c.version == sa.bindparam("wanted_version")
)

# PostgreSQL tells all servers that listen which game has changed; RETURNING makes it one statement.
CHANNEL = "dropfour_games"
_UPDATE_AND_NOTIFY = _UPDATE.returning(
    sa.func.pg_notify(CHANNEL, _GAMES.c.id + " " + sa.cast(_GAMES.c.version, sa.String))
)
_OWNERS = (_GAMES.c.owner, _GAMES.c.red_owner, _GAMES.c.yellow_owner)

# How many characters a column can hold; None for other types.
_LENGTHS: dict[str, int | None] = {
    column.name: getattr(column.type, "length", None) for column in _GAMES.c
}
# Columns with text that the server has not made itself.
_FROM_VISITORS = frozenset(
    {"red_name", "red_engine", "yellow_name", "yellow_engine", "declared", "thought", "start"}
)

_BUSY_S = 5


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A row. *moves* are on the board and *undone* can be redone, as in the API; *declared* is a result
    that the board does not show (winner, ending, reason); *thought* is an engine's view of its move.
    A live game has who holds its seats, and in *live* what `dropfour.web.live` adds to a game."""

    id: str
    owner: str
    start: str
    red_name: str
    red_engine: str | None
    yellow_name: str
    yellow_engine: str | None
    moves: str = ""
    undone: str = ""
    declared: dict[str, Any] | None = None
    thought: dict[str, Any] | None = None
    result: str = "*"
    version: int = 1
    created_at: str = ""
    updated_at: str = ""
    red_owner: str | None = None
    yellow_owner: str | None = None
    live: dict[str, Any] | None = None
    is_public: bool = False


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """How many finished games continued with *next_move*, ended with *result*, are somebody's own, and
    had an engine make that move."""

    next_move: str
    result: str
    is_theirs: bool
    by_engine: bool
    count: int


class GameStore:
    """The games in a database. Any thread may use it; writes are made one after the other."""

    def __init__(self, place: str) -> None:
        """Open the database at *place*, a file or a URL; raise DatabaseError if that fails."""
        self._database = Database(place, _BUSY_S)
        self._writer = _Writer(self._database)
        self._update = _UPDATE if self._database.is_sqlite else _UPDATE_AND_NOTIFY

    def close(self) -> None:
        self._writer.close()
        self._database.close()

    def check(self) -> None:
        """Raise DatabaseError unless the database can be written."""
        self._database.check()

    def create(self, game: StoredGame) -> StoredGame:
        """Add a new game and return it with its times; raise ValueError if it has text that the
        database cannot store."""
        game, done = self.start_create(game)
        done.result()
        return game

    def start_create(self, game: StoredGame) -> tuple[StoredGame, Future[int]]:
        """Add a new game without waiting; it is on disk when the future is done."""
        now = _now()
        game = replace(game, created_at=now, updated_at=now)
        return game, self._writer.submit(_INSERT, _row_of(game))

    def add(self, connection: sa.Connection, game: StoredGame) -> StoredGame:
        """Add a new game in a transaction of the caller's."""
        now = _now()
        game = replace(game, created_at=now, updated_at=now)
        connection.execute(_INSERT, _row_of(game))
        return game

    @property
    def database(self) -> Database:
        return self._database

    def get(self, game_id: str) -> StoredGame | None:
        with self._database.reading() as connection:
            row = connection.execute(_SELECT_ONE, {"wanted_id": game_id}).first()
        return None if row is None else _game_of(row)

    def save(self, game: StoredGame) -> StoredGame | None:
        """Write the next version of *game* and return it; None if the row has changed meanwhile."""
        changed, done = self.start_save(game)
        return changed if done.result() else None

    def start_save(self, game: StoredGame) -> tuple[StoredGame, Future[int]]:
        """Write the next version without waiting; the future's result is 0 if the row has changed."""
        changed = replace(game, version=game.version + 1, updated_at=_now())
        values = _row_of(changed) | {"wanted_id": game.id, "wanted_version": game.version}
        return changed, self._writer.submit(self._update, values)

    def recent(self, owner: str, limit: int, before: str | None = None) -> list[StoredGame]:
        """Return the games that *owner* started or has a seat in, most recently played first; *before*
        is an `updated_at`."""
        is_theirs = sa.or_(*(column == owner for column in _OWNERS))
        query = sa.select(_GAMES).where(is_theirs)
        if before is not None:
            query = query.where(_GAMES.c.updated_at < before)
        query = query.order_by(_GAMES.c.updated_at.desc(), _GAMES.c.id).limit(limit)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [_game_of(row) for row in rows]

    def openings(self, owner: str, start: str, moves: str, is_reds_turn: bool) -> list[OpeningRow]:
        """Count the finished games that began with *moves* from *start*, by what was played next."""
        ply = len(moves)
        next_move = sa.func.substr(_GAMES.c.moves, ply + 1, 1).label("next_move")
        is_theirs = sa.or_(*(column == owner for column in _OWNERS)).label("is_theirs")
        engine = _GAMES.c.red_engine if is_reds_turn else _GAMES.c.yellow_engine
        query = (
            sa.select(next_move, _GAMES.c.result, is_theirs, engine.is_not(None), sa.func.count())
            .where(
                _GAMES.c.start == start,
                _GAMES.c.result != "*",
                _GAMES.c.moves.startswith(moves),
                sa.func.length(_GAMES.c.moves) > ply,
            )
            .group_by(sa.text("1, 2, 3, 4"))
        )
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [
            OpeningRow(move, result, bool(own), bool(by), count)
            for move, result, own, by, count in rows
        ]

    def remove(self, game_id: str) -> None:
        with self._database.writing() as connection:
            connection.execute(sa.delete(_GAMES).where(_GAMES.c.id == game_id))

    def count_before(self, before: datetime) -> int:
        """Return how many games were last changed before that time."""
        query = sa.select(sa.func.count()).where(_GAMES.c.updated_at < _written_time(before))
        with self._database.reading() as connection:
            return connection.execute(query).scalar_one()

    def remove_before(self, before: datetime, limit: int) -> int:
        """Remove at most *limit* games that were last changed before that time; return how many."""
        old = sa.select(_GAMES.c.id).where(_GAMES.c.updated_at < _written_time(before)).limit(limit)
        with self._database.writing() as connection:
            return connection.execute(sa.delete(_GAMES).where(_GAMES.c.id.in_(old))).rowcount

    def public(self, limit: int) -> list[StoredGame]:
        """Return public live games in progress, most recently played first."""
        is_on = sa.and_(_GAMES.c.is_public, _GAMES.c.result == "*")
        query = sa.select(_GAMES).where(is_on).order_by(_GAMES.c.updated_at.desc()).limit(limit)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [_game_of(row) for row in rows]

    def seats_in_progress(self, owner: str) -> list[tuple[str, str]]:
        """Return the live games in progress in which *owner* has a seat: id and colour."""
        found = []
        with self._database.reading() as connection:
            for colour, column in zip(("red", "yellow"), _OWNERS[1:], strict=True):
                query = sa.select(_GAMES.c.id).where(column == owner, _GAMES.c.result == "*")
                found += [(game_id, colour) for game_id in connection.scalars(query)]
        return found


_Statement = sa.Insert | sa.Update
_Write = tuple[_Statement, dict[str, Any], "Future[int]"]


class _Writer:
    """A thread that makes all writes. Those that arrive while the disk is busy share the next
    transaction, so the disk is waited for only once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: SimpleQueue[_Write | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="storage", daemon=True)
        self._thread.start()

    def write(self, statement: _Statement, values: dict[str, Any]) -> int:
        """Return how many rows were written, after they have reached the disk."""
        return self.submit(statement, values).result()

    def submit(self, statement: _Statement, values: dict[str, Any]) -> Future[int]:
        """Return how many rows were written, once they have reached the disk."""
        if not self._thread.is_alive():
            raise DatabaseError("the database is closed")
        rows: Future[int] = Future()
        self._waiting.put((statement, values, rows))
        return rows

    def close(self) -> None:
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch = [first]
            with suppress(Empty):
                while (more := self._waiting.get_nowait()) is not None:
                    batch.append(more)
                self._waiting.put(None)  # ends the loop once this batch is written
            self._write_all(batch)

    def _write_all(self, batch: list[_Write]) -> None:
        """Write *batch* in one transaction. If that fails, write one by one: a write that the database
        refuses does not fail those of other visitors."""
        try:
            with self._database.writing() as connection:
                counts = [connection.execute(what, values).rowcount for what, values, _ in batch]
        except Exception as error:
            if len(batch) == 1 or _is_outage(error):
                for _, _, rows in batch:
                    rows.set_exception(error)
            else:
                for write in batch:
                    self._write_all([write])
        else:
            for (_, _, rows), count in zip(batch, counts, strict=True):
                rows.set_result(count)


def _is_outage(error: Exception) -> bool:
    """Return whether the database itself is the cause, so that no write can succeed now."""
    cause = error.__cause__
    if not isinstance(error, DatabaseError) or not isinstance(cause, sa.exc.DBAPIError):
        return isinstance(error, DatabaseError)
    # PostgreSQL's class 40: a deadlock with another server, gone when the transaction is repeated.
    is_deadlock = str(getattr(cause.orig, "sqlstate", None) or "").startswith("40")
    return not isinstance(cause, sa.exc.DataError | sa.exc.IntegrityError) and not is_deadlock


def _row_of(game: StoredGame) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for name, most in _LENGTHS.items():
        row[name] = value = getattr(game, name)
        if name in _FROM_VISITORS:
            check_storable(value)
        if most is not None and value is not None and len(value) > most:
            raise ValueError(f"{name} has more than {most} characters")
    return row


def _game_of(row: sa.Row[Any]) -> StoredGame:
    game = StoredGame(**row._mapping)
    if game.declared is None or "reason" not in game.declared:
        return game
    # Earlier versions stored lone surrogates here, which no response can contain.
    reason = game.declared["reason"].encode("utf-8", "replace").decode("utf-8")
    return replace(game, declared=game.declared | {"reason": reason})


def _now() -> str:
    return _written_time(datetime.now(timezone.utc))


def _written_time(time: datetime) -> str:
    """Return a time in UTC as text, which sorts chronologically in every database."""
    return time.isoformat(timespec="microseconds")
