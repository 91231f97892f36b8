"""Databases for benchmarks: an SQLite file, or a PostgreSQL server with its own processes."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from benchmarks.server import children


class BenchmarkDatabase:
    """A database in an empty folder; `url` is where a server finds it."""

    def __init__(self, folder: Path, is_postgres: bool) -> None:
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"sqlite:///{folder / 'games.sqlite3'}"
        if is_postgres:
            self.url = f"postgresql://test@/postgres?host={folder}"
            if os.geteuid() == 0:  # PostgreSQL refuses to run as root
                shutil.chown(folder, "nobody")
            command = [_postgres("initdb"), "-D", str(folder / "data"), "-U", "test", "-A", "trust"]
            subprocess.run(command, check=True, **self._options())
            self.start()

    def _options(self) -> dict[str, Any]:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": self.folder}
        return {**quiet, "user": "nobody"} if os.geteuid() == 0 else quiet

    @property
    def processes(self) -> list[subprocess.Popen[bytes]]:
        """PostgreSQL, which has a process for each connection below it; none for a file."""
        return [] if self._process is None else [self._process]

    def start(self) -> None:
        """Start PostgreSQL, and wait until it accepts connections."""
        import psycopg

        command = [_postgres("postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder)]
        self._process = subprocess.Popen([*command, "-h", ""], **self._options())
        while True:
            with suppress(psycopg.OperationalError):
                psycopg.connect(self.url).close()
                return
            time.sleep(0.05)

    def kill(self) -> None:
        """End all processes of PostgreSQL without warning."""
        assert self._process is not None
        for pid in (self._process.pid, *children(self._process.pid)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait()
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()


@contextmanager
def benchmark_database(is_postgres: bool, place: str = "/tmp") -> Iterator[BenchmarkDatabase]:
    """Yield an empty database in a new folder in *place*, whose path must be short for a socket."""
    folder = Path(tempfile.mkdtemp(prefix="live-", dir=place))
    try:
        database = BenchmarkDatabase(folder, is_postgres)
        try:
            yield database
        finally:
            database.stop()
    finally:
        shutil.rmtree(folder)


def _postgres(name: str) -> str:
    places = [*map(str, Path("/usr/lib/postgresql").glob("*/bin")), os.environ.get("PATH", "")]
    found = shutil.which(name, path=os.pathsep.join(places))
    if found is None:
        raise SystemExit("there is no PostgreSQL server here")
    return found
