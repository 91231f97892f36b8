"""Who sends a request: a client, which is an address, and a visitor there, which is a browser or bot.

Limits hold for each visitor, and ten times as high for all visitors of a client together: a class shares
an address, and one of its pupils cannot use up what the others need. All those without a secret share
what a few visitors have: a browser has none when it opens the page for the first time.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections.abc import Callable, Container, Iterable
from typing import NamedTuple

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Scope

from dropfour.web.http.networks import client_key

_COOKIE = "visitor"
_COOKIE_AGE_S = 400 * 24 * 3600  # the longest that browsers keep a cookie
VISITORS_PER_CLIENT = 10
_MAX_CLIENTS = 10_000
# How many visitors those without a secret count as when they only ask for something.
UNKNOWN_VISITORS = 5
_SECRET = "([0-9a-f]{32})"
_BEARER = re.compile(rf"\A(?i:bearer) {_SECRET}\Z".encode())
_COOKIES = re.compile(rf"(?:\A|;) *{_COOKIE}={_SECRET} *(?:;|\Z)".encode())


class Sender(NamedTuple):
    """*secret* is a bot's token or the cookie of a browser, and empty for somebody without one."""

    client: str
    secret: str = ""
    is_bot: bool = False

    @property
    def key(self) -> str:
        """What is stored of a visitor: the hash of the secret, empty for somebody without one."""
        return hash_of(self.secret) if self.secret else ""

    @classmethod
    def of(cls, scope: Scope) -> Sender:
        address, headers = scope.get("client"), scope["headers"]
        client = client_key(address[0]) if address else "unknown"
        token = _sent(headers, b"authorization", _BEARER)
        if token is not None:
            return cls(client, token, True)
        return cls(client, _sent(headers, b"cookie", _COOKIES) or "")


def sender_of(request: HTTPConnection) -> Sender:
    """Return who sends a request that has passed `dropfour.web.http.guard`."""
    sender: Sender = request.scope["state"]["sender"]
    return sender


def new_secret() -> str:
    """Return a random secret of 128 bits."""
    return secrets.token_hex(16)


def new_token() -> str:
    """Return a secret for a link, which is used once."""
    return secrets.token_urlsafe(18)


def hash_of(secret: str) -> str:
    """Return what is stored of a secret; one of 128 random bits needs neither salt nor a slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


def set_cookie(request: HTTPConnection, response: Response, secret: str) -> None:
    """Let a browser send *secret* from now on."""
    response.set_cookie(
        _COOKIE,
        secret,
        max_age=_COOKIE_AGE_S,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def _sent(
    headers: Iterable[tuple[bytes, bytes]], header: bytes, pattern: re.Pattern[bytes]
) -> str | None:
    """Return the secret in the first *header* of that name that has one."""
    for name, value in headers:
        if name == header and (found := pattern.search(value)) is not None:
            return found[1].decode()
    return None


class RateLimit:
    """A token bucket for each client: *per_second* actions on average, up to *burst* at once."""

    def __init__(
        self, per_second: float, burst: int, now: Callable[[], float] = time.monotonic
    ) -> None:
        """*per_second* 0 means no limit."""
        self._per_second = per_second
        self._burst = burst
        self._now = now
        # How many actions a client has left, and when that was computed; less than 0 if some wait.
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, client: str, patience_s: float = 0.0) -> float:
        """Return after how many seconds *client* may act; unless that is more than *patience_s*, the
        action is counted."""
        if not self._per_second:
            return 0.0
        now = self._now()
        left = self._current(client, now)
        wait_s = max(0.0, (1 - left) / self._per_second)
        if wait_s <= patience_s:
            if len(self._left) >= _MAX_CLIENTS:
                self._forget_quiet(now)
            self._left[client] = left - 1, now
        return wait_s

    def _current(self, client: str, now: float) -> float:
        left, then = self._left.get(client, (float(self._burst), now))
        return min(float(self._burst), left + (now - then) * self._per_second)

    def _forget_quiet(self, now: float) -> None:
        """Forget the clients that have everything left, or all of them if none has."""
        busy = {
            client: state
            for client, state in self._left.items()
            if self._current(client, now) < self._burst
        }
        self._left = busy if len(busy) < _MAX_CLIENTS else {}


class SenderLimit:
    """How often visitors, and all visitors of a client, may do something; no limit for the clients in
    *exempt*."""

    def __init__(
        self, per_second: float, burst: int, exempt: Container[str] = (), unknown: int = 1
    ) -> None:
        """*per_second* and *burst* are those of a visitor; *per_second* 0 means no limit. Those without
        a secret have as much as *unknown* visitors."""
        self._visitors = RateLimit(per_second, burst)
        self._unknown = RateLimit(per_second * unknown, burst * unknown)
        more = VISITORS_PER_CLIENT
        self._clients = RateLimit(per_second * more, burst * more)
        self._exempt = exempt

    def take(self, sender: Sender, patience_s: float = 0.0) -> float:
        """Return how long *sender* has to wait for what it wants to do, which is counted unless that is
        longer than *patience_s*."""
        if sender.client in self._exempt:
            return 0.0
        if not sender.secret:
            return self._unknown.take(sender.client, patience_s)
        wait_s = self._visitors.take(f"{sender.client} {sender.secret}", patience_s)
        if wait_s > patience_s:
            return wait_s
        return max(wait_s, self._clients.take(sender.client, patience_s))
