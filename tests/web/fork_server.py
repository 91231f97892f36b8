"""Servers forked from a process that has imported their modules, which takes most of the time to start
one. Linux only."""

from __future__ import annotations

import atexit
import functools
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress


class ForkedServer:
    """A forked `dropfour serve`, as far as it is used like a `subprocess.Popen`."""

    def __init__(self, pid: int, output: int) -> None:
        self.pid = pid
        self.stdout = os.fdopen(output, encoding="utf-8")
        self._handle = os.pidfd_open(pid)

    def terminate(self) -> None:
        signal.pidfd_send_signal(self._handle, signal.SIGTERM)

    def kill(self) -> None:
        signal.pidfd_send_signal(self._handle, signal.SIGKILL)

    def __enter__(self) -> ForkedServer:
        return self

    def __exit__(self, *_: object) -> None:
        """Wait until it has ended."""
        self.stdout.close()
        select.select([self._handle], [], [])
        os.close(self._handle)


class ForkServer:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._control, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, __file__, str(theirs.fileno())]
            environment = {**os.environ, "PYTHONWARNINGS": "", "PYTHONUNBUFFERED": "1"}
            self._process = subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()]
            )

    def start(self, arguments: list[str], environment: Mapping[str, str]) -> ForkedServer:
        output, theirs = os.pipe()
        request = json.dumps([arguments, dict(environment)]).encode()
        with self._lock:
            socket.send_fds(self._control, [f"{len(request):10}".encode()], [theirs])
            self._control.sendall(request)
            pid = int(self._control.recv(100))
        os.close(theirs)
        return ForkedServer(pid, output)

    def close(self) -> None:
        self._control.close()
        self._process.wait()


_starting = threading.Lock()


def fork_server() -> ForkServer:
    """Return the one of this process, which ends with it."""
    with _starting:
        return _only_one()


@functools.cache
def _only_one() -> ForkServer:
    server = ForkServer()
    atexit.register(server.close)
    return server


def _fork_on_request(control: socket.socket) -> None:
    from dropfour import launch
    from dropfour.web import app
    from dropfour.web.games import servers
    from dropfour.web.page.files import load_pages

    importlib.import_module("dropfour.cli.serve")
    importlib.import_module("dropfour.web.server")
    pages = load_pages()
    vars(app)["load_pages"] = lambda: pages
    vars(servers).update(_BEAT_S=1.0, _SILENT_S=6.0)  # tests wait for a server that is gone
    while True:
        size, outputs, _, _ = socket.recv_fds(control, 10, 1)
        if not size:
            return
        arguments, environment = json.loads(control.recv(int(size), socket.MSG_WAITALL))
        pid = os.fork()
        if not pid:
            break
        os.close(outputs[0])
        control.send(str(pid).encode())
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
    control.close()
    os.dup2(outputs[0], 1)
    os.close(outputs[0])
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["dropfour", "serve", *arguments]
    launch.dropfour()


if __name__ == "__main__":
    _fork_on_request(socket.socket(fileno=int(sys.argv[1])))
