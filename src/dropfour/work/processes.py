"""Work in local processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any

from dropfour.work.executor import Executor, Item, Output, WorkFailed

_MAX_DEATHS = 3


class _Worker:
    """A local process that works on one item at a time."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        with _deaf_to_interrupts():
            self.process.start()
        theirs.close()

    def end(self) -> None:
        self.connection.close()
        self.process.join(5)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


class ProcessExecutor(Executor):
    """Works in local processes, which end when this process ends, even if it is killed."""

    def __init__(self, workers: int) -> None:
        self._slots = workers
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, tuple[_Worker, Any, int]] = {}

    def watch(
        self, work: Callable[[Item], Output], items: Iterable[Item], silence_s: float
    ) -> Generator[tuple[Item, Output] | None, None, None]:
        coming = iter(items)
        again: list[tuple[Any, int]] = []  # items whose workers died, and how many of them
        try:
            while True:
                while len(self._busy) < self._slots:
                    item, deaths = again.pop() if again else (next(coming, _NOTHING), 0)
                    if item is _NOTHING:
                        break
                    self._hand_out(work, item, deaths)
                if not self._busy:
                    return
                ready = wait(list(self._busy), silence_s)
                if not ready:
                    yield None
                for connection in ready:
                    assert isinstance(connection, Connection)
                    worker, item, deaths = self._busy.pop(connection)
                    try:
                        is_done, result = connection.recv()
                    except (EOFError, OSError):
                        worker.end()
                        if deaths + 1 >= _MAX_DEATHS:
                            raise WorkFailed(
                                f"{_MAX_DEATHS} worker processes died on the same item"
                            ) from None
                        again.append((item, deaths + 1))
                        continue
                    self._idle.append(worker)
                    if not is_done:
                        raise result
                    yield item, result
        finally:
            # The results of workers that are still busy are no longer needed.
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


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Start processes that Ctrl+C does not reach, not even while they import: it is for the runner,
    which handles one that comes meanwhile at the end of the block."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # would unblock the signal when first started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection) -> None:
    """Work until the connection is closed; exit immediately, even at work, when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl+C
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
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
