"""Live games under load: CPU time per move, how many games fit, and whether a crash loses moves.

    python -m lab.load.live_load moves --games 100 --every 1         # CPU time of the server per move
    python -m lab.load.live_load moves --games 2000 --seconds 60     # a move every 5 s in each game
    python -m lab.load.live_load moves --postgres --servers 2        # players spread over two servers
    python -m lab.load.live_load moves --postgres --caddy            # behind Caddy, over HTTP
    python -m lab.load.live_load crashes --rounds 50                 # kill -9 on SQLite
    python -m lab.load.live_load crashes --rounds 50 --postgres      # on PostgreSQL, which it starts
    python -m lab.load.live_load crashes --rounds 50 --kill-postgres # PostgreSQL is killed instead

In each game both players and a watcher follow the events, on three connections; moves are sent on a few
more. The delay of a move is the time from when it is due until the other player has its event: it waits
for the clients' processor, the server's, and the disk, since a move is shown when it is stored. Clients
and server share the machine, so on a busy one the CPU time says more than the delay. The server's own
numbers say where the time passes, and `--place /dev/shm` leaves the disk out.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from benchmarks.server import cpu_s, free_port, metrics, start_server, wait_for
from lab.load.databases import BenchmarkDatabase, benchmark_database
from lab.load.live_clients import LiveGame, Sender, Senders, long_game

PORT = free_port()
STARTERS = 32
CRASHING_GAMES = 40
_LAG_STEP_S = 0.02
_LIMITS = ("--limit", "max_games_per_minute=0", "--limit", "max_connections=40000")
_MOVE_ROUTE = "/api/games/{game_id}/moves"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    moves = commands.add_parser("moves", help="play many games, and measure")
    moves.add_argument("--games", type=int, default=100)
    moves.add_argument("--seconds", type=float, default=20)
    moves.add_argument("--every", type=float, default=5, help="seconds between moves of a game")
    moves.add_argument("--postgres", action="store_true")
    moves.add_argument("--servers", type=int, default=1, help="on one PostgreSQL database")
    moves.add_argument("--caddy", action="store_true", help="with the file in deploy/")
    moves.add_argument("--place", default="/tmp", help="the folder of the database")
    crashes = commands.add_parser("crashes", help="kill the server again and again")
    crashes.add_argument("--rounds", type=int, default=50)
    crashes.add_argument("--postgres", action="store_true")
    crashes.add_argument("--kill-postgres", action="store_true", help="kill PostgreSQL instead")
    options = parser.parse_args()
    if options.command == "moves":
        with benchmark_database(_is_postgres(options), options.place) as database:
            ports = [PORT, *(free_port() for _ in range(options.servers - 1))]
            servers = [start_server(port, database.url, _LIMITS) for port in ports]
            try:
                entries = ports
                if options.caddy:
                    entries = [free_port()]
                    servers.append(start_caddy(entries[0], ports, database.folder))
                _run(_load(entries, [*servers, *database.processes], options))
            finally:
                for server in servers:
                    server.terminate()
                    server.wait()
    else:
        with benchmark_database(options.postgres or options.kill_postgres) as database:
            _crash(database, options.rounds, options.kill_postgres)


def _is_postgres(options: argparse.Namespace) -> bool:
    return bool(options.postgres or options.servers > 1)


def start_caddy(port: int, upstream: list[int], folder: Path) -> subprocess.Popen[bytes]:
    """Start Caddy in front of servers, as in the guide to hosting, and return its process."""
    text = (Path(__file__).parents[2] / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    servers = " ".join(f"127.0.0.1:{each}" for each in upstream)
    text = text.replace("dropfour:8000", servers).replace("{$DROPFOUR_NAME}", f"http://:{port}")
    file = folder / "Caddyfile"
    file.write_text(text.replace("{\n\tservers", "{\n\tadmin off\n\tservers"), encoding="utf-8")
    command = ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    wait_for(f"http://127.0.0.1:{port}/manifest.webmanifest")
    return process


def _run(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine, with uvloop where there is one: the clients take time from the server."""
    try:
        import uvloop
    except ModuleNotFoundError:
        asyncio.run(work)
    else:
        uvloop.run(work)


# --- load -----------------------------------------------------------------------------------------


