"""Several server processes on one port: each is a complete server, and the database connects them.

uvicorn's own supervisor replaces a worker at once however often it ends, and its workers outlive a
parent process that is killed.
"""

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
from dataclasses import dataclass, replace
from multiprocessing import connection
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Semaphore

from prometheus_client.multiprocess import mark_process_dead

from dropfour.database import Database, DatabaseError
from dropfour.web.admin.metrics import SHARED_FOLDER
from dropfour.web.games.clock import share_epoch
from dropfour.web.server import serve
from dropfour.web.settings import Settings

# The replacement of a worker that lived for less is started later each time.
_SHORTEST_S = 10.0
_DELAYS_S = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
_STOPPING_S = 10.0


@dataclass
class _Place:
    """A worker, how many before it in a row have ended soon, and when the next is to be started."""

    worker: SpawnProcess
    begun: float
    short_lived: int = 0
    restart_at: float | None = None


class WorkerFailed(RuntimeError):
    """A worker process ended while it was starting; it has said why on standard error."""


def serve_by_workers(
    listener: socket.socket, settings: Settings, count: int, on_ready: Callable[[], None]
) -> None:
    """Serve with *count* processes until interrupted; *on_ready* is called once all accept requests.

    A process that ends is replaced, after a growing delay if that happens again and again. Raises
    KeyboardInterrupt at the end; DatabaseError if the database cannot be opened or is an SQLite file,
    which one process must have for itself; WorkerFailed if one ends before all accept requests.
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

    def start() -> SpawnProcess:
        worker = spawn.Process(target=_work, args=(listener, settings, ready), name="dropfour")
        worker.start()
        return worker

    before = {
        number: signal.signal(number, lambda *_: stopped.set())
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    places: list[_Place] = []
    share_epoch()
    try:
        os.environ[SHARED_FOLDER] = folder = tempfile.mkdtemp(prefix="dropfour-metrics-")
        places += [_Place(start(), time.monotonic()) for _ in range(count)]
        waited_for = count
        while not stopped.is_set():
            alive = [place.worker.sentinel for place in places if place.restart_at is None]
            connection.wait(alive, timeout=0.2) if alive else stopped.wait(0.2)
            while waited_for and ready.acquire(block=False):
                waited_for -= 1
                if not waited_for:
                    on_ready()
            for place in places:
                if waited_for and place.worker.exitcode is not None and not stopped.is_set():
                    raise WorkerFailed(f"a worker ended with code {place.worker.exitcode}")
                if not stopped.is_set():
                    _replace_if_ended(place, start, folder)
    finally:
        _stop([place.worker for place in places])
        shutil.rmtree(os.environ.pop(SHARED_FOLDER), ignore_errors=True)
        for number, handler in before.items():
            signal.signal(number, handler)
    raise KeyboardInterrupt


def _replace_if_ended(place: _Place, start: Callable[[], SpawnProcess], folder: str) -> None:
    now, worker = time.monotonic(), place.worker
    if place.restart_at is None and worker.exitcode is not None:
        place.short_lived = place.short_lived + 1 if now - place.begun < _SHORTEST_S else 0
        delay_s = _DELAYS_S[min(place.short_lived, len(_DELAYS_S) - 1)]
        place.restart_at = now + delay_s
        when = f" in {delay_s:g} s" if delay_s else ""
        print(
            f"worker {worker.pid} ended with code {worker.exitcode}; starting another{when}",
            file=sys.stderr,
        )
        # Its gauges are removed from the shared folder; what it counted remains.
        mark_process_dead(worker.pid or 0, folder)  # type: ignore[no-untyped-call]
    if place.restart_at is not None and now >= place.restart_at:
        place.worker, place.begun, place.restart_at = start(), now, None


def _stop(workers: list[SpawnProcess]) -> None:
    for worker in workers:
        worker.terminate()
    until = time.monotonic() + _STOPPING_S
    for worker in workers:
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
