"""Connections: limited for each address, and closed if a request does not arrive in time.

uvicorn limits neither the time in which a request must arrive nor who opens how many connections, and it
parses whatever a client sends while an answer is not read. Here a request must arrive within a time
limit and is parsed once the one before it has been answered, one address gets a share of the
connections, and when all are taken, a new one replaces one that nobody uses.
"""

from __future__ import annotations

import asyncio
import json
import socket
import time
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from dropfour.web.admin.metrics import Metrics
from dropfour.web.http.networks import LOCAL, Networks, client_key
from dropfour.web.http.senders import VISITORS_PER_CLIENT
from dropfour.web.settings import Settings

_MAX_HEADER_BYTES = 16 * 1024
_BLANK_LINE = b"\r\n\r\n"
_SENTENCES = {
    408: "the request took too long to arrive",
    429: "too many connections from your address: close some of them",
    431: "the request headers exceed 16 KiB",
}


class Connections:
    """The open connections of a server process. Used in its event loop only."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        metrics.watch(metrics.connections, self.__len__)
        self._proxies = Networks(settings.trusted_proxies)
        self._open: set[Connection] = set()
        # In the order in which they came.
        self._of_client: dict[str, dict[Connection, None]] = {}
        # In the order in which they came: connections without a request so far.
        self._silent: dict[Connection, None] = {}

    def __len__(self) -> int:
        return len(self._open)

    def protocol(self, **arguments: Any) -> Connection:
        """Return the protocol of a new connection; called by uvicorn."""
        return Connection(self, **arguments)

    def close_overdue(self) -> None:
        """Close the connections whose request has not arrived in time; call this once a second."""
        now = time.monotonic()
        for connection in [each for each in self._open if each.is_overdue(self._settings, now)]:
            self._refused("time")
            connection.refuse(408)

    def _refused(self, limit: str) -> None:
        self._metrics.refused.labels(limit).inc()

    # --- called by connections ------------------------------------------------------------------

    def limit_silence(self, sock: Any) -> None:
        """Let the system end a connection whose device no longer acknowledges what it is sent, as after
        the lid of a laptop was closed; by default that takes a quarter of an hour."""
        if sock is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
            limit_ms = int(self._settings.write_timeout_s * 1000)
            with suppress(OSError):  # not a TCP connection
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, limit_ms)

    def admit(self, connection: Connection) -> bool:
        """Count *connection*, and return False if it must be refused."""
        client = connection.address
        # A proxy has the connections of all its clients; its requests are counted instead.
        theirs = self._of_client.get(client, {})
        most = self._settings.max_connections_per_client * VISITORS_PER_CLIENT
        if len(theirs) >= most and client not in self._proxies:
            self._refused("connections")
            # Somebody else behind the same address may keep all of these for nothing.
            quiet = next((each for each in theirs if each in self._silent), None)
            quiet = quiet or next((each for each in theirs if each.is_idle), None)
            if quiet is None:
                return False
            self.forget(quiet)
            quiet.abort()
        if len(self._open) >= self._settings.max_connections:
            self._refused("connections")
            if not self._silent:
                return False
            oldest = next(iter(self._silent))
            self.forget(oldest)
            oldest.abort()
        self._open.add(connection)
        self._of_client.setdefault(client, {})[connection] = None
        self._silent[connection] = None
        return True

    def heard(self, connection: Connection) -> None:
        """Note that *connection* has sent a request."""
        self._silent.pop(connection, None)

    def forget(self, connection: Connection) -> None:
        if connection not in self._open:
            return
        self._open.remove(connection)
        self._silent.pop(connection, None)
        theirs = self._of_client[connection.address]
        del theirs[connection]
        if not theirs:
            del self._of_client[connection.address]


class Connection(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's protocol, which is given one request at a time to parse."""

    def __init__(self, limits: Connections, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._limits = limits
        self._phase: tuple[str, object] = ("header", None)
        self._since = time.monotonic()
        self._header_bytes = 0
        self._is_refused = False
        self._stuck_since: float | None = None
        # What has been received and not been parsed, and the end of what has been.
        self._unparsed = b""
        self._tail = b""
        self._body_left = 0
        self._is_parsing = False
        self.address = LOCAL

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._limits.limit_silence(transport.get_extra_info("socket"))
        if self.client is not None:
            self.address = client_key(self.client[0])
        if not self._limits.admit(self):
            self.refuse(429)

    def connection_lost(self, exc: Exception | None) -> None:
        self._limits.forget(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._is_refused:
            self._unparsed += data
            self._parse_request()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.more_body and not self._body_left:
            self.transport.close()  # the rest of the chunks has no known end
        self._parse_request()

    def _parse_request(self) -> None:
        """Parse what was received up to the end of a request; what follows waits until it has been
        answered, and nothing more is read."""
        if self._is_parsing:
            return
        self._is_parsing = True
        while self._unparsed and not self.transport.is_closing():
            phase = self._current_phase()[0]
            if phase == "answer":
                self.flow.pause_reading()
                break
            self._parse(self._end_of_part(phase))
        self._is_parsing = False

    def _end_of_part(self, phase: str) -> int:
        """Return how many of the unparsed bytes belong to the current request for certain."""
        if phase == "body" and self._body_left:
            return min(self._body_left, len(self._unparsed))
        # An empty line ends a header, and a body that is sent in chunks.
        found = (self._tail + self._unparsed).find(_BLANK_LINE)
        size = len(self._unparsed)
        return size if found < 0 else found + len(_BLANK_LINE) - len(self._tail)

    def _parse(self, size: int) -> None:
        part, self._unparsed = self._unparsed[:size], self._unparsed[size:]
        self._tail = (self._tail + part)[-len(_BLANK_LINE) + 1 :]
        before = self.cycle
        super().data_received(part)
        if self.cycle is not before:
            self._limits.heard(self)
            self._header_bytes = 0
            # Zero for a body that is sent in chunks as well.
            self._body_left = int(dict(self.cycle.scope["headers"]).get(b"content-length", 0))
        elif self._body_left:
            self._body_left -= size
        elif self._current_phase()[0] == "header":
            self._header_bytes += size
            if self._header_bytes > _MAX_HEADER_BYTES and not self.transport.is_closing():
                self.refuse(431)

    def pause_writing(self) -> None:
        self._stuck_since = time.monotonic()
        super().pause_writing()

    def resume_writing(self) -> None:
        self._stuck_since = None
        super().resume_writing()

    # --- limits ---------------------------------------------------------------------------------

    @property
    def is_idle(self) -> bool:
        """Whether the client has been answered and has sent nothing since."""
        cycle = self.cycle
        return bool(cycle) and cycle.response_complete and not self._header_bytes

    def _current_phase(self) -> tuple[str, object]:
        """Return what the client is expected to do, and the request that it does it for."""
        cycle = self.cycle
        if cycle is None:
            return "header", None
        if cycle.more_body:
            return "body", cycle
        return ("header" if cycle.response_complete else "answer"), cycle

    def is_overdue(self, settings: Settings, now: float) -> bool:
        if self._stuck_since is not None:
            return now - self._stuck_since > settings.write_timeout_s
        cycle = self.cycle
        # First, since nearly all connections of a busy server are event streams.
        if cycle is not None and not cycle.more_body and not cycle.response_complete:
            return False
        phase = self._current_phase()
        if phase != self._phase:
            self._phase, self._since = phase, now
        kind = phase[0]
        limit_s = settings.body_timeout_s if kind == "body" else settings.header_timeout_s
        if kind == "header" and cycle is not None:
            limit_s += settings.idle_timeout_s
        return now - self._since > limit_s

    def refuse(self, status: int) -> None:
        """Answer with an error, as far as an answer can still be sent, and close the connection."""
        self._is_refused = True
        is_answering = self._current_phase()[0] != "header"
        if not (is_answering or self._stuck_since or self.transport.is_closing()):
            body = json.dumps({"detail": _SENTENCES[status]})
            self.transport.write(
                f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
                f"content-length: {len(body)}\r\nconnection: close\r\n\r\n{body}".encode()
            )
            self.transport.close()
        else:
            self.abort()

    def abort(self) -> None:
        self._is_refused = True
        self.transport.abort()