async def _load(
    ports: list[int], processes: list[subprocess.Popen[bytes]], options: argparse.Namespace
) -> None:
    senders, is_postgres = {port: Senders(port) for port in ports}, _is_postgres(options)
    columns = long_game()
    games = [LiveGame(ports, columns) for _ in range(options.games)]
    await _open(games, senders[ports[0]])
    lags_ms: list[float] = []

    async def play(game: LiveGame, ends_at: float) -> None:
        due = time.perf_counter() + random.uniform(0, options.every)
        while due < ends_at and not game.is_over:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            async with senders[game.port].one() as sender:
                await game.move(sender, due)
            due += options.every

    load_before = os.getloadavg()[0]
    before, numbers_before = [cpu_s(each.pid) for each in processes], metrics(PORT)
    clients_before_s, began = time.process_time(), time.perf_counter()
    measuring = asyncio.create_task(_measure_lag(lags_ms))
    await asyncio.gather(*(play(game, began + options.seconds) for game in games))
    took_s = time.perf_counter() - began
    spent_s = [
        sum(cpu_s(each.pid)) - sum(then) for each, then in zip(processes, before, strict=True)
    ]
    clients_s = time.process_time() - clients_before_s
    measuring.cancel()
    await asyncio.sleep(2)  # the last events arrive
    numbers = {name: value - numbers_before.get(name, 0.0) for name, value in metrics(PORT).items()}
    delays_ms = [
        (game.heard[ply] - due) * 1000
        for game in games
        for ply, due in game.due.items()
        if ply in game.heard
    ]
    count = sum(len(game.due) for game in games)
    print(f"moves                 {count:8d}, {count / took_s:.0f} per second")
    names = [*["server"] * options.servers, *["Caddy"] * options.caddy, *["database"] * is_postgres]
    each_ms = " + ".join(f"{time_s / count * 1000:.2f}" for time_s in spent_s)
    print(f"CPU time of a move    {sum(spent_s) / count * 1000:8.2f} ms: {each_ms}", end="")
    print(f" ({', '.join(names)})")
    print(f"CPU time of a second  {sum(spent_s) / took_s * 1000:8.0f} ms, ", end="")
    print(f"{clients_s / took_s * 1000:.0f} ms of the clients")
    print(f"delay of a move       {_shares(delays_ms)}")
    print(f"  late clients        {_shares(lags_ms)}")
    print(f"  late server         {_bounds(numbers, 'dropfour_event_loop_lag_seconds')}")
    print(f"  transactions        {_bounds(numbers, 'dropfour_transaction_seconds')}, ", end="")
    print(f"{count / max(1.0, numbers['dropfour_transaction_seconds_count']):.1f} moves each")
    print(f"  answered in         {_bounds(numbers, 'dropfour_request_seconds', _MOVE_ROUTE)}")
    print(f"missing events        {sum(game.unheard for game in games):8d}")
    print(f"load of the machine   {load_before:8.1f} before, {os.getloadavg()[0]:.1f} after")
    for game in games:
        game.close()


async def _open(games: list[LiveGame], senders: Senders) -> None:
    places = asyncio.Semaphore(STARTERS)

    async def start(game: LiveGame) -> None:
        async with places:
            async with senders.one() as sender:
                await game.begin(sender)
            await game.follow()

    begun = time.perf_counter()
    await asyncio.gather(*map(start, games))
    took_s = time.perf_counter() - begun
    print(
        f"{len(games)} games with {3 * len(games)} connections, opened in {took_s:.1f} s",
        flush=True,
    )


async def _measure_lag(lags_ms: list[float]) -> None:
    """Measure how late this process does what it has planned."""
    while True:
        due = time.perf_counter() + _LAG_STEP_S
        await asyncio.sleep(_LAG_STEP_S)
        lags_ms.append((time.perf_counter() - due) * 1000)


def _shares(times_ms: list[float]) -> str:
    ordered = sorted(times_ms)
    late = ordered[int(len(ordered) * 0.99)]
    return f"{statistics.median(ordered):8.1f} ms, 99 % {late:.1f} ms, slowest {ordered[-1]:.1f} ms"


def _bounds(numbers: dict[str, float], name: str, route: str | None = None) -> str:
    """Return the mean of a histogram of the server, and what 99 % of its values do not exceed."""
    label = "" if route is None else f'route="{route}"'
    total = numbers[f"{name}_count{{{label}}}" if label else f"{name}_count"]
    seconds = numbers[f"{name}_sum{{{label}}}" if label else f"{name}_sum"]
    bound = float("inf")
    for key, value in numbers.items():
        if key.startswith(f"{name}_bucket") and label in key and value >= 0.99 * total:
            bound = min(bound, float(key.split('le="')[1].split('"')[0]))
    return f"{seconds / max(1.0, total) * 1000:8.1f} ms on average, 99 % in {bound * 1000:.0f} ms"


# --- crashes --------------------------------------------------------------------------------------


def _crash(database: BenchmarkDatabase, rounds: int, kills_database: bool) -> None:
    columns = long_game()
    games: list[LiveGame] = []
    acknowledged = lost = 0
    chance = random.Random(1)
    begun = time.perf_counter()
    server = start_server(PORT, database.url, _LIMITS)
    try:
        for _ in range(rounds):
            games = [game for game in games if not game.is_over]
            fresh = [LiveGame([PORT], columns) for _ in range(CRASHING_GAMES - len(games))]
            before = sum(game.acknowledged for game in games)
            kill = database.kill if kills_database else server.kill
            asyncio.run(_play_until_killed(games, fresh, chance.uniform(0.3, 1.3), kill))
            games += [game for game in fresh if game.id]
            acknowledged += sum(game.acknowledged for game in games) - before
            if kills_database:
                database.start()
            else:
                server.wait()
                server = start_server(PORT, database.url, _LIMITS)
            lost += asyncio.run(_count_lost(games))
        took_s = time.perf_counter() - begun
        print(f"{rounds} rounds in {took_s:.0f} s: {acknowledged} moves acknowledged, {lost} lost")
    finally:
        server.terminate()
        server.wait()


async def _play_until_killed(
    games: list[LiveGame], fresh: list[LiveGame], after_s: float, kill: Callable[[], None]
) -> None:
    async def play(game: LiveGame) -> None:
        with suppress(OSError):
            sender = await Sender(PORT).open()
            if not game.id:
                await game.begin(sender)
            while not game.is_over:
                await game.move(sender)

    players = [asyncio.create_task(play(game)) for game in (*games, *fresh)]
    await asyncio.sleep(after_s)
    kill()
    await asyncio.gather(*players)


async def _count_lost(games: list[LiveGame]) -> int:
    return sum([await game.count_lost() for game in games])


if __name__ == "__main__":
    main()
