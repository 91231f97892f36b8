"""Work on a Dask cluster (extra ``cluster``)."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Generator, Iterable
from itertools import islice
from typing import Any

from dropfour.work.executor import Executor, Item, Outcome, WorkFailed

_AHEAD = 2  # items for each slot, so that none waits for the network
_CONNECT_S = 15


class ClusterExecutor(Executor):
    """Works on the cluster whose scheduler listens at *address*; its workers need this package.

    Whoever can reach a scheduler can run code on it: keep it on this machine, or behind TLS.
    """

    def __init__(self, address: str) -> None:
        try:
            self._dask: Any = importlib.import_module("distributed")  # it has few types
        except ImportError:
            raise ImportError('--cluster needs dask: pip install "dropfour[cluster]"') from None
        try:
            self._client = self._dask.Client(address, timeout=_CONNECT_S, set_as_default=False)
        except (OSError, TimeoutError) as error:
            raise OSError(f"there is no Dask scheduler at {address}: {error}") from None

    @property
    def slots(self) -> int:
        threads: dict[str, int] = self._client.nthreads()
        return max(sum(threads.values()), 1)

    def watch(
        self, work: Callable[[Item], Outcome], items: Iterable[Item], silence_s: float
    ) -> Generator[tuple[Item, Outcome] | None, None, None]:
        coming = iter(items)
        running: dict[Any, Item] = {}
        try:
            while True:
                for item in islice(coming, max(self.slots * _AHEAD - len(running), 0)):
                    # Not "pure": the scheduler must not take two items for one, however alike they are.
                    running[self._client.submit(work, item, pure=False)] = item
                if not running:
                    return
                finished = self._finished(list(running), silence_s)
                if not finished:
                    yield None
                for future in finished:
                    try:
                        result = future.result()
                    except self._dask.KilledWorker as error:
                        raise WorkFailed(f"several workers of the cluster ended: {error}") from None
                    item = running.pop(future)
                    future.release()
                    yield item, result
        finally:
            if running:
                self._client.cancel(list(running), force=True)

    def close(self) -> None:
        self._client.close()

    def _finished(self, futures: list[Any], silence_s: float) -> Collection[Any]:
        """Return those that are done, at the latest after *silence_s*."""
        try:
            with self._client.as_current():
                done: Collection[Any] = self._dask.wait(
                    futures, silence_s, return_when="FIRST_COMPLETED"
                ).done
        except (TimeoutError, self._dask.TimeoutError):
            return []
        return done
