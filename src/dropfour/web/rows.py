"""Rows as objects: tables that are dataclasses, transactions on them, and times as they are stored."""

from __future__ import annotations

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


def time_text(after_s: float = 0.0) -> str:
    """Return the time in *after_s* seconds, or so long ago if that is negative: text in UTC, which sorts
    chronologically."""
    moment = datetime.now(timezone.utc) + timedelta(seconds=after_s)
    return moment.isoformat(timespec="microseconds")
