"""Databases: connections, transactions and migrations, for SQLite files and PostgreSQL.

The page and the arena keep their tables in one schema, so both can use the same database. The
stores define their tables in METADATA; opening a database creates those that it lacks, and makes
the changes of tables that later versions have. Needs the extra ``arena``, ``web`` or ``postgres``.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from dropfour.extras import needed_by
from dropfour.interrupts import whole

METADATA = sa.MetaData()

_OLDEST_REVISION = "0007"  # of Dropfour 1.0.0
# How each revision altered tables that an earlier one had; new tables are created without being here.
_CHANGES = {
    "0009": [("club_tournaments", "ADD COLUMN link_hash VARCHAR(64)")],
    "0010": [
        ("arena_games", "ADD COLUMN swapped BOOLEAN"),
        ("games", "ADD COLUMN swapped BOOLEAN"),
        ("club_tournaments", "ADD COLUMN swap BOOLEAN"),
    ],
}
REVISION = max(_CHANGES)

_MAX_JOURNAL_BYTES = 4 * 1024 * 1024
_LEAST_FREE_BYTES = 64 * 1024
# Options of a URL that messages may repeat; others may be passwords.
_PUBLIC_OPTIONS = ("host", "port", "user", "dbname", "sslmode")
_VERSIONS = sa.Table(
    "dropfour_version", METADATA, sa.Column("version_num", sa.String(32), primary_key=True)
)
# Arbitrary, but the same in every process: a process that migrates holds this lock.
_POSTGRES_LOCK = 0x64726F70666F7572


class DatabaseError(OSError):
    """A database cannot be opened, read or written; the message says why and holds no password."""


class Database:
    """An open database with the current schema. Any thread may use it."""

    def __init__(self, place: str, busy_s: float = 60, patience_s: float | None = None) -> None:
        """Open the SQLite file or the URL at *place*, and create or migrate its tables if necessary.

        *busy_s* is how long to wait for a connection, or while another process has the SQLite file
        locked; *patience_s* how long to wait for PostgreSQL to answer, None for as long as it takes.
        Raises DatabaseError, or ImportError if a package is missing.
        """
        url = database_url(place)
        with _reporting(f"cannot open the database {_shown(url)}"):
            self._engine = _make_engine(url, busy_s, patience_s)
            self._writing_engine = self._engine.execution_options(writes=True)
            try:
                with self._writing_engine.begin() as connection:
                    _migrate(connection)
            except BaseException:
                self.close()
                raise
        if patience_s is not None and not self.is_sqlite:
            # From now on: a migration may take longer.
            sa.event.listen(self._engine, "connect", _impatient(patience_s))
            self._engine.dispose()

    def close(self) -> None:
        with whole():
            self._engine.dispose()

    @property
    def is_sqlite(self) -> bool:
        return self._engine.dialect.name == "sqlite"

    def check(self) -> None:
        """Raise DatabaseError unless the database can be written."""
        with self.writing() as connection:
            _check_writable(connection)
        # That row is written in its old place, which a full disk allows; a new game is not.
        file = Path(self._engine.url.database or "")
        has_file = self.is_sqlite and file.is_file()
        if has_file and shutil.disk_usage(file).free < _LEAST_FREE_BYTES:
            raise DatabaseError("cannot write to the database: the disk is full")

    def compiled(
        self, statement: sa.Insert | sa.Update, names: Sequence[str]
    ) -> sa.sql.compiler.SQLCompiler:
        """Return *statement*, which sets the columns *names*, in the syntax of the driver."""
        compiled = statement.compile(dialect=self._engine.dialect, column_keys=list(names))
        assert isinstance(compiled, sa.sql.compiler.SQLCompiler)
        return compiled

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Open a transaction that only reads."""
        with _reporting("cannot read the database"), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Open a transaction that writes; its changes are on disk when the block ends."""
        with _reporting("cannot write to the database"), self._writing_engine.begin() as connection:
            yield connection

    @contextmanager
    def listening(self, channels: Iterable[str]) -> Iterator[Messages]:
        """Listen to channels of PostgreSQL on a connection of its own.

        The function that is yielded returns messages, channel and payload, until its argument returns
        true, which it asks once a second.
        """
        import psycopg
        from psycopg import sql

        try:
            # Detached: listening occupies the connection, and the pool must not hand it out again.
            pooled = self._engine.raw_connection()
            driver: psycopg.Connection[Any] = pooled.driver_connection  # type: ignore[assignment]
            pooled.detach()
        except (psycopg.Error, sa.exc.SQLAlchemyError) as error:
            raise _not_listening(error) from error

        def messages(is_over: Callable[[], bool]) -> Iterator[tuple[str, str]]:
            while not is_over():
                for message in driver.notifies(timeout=1):
                    yield message.channel, message.payload

        try:
            driver.autocommit = True
            for channel in channels:
                driver.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
            yield messages
        except psycopg.Error as error:
            pooled.invalidate()  # closing it properly would fail and be logged
            raise _not_listening(error) from error
        finally:
            pooled.close()


Messages = Callable[[Callable[[], bool]], Iterator[tuple[str, str]]]


def _not_listening(error: Exception) -> DatabaseError:
    # The driver's own error, unlike those of statements, which SQLAlchemy raises.
    return DatabaseError(f"cannot listen to the database: {str(error).splitlines()[0]}")


def database_url(place: str) -> sa.URL:
    """Return the URL of the database at *place*, the name of an SQLite file or a URL."""
    if not place:
        raise DatabaseError(
            "expected a file or a URL such as postgresql://host/name, not an empty string"
        )
    if "://" not in place:
        return sa.URL.create("sqlite", database=place)
    try:
        url = sa.make_url(place)
    except (sa.exc.ArgumentError, ValueError):
        # The URL may contain a password, so the message does not repeat it.
        raise DatabaseError("expected a file or a URL such as postgresql://host/name") from None
    if "@" in (url.host or ""):  # the end of a password, which messages would take for the host
        raise DatabaseError(
            "expected one @ in the URL of a database; in a password, write it as %40"
        )
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise DatabaseError(f"a database is SQLite or PostgreSQL, not {url.get_backend_name()}")
    return url


def shown(place: str) -> str:
    """Return the name of the database at *place* for messages: a file, or a URL without its password."""
    return _shown(database_url(place))


def _shown(url: sa.URL) -> str:
    if url.get_backend_name() == "sqlite":
        return url.database or "in memory"
    public = {name: value for name, value in url.query.items() if name in _PUBLIC_OPTIONS}
    return url.set(query=public).render_as_string(hide_password=True)


@contextmanager
def _reporting(what: str) -> Iterator[None]:
    """Raise SQLAlchemy's errors as a DatabaseError that begins with *what*; Ctrl+C waits for the end."""
    try:
        with whole():
            yield
    except sa.exc.SQLAlchemyError as error:
        # The driver's own message: SQLAlchemy adds the statement and its parameters.
        message = str(error.orig if isinstance(error, sa.exc.DBAPIError) else error)
        raise DatabaseError(f"{what}: {message.splitlines()[0]}") from error


