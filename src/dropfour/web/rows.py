"""Rows as objects: tables that are dataclasses, and the transactions on them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import sqlalchemy as sa
from sqlalchemy.orm import DeclarativeBase, MappedAsDataclass, Session

from dropfour.database import METADATA, Database


class Stored(MappedAsDataclass, DeclarativeBase, eq=False):
    """The base of dataclasses whose objects are rows."""

    metadata = METADATA
    type_annotation_map: ClassVar[dict[Any, Any]] = {float: sa.Float}


@contextmanager
def transaction(database: Database, *, writes: bool = False) -> Iterator[Session]:
    """Open a transaction; the objects that it has read can be used when the block ends."""
    opened = database.writing() if writes else database.reading()
    with opened as connection, Session(connection) as session:
        yield session
        session.flush()
