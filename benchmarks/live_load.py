"""Live games under load: CPU time per move, how many games fit, and whether a crash loses moves.

    python -m benchmarks.live_load moves --games 100 --seconds 20      # CPU time of the server per move
    python -m benchmarks.live_load moves --games 2000 --seconds 60     # a move every 5 s in each game
    python -m benchmarks.live_load crashes --rounds 50                 # kill -9 on SQLite
    python -m benchmarks.live_load crashes --rounds 50 --postgres      # on PostgreSQL, which it starts
    python -m benchmarks.live_load crashes --rounds 10 --postgres --kill-postgres

In each game both players and a watcher follow the events, on three connections; moves are sent on a few
more. The delay of a move is the time from sending it until the other player has its event. Clients and
server share the machine, so on a busy one only the CPU time means something.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from benchmarks.server import wait_for
from dropfour.position import Position


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


PORT = _free_port()
SENDERS = 64
CRASHING_GAMES = 40

_MOVES = re.compile(rb'"moves":"([^"]*)"')


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    moves = commands.add_parser("moves", help="play many games, and measure")
    moves.add_argument("--games", type=int, default=100)
    moves.add_argument("--seconds", type=float, default=20)
    moves.add_argument("--every", type=float, default=5, help="seconds between moves of a game")
    moves.add_argument("--postgres", action="store_true")
    moves.add_argument("--workers", type=int, default=1)
    crashes = commands.add_parser("crashes", help="kill the server again and again")
    crashes.add_argument("--rounds", type=int, default=50)
    crashes.add_argument("--postgres", action="store_true")
    crashes.add_argument("--kill-postgres", action="store_true")
    options = parser.parse_args()
    with _database(options.postgres) as database:
        if options.command == "moves":
            with _serving(database.url, options.workers) as server:
                asyncio.run(_load(server, options))
        else:
            _crash(database, options.rounds, options.kill_postgres)


# --- processes ------------------------------------------------------------------------------------


class _Database:
    """An SQLite file, or a PostgreSQL server of its own."""

    def __init__(self, folder: Path, is_postgres: bool) -> None:
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"sqlite:///{folder / 'games.sqlite3'}"
        if is_postgres:
            self.url = f"postgresql://test@/postgres?host={folder}"
            if os.geteuid() == 0:  # PostgreSQL refuses to run as root
                shutil.chown(folder, "nobody")
            initialise = [
                _postgres("initdb"),
                "-D",
                str(folder / "data"),
                "-U",
                "test",
                "-A",
                "trust",
            ]
            subprocess.run(initialise, check=True, **self._options())
            self.start()

    def _options(self) -> dict[str, Any]:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": self._folder}
        return {**quiet, "user": "nobody"} if os.geteuid() == 0 else quiet

    def start(self) -> None:
        import psycopg

        command = [_postgres("postgres"), "-D", str(self._folder / "data"), "-k", str(self._folder)]
        self._process = subprocess.Popen([*command, "-h", ""], **self._options())
        while True:
            with suppress(psycopg.OperationalError):
                psycopg.connect(self.url).close()
                return
            time.sleep(0.05)

    def kill(self) -> None:
        """End all processes of PostgreSQL without warning."""
        assert self._process is not None
        pids = [self._process.pid, *_children(self._process.pid)]
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait()
        (self._folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()


@contextmanager
def _database(is_postgres: bool) -> Iterator[_Database]:
    folder = Path(
        tempfile.mkdtemp(prefix="live-", dir="/tmp")
    )  # the path of a socket must be short
    database = _Database(folder, is_postgres)
    try:
        yield database
    finally:
        database.stop()
        shutil.rmtree(folder)


def _postgres(name: str) -> str:
    places = [*map(str, Path("/usr/lib/postgresql").glob("*/bin")), os.environ.get("PATH", "")]
    found = shutil.which(name, path=os.pathsep.join(places))
    if found is None:
        raise SystemExit("there is no PostgreSQL server here")
    return found


def _start_server(url: str, workers: int = 1) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "dropfour", "serve", "--port", str(PORT), "--database", url]
    options = ["--no-open", "--workers", str(workers), "--limit", "max_games_per_minute=0"]
    options += ["--limit", "max_connections=40000"]
    server = subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL)
    wait_for(f"http://127.0.0.1:{PORT}/manifest.webmanifest")
    return server


@contextmanager
def _serving(url: str, workers: int) -> Iterator[subprocess.Popen[bytes]]:
    server = _start_server(url, workers)
    try:
        yield server
    finally:
        server.terminate()
        server.wait()


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []


def _cpu_s(pid: int) -> float:
    """Return the CPU time of a process and its children; 0 where the system does not report it."""
    total = 0.0
    for each in (pid, *_children(pid)):
        stat = Path(f"/proc/{each}/stat")
        if stat.exists():
            fields = stat.read_text().rpartition(")")[2].split()
            total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


# --- clients --------------------------------------------------------------------------------------


class _Sender:
    """A persistent connection for requests, used by one game at a time."""

    def __init__(self) -> None:
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def open(self) -> _Sender:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", PORT)
        return self

    async def post(self, path: str, content: dict[str, Any], cookie: str) -> dict[str, Any]:
        """Return the answer; raise OSError if the server has gone or refuses."""
        body = json.dumps(content)
        self._writer.write(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\nCookie: visitor={cookie}\r\n"
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

    def close(self) -> None:
        self._writer.close()


class _Follower(asyncio.Protocol):
    """A connection that follows a game; the times at which it has heard of each ply go to *heard*."""

    def __init__(self, game_id: str, cookie: str, heard: dict[int, float]) -> None:
        self._request = (
            f"GET /api/games/{game_id}/events HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\n"
            f"Cookie: visitor={cookie}\r\n\r\n"
        )
        self._heard = heard
        self._buffer = b""
        self.is_open = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast(asyncio.WriteTransport, transport).write(self._request.encode())

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while (end := self._buffer.find(b"\n\n")) >= 0:
            event, self._buffer = self._buffer[:end], self._buffer[end + 2 :]
            if b"event: game" in event and (found := _MOVES.search(event)):
                self._heard.setdefault(len(found[1]), time.perf_counter())
                if not self.is_open.done():
                    self.is_open.set_result(None)


class _Game:
    """A game with two players and a watcher."""

    def __init__(self, columns: list[int]) -> None:
        self._columns = columns
        self._cookies = [f"{random.getrandbits(128):032x}" for _ in range(3)]
        self.id = ""
        self.acknowledged = 0
        self.heard: list[dict[int, float]] = [{}, {}, {}]
        self._transports: list[Any] = []

    async def begin(self, sender: _Sender) -> None:
        game = await sender.post("/api/live", {"colour": "red"}, self._cookies[0])
        await sender.post(f"/api/live/{game['id']}/join", {}, self._cookies[1])
        self.id = game["id"]

    async def follow(self) -> None:
        loop = asyncio.get_running_loop()
        for cookie, heard in zip(self._cookies, self.heard, strict=True):
            follower = _Follower(self.id, cookie, heard)
            transport, _ = await loop.create_connection(lambda f=follower: f, "127.0.0.1", PORT)  # type: ignore[misc]
            self._transports.append(transport)
            await follower.is_open

    async def move(self, sender: _Sender) -> float:
        """Make the next move, and return when it was sent."""
        ply = self.acknowledged
        sent = time.perf_counter()
        content = {"column": self._columns[ply], "ply": ply, "thought_ms": 1000}
        await sender.post(f"/api/live/{self.id}/moves", content, self._cookies[ply % 2])
        self.acknowledged = ply + 1
        return sent

    @property
    def is_over(self) -> bool:
        return self.acknowledged >= len(self._columns)

    def close(self) -> None:
        for transport in self._transports:
            transport.close()


def _long_game() -> list[int]:
    """Return the columns of a random game that fills the board without a line."""
    chance = random.Random(4)
    while True:
        position, columns = Position(), []
        while not position.is_over:
            columns.append(chance.choice(position.legal_columns))
            position = position.play(columns[-1])
        if position.outcome is not None and position.outcome.is_draw:
            return columns


# --- load -----------------------------------------------------------------------------------------


async def _load(server: subprocess.Popen[bytes], options: argparse.Namespace) -> None:
    senders: asyncio.Queue[_Sender] = asyncio.Queue()
    for _ in range(min(SENDERS, options.games)):
        senders.put_nowait(await _Sender().open())
    columns = _long_game()
    games = [_Game(columns) for _ in range(options.games)]

    async def start(game: _Game) -> None:
        sender = await senders.get()
        await game.begin(sender)
        await game.follow()
        senders.put_nowait(sender)

    begun = time.perf_counter()
    await asyncio.gather(*map(start, games))
    took_s = time.perf_counter() - begun
    print(f"{len(games)} games with {3 * len(games)} connections, opened in {took_s:.1f} s")
    delays_ms: list[float] = []
    late: list[float] = []

    async def play(game: _Game, ends_at: float) -> None:
        await asyncio.sleep(random.uniform(0, options.every))
        due = time.perf_counter()
        while time.perf_counter() < ends_at and not game.is_over:
            sender = await senders.get()
            late.append(time.perf_counter() - due)
            sent = await game.move(sender)
            senders.put_nowait(sender)
            ply = game.acknowledged
            other = game.heard[ply % 2]
            for _ in range(1000):
                if ply in other:
                    break
                await asyncio.sleep(0.001)
            delays_ms.append((other[ply] - sent) * 1000)
            due += options.every
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    before_s, clients_before_s = _cpu_s(server.pid), time.process_time()
    began = time.perf_counter()
    await asyncio.gather(*(play(game, began + options.seconds) for game in games))
    took_s = time.perf_counter() - began
    spent_s = _cpu_s(server.pid) - before_s
    for game in games:
        game.close()
    delays_ms.sort()
    count = len(delays_ms)
    print(f"moves                 {count:8d}, {count / took_s:.0f} per second")
    print(f"CPU time of a move    {spent_s / count * 1000:8.2f} ms of the server")
    print(f"CPU time of a second  {spent_s / took_s * 1000:8.0f} ms of the server, ", end="")
    print(f"{(time.process_time() - clients_before_s) / took_s * 1000:.0f} ms of the clients")
    print(f"delay, median         {statistics.median(delays_ms):8.1f} ms")
    print(f"delay, 99 %           {delays_ms[int(count * 0.99)]:8.1f} ms")
    print(f"delay, slowest        {delays_ms[-1]:8.1f} ms")
    print(f"missing events        {sum(_missing(game) for game in games):8d}")


def _missing(game: _Game) -> int:
    """Return how many of the three have not heard of the last move."""
    return sum(game.acknowledged not in heard for heard in game.heard) if game.acknowledged else 0


# --- crashes --------------------------------------------------------------------------------------


def _crash(database: _Database, rounds: int, kills_database: bool) -> None:
    columns = _long_game()
    games: list[_Game] = []
    acknowledged = lost = 0
    chance = random.Random(1)
    server = _start_server(database.url)
    try:
        for _ in range(rounds):
            games = [game for game in games if not game.is_over]
            fresh = [_Game(columns) for _ in range(CRASHING_GAMES - len(games))]
            before = sum(game.acknowledged for game in games)

            def kill(server: subprocess.Popen[bytes] = server) -> None:
                server.kill()
                if kills_database:
                    database.kill()

            asyncio.run(_play_until_killed(games, fresh, chance.uniform(0.5, 2.0), kill))
            server.wait()
            games += [game for game in fresh if game.id]
            acknowledged += sum(game.acknowledged for game in games) - before
            if kills_database:
                database.start()
            server = _start_server(database.url)
            lost += asyncio.run(_count_lost(games))
        print(f"{rounds} rounds, {acknowledged} moves acknowledged, {lost} lost")
    finally:
        server.terminate()
        server.wait()


async def _play_until_killed(
    games: list[_Game], fresh: list[_Game], after_s: float, kill: Any
) -> None:
    async def play(game: _Game) -> None:
        with suppress(OSError):
            sender = await _Sender().open()
            if not game.id:
                await game.begin(sender)
            while not game.is_over:
                await game.move(sender)

    players = [asyncio.create_task(play(game)) for game in (*games, *fresh)]
    await asyncio.sleep(after_s)
    kill()
    await asyncio.gather(*players)


async def _count_lost(games: list[_Game]) -> int:
    """Return how many acknowledged moves the server no longer has, and continue from what it has."""
    lost = 0
    for game in games:
        reader, writer = await asyncio.open_connection("127.0.0.1", PORT)
        path = f"/api/games/{game.id}"
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
        )
        found = _MOVES.search(await reader.read())
        writer.close()
        kept = len(found[1]) if found else 0
        lost += max(0, game.acknowledged - kept)
        game.acknowledged = kept  # one more if its answer was lost
    return lost


if __name__ == "__main__":
    main()
