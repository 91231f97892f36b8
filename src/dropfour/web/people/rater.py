"""Rating games as they end, without keeping anybody waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from dropfour.database import DatabaseError
from dropfour.web.games.game import HostedGame
from dropfour.web.people.people import People
from dropfour.web.tasks import Tasks, in_thread

_RETRY_S = 5.0
_REMEMBERED = 10_000


class Rater:
    """Used in the event loop; the database is asked in a thread."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._seen: dict[str, None] = {}
        self._tasks = Tasks()

    def start(self) -> None:
        """Rate what ended while no server was running."""
        self._tasks.start(self._work(self._people.catch_up))

    def ended(self, hosted: HostedGame) -> None:
        """Rate a game; called after each change of one that is over."""
        stored = hosted.stored
        if stored.id in self._seen:
            return
        if len(self._seen) >= _REMEMBERED:
            self._seen.clear()
        self._seen[stored.id] = None
        self._tasks.start(self._work(lambda: self._people.rate(stored)))

    async def close(self) -> None:
        await self._tasks.close()

    async def _work(self, work: Callable[[], object]) -> None:
        while True:
            try:
                await in_thread(work)
                return
            except DatabaseError:
                await asyncio.sleep(_RETRY_S)
