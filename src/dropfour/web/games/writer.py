"""Writing to the database: one thread makes all writes of a process, several in one transaction."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

import sqlalchemy as sa

from dropfour.database import Database, DatabaseError

# From the beginning of a transaction to that of the next.
BETWEEN_S = 0.02


@dataclass(frozen=True, slots=True)
class Write:
    """A statement in the driver's own syntax and its values; *rows* gets how many rows were written,
    once they have reached the disk, or a DatabaseError. *news* tells other servers of the change."""

    sql: str
    values: Any
    news: str
    rows: asyncio.Future[int]


class Writer:
    """A thread that makes all writes. Those that arrive while the disk is busy share the next
    transaction, so the disk is waited for only once: with a transaction for each, 100 moves a second
    took half as much processor time again and were answered after seconds (`lab.load.live_load`)."""

    def __init__(
        self,
        database: Database,
        on_transaction: Callable[[float], None] | None = None,
        tell: Callable[[sa.Connection, list[str]], None] | None = None,
    ) -> None:
        """*on_transaction* is called with the seconds that a transaction took, in the thread, and *tell*
        in a transaction with the news of all that it has changed."""
        self._database = database
        self._on_transaction = on_transaction
        self._tell = tell
        self.between_s = BETWEEN_S
        self._waiting: SimpleQueue[Write | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="storage", daemon=True)
        self._thread.start()

    async def write(self, sql: str, values: Any, news: str = "") -> int:
        """Return how many rows were written, once they have reached the disk; raise DatabaseError."""
        if not self._thread.is_alive():
            raise DatabaseError("the database is closed")
        rows: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.put(Write(sql, values, news, rows))
        return await rows

    def close(self) -> None:
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        begun_at = 0.0
        while (first := self._waiting.get()) is not None:
            batch = [first]
            # A transaction takes longer than ten writes in it: while there are many, it waits for more.
            time.sleep(max(0.0, begun_at + self.between_s - time.monotonic()))
            begun_at = time.monotonic()
            self._write_all(batch + self._taken())

    def _taken(self) -> list[Write]:
        """Return what is waiting."""
        batch: list[Write] = []
        with suppress(Empty):
            while (more := self._waiting.get_nowait()) is not None:
                batch.append(more)
            self._waiting.put(None)  # ends the loop once this batch is written
        return batch

    def _write_all(self, batch: list[Write]) -> None:
        """Write *batch* in one transaction. If that fails, write one by one: a write that the database
        refuses does not fail those of other visitors."""
        begun = time.perf_counter()
        try:
            with self._database.writing() as connection:
                counts = [
                    connection.exec_driver_sql(write.sql, write.values).rowcount for write in batch
                ]
                news = [each.news for each, count in zip(batch, counts, strict=True) if count]
                if self._tell is not None and any(news):
                    self._tell(connection, list(filter(None, news)))
        except Exception as error:
            if len(batch) == 1 or _is_outage(error):
                if _is_outage(error):
                    # Each of those that have come meanwhile would wait as long again.
                    batch += self._taken()
                _settle(batch, [error] * len(batch))
            else:
                for write in batch:
                    self._write_all([write])
        else:
            if self._on_transaction is not None:
                self._on_transaction(time.perf_counter() - begun)
            _settle(batch, counts)


def _is_outage(error: Exception) -> bool:
    """Return whether the database itself is the cause, so that no write can succeed now."""
    cause = error.__cause__
    if not isinstance(error, DatabaseError) or not isinstance(cause, sa.exc.DBAPIError):
        return isinstance(error, DatabaseError)
    # PostgreSQL's class 40: a deadlock with another server, gone when the transaction is repeated.
    is_deadlock = str(getattr(cause.orig, "sqlstate", None) or "").startswith("40")
    return not isinstance(cause, sa.exc.DataError | sa.exc.IntegrityError) and not is_deadlock


def _settle(batch: list[Write], outcomes: Sequence[int | Exception]) -> None:
    """Report the outcomes; an event loop is woken once for all of its coroutines."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Write, int | Exception]]] = {}
    for write, outcome in zip(batch, outcomes, strict=True):
        by_loop.setdefault(write.rows.get_loop(), []).append((write, outcome))
    for loop, settled in by_loop.items():
        with suppress(RuntimeError):  # the loop has been closed
            loop.call_soon_threadsafe(_set_all, settled)


def _set_all(settled: list[tuple[Write, int | Exception]]) -> None:
    for write, outcome in settled:
        if write.rows.done():
            continue  # cancelled
        if isinstance(outcome, Exception):
            write.rows.set_exception(outcome)
        else:
            write.rows.set_result(outcome)
