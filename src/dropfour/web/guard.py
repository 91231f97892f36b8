"""Middleware in front of the application: limits on requests, security headers on responses."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dropfour.web.problems import problem

_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        "img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """Rejects oversized bodies and writes from other sites, and adds strict security headers."""

    def __init__(self, app: ASGIApp, max_body_bytes: int) -> None:
        self._app = app
        self._max_body_bytes = max_body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        sentence = f"a request may have at most {self._max_body_bytes // 1024} KiB"
        received = 0

        async def receive_limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self._max_body_bytes:
                raise HTTPException(413, sentence)
            return message

        headers = Headers(scope=scope)
        if _is_foreign(scope["method"], headers):
            await problem(403, "other sites cannot change anything here")(
                scope, receive, send_guarded
            )
            return
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length) > self._max_body_bytes:
            await problem(413, sentence)(scope, receive, send_guarded)
            return
        await self._app(scope, receive_limited, send_guarded)


def is_operator(scope: Scope) -> bool:
    """Return whether a request comes from the server's own machine, without a proxy in between.

    The host that the client asked for must be this machine as well: a page of another site can lead a
    browser here under its own name.
    """
    client, headers = scope.get("client"), Headers(scope=scope)
    if client is None or not _is_loopback(client[0]) or any(name in headers for name in _PROXY):
        return False
    try:
        return _is_loopback(urlsplit(f"//{headers.get('host', '')}").hostname or "")
    except ValueError:
        return False


_PROXY = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_foreign(method: str, headers: Headers) -> bool:
    """Return whether a page of another site made the browser send this request."""
    origin = headers.get("origin")
    if method in ("GET", "HEAD", "OPTIONS") or origin is None:
        return False
    try:
        return urlsplit(origin).netloc != headers.get("host")
    except ValueError:
        return True
