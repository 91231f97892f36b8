"""The pool of searches: bounded, fair, and stopped when the client has gone."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from dropfour.engines.engine import Stop
from dropfour.web.http.problems import Busy
from dropfour.web.http.senders import Sender
from dropfour.web.pool import Pool

A, B = Sender("a"), Sender("b")
Test = Callable[[Pool], Coroutine[Any, Any, None]]


def with_pool(slice_s: float = 60.0) -> Callable[[Test], Callable[[], None]]:
    """Run a test with a pool of one thread."""

    async def run(test: Test) -> None:
        pool = Pool(1, max_waiting=3, max_waiting_per_client=2, slice_s=slice_s)
        try:
            await asyncio.wait_for(test(pool), 60)
        finally:
            pool.close()

    return lambda test: lambda: asyncio.run(run(test))


def until_stopped(stop: Stop) -> str:
    while not stop.is_set:
        pass
    return "stopped"


async def running(pool: Pool) -> asyncio.Future[str]:
    """Let the pool's only thread search for client a until it is stopped."""
    search = asyncio.ensure_future(pool.run(A, until_stopped))
    await started(pool)
    return search


async def started(pool: Pool) -> None:
    """Let everything that was requested start."""
    for _ in range(5):
        await asyncio.sleep(0)


@with_pool()
async def test_work_returns_its_result(pool: Pool) -> None:
    assert await pool.run(A, lambda stop: 6 * 7) == 42


@with_pool()
async def test_exceptions_of_the_work_are_raised(pool: Pool) -> None:
    def fail(stop: Stop) -> None:
        raise ValueError("no such thing")

    with pytest.raises(ValueError, match="no such thing"):
        await pool.run(A, fail)
    assert await pool.run(A, lambda stop: "still there") == "still there"


@with_pool()
async def test_items_come_as_they_are_found(pool: Pool) -> None:
    seen = threading.Event()

    def work(send: Callable[[int], None], stop: Stop) -> None:
        send(1)
        assert seen.wait(60), "the first item was not handed over"
        send(2)

    found = []
    async for item in pool.stream(A, work):
        found.append(item)
        seen.set()
    assert found == [1, 2]


@with_pool()
async def test_a_search_that_nobody_waits_for_is_stopped(pool: Pool) -> None:
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()

    def work(stop: Stop) -> None:
        until_stopped(stop)
        loop.call_soon_threadsafe(ended.set)

    task = asyncio.ensure_future(pool.run(A, work))
    await started(pool)
    task.cancel()
    await ended.wait()


@with_pool(slice_s=0.05)
async def test_a_long_search_makes_room_for_another_client(pool: Pool) -> None:
    long = await running(pool)
    assert await pool.run(B, lambda stop: "quick") == "quick"
    assert await long == "stopped"


@with_pool(slice_s=0.05)
async def test_a_long_search_continues_while_only_its_own_client_waits(pool: Pool) -> None:
    long = await running(pool)
    waiting = asyncio.ensure_future(pool.run(A, lambda stop: "next"))
    done, _ = await asyncio.wait([long, waiting], timeout=0.2)
    assert not done
    long.cancel()
    assert await waiting == "next"


@with_pool()
async def test_one_thread_serves_clients_in_turn(pool: Pool) -> None:
    order: list[str] = []

    def noting(client: str) -> Callable[[Stop], None]:
        return lambda stop: order.append(client)

    search = await running(pool)
    clients = ("a", "a", "b")
    jobs = [asyncio.ensure_future(pool.run(Sender(client), noting(client))) for client in clients]
    await started(pool)
    search.cancel()
    await asyncio.gather(*jobs)
    assert order == ["b", "a", "a"]


@with_pool()
async def test_a_search_whose_client_has_gone_is_never_started(pool: Pool) -> None:
    order: list[str] = []
    search = await running(pool)
    gone = asyncio.ensure_future(pool.run(A, lambda stop: order.append("gone")))
    stays = asyncio.ensure_future(pool.run(B, lambda stop: order.append("stays")))
    await started(pool)
    assert (pool.running, pool.waiting) == (1, 2)
    gone.cancel()
    await started(pool)
    assert (pool.running, pool.waiting) == (1, 1)
    search.cancel()
    await stays
    assert order == ["stays"]


@with_pool()
async def test_in_a_full_queue_the_client_with_the_most_searches_gives_way(pool: Pool) -> None:
    search = await running(pool)
    names = ("a", "a", "b", "c")
    jobs = [asyncio.ensure_future(pool.run(Sender(name), lambda stop: None)) for name in names]
    await started(pool)
    with pytest.raises(Busy, match="too many searches"):
        await jobs[1]
    search.cancel()
    await asyncio.gather(jobs[0], *jobs[2:])


@with_pool()
async def test_too_much_waiting_is_refused(pool: Pool) -> None:
    search = await running(pool)
    waiting = [asyncio.ensure_future(pool.run(A, lambda stop: None)) for _ in range(2)]
    await started(pool)
    with pytest.raises(Busy, match="too many of your searches"):
        await pool.run(A, lambda stop: None)
    search.cancel()
    await asyncio.gather(*waiting)


@with_pool()
async def test_a_queue_full_of_equals_refuses_another_client(pool: Pool) -> None:
    search = await running(pool)
    waiting = [asyncio.ensure_future(pool.run(Sender(name), lambda stop: None)) for name in "abc"]
    await started(pool)
    with pytest.raises(Busy, match="too many searches"):
        pool.stream(Sender("d"), lambda send, stop: None)
    search.cancel()
    await asyncio.gather(*waiting)


@with_pool()
async def test_visitors_of_one_client_take_turns_and_have_limits_of_their_own(pool: Pool) -> None:
    search = await running(pool)
    order: list[str] = []
    senders = [Sender("a", visitor) for visitor in ("hostile", "hostile", "pupil")]
    jobs = [
        asyncio.ensure_future(pool.run(each, lambda stop, each=each: order.append(each.secret)))  # type: ignore[misc]
        for each in senders
    ]
    await started(pool)
    with pytest.raises(Busy, match="too many of your searches"):
        await pool.run(Sender("a", "hostile"), lambda stop: None)
    search.cancel()
    await asyncio.gather(*jobs)
    assert order == ["hostile", "pupil", "hostile"]
