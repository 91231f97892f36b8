"""Work on a few threads, for which clients take turns, and the visitors of each client: one with a
hundred jobs waiting delays somebody else's by no more than one of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from weakref import WeakValueDictionary

from dropfour.web.http.problems import Busy
from dropfour.web.http.senders import AtOnce, Sender

Answer = TypeVar("Answer")


class Pool:
    """Locks and the semaphore are passed on in the order in which they were asked for, and each visitor
    asks for one job at a time, as does each client: what takes turns at all three."""

    def __init__(self, threads: int, max_waiting_per_client: int) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="work")
        self._free = asyncio.Semaphore(threads)
        self._jobs = AtOnce(max_waiting_per_client)
        self._turns: WeakValueDictionary[tuple[str, ...], asyncio.Lock] = WeakValueDictionary()
        self.waiting = self.running = 0

    async def run(self, sender: Sender, work: Callable[[], Answer]) -> Answer:
        """Return the result of *work* once it is its turn; raise Busy, without waiting, if too much of
        theirs is waiting. Work that is cancelled while it waits is never started."""
        with self._jobs.one_more(sender) as may:
            if not may:
                raise Busy("too many of your requests are waiting: try again when one is done")
            self.waiting += 1
            try:
                async with self._turn(sender.client, sender.secret), self._turn(sender.client):
                    await self._free.acquire()
            finally:
                self.waiting -= 1
        self.running += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, work)
        finally:
            self.running -= 1
            self._free.release()

    def close(self) -> None:
        """Wait for the work that has been started; nothing else is."""
        self._executor.shutdown(wait=True, cancel_futures=True)

    def _turn(self, *whose: str) -> asyncio.Lock:
        return self._turns.setdefault(whose, asyncio.Lock())
