"""A connection that can be cut: forwards a port to a server until it is unplugged."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Cable:
    """Listens on *port* of this machine, and forwards each connection to *target_port*."""

    def __init__(self, target_port: int) -> None:
        self._target_port = target_port
        self.port = 0
        self._is_held = False
        self._listener: socket.socket | None = None
        self._ends: list[socket.socket] = []
        self._threads: list[threading.Thread] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def plug(self) -> None:
        self._listener = socket.socket()
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._listener.bind(("127.0.0.1", self.port))
        self.port = self._listener.getsockname()[1]
        self._listener.listen()
        self._start(self._accept, self._listener)

    def hold(self) -> None:
        """Cut all connections, accept new ones, and answer nothing on them."""
        self.unplug()
        self._is_held = True
        self.plug()

    def unplug(self) -> None:
        """Cut all connections, and refuse new ones."""
        assert self._listener is not None
        _cut(self._listener)
        for accepting in self._threads[:1]:
            accepting.join()  # no more ends are added
        for end in self._ends:
            _cut(end)
        for thread in self._threads:
            thread.join()
        self._ends, self._threads = [], []

    def __enter__(self) -> Cable:
        self.plug()
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            if self._is_held:
                self._ends.append(near)
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self._target_port))
            except OSError:
                near.close()
                continue
            self._ends += [near, far]
            self._start(_forward, near, far)
            self._start(_forward, far, near)

    def _start(self, work: object, *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()


def _forward(source: socket.socket, target: socket.socket) -> None:
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    _cut(source)
    _cut(target)


def _cut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
