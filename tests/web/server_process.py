"""A server in a process of its own, which can be stopped and started again."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

_COMMAND = "from dropfour.cli.serve import serve; serve()"


class ServerProcess:
    """`dropfour serve` on a free port, with its games in *database*."""

    def __init__(self, database: Path) -> None:
        self.database_url = f"sqlite:///{database}"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        arguments = ["--port", str(self.port), "--database", self.database_url]
        self._process = subprocess.Popen(
            [sys.executable, "-c", _COMMAND, *arguments, "--no-open"],
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONWARNINGS": ""},
        )
        give_up_at = time.monotonic() + 60
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > give_up_at:
                raise RuntimeError("the server has not started")
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/manifest.webmanifest", timeout=5):
                return True
        except (urllib.error.URLError, OSError):
            return False

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=30)
            self._process = None

    def __enter__(self) -> ServerProcess:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
