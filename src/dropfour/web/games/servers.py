"""The other servers on one PostgreSQL database: which games they have changed, and who is there.

PostgreSQL passes messages on (LISTEN and NOTIFY). A message about a game is its id and version, sent in
the transaction that changes it; whoever needs the game reads it. What is said about presence is never
stored: each server repeats that it is there, and one that falls silent is forgotten with its readers.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
import time
from contextlib import suppress
from typing import Any, Protocol

import sqlalchemy as sa

from dropfour.database import Database, DatabaseError
from dropfour.web.games.presence import Counts, Presence
from dropfour.web.games.store import CHANNEL, RESTORED
from dropfour.web.http.problems import ThrottledLog
from dropfour.web.tasks import Tasks

_PRESENCE_CHANNEL = "dropfour_servers"
_BEAT_S = 5.0
_SILENT_S = 16.0
_RETRY_S = 1.0
_COUNTS_PER_MESSAGE = 150  # a message has at most 8,000 bytes


class Listener(Protocol):
    """Whom the messages are for."""

    presence: Presence

    async def refresh(self, game_id: str, version: int) -> None: ...

    async def refresh_all(self) -> None: ...

    def presence_changed(self, game_id: str) -> None: ...


class Servers:
    """A thread listens on a connection of its own; another one sends."""

    def __init__(self, database: Database, listener: Listener) -> None:
        self.own_id = secrets.token_hex(6)
        self._database = database
        self._listener = listener
        self._loop = asyncio.get_running_loop()
        self._heard_at: dict[str, float] = {}
        self._unsent: dict[str, Counts] = {}
        self._says_hello = True
        self._has_unsent = threading.Event()
        self._is_closed = threading.Event()
        self._tasks = Tasks()
        self._threads = [
            threading.Thread(target=self._listen, name="listen", daemon=True),
            threading.Thread(target=self._send, name="notify", daemon=True),
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        self._is_closed.set()
        self._has_unsent.set()
        for thread in self._threads:
            thread.join()

    def tell(self, game_id: str, counts: Counts) -> None:
        """Send the other servers who is connected to a game here."""
        self._unsent[game_id] = counts
        self._has_unsent.set()

    # --- in threads -----------------------------------------------------------------------------

    def _listen(self) -> None:
        log = ThrottledLog()
        while not self._is_closed.is_set():
            try:
                with self._database.listening((CHANNEL, _PRESENCE_CHANNEL)) as messages:
                    self._says_hello = True
                    self._has_unsent.set()
                    self._loop.call_soon_threadsafe(self._hear, CHANNEL, RESTORED)
                    for channel, payload in messages(self._is_closed.is_set):
                        self._loop.call_soon_threadsafe(self._hear, channel, payload)
            except (DatabaseError, RuntimeError) as error:
                if self._is_closed.wait(_RETRY_S):
                    return
                log.error(f"not connected to the other servers, trying again: {error}")

    def _send(self) -> None:
        while not self._is_closed.is_set():
            self._has_unsent.wait(_BEAT_S)
            self._has_unsent.clear()
            unsent: list[tuple[str, Counts]] = []
            while self._unsent:
                unsent.append(self._unsent.popitem())
            says_hello, self._says_hello = self._says_hello, False
            if says_hello:
                unsent = list(self._listener.presence.of_server(self.own_id).items())
            try:
                self._notify(unsent, hello=says_hello)
            except DatabaseError:
                self._says_hello = True  # everything is sent again
                self._is_closed.wait(_RETRY_S)
            else:
                self._is_closed.wait(0.2)  # collects changes
        with suppress(DatabaseError):  # the others forget this server after a while
            self._notify([], bye=True)

    def _notify(self, counts: list[tuple[str, Counts]], **more: bool) -> None:
        messages: list[dict[str, Any]] = [{"server": self.own_id, **more}]
        for i in range(0, len(counts), _COUNTS_PER_MESSAGE):
            part = counts[i : i + _COUNTS_PER_MESSAGE]
            messages.append({"server": self.own_id, "counts": dict(part)})
        with self._database.writing() as connection:
            for message in messages:
                payload = json.dumps(message, separators=(",", ":"))
                connection.execute(sa.select(sa.func.pg_notify(_PRESENCE_CHANNEL, payload)))

    # --- in the event loop ----------------------------------------------------------------------

    def _hear(self, channel: str, payload: str) -> None:
        if channel == CHANNEL:
            if payload == RESTORED:
                self._tasks.start(self._listener.refresh_all())
            else:
                game_id, version = payload.split()
                self._tasks.start(self._listener.refresh(game_id, int(version)))
            return
        message = json.loads(payload)
        server = message["server"]
        if server == self.own_id:
            self._forget_silent()
            return
        if message.get("hello"):
            self._say_hello_back(server)
        self._heard_at[server] = time.monotonic()
        if message.get("bye"):
            self._forget(server)
        for game_id, counts in message.get("counts", {}).items():
            if self._listener.presence.set(server, game_id, Counts(*counts)):
                self._listener.presence_changed(game_id)

    def _say_hello_back(self, server: str) -> None:
        """Send a server that has just started everything it needs to know."""
        self._forget(server)
        self._unsent |= self._listener.presence.of_server(self.own_id)
        self._has_unsent.set()

    def _forget_silent(self) -> None:
        # Its own message comes back regularly, which is when a server looks for others that stopped.
        for server, heard_at in list(self._heard_at.items()):
            if time.monotonic() - heard_at > _SILENT_S:
                self._forget(server)

    def _forget(self, server: str) -> None:
        self._heard_at.pop(server, None)
        for game_id in self._listener.presence.forget(server):
            self._listener.presence_changed(game_id)
