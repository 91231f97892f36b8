"""Clients of live games for benchmarks: connections that send moves, and others that follow a game."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

from dropfour.position import Position

_MOVES = re.compile(rb'"moves":"([^"]*)"')
_IDLE_S = 10


class Sender:
    """A persistent connection for requests, used by one game at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def open(self) -> Sender:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def post(self, path: str, content: dict[str, Any], cookie: str) -> dict[str, Any]:
        """Return the answer; raise OSError if the server has gone or refuses."""
        body = json.dumps(content)
        self._writer.write(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nCookie: visitor={cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        try:
            head = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = int(head.split("content-length:")[1].split("\r\n")[0])
            answer = await self._reader.readexactly(length)
        except asyncio.IncompleteReadError as error:
            raise ConnectionError("the server has gone") from error
        if head.split()[1] not in ("200", "201"):
            raise ConnectionError(answer.decode())
        found: dict[str, Any] = json.loads(answer)
        return found

    async def new_cookie(self) -> str:
        """Return the secret of a new visitor, as browsers and bots send it."""
        return str((await self.post("/api/bot-token", {}, ""))["token"])

    def close(self) -> None:
        self._writer.close()


class Senders:
    """Connections for requests, as many as are needed at the same time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._free: list[tuple[Sender, float]] = []

    @asynccontextmanager
    async def one(self) -> AsyncIterator[Sender]:
        sender = None
        while sender is None and self._free:
            sender, used_at = self._free.pop()
            if time.monotonic() - used_at > _IDLE_S:  # the server is about to close it
                sender.close()
                sender = None
        sender = sender or await Sender(self._port).open()
        yield sender
        self._free.append((sender, time.monotonic()))


class Follower(asyncio.Protocol):
    """A connection that follows a game and notes when it has heard of each ply."""

    def __init__(
        self, port: int, game_id: str, cookie: str, on_move: Callable[[int], None]
    ) -> None:
        self._request = (
            f"GET /api/events?game={game_id} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Cookie: visitor={cookie}\r\n\r\n"
        )
        self._on_move = on_move
        self._buffer = b""
        self.is_open = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast(asyncio.WriteTransport, transport).write(self._request.encode())

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while (end := self._buffer.find(b"\n\n")) >= 0:
            event, self._buffer = self._buffer[:end], self._buffer[end + 2 :]
            if b"event: game" in event and (found := _MOVES.search(event)):
                self._on_move(len(found[1]))
                if not self.is_open.done():
                    self.is_open.set_result(None)


class LiveGame:
    """A game with two players and a watcher, who all follow it.

    *due* are the times at which a move should be sent, by the ply that it leads to, and *heard* the
    times at which the player on the other side had its event.
    """

    def __init__(self, ports: list[int], columns: list[int]) -> None:
        """Each of the three is at another one of *ports*, as far as there are several servers."""
        self._ports = [ports[seat % len(ports)] for seat in range(3)]
        self._columns = columns
        self._cookies: list[str] = []
        self._transports: list[Any] = []
        self.id = ""
        self.acknowledged = 0
        self.due: dict[int, float] = {}
        self.heard: dict[int, float] = {}
        self._unheard = 0

    async def begin(self, sender: Sender) -> None:
        self._cookies = [await sender.new_cookie() for _ in range(3)]
        game = await sender.post("/api/games", {"live": {"colour": "red"}}, self._cookies[0])
        await sender.post(f"/api/games/{game['id']}/join", {}, self._cookies[1])
        self.id = game["id"]

    async def follow(self) -> None:
        loop = asyncio.get_running_loop()
        for seat, cookie in enumerate(self._cookies):
            port = self._ports[seat]
            follower = Follower(port, self.id, cookie, self._hearing(seat))
            transport, _ = await loop.create_connection(
                lambda f=follower: f,  # type: ignore[misc]
                "127.0.0.1",
                port,
            )
            self._transports.append(transport)
            await follower.is_open

    def _hearing(self, seat: int) -> Callable[[int], None]:
        def hear(ply: int) -> None:
            if ply and ply in self.due:
                self._unheard -= 1
                if ply % 2 == seat:
                    self.heard[ply] = time.perf_counter()

        return hear

    async def move(self, sender: Sender, due: float | None = None) -> None:
        """Make the next move, which should have been sent at the time *due*."""
        ply = self.acknowledged
        if due is not None:
            self.due[ply + 1] = due
            self._unheard += 3
        content = {"column": self._columns[ply], "ply": ply, "thought_ms": 1000}
        await sender.post(f"/api/games/{self.id}/moves", content, self._cookies[ply % 2])
        self.acknowledged = ply + 1

    @property
    def port(self) -> int:
        """Where the player to move has their server."""
        return self._ports[self.acknowledged % 2]

    @property
    def is_over(self) -> bool:
        return self.acknowledged >= len(self._columns)

    @property
    def unheard(self) -> int:
        """How many events of its moves have not arrived, of three for each move."""
        return self._unheard

    def close(self) -> None:
        for transport in self._transports:
            transport.close()

    async def count_lost(self) -> int:
        """Return how many acknowledged moves the server no longer has; continue from what it has."""
        request = (
            f"GET /api/games/{self.id} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        )
        answer = b" 503 "
        while b" 503 " in answer[:20]:  # the server has not noticed yet that the database is back
            reader, writer = await asyncio.open_connection("127.0.0.1", self._ports[0])
            writer.write(request.encode())
            answer = await reader.read()
            writer.close()
        found = _MOVES.search(answer)
        kept = len(found[1]) if found else 0
        lost = max(0, self.acknowledged - kept)
        self.acknowledged = kept  # one more if its answer was lost
        return lost


def long_game() -> list[int]:
    """Return the columns of a random game that fills the board without a line."""
    chance = random.Random(4)
    while True:
        position, columns = Position(), []
        while not position.is_over:
            columns.append(chance.choice(position.legal_columns))
            position = position.play(columns[-1])
        if position.outcome is not None and position.outcome.is_draw:
            return columns
