"""Work on a Dask cluster (extra ``cluster``)."""

from __future__ import annotations

import importlib
import re
import socket
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from itertools import islice
from typing import Any

from dropfour.extras import needed_by
from dropfour.work.executor import Executor, Item, Output, WorkFailed

_AHEAD = 2  # items submitted per slot, so that no worker waits for the network
_CONNECT_S = 15
_FETCH_S = 30.0  # a result that takes longer was lost with its worker
# A cluster may have to start workers first; after this time without any, it is given up.
_NO_WORKERS_S = 300.0


class ClusterExecutor(Executor):
    """Works on the cluster whose scheduler listens at *address*; its workers need this package.

    Anybody who can reach a Dask scheduler can run code on it: keep it on this machine or behind TLS.
    """

    def __init__(self, address: str) -> None:
        with needed_by("--cluster", "cluster"):
            self._dask: Any = importlib.import_module("distributed")  # largely untyped
        try:
            _check_reachable(address)
            self._client = self._dask.Client(address, timeout=_CONNECT_S, set_as_default=False)
        except (OSError, OverflowError) as error:
            raise OSError(f"there is no Dask scheduler at {address}: {error}") from None
        self._address = address
        self._alone_since: float | None = None

    @property
    def slots(self) -> int:
        return max(self._threads(), 1)

    @property
    def is_cluster(self) -> bool:
        return True

    def watch(
        self, work: Callable[[Item], Output], items: Iterable[Item], silence_s: float
    ) -> Generator[tuple[Item, Output] | None, None, None]:
        coming = iter(items)
        running: dict[Any, Item] = {}
        self._alone_since = None
        try:
            while True:
                for item in islice(coming, max(self._room() - len(running), 0)):
                    # Not "pure": the scheduler must not merge two items because they are equal.
                    running[self._client.submit(work, item, pure=False)] = item
                if not running:
                    return
                is_silent = True
                for future in self._finished(list(running), silence_s):
                    try:
                        result = self._result(future)
                    except _Lost:
                        continue
                    item = running.pop(future)
                    future.release()
                    yield item, result
                    is_silent = False
                if is_silent:
                    yield None
        finally:
            # If the scheduler is gone, there is nothing to cancel.
            with suppress(Exception):
                self._client.cancel(list(running), force=True)

    def close(self) -> None:
        self._client.close()

    # --- internals ------------------------------------------------------------------------------

    def _threads(self) -> int:
        """Return the total number of threads of all workers."""
        if self._client.status != "running":
            raise self._lost_scheduler()
        try:
            threads: dict[str, int] = self._client.nthreads()
        except OSError:
            raise self._lost_scheduler() from None
        return sum(threads.values())

    def _room(self) -> int:
        """Return how many items may be submitted; without workers as if there were one thread."""
        threads, now = self._threads(), time.monotonic()
        if threads:
            self._alone_since = None
        elif self._alone_since is None:
            self._alone_since = now
        elif now - self._alone_since > _NO_WORKERS_S:
            raise WorkFailed(
                f"the cluster at {self._address} has had no worker for {_NO_WORKERS_S:.0f} s"
            )
        return _AHEAD * max(threads, 1)

    def _finished(self, futures: list[Any], silence_s: float) -> list[Any]:
        """Return the futures that have finished or failed, after at most *silence_s*."""
        try:
            with self._client.as_current():
                self._dask.wait(futures, silence_s, return_when="FIRST_COMPLETED")
        except (TimeoutError, self._dask.TimeoutError):
            return []
        except self._dask.CancelledError:
            raise self._lost_scheduler() from None
        # Work that was lost with its worker is still pending.
        return [future for future in futures if future.status in ("finished", "error")]

    def _result(self, future: Any) -> Any:
        """Return the result of a finished future, or raise the exception of its work.

        Raises _Lost if the worker died before the result was fetched; the scheduler then repeats the
        work, which may take any amount of time.
        """
        try:
            return future.result(timeout=_FETCH_S)
        except self._dask.KilledWorker as error:
            raise WorkFailed(f"several workers of the cluster died: {error}") from None
        except self._dask.CancelledError:
            raise self._lost_scheduler() from None
        except (TimeoutError, self._dask.TimeoutError):
            if future.status == "error":  # raised by the work itself
                raise
            raise _Lost from None

    def _lost_scheduler(self) -> WorkFailed:
        return WorkFailed(f"the Dask scheduler at {self._address} is gone or has dropped the work")


def _check_reachable(address: str) -> None:
    """Raise OSError unless something listens at *address*. A client of Dask would be closed only after
    half a minute, with a traceback."""
    found = re.fullmatch(r"(?:(\w+)://)?(\[[^]]+\]|[^:/]+):(\d{1,5})", address)
    if found is None or found[1] not in (None, "tcp", "tls", "ucx", "ws", "wss"):
        raise OSError("expected an address such as tcp://host:8786")
    with socket.create_connection((found[2].strip("[]"), int(found[3])), _CONNECT_S):
        pass


class _Lost(Exception):
    """A finished result that was lost with its worker."""
