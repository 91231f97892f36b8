"""Connections: limited for each address, and closed if a request does not arrive in time.

uvicorn limits neither the time in which a request must arrive nor who opens how many connections,
and it parses whatever a client sends while an answer is not read. Here a request must arrive within
a time limit and is parsed once the one before it has been answered. One address gets a share of the
connections; when all of these are taken, the visitor who has the most gives way, and all who are
unknown count as one. Hypercorn parses one request at a time by itself, but has none of these
limits, and a move costs 1.4 times as much on it (lab/notebook/server.md).
"""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from http import HTTPStatus
from itertools import islice
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from dropfour.web.http.metrics import Metrics
from dropfour.web.http.networks import LOCAL, Networks, client_key
from dropfour.web.http.senders import SHARES_OF_CLIENT
from dropfour.web.settings import Settings

_MAX_HEADER_BYTES = 16 * 1024
# The part of the connections of an address that are closed at once.
_DISPLACED_AT_ONCE = 64
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
        metrics.connections.set_function(self.__len__)
        self._proxies = Networks(settings.trusted_proxies)
        self._open: set[Connection] = set()
        # In the order in which they came.
        self._of_client: dict[str, dict[Connection, None]] = {}
        # In the order in which they came: connections without a request so far.
        self._silent: dict[Connection, None] = {}

    def __len__(self) -> int:
        return len(self._open)

    def close_overdue(self) -> None:
        """Close the connections whose request has not arrived in time; call this once a second."""
        now = time.monotonic()
        for connection in [each for each in self._open if each.is_overdue(self._settings, now)]:
            self._metrics.refused.labels("time").inc()
            connection.refuse(408)

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
        most = self._settings.max_connections_per_client * SHARES_OF_CLIENT
        is_share_taken = len(theirs) >= most and client not in self._proxies
        # Some at once: to look for them takes as long as to accept several connections.
        count = 1 + most // _DISPLACED_AT_ONCE
        if is_share_taken and not self._displace(_of_greediest(theirs)[:count]):
            return False
        is_full = len(self._open) >= self._settings.max_connections
        if is_full and not self._displace(list(islice(self._silent, 1))):
            return False
        self._open.add(connection)
        self._of_client.setdefault(client, {})[connection] = None
        self._silent[connection] = None
        return True

    def _displace(self, connections: Sequence[Connection]) -> bool:
        """Close connections for a new one; return False if there are none."""
        self._metrics.refused.labels("connections").inc(len(connections) or 1)
        for each in connections:
            self.forget(each)
            each.abort()
        return bool(connections)

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


def _of_greediest(connections: Iterable[Connection]) -> list[Connection]:
    """Return the connections of the visitor with the most if that is several, first the idle ones."""
    by_visitor: dict[str, list[Connection]] = {}
    for each in connections:
        by_visitor.setdefault(each.visitor, []).append(each)
    most = max(by_visitor.values(), key=len, default=[])
    return sorted(most, key=lambda each: not each.is_idle) if len(most) > 1 else []


class Connection(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's protocol, which is given one request at a time to parse."""

    def __init__(self, limits: Connections, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._limits = limits
        # When the client was expected to send what it has not sent yet.
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
        self._since = time.monotonic()
        if self.cycle.more_body and not self._body_left:
            self.transport.close()  # the rest of the chunks has no known end
        self._parse_request()

    def _parse_request(self) -> None:
        """Parse what was received up to the end of a request; the rest waits until it was answered."""
        if self._is_parsing:
            return
        self._is_parsing = True
        while self._unparsed and not self.transport.is_closing():
            phase = self._phase()
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
            self._since = time.monotonic()
            self._header_bytes = 0
            # Zero for a body that is sent in chunks as well.
            self._body_left = int(dict(self.cycle.scope["headers"]).get(b"content-length", 0))
        elif self._body_left:
            self._body_left -= size
        elif self._phase() == "header":
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

    @property
    def visitor(self) -> str:
        """The secret of the sender of the last request, empty for somebody unknown."""
        state = self.cycle.scope.get("state", {}) if self.cycle else {}
        return state["sender"].secret if "sender" in state else ""

    def _phase(self) -> str:
        """Return what the client is expected to do: send a header or a body, or wait for its answer."""
        cycle = self.cycle
        if cycle is None:
            return "header"
        if cycle.more_body:
            return "body"
        return "header" if cycle.response_complete else "answer"

    def is_overdue(self, settings: Settings, now: float) -> bool:
        if self._stuck_since is not None:
            return now - self._stuck_since > settings.write_timeout_s
        phase = self._phase()
        if phase == "answer":
            return False
        limit_s = settings.body_timeout_s if phase == "body" else settings.header_timeout_s
        if phase == "header" and self.cycle is not None:
            limit_s += settings.idle_timeout_s
        return now - self._since > limit_s

    def refuse(self, status: int) -> None:
        """Answer with an error, as far as an answer can still be sent, and close the connection."""
        self._is_refused = True
        if self._phase() == "header" and not (self._stuck_since or self.transport.is_closing()):
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
