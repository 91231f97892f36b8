"""Rating games as they end, without keeping anybody waiting."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from starlette.concurrency import run_in_threadpool

from dropfour.database import DatabaseError
from dropfour.web.games.game import HostedGame
from dropfour.web.people.people import People

_RETRY_S = 5.0
_REMEMBERED = 10_000
_log = logging.getLogger("dropfour.web")


class Rater:
    """Used in the event loop; the database is asked in a thread."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._seen: dict[str, None] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Rate what ended while no server was running."""
        self._begin(self._people.catch_up)

    def ended(self, hosted: HostedGame) -> None:
        """Rate a game; called after each change of one that is over."""
        stored = hosted.stored
        if stored.id in self._seen:
            return
        if len(self._seen) >= _REMEMBERED:
            self._seen.clear()
        self._seen[stored.id] = None
        self._begin(lambda: self._people.rate(stored))

    async def close(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    def _begin(self, work: Callable[[], object]) -> None:
        task = asyncio.get_running_loop().create_task(self._work(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, work: Callable[[], object]) -> None:
        while True:
            try:
                await run_in_threadpool(work)
                return
            except DatabaseError:
                await asyncio.sleep(_RETRY_S)
            except Exception:
                _log.exception("ratings of people")
                return
