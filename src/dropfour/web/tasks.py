"""Work in the event loop that nobody waits for, and that ends with the server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool

from dropfour.database import DatabaseError

Answer = TypeVar("Answer")
_RETRY_S = 5.0
_log = logging.getLogger("dropfour.web")


class Tasks:
    """Tasks that are running; what one of them raises is logged."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)

    async def close(self) -> None:
        """End all tasks."""
        for task in tuple(self._running):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("work in the background: %s", error, exc_info=error)


async def in_thread(work: Callable[..., Answer], *arguments: Any) -> Answer:
    """Return the result of *work*; a task that is ended meanwhile waits for it, so that the database
    is not closed while a thread uses it."""
    running = asyncio.ensure_future(run_in_threadpool(work, *arguments))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait([running])
        running.exception()  # nobody is there to hear of it
        raise


async def until_done(work: Callable[..., object], *arguments: Any) -> None:
    """Do *work* in a thread, as soon as the database can be used."""
    while True:
        try:
            await in_thread(work, *arguments)
            return
        except DatabaseError:
            await asyncio.sleep(_RETRY_S)
