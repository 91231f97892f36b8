"""A server in a process of its own, which can be stopped and started again."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path


class ServerProcess:
    """`dropfour serve` with its games in *database*, on a free port that it keeps when restarted."""

    def __init__(self, database: Path) -> None:
        self.database_url = f"sqlite:///{database}"
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        # Ports from 32768 up may become those of outgoing connections while the server is stopped.
        port = self.port or random.SystemRandom().randrange(20000, 32000)
        arguments = ["--port", str(port), "--database", self.database_url, "--no-open"]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "dropfour", "serve", *arguments],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONWARNINGS": "", "PYTHONUNBUFFERED": "1"},
        )
        assert self._process.stdout is not None
        said = ""
        for line in self._process.stdout:  # the last says where it is, once it answers
            said += line
            if match := re.search(r"Dropfour is running at http://127\.0\.0\.1:(\d+)/", line):
                assert self.port in (0, int(match[1])), said
                self.port = int(match[1])
                return
        raise RuntimeError(f"the server has not started: {said}")

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
