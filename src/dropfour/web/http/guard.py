"""Middleware in front of the application, a class for each concern, in the order in which a request
passes them: it is counted and logged, waits for its turn, must be meant for this server and come
from its own pages, and may have a body of limited size. Responses get security headers and are sent
in parts."""

from __future__ import annotations

import asyncio
import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dropfour.web.http.access_log import log_access
from dropfour.web.http.metrics import Metrics
from dropfour.web.http.networks import Hosts
from dropfour.web.http.problems import PAUSE_S, problem
from dropfour.web.http.senders import AtOnce, RateLimit, Visitors
from dropfour.web.settings import Settings

# A visitor may use the requests of this many seconds in a row: all files of the page, and more.
_BURST_S = 10.0
# How long a request over the limit waits for its turn, so that no page lacks a file.
_PATIENCE_S = 10.0

_MAX_PART_BYTES = 64 * 1024

_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        b"img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"referrer-policy", b"same-origin"),
    # Together they let the page share memory between its workers, which then search as threads.
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)


# Style sheets, modules and words are no documents: most of what their answers would have is for those.
_HEADERS_OF_PARTS = _HEADERS[:1]


class _Layer:
    """Lets everything pass that is not a request, such as the start of the application."""

    def __init__(
        self, app: ASGIApp, settings: Settings, metrics: Metrics, visitors: Visitors
    ) -> None:
        self._app, self._metrics, self._visitors = app, metrics, visitors
        self._rate = RateLimit(settings.max_requests_per_second, _BURST_S)
        self._at_once = AtOnce(settings.max_connections_per_client)
        self._hosts = Hosts(settings.allowed_hosts)
        self._most_bytes = settings.max_body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        passes = self.handle if scope["type"] == "http" else self._app
        await passes(scope, receive, send)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        raise NotImplementedError

    def refused(self, limit: str, status: int, sentence: str, retry_s: str = "") -> ASGIApp:
        """Return the answer to a request that exceeds a limit."""
        self._metrics.refused.labels(limit).inc()
        return problem(status, sentence, {"Retry-After": retry_s} if retry_s else None)


class Account(_Layer):
    """Counts and logs each request with its status, size and time: 499 if the client left early."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        status, size, is_answered = 499, 0, False

        async def watch(message: Message) -> None:
            nonlocal status, size, is_answered
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                size += len(message.get("body", b""))
                is_answered = not message.get("more_body", False)
            await send(message)

        try:
            with self._metrics.in_progress.track_inprogress():
                await self._app(scope, receive, watch)
        except Exception:
            status, is_answered = 500, True
            raise
        finally:
            time_s, status = time.perf_counter() - begun, status if is_answered else 499
            route = getattr(scope.get("route"), "path", "none")
            self._metrics.requests.labels(route, status).inc()
            self._metrics.seconds.labels(route).observe(time_s)
            log_access(scope, status, size, time_s)


class Responses(_Layer):
    """Adds security headers and the cookie of a new visitor, and sends large bodies in parts: each of
    them waits until the client has read enough of those before."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message.get("headers", ())
                present = {name for name, _ in headers}
                wanted = _HEADERS_OF_PARTS if scope["state"].get("is_part") else _HEADERS
                strict = [each for each in wanted if each[0] not in present]
                if secret := scope["state"].get("cookie"):
                    strict.append(self._visitors.cookie(scope, secret))
                await send({**message, "headers": [*headers, *strict]})
                return
            body, has_more = message.get("body", b""), message.get("more_body", False)
            for start in range(0, len(body) or 1, _MAX_PART_BYTES):
                end = start + _MAX_PART_BYTES
                more = has_more or end < len(body)
                await send({**message, "body": body[start:end], "more_body": more})

        scope.setdefault("state", {})
        await self._app(scope, receive, send_guarded)


class Turns(_Layer):
    """Notes who sends a request, and lets it wait for its turn, or refuses it."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        state, answer = scope["state"], self._app
        sender = state["sender"] = self._visitors.sender(scope)
        with self._at_once.one_more(sender) as may:
            wait_s = self._rate.take(sender, _PATIENCE_S)
            if not may or wait_s > _PATIENCE_S:
                wait_s = PAUSE_S
                sentence = "too many requests from your address: try again in a few seconds"
                answer = self.refused("requests", 429, sentence, "10")
            try:
                if wait_s:
                    await asyncio.sleep(wait_s)
                if answer is self._app and sender.claimed:
                    sender = state["sender"] = await self._visitors.recognised(sender)
                    state["cookie"] = "" if sender.is_bot else sender.secret
            except asyncio.CancelledError:
                answer = problem(503, "the server is stopping", {"Retry-After": "2"})
            await answer(scope, receive, send)


class OwnSite(_Layer):
    """Refuses requests for other hosts, and changes that the page of another site requests."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, answer = Headers(scope=scope), self._app
        host = headers.get("host")
        if host is not None and host not in self._hosts:
            sentence = f"this server does not answer to the name {host}; see --allowed-hosts"
            answer = self.refused("host", 421, sentence)
        elif scope["method"] not in ("GET", "HEAD", "OPTIONS") and _is_foreign(headers):
            answer = self.refused("site", 403, "other sites cannot change anything here")
        await answer(scope, receive, send)


class Bodies(_Layer):
    """Refuses bodies that are too large, whether their length is announced or not."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, answer, received = Headers(scope=scope), self._app, 0
        most = self._most_bytes
        sentence = f"the request body exceeds {most // 1024} KiB"

        async def receive_limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > most:
                raise HTTPException(413, sentence)
            return message

        length = headers.get("content-length", "")
        if length.isdecimal() and int(length[:20]) > most:
            answer = self.refused("body", 413, sentence)
        await answer(scope, receive_limited, send)


LAYERS = (Account, Responses, Turns, OwnSite, Bodies)


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
