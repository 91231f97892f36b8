"""A server of the page for benchmarks and screenshots, with its own process and database."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

_SERVE = "from dropfour.cli.serve import serve; serve()"


@contextmanager
def serving(
    port: int, *, store: str = "", on_one_core: bool = False, max_games_per_minute: int = 0
) -> Iterator[subprocess.Popen[bytes]]:
    """Serve the page at *port* with an empty database, or *store*; yield the process once it answers.

    *on_one_core* has an effect only where the system supports it; *max_games_per_minute* 0 is no limit.
    """
    with tempfile.TemporaryDirectory() as folder:
        limit = ["--limit", f"max_games_per_minute={max_games_per_minute}"]
        process = start_server(port, store or f"sqlite:///{folder}/games.sqlite3", limit)
        if on_one_core and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(process.pid, {max(os.sched_getaffinity(0))})
        try:
            yield process
        finally:
            process.terminate()
            process.wait()


def start_server(port: int, url: str, options: Sequence[str] = ()) -> subprocess.Popen[bytes]:
    """Start a server for the database at *url*, and return its process once it answers."""
    arguments = ["--port", str(port), "--store", url, *options, "--no-open"]
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVE, *arguments], stdout=subprocess.DEVNULL
    )
    wait_for(f"http://127.0.0.1:{port}/manifest.webmanifest")
    return process


def wait_for(url: str) -> None:
    """Wait until a server answers at *url*."""
    for _ in range(1200):
        try:
            with urllib.request.urlopen(url):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    raise SystemExit("the server did not start")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def children(pid: int) -> list[int]:
    """Return the processes that a process has started; none where the system does not report it."""
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []


def cpu_s(pid: int) -> tuple[float, float]:
    """Return the CPU time of a process and its children in their own code and in the kernel; 0 where the
    system does not report it."""
    own = kernel = 0
    for each in (pid, *children(pid)):
        stat = Path(f"/proc/{each}/stat")
        if stat.exists():
            fields = stat.read_text().rpartition(")")[2].split()
            own, kernel = own + int(fields[11]), kernel + int(fields[12])
    ticks = os.sysconf("SC_CLK_TCK")
    return own / ticks, kernel / ticks


def metrics(port: int) -> dict[str, float]:
    """Return the numbers that the server at *port* publishes, by name and labels."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return {name: float(value) for name, value in pairs}
