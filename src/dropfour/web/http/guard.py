"""Middleware in front of the application: limits on requests, security headers on responses."""

from __future__ import annotations

import asyncio
import collections
import time
from typing import Any
from urllib.parse import urlsplit

from prometheus_client import Counter, Histogram
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dropfour.web.admin.metrics import Metrics
from dropfour.web.http.access_log import log_access
from dropfour.web.http.networks import Hosts, Networks
from dropfour.web.http.problems import PAUSE_S, problem
from dropfour.web.http.senders import UNKNOWN_VISITORS, VISITORS_PER_CLIENT, Sender, SenderLimit
from dropfour.web.settings import Settings

# A visitor may use the requests of this many seconds in a row: all files of the page, and more.
_BURST_S = 10
# A request over the limit waits for its turn, so that no page lacks a file; one that would wait for
# longer is refused.
_PATIENCE_S = 10.0

_MAX_PART_BYTES = 64 * 1024

_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        b"img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    # Together they let the page share memory between its workers, which then search as threads.
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)


class Guard:
    """Rejects requests for other hosts, changes requested by other sites, oversized bodies and too many
    requests of one client; adds security headers to responses; counts and logs them."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._hosts = Hosts(settings.allowed_hosts)
        self._max_body_bytes = settings.max_body_bytes
        self._max_file_bytes = settings.max_file_bytes
        self._local = Networks(settings.trusted_proxies)
        self._max_in_progress = settings.max_connections_per_client
        rate = settings.max_requests_per_second
        self._rate = SenderLimit(rate, int(_BURST_S * rate), self._local, UNKNOWN_VISITORS)
        self._in_progress: collections.Counter[str] = collections.Counter()
        self._of_visitor: collections.Counter[Sender] = collections.Counter()
        self._metrics = metrics
        # Looked up once for each route and status: that takes longer than counting.
        self._numbers: dict[tuple[str, int], tuple[Counter, Histogram]] = {}
        metrics.watch(metrics.in_progress, self._in_progress.total)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        status, size = 499, 0  # until there is a response
        is_answered = False

        async def send_guarded(message: Message) -> None:
            nonlocal status, size, is_answered
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message.get("headers", ())
                present = {name for name, _ in headers}
                strict = [each for each in _HEADERS if each[0] not in present]
                message["headers"] = [*headers, *strict]
                await send(message)
                return
            body, has_more = message.get("body", b""), message.get("more_body", False)
            size += len(body)
            is_answered = not has_more
            # Each part waits until the client has read enough of those before.
            for start in range(0, len(body) or 1, _MAX_PART_BYTES):
                end = start + _MAX_PART_BYTES
                more = has_more or end < len(body)
                part = {"type": "http.response.body", "body": body[start:end], "more_body": more}
                await send(part)

        received = 0
        request_headers = Headers(scope=scope)
        most_bytes = self._most_bytes(request_headers)

        async def receive_limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > most_bytes:
                raise HTTPException(413, _too_large(most_bytes))
            return message

        sender = Sender.of(scope)
        state = scope.setdefault("state", {})
        state["sender"], key = sender, sender.client
        self._in_progress[key] += 1
        self._of_visitor[sender] += 1
        try:
            refusal = await self._turn(sender) or self._refusal(scope, request_headers)
            if refusal is None:
                await self._app(scope, receive_limited, send_guarded)
            else:
                await refusal(scope, receive, send_guarded)
        except Exception:
            status, is_answered = 500, True
            raise
        finally:
            _count_down(self._in_progress, key)
            _count_down(self._of_visitor, sender)
            self._note(scope, status if is_answered else 499, size, time.perf_counter() - begun)

    def _most_bytes(self, headers: Headers) -> int:
        """Return how large the body may be. A file is text, which is read in a thread; JSON is read in
        the event loop."""
        is_file = headers.get("content-type", "").lower().startswith("text/plain")
        return self._max_file_bytes if is_file else self._max_body_bytes

    async def _turn(self, sender: Sender) -> Response | None:
        """Wait until *sender* may have an answer; return a refusal if that takes too long."""
        client = sender.client
        most = self._max_in_progress
        is_many = client not in self._local and (
            self._of_visitor[sender] > most * (1 if sender.secret else UNKNOWN_VISITORS)
            or self._in_progress[client] > most * VISITORS_PER_CLIENT
        )
        wait_s = self._rate.take(sender, _PATIENCE_S)
        if not is_many and wait_s <= _PATIENCE_S:
            try:
                if wait_s:
                    await asyncio.sleep(wait_s)
            except asyncio.CancelledError:
                return problem(503, "the server is stopping", {"Retry-After": "2"})
            return None
        await asyncio.sleep(PAUSE_S)
        sentence = "too many requests from your address: try again in a few seconds"
        return self._refused("requests", problem(429, sentence, {"Retry-After": "10"}))

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        host = headers.get("host")
        if host is not None and host not in self._hosts:
            sentence = f"this server does not answer to the name {host}"
            return self._refused("host", problem(421, f"{sentence}; see --allowed-hosts"))
        if scope["method"] not in ("GET", "HEAD", "OPTIONS") and _is_foreign(headers):
            return self._refused("site", problem(403, "other sites cannot change anything here"))
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length[:20]) > (most := self._most_bytes(headers)):
            return self._refused("body", problem(413, _too_large(most)))
        return None

    def _refused(self, limit: str, answer: Response) -> Response:
        self._metrics.refused.labels(limit).inc()
        return answer

    def _note(self, scope: Scope, status: int, size: int, time_s: float) -> None:
        route = getattr(scope.get("route"), "path", "none")
        numbers = self._numbers.get((route, status))
        if numbers is None:
            requests = self._metrics.requests.labels(route, str(status))
            numbers = requests, self._metrics.seconds.labels(route)
            self._numbers[route, status] = numbers
        numbers[0].inc()
        numbers[1].observe(time_s)
        log_access(scope, status, size, time_s)


def _count_down(counter: collections.Counter[Any], key: object) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]


def _too_large(most_bytes: int) -> str:
    return f"the request body exceeds {most_bytes // 1024} KiB"


async def is_operator(request: Request) -> bool:
    """Return whether a request comes from the server's own machine, without a proxy in between.

    The host that the client asked for must be this machine as well: a page of another site can lead a
    browser here under its own name.
    """
    client, headers = request.client, request.headers
    if client is None or client.host not in _LOOPBACK or any(name in headers for name in _PROXY):
        return False
    try:
        host = urlsplit(f"//{headers.get('host', '')}").hostname
    except ValueError:
        return False
    return host == "localhost" or host in _LOOPBACK


_PROXY = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
_LOOPBACK = Networks(("127.0.0.0/8", "::1"))


def _is_foreign(headers: Headers) -> bool:
    """Return whether a page of another site made the browser send this request."""
    if headers.get("sec-fetch-site") == "cross-site":
        return True
    origin = headers.get("origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc != headers.get("host")
    except ValueError:
        return True
