"""Who is connected to which game on all servers, and sending events to those who are here.

An event is encoded once and sent to all readers of a game. Every event contains a complete state,
so a reader that is too slow skips those that are out of date.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, aclosing, contextmanager
from typing import NamedTuple

from pydantic import BaseModel
from pydantic_core import to_json
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from dropfour.web.fields import ColourName
from dropfour.web.http.problems import Conflict

_PING_S = 15.0
_PING_STEP_S = 0.1
_PING = b"event: ping\ndata: {}\n\n"
# Of how many players it is known since when they are away.
_REMEMBERED = 100_000


class Counts(NamedTuple):
    """How many streams of the players and how many watchers a server has for a game."""

    red: int = 0
    yellow: int = 0
    watchers: int = 0

    def of(self, colour: str) -> int:
        return self.red if colour == "red" else self.yellow


class Presence:
    """Counts by game and server; *left_at* are times of `time.monotonic`."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[str, Counts]] = {}
        self._left_at: dict[tuple[str, str], float] = {}

    def set(self, server: str, game_id: str, counts: Counts) -> bool:
        """Replace what *server* has reported for a game; return whether that changes the total."""
        before = self.counts(game_id)
        of_game = self._counts.setdefault(game_id, {})
        if counts == Counts():
            of_game.pop(server, None)
        else:
            of_game[server] = counts
        if not of_game:
            del self._counts[game_id]
        after = self.counts(game_id)
        for colour in ("red", "yellow"):
            if after.of(colour):
                self._left_at.pop((game_id, colour), None)
            elif before.of(colour):
                self._remember(game_id, colour)
        return before != after

    def forget(self, server: str) -> list[str]:
        """Drop what a server reported that has stopped; return the games that this changes."""
        games = [game_id for game_id, of_game in self._counts.items() if server in of_game]
        return [game_id for game_id in games if self.set(server, game_id, Counts())]

    def counts(self, game_id: str) -> Counts:
        of_game = self._counts.get(game_id, {}).values()
        return Counts(*map(sum, zip(*of_game, strict=True)))

    def of_server(self, server: str) -> dict[str, Counts]:
        """Return everything that *server* has reported."""
        return {
            game_id: of_game[server]
            for game_id, of_game in self._counts.items()
            if server in of_game
        }

    def away_s(self, game_id: str, colour: str) -> float | None:
        """Return how long a player has been away, None for one who is there. For one who has not been
        seen since the server started, the time counts from the first call."""
        if self.counts(game_id).of(colour):
            return None
        self._remember(game_id, colour)
        return time.monotonic() - self._left_at[game_id, colour]

    def _remember(self, game_id: str, colour: str) -> None:
        if len(self._left_at) >= _REMEMBERED:
            self._left_at.clear()
        self._left_at.setdefault((game_id, colour), time.monotonic())


class Reader:
    """An open event stream of *visitor*; *yours* are the colours that they move for in each game that
    they follow, none if they watch. *exits* are called when the stream ends."""

    __slots__ = ("_is_closed", "_unsent", "_wake", "exits", "sent_at", "visitor", "yours")

    def __init__(self, visitor: str) -> None:
        self.visitor = visitor
        self.yours: dict[str, list[ColourName]] = {}
        self.exits = ExitStack()
        self.sent_at = 0.0
        self._unsent: dict[str, bytes] = {}
        self._wake = asyncio.Event()
        self._is_closed = False

    def push(self, kind: str, event: bytes) -> None:
        """Send *event* as soon as possible, in place of an unsent one of the same kind."""
        self.sent_at = time.monotonic()
        self._unsent.pop(kind, None)
        self._unsent[kind] = event
        self._wake.set()

    def close(self) -> None:
        """End the stream."""
        self._is_closed = True
        self._wake.set()

    async def aclose(self) -> None:
        self.exits.close()

    async def __aiter__(self) -> AsyncGenerator[bytes, None]:
        """Yield what is pushed until the stream ends."""
        while True:
            await self._wake.wait()
            if self._is_closed:
                return
            self._wake.clear()
            events, self._unsent = self._unsent, {}
            yield b"".join(events.values())


