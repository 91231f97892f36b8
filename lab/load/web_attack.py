"""Somebody else's move while one visitor floods the server.

    python -m lab.load.web_attack [FLOOD ...]

The server, the flood and the visitor who plays run on the same machine, with different addresses of the
loopback network. For each flood the program prints how long the server took for a move, from the request
to the answer on a new connection: before the flood, during it, and for the first move after it;
the threads and the memory of the server during it; and the load of the machine at the end, since other
programs delay moves, too. Linux only: other systems have one loopback address.

    python -m lab.load.web_attack slow pipelining     # those with such a word in their name
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from benchmarks.server import free_port, serving
from dropfour.web import Settings

# Which port the process that floods attacks.
_PORT_VARIABLE = "DROPFOUR_ATTACKED_PORT"
PORT = int(os.environ.get(_PORT_VARIABLE) or free_port())
SECONDS = 12.0
SECONDS_ALONE = 4.0
ATTACKER, VISITOR = "127.0.0.2", "127.0.0.3"


# The cookies of those who have opened the page, by address.
_COOKIES: dict[str, str] = {}


async def request(
    address: str, method: str, path: str, body: str = "", kind: str = "application/json"
) -> tuple[int, Any]:
    """Send a request on a new connection from *address*; return the status and the JSON."""
    reader, writer = await asyncio.open_connection("127.0.0.1", PORT, local_addr=(address, 0))
    try:
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\nConnection: close\r\n"
            f"Cookie: {_COOKIES.get(address, '')}\r\nContent-Type: {kind}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        head, _, text = (await reader.read()).partition(b"\r\n\r\n")
        if found := re.search(rb"set-cookie: (visitor=\w+)", head):
            _COOKIES[address] = found[1].decode()
        return int(head.split()[1]), json.loads(text)
    finally:
        writer.close()


async def new_game(address: str) -> str:
    """Return the id of a new game; empty if it is refused."""
    status, game = await request(address, "POST", "/api/games", '{"board": "20x20"}')
    return str(game["id"]) if status == 201 else ""


# --- floods --------------------------------------------------------------------------------------


async def stay_silent(place: int, start: bytes) -> None:
    """Open a connection, send *start*, then a byte every second, or nothing if it is empty."""
    address = f"127.0.0.{10 + place % 10}"
    _, writer = await asyncio.open_connection("127.0.0.1", PORT, local_addr=(address, 0))
    writer.write(start)
    try:
        while not writer.is_closing():
            await asyncio.sleep(1)
            writer.write(start[:1])
    finally:
        writer.close()


async def pipeline(path: str) -> None:
    """Repeat a request on one connection for as long as the server takes it, and read no answer."""
    loop, text = asyncio.get_running_loop(), f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with socket.socket() as connection:
        connection.bind((ATTACKER, 0))
        connection.setblocking(False)
        await loop.sock_connect(connection, ("127.0.0.1", PORT))
        while True:
            await loop.sock_sendall(connection, text.encode() * 1000)


async def read_slowly(path: str) -> None:
    """Ask for a large file, and read a hundred bytes a second of it."""
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", PORT, local_addr=(ATTACKER, 0), limit=100
    )
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    while await reader.read(100):
        await asyncio.sleep(1)


async def fetch(path: str) -> None:
    """Ask for a file as often as the server answers."""
    await request(ATTACKER, "GET", path)


FLOODS: dict[str, tuple[int, Callable[[int], Awaitable[object]]]] = {
    "nobody": (0, lambda place: asyncio.sleep(0)),
    "60 connections creating games": (60, lambda place: new_game(ATTACKER)),
    "20 connections pipelining /": (20, lambda place: pipeline("/")),
    "1 connection pipelining /": (1, lambda place: pipeline("/")),
    "20 connections pipelining 404": (20, lambda place: pipeline("/nothing")),
    "190 slow readers of a book": (190, lambda place: read_slowly("/static/book/7x6.book")),
    "190 connections on one script": (190, lambda place: fetch("/static/js/main.js")),
    "1,000 silent connections": (1000, lambda place: stay_silent(place, b"")),
    "1,000 half headers": (1000, lambda place: stay_silent(place, b"GET / HTTP/1.1\r\nHost: ")),
}


async def flood(name: str) -> None:
    """Flood the server until this process is killed."""
    count, act = FLOODS[name]

    async def again(place: int) -> None:
        while True:
            with suppress(OSError, IndexError, ValueError):
                await act(place)
            await asyncio.sleep(0.01)

    await asyncio.gather(*(again(place) for place in range(count)))


# --- the visitor ---------------------------------------------------------------------------------


async def time_a_move() -> float:
    """Return how long the server takes to answer a move in a new game."""
    while not (game := await new_game(VISITOR)):
        await asyncio.sleep(0.5)
    begun = time.perf_counter()
    status, answer = await request(
        VISITOR, "POST", f"/api/games/{game}/moves", '{"column": 1, "ply": 0}'
    )
    time_s = time.perf_counter() - begun
    if status != 200:
        raise SystemExit(f"the move was refused: {status} {answer}")
    return time_s


async def play(seconds: float) -> list[float]:
    _COOKIES.clear()  # of another server
    times_s = []
    ends_at = time.monotonic() + seconds
    while time.monotonic() < ends_at:
        times_s.append(await time_a_move())
        await asyncio.sleep(0.3)
    return times_s


def main() -> None:
    options = parse_options()
    if options.flood:
        asyncio.run(flood(options.flood))
        return
    print(f"{'':37}  alone: median, worst   flood: median, worst  after  threads  MiB  load")
    for name in options.names:
        print(_measure(name), flush=True)


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n")[0],
        epilog="floods:\n" + "\n".join(f"  {name}" for name in FLOODS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "words",
        nargs="*",
        metavar="FLOOD",
        help="part of a name, such as slow; default: all floods",
    )
    parser.add_argument(
        "--flood", choices=FLOODS, help=argparse.SUPPRESS
    )  # the process that floods
    options = parser.parse_args()
    for word in options.words:
        if not any(word in name for name in FLOODS):
            parser.error(f"no flood has {word!r} in its name; --help lists them")
    words = options.words or [""]
    options.names = [name for name in FLOODS if any(word in name for word in words)]
    return options


def _measure(name: str) -> str:
    """Return the row of a flood."""
    # The flood that the limit on new games is for.
    limit = Settings("").max_games_per_minute if "creating" in name else 0
    with serving(PORT, max_games_per_minute=limit) as server:
        alone_s = asyncio.run(play(SECONDS_ALONE))
        command = [sys.executable, "-m", "lab.load.web_attack", "--flood", name]
        environment = {**os.environ, _PORT_VARIABLE: str(PORT)}
        attack = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=environment)
        time.sleep(2)
        times_s = asyncio.run(play(SECONDS))
        threads, mib = _size(server.pid)
        attack.kill()
        attack.wait()
        after_s = asyncio.run(time_a_move())
    return (
        f"{name:37} {statistics.median(alone_s):9.2f} s {max(alone_s):6.2f} s "
        f"{statistics.median(times_s):11.2f} s {max(times_s):6.2f} s {after_s:5.2f} s "
        f"{threads:6} {mib:6} {os.getloadavg()[0]:5.1f}"
    )


def _size(pid: int) -> tuple[int, int]:
    """Return the threads of a process and the most memory it has had, in MiB."""
    with open(f"/proc/{pid}/status", encoding="ascii") as lines:
        status = dict(line.split(":", 1) for line in lines)
    return int(status["Threads"]), int(status["VmHWM"].split()[0]) // 1024


if __name__ == "__main__":
    main()
