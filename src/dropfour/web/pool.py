"""A pool of search threads: shared fairly between clients, with a bounded queue.

A search is stopped once its client has gone. A search that has used up its time slice is stopped as
soon as a client that has used less time waits for a thread, and returns what it has found so far, so
that one expensive position cannot delay the others.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from dropfour.engines.engine import Stop
from dropfour.web.http.problems import Busy
from dropfour.web.http.senders import VISITORS_PER_CLIENT, Sender

Item = TypeVar("Item")
Answer = TypeVar("Answer")


@dataclass(eq=False)
class _Client:
    """A client with at least one job, and the time that its finished jobs have used."""

    name: str
    used_s: float
    waiting: deque[_Job] = field(default_factory=deque)
    running: list[_Job] = field(default_factory=list)
    # How many jobs of each visitor have been started.
    served: Counter[str] = field(default_factory=Counter)

    def next_job(self) -> _Job:
        """Return the first job of the visitor who has had the fewest."""
        return min(self.waiting, key=lambda job: self.served[job.visitor])

    def share_s(self) -> float:
        """Return the time used so far, running jobs included."""
        now = time.monotonic()
        return self.used_s + sum(now - job.started for job in self.running)


@dataclass(eq=False)
class _Job:
    client: _Client
    visitor: str
    work: Callable[[Stop], Any]
    done: asyncio.Future[Any]
    stop: Stop = field(default_factory=Stop)
    started: float = 0.0


class Pool:
    """Runs work on threads.

    Everything but the work itself happens in the event loop and needs no lock. The client that has used
    the least time is served first, however many searches the others have waiting. A client that comes
    back starts level with those who stayed: it neither saves up time nor owes any.
    """

    def __init__(
        self, threads: int, max_waiting: int, max_waiting_per_client: int, slice_s: float
    ) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="search")
        self._threads = threads
        self._max_waiting = max_waiting
        self._max_waiting_per_client = max_waiting_per_client
        self._slice_s = slice_s
        self._clients: dict[str, _Client] = {}
        self.waiting = 0
        self.running = 0

    async def run(self, sender: Sender, work: Callable[[Stop], Answer]) -> Answer:
        """Run *work* as soon as a thread is free, and return its result; cancelling stops the work.

        Raises Busy, without waiting, if too many searches are waiting.
        """
        job = self._enqueue(sender, work)
        try:
            answer: Answer = await job.done
            return answer
        finally:
            self._leave(job)

    def stream(
        self, sender: Sender, work: Callable[[Callable[[Item], None], Stop], None]
    ) -> AsyncGenerator[Item, None]:
        """Yield each item, which is not None, as soon as *work* passes it to its first argument.

        Raises Busy when called, before anything is yielded. Closing the generator stops the work.
        """
        loop = asyncio.get_running_loop()
        items: asyncio.Queue[Item | None] = asyncio.Queue()

        def hand_over(item: Item) -> None:
            loop.call_soon_threadsafe(items.put_nowait, item)

        job = self._enqueue(sender, lambda stop: work(hand_over, stop))
        job.done.add_done_callback(lambda _: items.put_nowait(None))
        return self._drain(job, items)

    async def _drain(
        self, job: _Job, items: asyncio.Queue[Item | None]
    ) -> AsyncGenerator[Item, None]:
        try:
            while (item := await items.get()) is not None:
                yield item
            await job.done
        finally:
            self._leave(job)

    def close(self) -> None:
        """Stop all work, and wait for the threads to end."""
        for client in self._clients.values():
            for job in (*client.waiting, *client.running):
                job.stop.set()
            client.waiting.clear()
        self._executor.shutdown(wait=True, cancel_futures=True)

    # --- internal -------------------------------------------------------------------------------

    def _enqueue(self, sender: Sender, work: Callable[[Stop], Any]) -> _Job:
        name, visitor = sender.client, sender.secret
        client = self._clients.get(name)
        most = self._max_waiting_per_client
        if client is not None and (
            sum(job.visitor == visitor for job in client.waiting) >= most
            or len(client.waiting) >= most * VISITORS_PER_CLIENT
        ):
            raise Busy("too many of your searches are waiting: try again when one is done")
        if self.waiting >= self._max_waiting:
            self._displace(1 + (len(client.waiting) if client else 0))
        if client is None:
            least_s = min((other.used_s for other in self._clients.values()), default=0.0)
            client = self._clients[name] = _Client(name, least_s)
        job = _Job(client, visitor, work, asyncio.get_running_loop().create_future())
        client.waiting.append(job)
        self.waiting += 1
        self._start_waiting()
        self._make_room()
        return job

    def _displace(self, least: int) -> None:
        """Refuse the last job of the client with the most waiting ones, if it has more than *least*;
        raise Busy otherwise."""
        most = max(self._clients.values(), key=lambda client: len(client.waiting))
        busy = Busy("too many searches are waiting: try again in a moment")
        if len(most.waiting) <= least:
            raise busy
        job = most.waiting.pop()
        self.waiting -= 1
        job.done.set_exception(busy)

    def _leave(self, job: _Job) -> None:
        """Stop *job*, whose result is no longer needed."""
        job.stop.set()
        if job in job.client.waiting:
            job.client.waiting.remove(job)
            self.waiting -= 1
            self._forget_if_absent(job.client)

    def _forget_if_absent(self, client: _Client) -> None:
        if not client.waiting and not client.running:
            del self._clients[client.name]

    def _start_waiting(self) -> None:
        while self.waiting and self.running < self._threads:
            present = (client for client in self._clients.values() if client.waiting)
            client = min(present, key=_Client.share_s)
            job = client.next_job()
            client.waiting.remove(job)
            client.served[job.visitor] += 1
            client.running.append(job)
            self.waiting -= 1
            self.running += 1
            job.started = time.monotonic()
            future = asyncio.get_running_loop().run_in_executor(self._executor, job.work, job.stop)
            future.add_done_callback(lambda done, job=job: self._finish(job, done))  # type: ignore[misc]

    def _finish(self, job: _Job, future: asyncio.Future[Any]) -> None:
        job.client.running.remove(job)
        job.client.used_s += time.monotonic() - job.started
        self.running -= 1
        self._forget_if_absent(job.client)
        # Retrieved in any case, so that asyncio does not log it.
        error = asyncio.CancelledError() if future.cancelled() else future.exception()
        if not job.done.done():
            if error is None:
                job.done.set_result(future.result())
            else:
                job.done.set_exception(error)
        self._start_waiting()
        self._make_room()

    def _make_room(self) -> None:
        """Stop jobs that have used up their slice if a client that has used less time waits."""
        if not self.waiting:
            return
        least = min((c for c in self._clients.values() if c.waiting), key=_Client.share_s)
        later_s = []
        for client in self._clients.values():
            if client is least or client.share_s() < least.share_s():
                continue
            for job in client.running:
                left_s = job.started + self._slice_s - time.monotonic()
                if left_s <= 0:
                    job.stop.set()
                elif not job.stop.is_set:
                    later_s.append(left_s)
        if later_s:
            asyncio.get_running_loop().call_later(min(later_s) + 0.01, self._make_room)