def _make_engine(url: sa.URL, busy_s: float, patience_s: float | None) -> sa.Engine:
    if url.get_backend_name() != "sqlite":
        # How long to wait for a server that does not answer; both may be set in the URL instead.
        patience = {"connect_timeout": "3" if patience_s else "5", "tcp_user_timeout": "10000"}
        url = url.set(query=patience | dict(url.query))
        with needed_by("PostgreSQL", "postgres"):
            return sa.create_engine(url, pool_pre_ping=True, pool_timeout=busy_s)
    # One connection: SQLite allows one writer at a time, and waiting for a connection is fairer
    # than SQLite's waiting for a lock. It is also what keeps a database in memory together.
    engine = sa.create_engine(
        url,
        poolclass=sa.QueuePool,
        pool_size=1,
        max_overflow=0,
        pool_timeout=busy_s,
        connect_args={"check_same_thread": False, "timeout": busy_s},
    )
    sa.event.listen(engine, "connect", _prepare_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _impatient(patience_s: float) -> Callable[[Any, object], None]:
    """Return what closes a new connection to PostgreSQL once a statement has taken too long. The driver
    would wait for ever for a server that is reachable and does not answer, as after SIGSTOP."""

    def limited(work: Any, connection: Any) -> Generator[Any, Any, Any]:
        until = time.monotonic() + patience_s
        try:
            state = next(work)
            while True:
                ready = yield state  # nothing is ready every tenth of a second
                if not ready and time.monotonic() > until:
                    connection.pgconn.finish()
                    raise connection.OperationalError("the server does not answer")
                state = work.send(ready)
        except StopIteration as end:
            return end.value

    def prepare(connection: Any, _: object) -> None:
        wait = connection.wait
        connection.wait = lambda work, *args, **options: wait(
            limited(work, connection), *args, **options
        )

    return prepare


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # SQLAlchemy begins transactions, not the driver
    # A rollback journal, in every process alike: before 3.51.3, SQLite can corrupt a database in WAL
    # mode that two connections write to, and a server and several tournaments may share a file.
    # Overwritten and not truncated: a file that keeps its size is on disk sooner.
    connection.execute("PRAGMA journal_mode = PERSIST")
    connection.execute(f"PRAGMA journal_size_limit = {_MAX_JOURNAL_BYTES}")
    connection.execute("PRAGMA synchronous = FULL")


def _begin_sqlite(connection: sa.Connection) -> None:
    # A transaction that reads first and writes later fails if another one writes in between.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _check_writable(connection: sa.Connection) -> None:
    connection.execute(sa.update(_VERSIONS).values(version_num=REVISION))


def _migrate(connection: sa.Connection) -> None:
    """Bring the schema up to date; others that open the same database wait until it is."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_POSTGRES_LOCK)))
    tables = sa.inspect(connection).get_table_names()
    found = None
    if _VERSIONS.name in tables:
        found = connection.scalar(sa.select(_VERSIONS.c.version_num))
    if (found or "") < _OLDEST_REVISION and {"games", "arena_tournaments"} & {*tables}:
        raise DatabaseError(
            "the database is older than Dropfour 1.0.0: open it once with Dropfour 1.1 to migrate it"
        )
    if found is not None and found > REVISION:
        raise DatabaseError(
            f"the database has schema {found}, and this version of Dropfour reads up to {REVISION}: "
            "upgrade Dropfour, or use another database"
        )
    METADATA.create_all(connection)
    if found is None:
        connection.execute(sa.insert(_VERSIONS).values(version_num=REVISION))
        return
    for revision, changes in _CHANGES.items():
        for table, change in changes:
            if found < revision and table in tables:
                connection.execute(sa.text(f"ALTER TABLE {table} {change}"))
    _check_writable(connection)
