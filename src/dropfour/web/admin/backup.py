"""Maintenance of a database while a server uses it: back up, restore, remove old games.

A backup is an SQLite file with everything in the database, from either kind of database, and can be
restored into either kind; so it also moves a server from one kind to the other.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from dropfour.arena.tables import TOURNAMENTS
from dropfour.database import METADATA, Database, DatabaseError, database_url
from dropfour.web.club.tournament import Tournament
from dropfour.web.games.store import GAMES, GameStore, announce_restore
from dropfour.web.people import People  # noqa: F401 (METADATA has the tables of all of these)
from dropfour.web.rows import time_text

_ROWS = 1000
# Each database keeps its schema, which opening it has brought up to date, and its secret.
_TABLES = [
    table
    for table in METADATA.sorted_tables  # those that others refer to come first
    if table.name not in ("dropfour_version", "signing_key")
]
_BUSY_S = 60.0


class Contents(NamedTuple):
    """How many games and tournaments a backup has, of engines and between people."""

    games: int
    tournaments: int

    def __str__(self) -> str:
        games = f"{self.games} {'game' if self.games == 1 else 'games'}"
        count = self.tournaments
        return f"{games} and {count} {'tournament' if count == 1 else 'tournaments'}"


def back_up(place: str, file: Path) -> Contents:
    """Write the database at *place*, as of one moment, to the new SQLite file *file*, which is complete
    when it appears, and return how much it has; raise DatabaseError, as for an existing file."""
    if file.exists():
        raise DatabaseError(f"there is a file {file} already")
    url = database_url(place)
    with _new_file(file) as temporary:
        if url.get_backend_name() == "sqlite":
            _copy_file(Path(url.database or ""), temporary)
        else:
            with (
                closing(Database(place)) as source,
                closing(Database(str(temporary))) as target,
                source.reading() as rows,
                target.writing() as connection,
            ):
                # As of one moment.
                rows.execute(sa.text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
                _copy_tables(rows, connection)
        contents = _checked_contents(temporary)
    return contents


def restore(file: Path, place: str) -> Contents:
    """Replace everything in the database at *place* with a backup, in one transaction, and return how
    much it has. Raises DatabaseError if the file is not a backup; nothing is changed then.

    Servers may be running: no game keeps a version that one of them may have loaded, so whatever they
    write on the basis of what was replaced is refused, and they load their games again.
    """
    with tempfile.TemporaryDirectory(prefix="dropfour-") as folder:
        # A copy, since a backup of an earlier version has to be migrated.
        copy = Path(folder) / "backup.sqlite3"
        _copy_file(file, copy)
        contents = _checked_contents(copy)
        with (
            closing(Database(str(copy))) as source,
            closing(Database(place)) as target,
            source.reading() as rows,
            target.writing() as connection,
        ):
            highest = connection.scalar(sa.text("SELECT max(version) FROM games")) or 0
            for table in reversed(_TABLES):
                connection.execute(sa.delete(table))
            _copy_tables(rows, connection)
            connection.execute(sa.text(f"UPDATE games SET version = version + {int(highest)}"))
            announce_restore(connection)
    return contents


def remove_old_games(
    place: str, days: int, *, dry_run: bool = False, on_batch: Callable[[int], None] | None = None
) -> int:
    """Remove the games that nobody has changed for *days*, some at a time so that a running server can
    write in between, and return how many. *on_batch* is called with the number so far; with *dry_run*
    they are only counted."""
    before = time_text(-days * 24 * 3600)
    with closing(GameStore(place)) as store:
        if dry_run:
            return store.count_before(before)
        removed = 0
        while count := store.remove_before(before, _ROWS):
            removed += count
            if on_batch is not None:
                on_batch(removed)
        return removed


@contextmanager
def _new_file(file: Path) -> Iterator[Path]:
    """Yield the path of a temporary file that becomes *file* if the block succeeds."""
    temporary = file.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        yield temporary
        with temporary.open("rb") as stream:
            os.fsync(stream.fileno())
        os.replace(temporary, file)
    finally:
        temporary.unlink(missing_ok=True)


def _copy_file(source: Path, target: Path) -> None:
    """Copy an SQLite file that others may be writing to."""
    if not source.is_file():
        raise DatabaseError(f"there is no database {source}")
    if (
        target.parent == source.parent
        and shutil.disk_usage(target.parent).free < source.stat().st_size
    ):
        raise DatabaseError(f"there is not enough space beside {source} for a backup")
    address = f"{source.resolve().as_uri()}?mode=ro"
    try:
        with (
            closing(sqlite3.connect(address, uri=True, timeout=_BUSY_S)) as reading,
            closing(sqlite3.connect(target)) as writing,
        ):
            reading.backup(writing)
    except sqlite3.Error as error:
        raise DatabaseError(f"cannot copy the database {source}: {error}") from error


def _checked_contents(file: Path) -> Contents:
    """Return how much a backup has; raise DatabaseError if it is damaged or not a backup."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise DatabaseError(f"the backup is damaged: {found}")
            tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
            names = {name for (name,) in connection.execute(tables)}
            games, *tournaments = (
                connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
                for name in (GAMES.name, TOURNAMENTS.name, Tournament.__tablename__)
                if name in names or name == GAMES.name
            )
            return Contents(games, sum(tournaments))
    except sqlite3.Error as error:
        raise DatabaseError(f"this is not a backup of Dropfour: {error}") from error


def _copy_tables(source: sa.Connection, target: sa.Connection) -> None:
    """Copy all rows between two databases with the current schema; the tables of *target* are empty."""
    for table in _TABLES:
        rows = source.execution_options(yield_per=_ROWS).execute(sa.select(table))
        for part in rows.mappings().partitions(_ROWS):
            values = [{name: _portable(value) for name, value in row.items()} for row in part]
            target.execute(sa.insert(table), values)
        if target.dialect.name == "postgresql":
            _continue_numbering(target, table)


def _portable(value: Any) -> Any:
    """Return times with their zone, which SQLite does not keep: all that it has are in UTC."""
    if not isinstance(value, datetime):
        return value
    utc = timezone.utc
    return value.replace(tzinfo=utc) if value.tzinfo is None else value.astimezone(utc)


def _continue_numbering(connection: sa.Connection, table: sa.Table) -> None:
    """Let PostgreSQL number new rows after the copied ones."""
    for column in table.primary_key:
        sequence = connection.scalar(
            sa.func.pg_get_serial_sequence(table.name, column.name).select()
        )
        if sequence is not None:
            highest = connection.scalar(sa.select(sa.func.max(column)))
            if highest is not None:
                connection.execute(sa.func.setval(sequence, highest).select())
