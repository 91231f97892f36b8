"""The other servers on one PostgreSQL database: which games they have changed, and who is there.

PostgreSQL passes messages on (LISTEN and NOTIFY). A transaction sends what it has changed in games,
and a server that has one of them loaded repeats the change without reading or replaying it. What is
said about presence is never stored: each server repeats every few seconds who is connected to it,
and one that falls silent is forgotten with its readers.
"""

from __future__ import annotations

import asyncio
import json
import math
import threading
import time
from typing import Any, Protocol

import sqlalchemy as sa
from starlette.concurrency import run_in_threadpool

from dropfour.database import DatabaseError
from dropfour.web.games.hub import Counts, Presence
from dropfour.web.games.store import CHANNEL, RESTORED, GameStore
from dropfour.web.http.problems import ThrottledLog
from dropfour.web.tasks import Tasks, in_thread

_PRESENCE_CHANNEL = "dropfour_servers"
_BEAT_S = 5.0
_COLLECT_S = 0.2
_SILENT_S = 16.0
_RETRY_S = 1.0
_COUNTS_PER_MESSAGE = 150  # a message has at most 8,000 bytes


class Listener(Protocol):
    """Whom the messages are for."""

    presence: Presence

    def hear(self, news: dict[str, Any]) -> None: ...

    async def refresh_all(self) -> None: ...

    def presence_changed(self, game_id: str) -> None: ...


class Servers:
    """A thread listens, on a connection of its own. Used in the event loop."""

    def __init__(self, store: GameStore, listener: Listener) -> None:
        self._store = store
        self._database = store.database
        self._own_id = store.server_id
        self._listener = listener
        self._loop = asyncio.get_running_loop()
        self._heard_at: dict[str, float] = {}
        self._unsent: dict[str, Counts] = {}
        self._is_closed = threading.Event()
        self._tasks = Tasks()
        self._thread = threading.Thread(target=self._listen, name="listen", daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._tasks.start(self._tell_others())

    async def close(self) -> None:
        self._is_closed.set()
        await self._tasks.close()
        await run_in_threadpool(self._thread.join)

    def tell(self, game_id: str, counts: Counts) -> None:
        """Send the other servers who is connected to a game here."""
        self._unsent[game_id] = counts

    # --- in threads -----------------------------------------------------------------------------

    def _listen(self) -> None:
        log = ThrottledLog()
        while not self._is_closed.is_set():
            try:
                with self._database.listening((CHANNEL, _PRESENCE_CHANNEL)) as messages:
                    self._loop.call_soon_threadsafe(self._hear, CHANNEL, RESTORED)
                    for channel, payload in messages(self._is_closed.is_set):
                        if channel != CHANNEL or not payload.startswith(self._own_id):
                            self._loop.call_soon_threadsafe(self._hear, channel, payload)
            except (DatabaseError, RuntimeError) as error:
                if self._is_closed.wait(_RETRY_S):
                    return
                log.error(f"not connected to the other servers, trying again: {error}")

    def _notify(self, counts: list[tuple[str, Counts]]) -> None:
        messages: list[dict[str, Any]] = [{"server": self._own_id}]
        for i in range(0, len(counts), _COUNTS_PER_MESSAGE):
            part = counts[i : i + _COUNTS_PER_MESSAGE]
            messages.append({"server": self._own_id, "counts": dict(part)})
        with self._database.writing() as connection:
            for message in messages:
                payload = json.dumps(message, separators=(",", ":"))
                connection.execute(sa.select(sa.func.pg_notify(_PRESENCE_CHANNEL, payload)))

    # --- in the event loop ----------------------------------------------------------------------

    async def _tell_others(self) -> None:
        """Send who has come and left, and everything every few seconds."""
        told_at = -math.inf
        while True:
            counts, self._unsent = self._unsent, {}
            if is_due := time.monotonic() - told_at >= _BEAT_S:
                counts |= self._listener.presence.of_server(self._own_id)
            if counts or is_due:
                told_at = time.monotonic() if is_due else told_at
                try:
                    await in_thread(self._notify, list(counts.items()))
                except DatabaseError:
                    self._unsent = counts | self._unsent
                    await asyncio.sleep(_RETRY_S)
            await asyncio.sleep(_COLLECT_S)

    def _hear(self, channel: str, payload: str) -> None:
        if channel == CHANNEL:
            if payload == RESTORED:
                self._tasks.start(self._listener.refresh_all())
            else:
                for line in payload.split("\n")[1:]:
                    self._listener.hear(json.loads(line))
            return
        message = json.loads(payload)
        server = message["server"]
        if server == self._own_id:
            self._forget_silent()
            return
        self._heard_at[server] = time.monotonic()
        self._store.share_with(len(self._heard_at))
        for game_id, counts in message.get("counts", {}).items():
            if self._listener.presence.set(server, game_id, Counts(*counts)):
                self._listener.presence_changed(game_id)

    def _forget_silent(self) -> None:
        # Its own message comes back regularly, which is when a server looks for others that stopped.
        for server, heard_at in list(self._heard_at.items()):
            if time.monotonic() - heard_at > _SILENT_S:
                self._forget(server)

    def _forget(self, server: str) -> None:
        self._heard_at.pop(server, None)
        self._store.share_with(len(self._heard_at))
        for game_id in self._listener.presence.forget(server):
            self._listener.presence_changed(game_id)
