"""Who sends a request: a client, which is an address, and a visitor there, which is a browser or bot.

Limits hold for each visitor, and ten times as high for all visitors of a client together: a class shares
an address, and one of its pupils cannot use up what the others need. All those without a secret share
what a few visitors have: a browser has none when it opens the page for the first time.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Container, Iterable
from typing import NamedTuple

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Scope

from dropfour.web.http.networks import client_key
from dropfour.web.http.rate_limit import RateLimit

_COOKIE = "visitor"
_COOKIE_AGE_S = 400 * 24 * 3600  # the longest that browsers keep a cookie
VISITORS_PER_CLIENT = 10
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
