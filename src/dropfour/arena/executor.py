"""Where work is done: here, in local processes, or on a cluster; one way to ask for it.

Whoever hands out work must not mind if a piece of it is done twice: a process that dies is replaced,
and what it was doing is done again. Each item's result is handed back once.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, Protocol, TypeVar

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

_MOST_DEATHS = 3


class WorkFailed(ChildProcessError):
    """A piece of work that ended the process doing it, again and again."""


class Executor(Protocol):
    """Does work on items, several at a time."""

    @property
    def slots(self) -> int:
        """How many items are worked on at once."""
        ...

    def run(
        self, work: Callable[[Item], Outcome], items: Iterable[Item]
    ) -> Generator[tuple[Item, Outcome], None, None]:
        """Yield each item with its result, in the order in which they are done.

        Items are drawn when there is room for them, so they may depend on results that came before.
        *work* is a function at the top of a module. What it raises is raised here. Closing the
        iterator gives up what is not done.
        """
        ...

    def close(self) -> None: ...

    def __enter__(self) -> Executor: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...


def open_executor(workers: int = 1, cluster: str | None = None) -> Executor:
    """Return where to work: a Dask cluster if there is an address, else *workers* local processes (one
    worker is this process itself)."""
    if cluster is not None:
        from dropfour.arena.cluster import ClusterExecutor

        return ClusterExecutor(cluster)
    if workers < 1:
        raise ValueError(f"there is 1 worker or more, not {workers}")
    return InlineExecutor() if workers == 1 else ProcessExecutor(workers)


class _Closing:
    """What executors share: leaving a ``with`` block closes them."""

    def close(self) -> None:
        pass

    def __enter__(self: Any) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class InlineExecutor(_Closing):
    """Works in this process, one item after the other."""

    slots = 1

    def run(
        self, work: Callable[[Item], Outcome], items: Iterable[Item]
    ) -> Generator[tuple[Item, Outcome], None, None]:
        for item in items:
            yield item, work(item)


class _Worker:
    """A local process that takes one item at a time."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    def end(self) -> None:
        self.connection.close()
        self.process.join(5)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


class ProcessExecutor(_Closing):
    """Works in local processes, which end when this one does, however that comes about."""

    def __init__(self, workers: int) -> None:
        self.slots = workers
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, tuple[_Worker, Any, int]] = {}

    def run(
        self, work: Callable[[Item], Outcome], items: Iterable[Item]
    ) -> Generator[tuple[Item, Outcome], None, None]:
        coming = iter(items)
        again: list[tuple[Any, int]] = []  # items whose worker died, and how many did
        try:
            while True:
                while len(self._busy) < self.slots:
                    item, deaths = again.pop() if again else (next(coming, _NOTHING), 0)
                    if item is _NOTHING:
                        break
                    self._hand_out(work, item, deaths)
                if not self._busy:
                    return
                for connection in wait(list(self._busy)):
                    assert isinstance(connection, Connection)
                    worker, item, deaths = self._busy.pop(connection)
                    try:
                        is_done, result = connection.recv()
                    except (EOFError, OSError):
                        worker.end()
                        if deaths + 1 >= _MOST_DEATHS:
                            raise WorkFailed(
                                f"{_MOST_DEATHS} worker processes ended over the same work"
                            ) from None
                        again.append((item, deaths + 1))
                        continue
                    self._idle.append(worker)
                    if not is_done:
                        raise result
                    yield item, result
        finally:
            # Whoever is still at work is at work in vain.
            for worker, _, _ in self._busy.values():
                worker.process.kill()
                worker.end()
            self._busy.clear()

    def _hand_out(self, work: Callable[[Any], Any], item: Any, deaths: int) -> None:
        worker = self._idle.pop() if self._idle else _Worker()
        try:
            worker.connection.send((work, item))
        except OSError:  # it died idle
            worker.end()
            worker = _Worker()
            worker.connection.send((work, item))
        self._busy[worker.connection] = (worker, item, deaths)

    def close(self) -> None:
        while self._idle:
            self._idle.pop().end()


_NOTHING: Any = object()


def _serve(connection: Connection) -> None:
    """Work until the other end closes; end at once, work or no work, when it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the runner to handle
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    while True:
        try:
            work, item = connection.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, work(item))
        except Exception as error:
            answer = (False, error)
        try:
            connection.send(answer)
        except OSError:
            return


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
