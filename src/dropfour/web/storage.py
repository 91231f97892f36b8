"""Games in a database: SQLite in a file, or whatever else SQLAlchemy has a URL for.

A game is one row. Each change is one transaction that also counts `version` up, and holds only if
nobody else has changed the row meanwhile; when a method returns, what it wrote is on the disk.
"""

from __future__ import annotations

import sqlite3
import threading
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from queue import Empty, SimpleQueue
from typing import Any

import sqlalchemy as sa

SCHEMA_VERSION = 1

_metadata = sa.MetaData()

_games = sa.Table(
    "games",
    _metadata,
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
    sa.Index("games_by_owner", "owner", "updated_at"),
)

_schema = sa.Table("dropfour_schema", _metadata, sa.Column("version", sa.Integer, primary_key=True))


# Made once: making them takes longer than running them.
_SELECT_ONE = sa.select(_games).where(_games.c.id == sa.bindparam("wanted_id"))
_INSERT = sa.insert(_games)
_UPDATE = sa.update(_games).where(
    _games.c.id == sa.bindparam("wanted_id"), _games.c.version == sa.bindparam("wanted_version")
)


class StorageError(ValueError):
    """A database that cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A row. *moves* are all that were played, of which the first *played* are on the board and the
    rest can be redone; *declared* and *thought* are what the JSON says in words of its own."""

    id: str
    owner: str
    start: str
    red_name: str
    red_engine: str | None
    yellow_name: str
    yellow_engine: str | None
    moves: str = ""
    played: int = 0
    declared: dict[str, Any] | None = None
    thought: dict[str, Any] | None = None
    result: str = "*"
    version: int = 1
    created_at: str = ""
    updated_at: str = ""


class Store:
    """The database of a server. Any thread may call; writes to SQLite go one after the other."""

    def __init__(self, url: str) -> None:
        try:
            self._engine = _make_engine(url)
            with self._engine.begin() as connection:
                _metadata.create_all(connection)
                _check_version(connection)
        except (sa.exc.ArgumentError, sa.exc.NoSuchModuleError) as error:
            # The URL is not told again: it may hold a password.
            raise StorageError(f"that is no database that SQLAlchemy knows: {error}") from None
        except ImportError as error:
            raise StorageError(f"the database needs a driver that is missing: {error}") from None
        except sa.exc.DBAPIError as error:
            raise StorageError(f"cannot open the database: {error.orig}") from None
        self._writer = _Writer(self._engine)

    def close(self) -> None:
        self._writer.close()
        self._engine.dispose()

    def create(self, game: StoredGame) -> StoredGame:
        """Keep a new game and return it with its times."""
        now = _now()
        game = replace(game, created_at=now, updated_at=now)
        self._writer.write(_INSERT, _row_of(game))
        return game

    def get(self, game_id: str) -> StoredGame | None:
        with self._engine.begin() as connection:
            row = connection.execute(_SELECT_ONE, {"wanted_id": game_id}).first()
        return None if row is None else StoredGame(**row._mapping)

    def save(self, game: StoredGame) -> StoredGame | None:
        """Write the next version of *game* and return it; None if somebody was quicker."""
        changed = replace(game, version=game.version + 1, updated_at=_now())
        values = _row_of(changed) | {"wanted_id": game.id, "wanted_version": game.version}
        return changed if self._writer.write(_UPDATE, values) else None

    def recent(self, owner: str, limit: int, before: str | None = None) -> list[StoredGame]:
        """Return the owner's games, the one played last first; *before* is an `updated_at`."""
        query = sa.select(_games).where(_games.c.owner == owner)
        if before is not None:
            query = query.where(_games.c.updated_at < before)
        query = query.order_by(_games.c.updated_at.desc(), _games.c.id).limit(limit)
        with self._engine.begin() as connection:
            rows = connection.execute(query).all()
        return [StoredGame(**row._mapping) for row in rows]


_Statement = sa.Insert | sa.Update
_Write = tuple[_Statement, dict[str, Any], "Future[int]"]


class _Writer:
    """One thread that writes for all. Writes that come while the disk is busy share the next
    transaction, and so one wait for the disk."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._waiting: SimpleQueue[_Write | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="storage", daemon=True)
        self._thread.start()

    def write(self, statement: _Statement, values: dict[str, Any]) -> int:
        """Return how many rows were written, once they are on the disk."""
        rows: Future[int] = Future()
        self._waiting.put((statement, values, rows))
        return rows.result()

    def close(self) -> None:
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch = [first]
            with suppress(Empty):
                while (more := self._waiting.get_nowait()) is not None:
                    batch.append(more)
                self._waiting.put(None)  # to be met again, and obeyed, when this is written
            self._write_all(batch)

    def _write_all(self, batch: list[_Write]) -> None:
        try:
            with self._engine.begin() as connection:
                counts = [connection.execute(what, values).rowcount for what, values, _ in batch]
        except Exception as error:
            for _, _, rows in batch:
                rows.set_exception(error)
        else:
            for (_, _, rows), count in zip(batch, counts, strict=True):
                rows.set_result(count)


def _row_of(game: StoredGame) -> dict[str, Any]:
    return {name: getattr(game, name) for name in _games.c.keys()}  # noqa: SIM118 - no mapping


def _now() -> str:
    """The time in UTC, in a form that sorts as text on every database."""
    return datetime.now(timezone.utc).isoformat(timespec="microseconds")


def _make_engine(url: str) -> sa.Engine:
    address = sa.make_url(url)
    if address.get_backend_name() != "sqlite":
        return sa.create_engine(address, pool_pre_ping=True)
    # One connection for all: two that write at once are what older SQLite can be damaged by.
    engine = sa.create_engine(
        address,
        poolclass=sa.QueuePool,
        pool_size=1,
        max_overflow=0,
        connect_args={"check_same_thread": False, "timeout": 10},
    )
    sa.event.listen(engine, "connect", _prepare_sqlite)
    sa.event.listen(engine, "begin", _begin_immediate)
    return engine


def _prepare_sqlite(connection: Any, record: object) -> None:
    # SQLAlchemy begins transactions itself; the driver must not begin others.
    connection.isolation_level = None
    # A second server may have the same file open, which WAL survives from 3.51.3 on only.
    mode = "WAL" if sqlite3.sqlite_version_info >= (3, 51, 3) else "TRUNCATE"
    connection.execute(f"PRAGMA journal_mode = {mode}")
    connection.execute("PRAGMA synchronous = FULL")


def _begin_immediate(connection: sa.Connection) -> None:
    # A transaction that begins with reading and turns to writing could fail at once.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _check_version(connection: sa.Connection) -> None:
    found = connection.execute(sa.select(_schema.c.version)).scalar()
    if found is None:
        connection.execute(sa.insert(_schema).values(version=SCHEMA_VERSION))
    elif found != SCHEMA_VERSION:
        raise StorageError(
            f"the database has schema {found}, and this Dropfour reads {SCHEMA_VERSION}: "
            "use the Dropfour that wrote it, or another database"
        )
