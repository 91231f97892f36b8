"""Rows as objects: tables that are dataclasses, transactions on them, and stored times."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from typing import Any, ClassVar

import sqlalchemy as sa
from sqlalchemy.orm import DeclarativeBase, MappedAsDataclass, Session

from dropfour.database import METADATA, Database


class Stored(MappedAsDataclass, DeclarativeBase, eq=False):
    """The base of dataclasses whose objects are rows."""

    metadata = METADATA
    type_annotation_map: ClassVar[dict[Any, Any]] = {float: sa.Float}


@contextmanager
def transaction(
    database: Database, *, writes: bool = False, alone_with: type[Stored] | None = None
) -> Iterator[Session]:
    """Open a transaction; the objects that it has read can be used when the block ends. Nobody else
    writes to the table *alone_with* until then."""
    opened = database.writing() if writes or alone_with else database.reading()
    with opened as connection, Session(connection) as session:
        if alone_with is not None and not database.is_sqlite:  # which has one writer at a time
            table = alone_with.__tablename__
            session.execute(sa.text(f"LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE"))
        yield session
        session.flush()


# What the clock of the database was ahead of ours when we asked it.
_ahead = timedelta()


def use_clock_of(database: Database) -> None:
    """Count time as PostgreSQL does, so that servers on several machines agree, whatever their clocks
    say; an SQLite file has no clock."""
    global _ahead
    if not database.is_sqlite:
        with database.reading() as connection:
            theirs = connection.scalar(sa.select(sa.func.clock_timestamp()))
        assert theirs is not None
        _ahead = theirs - datetime.now(timezone.utc)


def epoch_ns() -> int:
    """Return the time, in nanoseconds since the epoch."""
    return time.time_ns() + int(_ahead / timedelta(microseconds=1)) * 1000


def time_text(after_s: float = 0.0) -> str:
    """Return the time in *after_s* seconds as text in UTC, which sorts chronologically."""
    moment = datetime.now(timezone.utc) + _ahead + timedelta(seconds=after_s)
    return moment.isoformat(timespec="microseconds")
