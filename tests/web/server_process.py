"""A server in a separate process, which can be stopped and restarted."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path

from dropfour.web.server import listen
from web.fork_server import ForkedServer, fork_server


class ServerProcess:
    """`dropfour serve` with its games in *database*, a file or URL, on a free port that it keeps when
    restarted."""

    def __init__(self, database: Path | str, *options: str) -> None:
        is_file = isinstance(database, Path)
        self.database_url = f"sqlite:///{database}" if is_file else str(database)
        self.options = options
        self.port = 0
        self._process: subprocess.Popen[str] | ForkedServer | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        # Outgoing connections may take ports from 32768 up while the server is stopped.
        port = self.port or _free_port()
        arguments = ["--port", str(port), "--store", self.database_url, "--no-open"]
        arguments += self.options
        self._process = self._run(arguments)
        assert self._process.stdout is not None
        said = ""
        for line in self._process.stdout:  # the last one names the URL, once the server is ready
            said += line
            if match := re.search(r"Dropfour is running at http://127\.0\.0\.1:(\d+)/", line):
                assert self.port in (0, int(match[1])), said
                self.port = int(match[1])
                return
        raise RuntimeError(f"the server did not start: {said}")

    def _run(self, arguments: list[str]) -> subprocess.Popen[str] | ForkedServer:
        # A path is read when Python starts.
        if sys.platform == "linux" and "PYTHONPATH" not in os.environ:
            return fork_server().start(arguments, os.environ)
        return subprocess.Popen(
            [sys.executable, "-m", "dropfour", "serve", *arguments],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONWARNINGS": "", "PYTHONUNBUFFERED": "1"},
        )

    def memory_mib(self) -> int:
        """Return the most memory that the server has had; 0 where the system does not report it."""
        status = Path(f"/proc/{self._process.pid if self._process else 0}/status")
        found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text() if status.exists() else "")
        return int(found[1]) // 1024 if found else 0

    def kill(self) -> None:
        """End the server without warning."""
        if self._process is not None:
            with self._process:
                self._process.kill()
            self._process = None

    def stop(self) -> None:
        if self._process is not None:
            with self._process:
                self._process.terminate()
            self._process = None

    def __enter__(self) -> ServerProcess:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _free_port() -> int:
    with listen("127.0.0.1", random.SystemRandom().randrange(20000, 32000)) as listener:
        return int(listener.getsockname()[1])
