"""The pool: bounded, and clients take turns."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from dropfour.web.http.pool import Pool
from dropfour.web.http.problems import Busy
from dropfour.web.http.senders import Sender


class BusyPool(Pool):
    """A pool of one thread, which is busy until *end* is set; what is run then is noted in *order*."""

    def __init__(self) -> None:
        super().__init__(1, max_waiting_per_client=2)
        self.end = threading.Event()
        self.order: list[str] = []

    def begin(self, client: str, visitor: str = "") -> asyncio.Future[None]:
        """Let a visitor ask for work."""
        note = visitor or client
        return asyncio.ensure_future(
            self.run(Sender(client, visitor), lambda: self.order.append(note))
        )


def with_pool(test: Callable[[BusyPool], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    async def run() -> None:
        pool = BusyPool()
        try:
            busy = asyncio.ensure_future(pool.run(Sender("busy"), pool.end.wait))
            await begun()
            await asyncio.wait_for(test(pool), 60)
            await busy
        finally:
            pool.end.set()
            pool.close()

    return lambda: asyncio.run(run())


async def begun() -> None:
    """Let everything that was requested begin."""
    for _ in range(5):
        await asyncio.sleep(0)


@with_pool
async def test_work_returns_its_result_or_raises_its_exception(pool: BusyPool) -> None:
    def fail() -> None:
        raise ValueError("no such thing")

    pool.end.set()
    assert await pool.run(Sender("a"), lambda: 6 * 7) == 42
    with pytest.raises(ValueError, match="no such thing"):
        await pool.run(Sender("a"), fail)
    assert await pool.run(Sender("a"), lambda: "still there") == "still there"


@with_pool
async def test_work_whose_client_has_gone_is_never_started(pool: BusyPool) -> None:
    gone, stays = pool.begin("gone"), pool.begin("stays")
    await begun()
    assert (pool.running, pool.waiting) == (1, 2)
    gone.cancel()
    await begun()
    assert (pool.running, pool.waiting) == (1, 1)
    pool.end.set()
    await stays
    assert pool.order == ["stays"]


@with_pool
async def test_clients_and_visitors_take_turns_and_have_their_own_limits(pool: BusyPool) -> None:
    jobs = [pool.begin("a", visitor) for visitor in ("hostile", "hostile", "pupil")]
    jobs.append(pool.begin("b"))
    await begun()
    with pytest.raises(Busy, match="too many of your requests"):
        await pool.begin("a", "hostile")
    pool.end.set()
    await asyncio.gather(*jobs)
    assert pool.order == ["hostile", "b", "pupil", "hostile"]
