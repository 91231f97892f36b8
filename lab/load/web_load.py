"""The page under load: the server's time per move, and the time from a click to the disc.

    python -m lab.load.web_load

The server runs on one core with a database file, while 100 games between two people are played
concurrently, each at about one move per second. If there is a browser, clicks are timed in it, from the
event to the frame in which the disc is on the board.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import statistics
import time
from pathlib import Path
from typing import Any

from benchmarks.server import serving

GAMES = 100
SECONDS = 20.0
PORT = 4490
URL = f"http://127.0.0.1:{PORT}"

_CLICK = """async () => {
    const { state } = await import('/static/js/page/state.js');
    const times = [];
    for (let i = 0; i < 20; i += 1) {
        const column = document.querySelector(`.column[data-column="${1 + (i * 2) % 7}"]`);
        const discs = () => document.querySelectorAll('.cells .disc:not(.ghost)').length;
        const before = discs();
        const begun = performance.now();
        column.click();
        let frames = 0;
        while (discs() === before) {
            await new Promise((resolve) => { requestAnimationFrame(resolve); });
            frames += 1;
            if (frames > 60) throw new Error(`no disc: ${state.notice.text}`);
        }
        times.push([performance.now() - begun, frames]);
        await new Promise((resolve) => { setTimeout(resolve, 50); });
    }
    return times;
}"""


def main() -> None:
    with serving(PORT, on_one_core=True) as process:
        before_s = _cpu_s(process.pid)
        moves = asyncio.run(_load())
        print(f"CPU time per move     {(_cpu_s(process.pid) - before_s) / moves * 1000:8.1f} ms")
        _clicks()


def _cpu_s(pid: int) -> float:
    """Return the CPU time of a process; 0 where the system does not report it."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class _Connection:
    """A persistent HTTP connection like that of a browser; a heavier client would measure itself."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._cookie = ""

    @classmethod
    async def open(cls) -> _Connection:
        return cls(*await asyncio.open_connection("127.0.0.1", PORT))

    async def post(self, path: str, content: dict[str, int]) -> tuple[int, dict[str, Any]]:
        body = json.dumps(content)
        self._writer.write(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\n{self._cookie}"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.split("content-length:")[1].split("\r\n")[0])
        if "set-cookie:" in head:  # whoever starts a game is the one who can change it
            self._cookie = f"Cookie:{head.split('set-cookie:')[1].split(';')[0]}\r\n"
        return int(head.split()[1]), json.loads(await self._reader.readexactly(length))

    def close(self) -> None:
        self._writer.close()


async def _load() -> int:
    times_s: list[float] = []
    ends_at = time.monotonic() + SECONDS
    await asyncio.gather(*(_play(seed, ends_at, times_s) for seed in range(GAMES)))
    times_s.sort()
    print(f"{GAMES} games, {len(times_s)} moves in {SECONDS:.0f} s on one core")
    print(f"move, median          {statistics.median(times_s) * 1000:8.1f} ms")
    print(f"move, 95th percentile {times_s[int(len(times_s) * 0.95)] * 1000:8.1f} ms")
    print(f"move, slowest         {times_s[-1] * 1000:8.1f} ms")
    return len(times_s)


async def _play(seed: int, ends_at: float, times_s: list[float]) -> None:
    """Play random games, about one move per second, until the time is up."""
    chance = random.Random(seed)
    await asyncio.sleep(chance.random())
    connection = await _Connection.open()
    _, game = await connection.post("/api/games", {})
    while time.monotonic() < ends_at:
        if game["to_move"] is None:
            _, game = await connection.post("/api/games", {})
        move = {"column": chance.randint(1, 7), "ply": len(game["moves"])}
        begun = time.perf_counter()
        status, answer = await connection.post(f"/api/games/{game['id']}/moves", move)
        if status == 200:  # a full column is refused
            times_s.append(time.perf_counter() - begun)
            game = answer
        await asyncio.sleep(chance.uniform(0.6, 1.4))
    connection.close()


def _clicks() -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        print("no browser: clicks are not timed")
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        # With this objective a game ends on a full board only, so that every click drops a disc.
        page.goto(f"{URL}/?board=7x6&objective=most-lines")
        page.wait_for_selector(".column")
        times = page.evaluate(_CLICK)
        browser.close()
    milliseconds = sorted(time_ms for time_ms, _ in times)
    print(f"click to disc, median {statistics.median(milliseconds):8.1f} ms")
    print(f"click to disc, frames {max(frames for _, frames in times):8d} at most")


if __name__ == "__main__":
    main()
