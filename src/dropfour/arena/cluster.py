"""Work on a Dask cluster (extra ``cluster``)."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import Any, TypeVar

from dropfour.arena.executor import WorkFailed, _Closing

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

_AHEAD = 2  # items for each slot, so that none waits for the network
_CONNECT_S = 15


class ClusterExecutor(_Closing):
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

    def run(
        self, work: Callable[[Item], Outcome], items: Iterable[Item]
    ) -> Generator[tuple[Item, Outcome], None, None]:
        coming = iter(items)
        known: dict[str, Item] = {}

        def submit(item: Item) -> Any:
            # Not "pure": the scheduler must not take two items for one, however alike they are.
            future = self._client.submit(work, item, pure=False, retries=0)
            known[future.key] = item
            return future

        first = [submit(item) for item in islice(coming, self.slots * _AHEAD)]
        running = self._dask.as_completed(first, loop=self._client.loop)
        try:
            for future in running:
                try:
                    result = future.result()
                except self._dask.KilledWorker as error:
                    raise WorkFailed(f"several workers of the cluster ended: {error}") from None
                item = known.pop(future.key)
                future.release()
                yield item, result
                for another in islice(coming, max(self.slots * _AHEAD - len(known), 0)):
                    running.add(submit(another))
        finally:
            if known:
                self._client.cancel(list(running.futures), force=True)

    def close(self) -> None:
        self._client.close()
