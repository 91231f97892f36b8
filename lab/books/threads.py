"""An executor whose workers share this process's memory."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Any

from dropfour.work.executor import Executor, Item, Output

_AHEAD = 2  # items submitted per thread, so that no thread waits for the caller


class ThreadExecutor(Executor):
    """Works in threads, which share this process's memory; an item that was begun runs to its end."""

    def __init__(self, workers: int) -> None:
        if workers < 1:
            raise ValueError(f"at least 1 worker is needed, not {workers}")
        self._slots = workers
        self._pool = ThreadPoolExecutor(workers)

    def watch(
        self, work: Callable[[Item], Output], items: Iterable[Item], silence_s: float
    ) -> Generator[tuple[Item, Output] | None, None, None]:
        coming = iter(items)
        running: dict[Future[Any], Item] = {}
        try:
            while True:
                for item in islice(coming, _AHEAD * self._slots - len(running)):
                    running[self._pool.submit(work, item)] = item
                if not running:
                    return
                finished = wait(running, silence_s, FIRST_COMPLETED).done
                for future in finished:
                    yield running.pop(future), future.result()
                if not finished:
                    yield None
        finally:
            for future in running:
                future.cancel()

    def close(self) -> None:
        self._pool.shutdown()
