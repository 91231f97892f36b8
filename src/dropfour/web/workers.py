"""Several server processes on one port: each is a complete server, and the database connects them."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import connection
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Semaphore
from types import FrameType

from dropfour.database import Database, DatabaseError
from dropfour.web.admin.metrics import SHARED_FOLDER, forget_process
from dropfour.web.server import serve
from dropfour.web.settings import Settings

# A worker that exits sooner has failed to start, and would fail again.
_SHORTEST_S = 3.0
_STOPPING_S = 10.0


class WorkerFailed(RuntimeError):
    """A worker process ended while it was starting; it has said why on standard error."""


def serve_by_workers(
    listener: socket.socket, settings: Settings, count: int, on_ready: Callable[[], None]
) -> None:
    """Serve with *count* processes until interrupted; *on_ready* is called once all accept requests.

    A process that ends is replaced. Raises KeyboardInterrupt at the end; DatabaseError if the database
    cannot be opened or is an SQLite file, which one process must have for itself; WorkerFailed.
    """
    database = Database(settings.database_url)
    database.close()
    if database.is_sqlite:
        raise DatabaseError(
            "several workers need PostgreSQL, such as --store postgresql://host/name: an SQLite file "
            "is for one process"
        )
    # The cores are for all processes together.
    settings = replace(settings, search_threads=max(1, settings.search_threads // count))
    spawn = multiprocessing.get_context("spawn")
    ready = spawn.Semaphore(0)
    stopped = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.set()

    def start() -> tuple[SpawnProcess, float]:
        worker = spawn.Process(target=_work, args=(listener, settings, ready), name="dropfour")
        worker.start()
        return worker, time.monotonic()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    workers: list[tuple[SpawnProcess, float]] = []
    try:
        os.environ[SHARED_FOLDER] = folder = tempfile.mkdtemp(prefix="dropfour-metrics-")
        workers += [start() for _ in range(count)]
        _wait_until_ready(workers, ready, stopped)
        if not stopped.is_set():
            on_ready()
        while not stopped.is_set():
            connection.wait([worker.sentinel for worker, _ in workers], timeout=0.5)
            for i, (worker, begun) in enumerate(workers):
                if worker.exitcode is None or stopped.is_set():
                    continue
                if time.monotonic() - begun < _SHORTEST_S:
                    raise WorkerFailed(f"a worker ended with code {worker.exitcode}")
                print(f"worker {worker.pid} ended; starting another", file=sys.stderr)
                forget_process(worker.pid or 0, folder)
                workers[i] = start()
    finally:
        _stop(workers)
        shutil.rmtree(os.environ.pop(SHARED_FOLDER), ignore_errors=True)
        for number, handler in before.items():
            signal.signal(number, handler)
    raise KeyboardInterrupt


def _wait_until_ready(
    workers: list[tuple[SpawnProcess, float]], ready: Semaphore, stopped: threading.Event
) -> None:
    waited_for = len(workers)
    while waited_for and not stopped.is_set():
        if ready.acquire(timeout=0.2):
            waited_for -= 1
        for worker, _ in workers:
            if worker.exitcode is not None and not stopped.is_set():
                raise WorkerFailed(f"a worker ended with code {worker.exitcode}")


def _stop(workers: list[tuple[SpawnProcess, float]]) -> None:
    for worker, _ in workers:
        worker.terminate()
    until = time.monotonic() + _STOPPING_S
    for worker, _ in workers:
        worker.join(max(0.1, until - time.monotonic()))
        if worker.exitcode is None:
            worker.kill()
            worker.join()


def _work(listener: socket.socket, settings: Settings, ready: Semaphore) -> None:
    """Run one server until the parent process stops it or exits."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        serve(listener, settings, on_ready=lambda: ready.release())
    except KeyboardInterrupt:
        pass
    except DatabaseError as error:
        raise SystemExit(str(error)) from None


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    signal.raise_signal(signal.SIGTERM)
