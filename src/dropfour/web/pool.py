"""A pool of search threads: shared fairly between clients, with a bounded queue.

A search is stopped once its client has gone. A search that has used up its time slice is stopped as
soon as another client waits for a thread, and returns what it has proven so far, so that one expensive
position cannot delay the others.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from dropfour.engines.engine import Stop

Item = TypeVar("Item")
Answer = TypeVar("Answer")


class Busy(Exception):
    """Too many searches are waiting, for one client or in total; the message says which."""


@dataclass(eq=False)
class _Job:
    client: str
    work: Callable[[Stop], Any]
    done: asyncio.Future[Any]
    stop: Stop = field(default_factory=Stop)
    started: float = 0.0


class Pool:
    """Runs work on threads.

    Everything but the work itself happens in the event loop and needs no lock. The client with the
    fewest running threads is served first; among equals, the one that has waited longest.
    """

    def __init__(
        self, threads: int, *, max_waiting: int, max_waiting_per_client: int, slice_s: float
    ) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="search")
        self._threads = threads
        self._max_waiting = max_waiting
        self._max_waiting_per_client = max_waiting_per_client
        self._slice_s = slice_s
        self._waiting: deque[_Job] = deque()
        self._running: list[_Job] = []

    async def run(self, client: str, work: Callable[[Stop], Answer]) -> Answer:
        """Run *work* as soon as a thread is free, and return its result; cancelling stops the work.

        Raises Busy, without waiting, if too many searches are waiting.
        """
        job = self._enqueue(client, work)
        try:
            answer: Answer = await job.done
            return answer
        finally:
            self._leave(job)

    def stream(
        self, client: str, work: Callable[[Callable[[Item], None], Stop], None]
    ) -> AsyncGenerator[Item, None]:
        """Yield each item as soon as *work* passes it to its first argument.

        Raises Busy when called, before anything is yielded. Closing the generator stops the work.
        """
        loop = asyncio.get_running_loop()
        items: asyncio.Queue[Item | _End] = asyncio.Queue()

        def hand_over(item: Item) -> None:
            loop.call_soon_threadsafe(items.put_nowait, item)

        job = self._enqueue(client, lambda stop: work(hand_over, stop))
        job.done.add_done_callback(lambda _: items.put_nowait(_End()))
        return self._drain(job, items)

    async def _drain(
        self, job: _Job, items: asyncio.Queue[Item | _End]
    ) -> AsyncGenerator[Item, None]:
        try:
            while not isinstance(item := await items.get(), _End):
                yield item
            await job.done
        finally:
            self._leave(job)

    def close(self) -> None:
        """Stop all work, and wait for the threads to end."""
        for job in (*self._waiting, *self._running):
            job.stop.set()
        self._waiting.clear()
        self._executor.shutdown(wait=True, cancel_futures=True)

    # --- internal -------------------------------------------------------------------------------

    def _enqueue(self, client: str, work: Callable[[Stop], Any]) -> _Job:
        of_client = sum(job.client == client for job in self._waiting)
        if of_client >= self._max_waiting_per_client:
            raise Busy("too many of your searches are waiting: try again when one is done")
        if len(self._waiting) >= self._max_waiting:
            raise Busy("too many searches are waiting: try again in a moment")
        job = _Job(client, work, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        self._start_waiting()
        self._make_room()
        return job

    def _leave(self, job: _Job) -> None:
        """Stop *job*, whose result is no longer needed."""
        job.stop.set()
        if job in self._waiting:
            self._waiting.remove(job)

    def _start_waiting(self) -> None:
        while self._waiting and len(self._running) < self._threads:
            job = min(self._waiting, key=self._threads_of)
            self._waiting.remove(job)
            job.started = time.monotonic()
            self._running.append(job)
            future = asyncio.get_running_loop().run_in_executor(self._executor, job.work, job.stop)
            future.add_done_callback(lambda done, job=job: self._finish(job, done))  # type: ignore[misc]

    def _threads_of(self, job: _Job) -> int:
        return sum(other.client == job.client for other in self._running)

    def _finish(self, job: _Job, future: asyncio.Future[Any]) -> None:
        self._running.remove(job)
        if not job.done.done():
            error = None if future.cancelled() else future.exception()
            if future.cancelled():
                job.done.cancel()
            elif error is not None:
                job.done.set_exception(error)
            else:
                job.done.set_result(future.result())
        elif not future.cancelled():
            future.exception()  # retrieved, so that asyncio does not log it
        self._start_waiting()
        self._make_room()

    def _make_room(self) -> None:
        """Stop jobs that have used up their slice if another client waits, now or once they have."""
        clients = {job.client for job in self._waiting}
        later_s = []
        for job in self._running:
            if job.stop.is_set or not clients - {job.client}:
                continue
            left_s = job.started + self._slice_s - time.monotonic()
            if left_s <= 0:
                job.stop.set()
            else:
                later_s.append(left_s)
        if later_s:
            asyncio.get_running_loop().call_later(min(later_s) + 0.01, self._make_room)


class _End:
    """Marks the end of a stream."""
