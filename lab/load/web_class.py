"""A class of 60 pupils behind one address, beside one hostile visitor.

    python -m lab.load.web_class
    python -m lab.load.web_class --port 8080     # at a server that is running, or at its proxy
    python -m lab.load.web_class pipelining slow # beside these floods of `web_attack` instead

Each pupil opens the page with the six connections of a browser, invites or joins a neighbour, follows
the game and plays it. Meanwhile a visitor at the same address, with a cookie and without, keeps as many
connections as possible, opens new ones all the time, asks for a file as often as it is answered, and
creates games; it opens 1,000 streams and creates games with cookies that it invents, another one each
time. The program prints how many requests of the pupils were refused and how long they took, their moves
alone, and the same for the hostile visitor. Linux only: other systems have one loopback address.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import secrets
import statistics
import time
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

from benchmarks.server import free_port, serving
from lab.load import web_attack

PUPILS = 60
_CONNECTIONS = 6
# Nobody has won yet.
_GAME = "4444442222"
_ADDRESS = "127.0.0.2"

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Tally:
    """How requests were answered: how many with which status, and the seconds they took."""

    statuses: dict[int, int] = field(default_factory=dict)
    times_s: list[float] = field(default_factory=list)

    @property
    def refused(self) -> int:
        """How many were not answered, or with an error."""
        return sum(count for status, count in self.statuses.items() if not 200 <= status < 400)

    def add(self, status: int, time_s: float) -> None:
        self.statuses[status] = self.statuses.get(status, 0) + 1
        self.times_s.append(time_s)


class Browser:
    """A visitor with a cookie and a few connections, which stay open."""

    def __init__(self, port: int, tally: Tally, connections: int = _CONNECTIONS) -> None:
        self._port = port
        self.tally = tally
        self._idle: list[Connection] = []
        self._free = asyncio.Semaphore(connections)
        self.cookie = ""

    async def ask(self, method: str, path: str, content: object = None) -> Any:
        """Return the JSON of the answer; None if there is none."""
        async with self._free:
            begun, status, body = time.perf_counter(), 0, b""
            is_first = False
            while not (status or is_first):
                is_first = not self._idle
                with suppress(OSError, EOFError, ValueError):
                    connection = await self._connection()
                    status, body = await self._exchange(connection, method, path, content)
                    self._idle.append(connection)
                # Browsers repeat a request on another connection if an idle one was closed.
            self.tally.add(status, time.perf_counter() - begun)
        return json.loads(body) if body[:1] == b"{" else None

    async def follow(self, path: str) -> Connection:
        """Open an event stream, which takes a connection."""
        await self._free.acquire()
        connection = await self._connection()
        begun = time.perf_counter()
        connection[1].write(self._head("GET", path, b""))
        status = int((await connection[0].readline() or b"x 0").split()[1])
        self.tally.add(status, time.perf_counter() - begun)
        return connection

    def close(self) -> None:
        for _, writer in self._idle:
            writer.close()

    async def _connection(self) -> Connection:
        if self._idle:
            return self._idle.pop()
        return await asyncio.open_connection("127.0.0.1", self._port, local_addr=(_ADDRESS, 0))

    async def _exchange(
        self, connection: Connection, method: str, path: str, content: object
    ) -> tuple[int, bytes]:
        reader, writer = connection
        body = b"" if content is None else json.dumps(content).encode()
        writer.write(self._head(method, path, body) + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        if found := re.search(r"(?i)set-cookie: (visitor=\w+)", head):
            self.cookie = found[1]
        length = re.search(r"(?i)content-length: (\d+)", head)
        answer = await reader.readexactly(int(length[1])) if length else b""
        return int(head.split()[1]), answer

    def _head(self, method: str, path: str, body: bytes) -> bytes:
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        return (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{cookie}Accept-Encoding: gzip\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        ).encode()


async def play_in_class(
    port: int, files: Sequence[str], moves: int, flood: str = ""
) -> tuple[Tally, ...]:
    """Let all pupils load *files* and play *moves* beside the hostile visitor, or a *flood*; return the
    tallies of the pupils before they play, of their moves, and of the hostile visitor."""
    pupils, played = Tally(), Tally()
    # In a process of its own: the pupils would wait for it, and not for the server.
    ours, its = get_context("spawn").Pipe()
    arguments = port, its, flood
    attack = get_context("spawn").Process(target=_attack_until_told, args=arguments, daemon=True)
    attack.start()
    ours.recv()  # it begins
    await asyncio.sleep(1)
    pairs = (_pair(port, pupils, played, files, moves) for _ in range(PUPILS // 2))
    await asyncio.gather(*pairs)
    ours.send("enough")
    hostile: Tally = ours.recv()
    attack.kill()
    attack.join()
    return pupils, played, hostile


def _attack_until_told(port: int, caller: Any, flood: str) -> None:
    """Attack until something comes from *caller*, who is sent the tally."""
    web_attack.PORT = port

    async def attack() -> None:
        tally = Tally()
        work = web_attack.flood(flood) if flood else _attack(port, tally)
        task = asyncio.create_task(work)
        caller.send("begun")
        while not (caller.poll() or task.done()):
            await asyncio.sleep(0.1)
        caller.send(tally)
        await task

    asyncio.run(attack())


async def _pair(port: int, tally: Tally, played: Tally, files: Sequence[str], moves: int) -> None:
    red, yellow = Browser(port, tally), Browser(port, tally)
    for pupil in (red, yellow):
        await pupil.ask("GET", "/")
    await asyncio.gather(
        *(pupil.ask("GET", f"/static/{name}") for pupil in (red, yellow) for name in files)
    )
    game = await red.ask("POST", "/api/games", {"live": {"colour": "red", "name": "Ada"}})
    if game is None or "id" not in game:
        return  # it is in the tally
    path = f"/api/games/{game['id']}"
    await yellow.ask("POST", f"{path}/join", {"name": "Bob"})
    streams = [await pupil.follow(f"/api/events?game={game['id']}") for pupil in (red, yellow)]
    for ply, column in enumerate(_GAME[:moves]):
        mover = (red, yellow)[ply % 2]
        mover.tally = played
        await mover.ask("POST", f"{path}/moves", {"column": int(column), "ply": ply})
    for _, writer in streams:
        writer.close()
    red.close()
    yellow.close()


async def _attack(port: int, tally: Tally) -> None:
    """Do everything that a visitor can do to keep the others behind the same address out."""
    known = Browser(port, tally, 150)
    await known.ask("GET", "/")

    async def again(browser: Browser, method: str, path: str, content: object = None) -> None:
        while True:
            await browser.ask(method, path, content)
            await asyncio.sleep(0)

    async def be_silent() -> None:
        while True:
            with suppress(OSError):
                place = {"local_addr": (_ADDRESS, 0)}
                _, writer = await asyncio.open_connection("127.0.0.1", port, **place)  # type: ignore[arg-type]
                with suppress(asyncio.CancelledError, OSError):
                    await writer.wait_closed()
            await asyncio.sleep(1)

    async def come_and_go() -> None:
        while True:
            with suppress(OSError):
                place = {"local_addr": (_ADDRESS, 0)}
                _, writer = await asyncio.open_connection("127.0.0.1", port, **place)  # type: ignore[arg-type]
                writer.transport.abort()
            await asyncio.sleep(0.01)

    async def invent(method: str, path: str, content: object = None) -> None:
        while True:
            other = Browser(port, tally, 1)
            other.cookie = f"visitor={secrets.token_hex(16)}"
            if method == "GET":
                with suppress(OSError, IndexError):
                    await (await other.follow(path))[0].read()
            else:
                await other.ask(method, path, content)
            other.close()
            await asyncio.sleep(0.1)

    unknown = Browser(port, tally, 150)
    await asyncio.gather(
        *(again(known, "GET", "/static/js/main.js") for _ in range(100)),
        *(again(known, "POST", "/api/games", {"live": {}}) for _ in range(10)),
        *(again(unknown, "GET", "/static/js/main.js") for _ in range(100)),
        *(be_silent() for _ in range(700)),
        *(come_and_go() for _ in range(10)),
        *(invent("GET", "/api/events?lobby=true") for _ in range(1000)),
        *(invent("POST", "/api/games", {"live": {}}) for _ in range(30)),
    )


def describe(name: str, tally: Tally) -> str:
    """Return a line about the requests of the pupils or of the hostile visitor."""
    times_s = sorted(tally.times_s) or [0.0]
    late_s = times_s[int(len(times_s) * 0.99)]
    return (
        f"{name:17} {len(tally.times_s):7,} requests, {tally.refused:6,} refused; "
        f"median {statistics.median(times_s):5.2f} s, 99 % within {late_s:5.2f} s, "
        f"worst {times_s[-1]:5.2f} s; {dict(sorted(tally.statuses.items()))}"
    )


def main() -> None:
    from dropfour.web.page.files import modules_at_first, page_files

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("words", nargs="*", metavar="FLOOD", help="part of its name in web_attack")
    parser.add_argument("--port", type=int, help="of a server or proxy; default: start a server")
    options = parser.parse_args()
    floods = [name for name in web_attack.FLOODS if any(word in name for word in options.words)]
    files = page_files()
    first = [*modules_at_first(files), *(name for name in files if name.endswith(".css"))]
    for flood in floods if options.words else [""]:
        own = free_port()
        with nullcontext() if options.port else serving(own, max_games_per_minute=60):
            port = options.port or own
            pupils, played, hostile = asyncio.run(play_in_class(port, first, len(_GAME), flood))
        print(describe(f"{PUPILS} pupils", pupils))
        print(describe("their moves", played))
        print(flood or describe("hostile visitor", hostile), flush=True)


if __name__ == "__main__":
    main()
