"""Serving the application: choosing a port, server limits, and finding a browser."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import socket
import sys
import time
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import cast

import uvicorn
from fastapi import FastAPI

from dropfour.database import Database
from dropfour.web.app import create_app
from dropfour.web.http.access_log import open_access_log
from dropfour.web.http.connections import Connection, Connections
from dropfour.web.settings import Settings

_PORTS_TRIED = 20
_BACKLOG = 1024
# What a connection can have unread: requests are small, and nobody is to fill the memory with them.
_RECEIVE_BUFFER_BYTES = 32 * 1024
# Files besides connections: the database, libraries, logs.
_OTHER_FILES = 100
# Thousands of connections are many objects, and a full collection stops everything else.
_GARBAGE = (20_000, 20, 50)
# How often uvicorn calls `on_tick`.
_TICK_S = 0.1


def listen(host: str, port: int, tries: int = _PORTS_TRIED) -> socket.socket:
    """Return a socket that listens on the first of *tries* ports from *port* on that is not in use;
    raise OSError if none is free, or if the host is not an address of this machine."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken: OSError | None = None
    for candidate in range(port, min(port + tries, 65536)) if port else [0]:
        listener = socket.socket(family, socket.SOCK_STREAM)
        # This allows an immediate restart; on Windows it would share the port instead.
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BUFFER_BYTES)
        try:
            listener.bind((host, candidate))
            listener.listen(_BACKLOG)
        except OSError as error:
            listener.close()
            taken = error
            if error.errno != errno.EADDRINUSE:
                break
        else:
            return listener
    assert taken is not None
    raise OSError(f"cannot listen on {host}, port {port}: {taken.strerror}")


def has_browser() -> bool:
    """Return whether a graphical browser can be opened."""
    if sys.platform in ("win32", "darwin"):
        return True
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def address_of(listener: socket.socket) -> str:
    """Return the URL at which a browser reaches the server."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{host}:{port}/"


def network_address_of(listener: socket.socket) -> str | None:
    """Return the URL for other devices; None if the server has an address of its own, or no network."""
    host, port = listener.getsockname()[:2]
    if host not in ("0.0.0.0", "::"):
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # chooses an address; nothing is sent
        except OSError:
            return None
        return f"http://{probe.getsockname()[0]}:{port}/"


def serve(
    listener: socket.socket, settings: Settings, on_ready: Callable[[], None] | None = None
) -> None:
    """Serve until KeyboardInterrupt, which is raised; *on_ready* is called once requests are accepted.
    Raises DatabaseError if the database cannot be opened or written."""
    Database(settings.database_url).close()  # uvicorn would report a failure with a traceback
    if settings.access_log is not None:
        open_access_log(settings.access_log)
    settings = replace(settings, max_connections=_with_files_for(settings.max_connections))
    app = create_app(settings)
    connections = Connections(settings, app.state.metrics)
    config = uvicorn.Config(
        app,
        http=cast("type[asyncio.Protocol]", partial(Connection, connections)),
        log_level="warning",
        access_log=False,
        ws="none",
        h11_max_incomplete_event_size=16 * 1024,
        backlog=_BACKLOG,
        timeout_keep_alive=int(settings.idle_timeout_s),
        timeout_graceful_shutdown=2,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
    )
    _Server(app, config, connections, on_ready).run(sockets=[listener])


def _with_files_for(connections: int) -> int:
    """Raise the limit of open files to what *connections* need; return how many connections fit."""
    if sys.platform == "win32":
        return connections
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + _OTHER_FILES
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(1, min(connections, soft - _OTHER_FILES))


class _Server(uvicorn.Server):
    def __init__(
        self,
        app: FastAPI,
        config: uvicorn.Config,
        connections: Connections,
        on_ready: Callable[[], None] | None,
    ) -> None:
        super().__init__(config)
        self._app = app
        self._connections = connections
        self._on_ready = on_ready
        self._ticked_at = time.monotonic()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # What exists now lives as long as the server, so it is excluded from garbage collection.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_GARBAGE)
        if self.started and self._on_ready is not None:
            self._on_ready()

    async def on_tick(self, counter: int) -> bool:
        lag_s = time.monotonic() - self._ticked_at - _TICK_S
        self._app.state.metrics.lag_seconds.observe(max(0.0, lag_s))
        if counter % 10 == 0:  # once a second
            self._connections.close_overdue()
        is_over = await super().on_tick(counter)
        self._ticked_at = time.monotonic()
        return is_over

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # The server would wait for event streams, which do not end by themselves.
        self._app.state.services.audience.hub.close()
        await super().shutdown(sockets)