def encode(kind: str, data: BaseModel | bytes) -> bytes:
    """Return an event; *data* may be JSON already."""
    body = data if isinstance(data, bytes) else to_json(data)
    return b"event: %b\ndata: %b\n\n" % (kind.encode(), body)


class EventStream(StreamingResponse):
    """Sends what a reader is pushed, and closes it as soon as one of the two sides ends the stream."""

    def __init__(self, reader: Reader) -> None:
        # Proxies such as nginx would collect events before they pass them on.
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(reader, headers=headers, media_type="text/event-stream")
        self._reader = reader

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self._reader):
            await super().__call__(scope, receive, send)


class Hub:
    """The open streams of this process, and who follows which game. Used in the event loop only."""

    def __init__(self, on_counts: Callable[[str, Counts], None]) -> None:
        """*on_counts* is called when somebody comes to or leaves a game."""
        self._open: set[Reader] = set()
        self._readers: dict[str, set[Reader]] = {}
        self._on_counts = on_counts
        self.is_closed = False

    @contextmanager
    def stream(self, visitor: str) -> Iterator[Reader]:
        """Open a stream, which ends with the response that sends it, or now if the block fails."""
        if self.is_closed:
            raise Conflict("the server is stopping")
        reader = Reader(visitor)
        reader.push("ping", b"retry: 1000\n\n")
        self._open.add(reader)
        reader.exits.callback(self._open.discard, reader)
        try:
            yield reader
        except BaseException:
            reader.exits.close()
            raise

    def enter(self, game_id: str, reader: Reader, yours: list[ColourName]) -> None:
        reader.yours[game_id] = yours
        self._readers.setdefault(game_id, set()).add(reader)
        self.count(game_id)
        reader.exits.callback(self._leave, game_id, reader)

    def _leave(self, game_id: str, reader: Reader) -> None:
        readers = self._readers[game_id]
        readers.discard(reader)
        if not readers:
            del self._readers[game_id]
        self.count(game_id)

    def count(self, game_id: str) -> None:
        """Report who is connected to a game, after a change."""
        readers = self._readers.get(game_id, ())
        red, yellow = (
            sum(each in reader.yours[game_id] for reader in readers) for each in ("red", "yellow")
        )
        # Several tabs of a watcher are one watcher.
        watching = (reader for reader in readers if not reader.yours[game_id])
        watchers = len({reader.visitor or id(reader) for reader in watching})
        self._on_counts(game_id, Counts(red, yellow, watchers))

    def readers(self, game_id: str) -> Iterable[Reader]:
        return tuple(self._readers.get(game_id, ()))

    @property
    def games(self) -> Collection[str]:
        """The games that somebody follows."""
        return self._readers.keys()

    def broadcast(self, game_id: str, kind: str, event: bytes) -> None:
        for reader in self._readers.get(game_id, ()):
            reader.push(f"{kind} {game_id}", event)

    async def keep_alive(self) -> None:
        """Send a ping to readers that have been sent nothing for a while: proxies close silent
        connections, and a device that has gone is noticed only when something is sent."""
        while True:
            # Spread over time: thousands of readers in a row would delay the moves that arrive then.
            readers = list(self._open)
            share = math.ceil(len(readers) * _PING_STEP_S / (_PING_S / 2)) or 1
            for first in range(0, len(readers) or 1, share):
                before = time.monotonic() - _PING_S
                for reader in readers[first : first + share]:
                    if reader.sent_at < before:
                        reader.push("ping", _PING)
                await asyncio.sleep(_PING_STEP_S)

    def close(self) -> None:
        """End all streams; clients reconnect."""
        self.is_closed = True
        for reader in self._open:
            reader.close()
