"""A server of the page for benchmarks and screenshots, with its own process and database."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

_SERVE = "from dropfour.cli.serve import serve; serve()"


@contextmanager
def serving(
    port: int, *, on_one_core: bool = False, max_games_per_minute: int = 0
) -> Iterator[subprocess.Popen[bytes]]:
    """Serve the page at *port* with an empty database; yield the process once it answers.

    *on_one_core* has an effect only where the system supports it; *max_games_per_minute* 0 is no limit.
    """
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["--port", str(port), "--database", f"sqlite:///{folder}/games.sqlite3"]
        arguments += ["--limit", f"max_games_per_minute={max_games_per_minute}"]
        process = subprocess.Popen(
            [sys.executable, "-c", _SERVE, *arguments, "--no-open"], stdout=subprocess.DEVNULL
        )
        if on_one_core and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(process.pid, {max(os.sched_getaffinity(0))})
        try:
            wait_for(f"http://127.0.0.1:{port}/manifest.webmanifest")
            yield process
        finally:
            process.terminate()
            process.wait()


def wait_for(url: str) -> None:
    """Wait until a server answers at *url*."""
    for _ in range(600):
        try:
            with urllib.request.urlopen(url):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise SystemExit("the server did not start")
