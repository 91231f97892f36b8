"""Who sends a request, and how much of the server each sender may use.

A sender is a visitor, which is a browser or a bot, at a client, which is an address. A visitor
sends a secret that this server has signed; `Visitors` hands out only so many for each client. Those
who send none, or one that somebody has invented, are unknown.

Every limit is dealt out in shares: a visitor has one, and all visitors of a client have ten
together, so a class can play behind one address. When these are used up, those give way who have
used more than a tenth of their own share. All the unknown of a client have two shares together, and
so have those of them who open a page, to become visitors. Trusted proxies, which forward the
requests of others, have no limit. `RateLimit` deals out how often senders do something (requests,
new games, new visitors), and `AtOnce` how much of it is in progress (requests, work for a thread).
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Scope

from dropfour.database import DatabaseError
from dropfour.web.http.networks import Networks, client_key
from dropfour.web.http.problems import Busy
from dropfour.web.settings import Settings

_COOKIE = "visitor"
_COOKIE_AGE_S = 400 * 24 * 3600  # the longest that browsers keep a cookie
SHARES_OF_CLIENT = 10
_SHARES_OF_UNKNOWN = 2
# The part of a share that a visitor has whatever others at the same address do.
_CERTAIN = 0.1
_MAX_ACCOUNTS = 10_000
# A class opens the page at the same time: as many may come at once as in this time.
_NEWCOMERS_S = 300.0
# Programs ask for a token, and are fewer than browsers.
_BROWSERS_PER_PROGRAM = 5
# A secret, and its signature, which earlier versions did not add.
_SECRET = "([0-9a-f]{32})([0-9a-f]{32})?"
_BEARER = re.compile(rf"\A(?i:bearer) {_SECRET}\Z".encode())
_COOKIES = re.compile(rf"(?:\A|;) *{_COOKIE}={_SECRET} *(?:;|\Z)".encode())


class Sender(NamedTuple):
    """*secret* is that of a visitor, and empty for the unknown; *claimed* is one without a signature of
    this server. *opens_page* is whether the request asks for a page."""

    client: str
    secret: str = ""
    is_bot: bool = False
    claimed: str = ""
    opens_page: bool = False
    is_proxy: bool = False

    @property
    def key(self) -> str:
        """What is stored of a visitor: the hash of the secret, empty for the unknown."""
        return hash_of(self.secret) if self.secret else ""

    @property
    def accounts(self) -> list[tuple[str, int]]:
        """What counts against a limit, the sender's own account first, and the shares of each."""
        if self.is_proxy:
            return []
        if not self.secret:
            return [
                (f"{self.client} {'pages' if self.opens_page else 'unknown'}", _SHARES_OF_UNKNOWN)
            ]
        return [(f"{self.client} {self.secret}", 1), (self.client, SHARES_OF_CLIENT)]


def sender_of(request: HTTPConnection) -> Sender:
    """Return who sends a request that has passed `dropfour.web.http.guard`."""
    sender: Sender = request.scope["state"]["sender"]
    return sender


def new_token() -> str:
    """Return a secret for a link, which is used once."""
    return secrets.token_urlsafe(18)


def hash_of(secret: str) -> str:
    """Return what is stored of a secret; one of 128 random bits needs neither salt nor a slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Visitors:
    """The secrets of visitors: signed, handed out at a limited rate, and recognised."""

    def __init__(self, settings: Settings) -> None:
        per_second = settings.max_new_visitors_per_minute / 60 / _SHARES_OF_UNKNOWN
        self._proxies = Networks(settings.trusted_proxies)
        self._browsers = RateLimit(per_second, _NEWCOMERS_S)
        self._programs = RateLimit(per_second / _BROWSERS_PER_PROGRAM, _NEWCOMERS_S)
        self._key = b""
        self._owns: Callable[[str], bool] = bool
        # Visitors of earlier versions, or from before the key was lost.
        self._recognised: dict[str, None] = {}

    def open(self, key: bytes, owns: Callable[[str], bool]) -> None:
        """Sign with *key*. *owns* returns whether the visitor with a key (`Sender.key`) has something in
        the database; it is called in a thread."""
        self._key, self._owns = key, owns

    def sender(self, scope: Scope) -> Sender:
        address, path = scope.get("client"), scope["path"]
        client = client_key(address[0]) if address else "unknown"
        opens_page = not path.startswith(("/api/", "/static/"))
        unknown = Sender(client, opens_page=opens_page, is_proxy=client in self._proxies)
        for name, value in scope["headers"]:
            pattern = {b"cookie": _COOKIES, b"authorization": _BEARER}.get(name)
            if pattern is None or (found := pattern.search(value)) is None:
                continue
            secret, is_bot = found[1].decode(), pattern is _BEARER
            is_signed = hmac.compare_digest(found[2] or b"", self._signature(secret))
            if is_signed or secret in self._recognised:
                return unknown._replace(secret=secret, is_bot=is_bot)
            return unknown._replace(claimed=secret, is_bot=is_bot)
        return unknown

    async def recognised(self, sender: Sender) -> Sender:
        """Return *sender* as a visitor if the secret is that of one, although it has no signature."""
        if sender.claimed:
            visitor = sender._replace(secret=sender.claimed, claimed="", opens_page=False)
            try:
                if await run_in_threadpool(self._owns, visitor.key):
                    if len(self._recognised) >= _MAX_ACCOUNTS:
                        self._recognised.clear()
                    self._recognised[visitor.secret] = None
                    return visitor
            except DatabaseError:
                pass  # unknown until it can be read
        return sender

    def new(self, sender: Sender, *, is_browser: bool = False) -> str:
        """Return a new secret for *sender*; raise Busy if their client was given too many."""
        limit = self._browsers if is_browser else self._programs
        if limit.take(sender._replace(secret="", opens_page=False)):
            raise Busy("too many new visitors from your address: open the page again in a minute")
        return secrets.token_hex(16)

    def signed(self, secret: str) -> str:
        """Return what a visitor sends: the secret with its signature."""
        return secret + self._signature(secret).decode()

    def cookie(self, scope: Scope, secret: str) -> tuple[bytes, bytes]:
        """Return the header that lets a browser send *secret* from now on."""
        response = Response()
        response.set_cookie(
            _COOKIE,
            self.signed(secret),
            max_age=_COOKIE_AGE_S,
            httponly=True,
            samesite="lax",
            secure=scope["scheme"] == "https",
        )
        return response.raw_headers[-1]

    def _signature(self, secret: str) -> bytes:
        return hmac.digest(self._key, secret.encode(), "sha256")[:16].hex().encode()


class RateLimit:
    """How often senders may do something: *per_second* times on average for each share (0 means no
    limit), and at once what *burst_s* seconds allow."""

    def __init__(
        self, per_second: float, burst_s: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_second = per_second
        self._burst_s = burst_s
        self._now = now
        # When each account will have made up for what it has done.
        self._even_at: dict[str, float] = {}

    def take(self, sender: Sender, patience_s: float = 0.0) -> float:
        """Return in how many seconds *sender* may act, which counts if it is within *patience_s*."""
        if not self._per_second:
            return 0.0
        now = self._now()
        even_at = {
            account: max(now, self._even_at.get(account, now)) + 1 / (self._per_second * share)
            for account, share in sender.accounts
        }
        debts_s = [then - now for then in even_at.values()]
        certain_s = max(_CERTAIN * self._burst_s, 1 / self._per_second)
        if sender.secret and debts_s and debts_s[0] <= certain_s:
            debts_s.clear()
        # Rounded, since sums of fractions are not exact.
        wait_s = round(max([0.0, *(debt_s - self._burst_s for debt_s in debts_s)]), 6)
        if wait_s <= patience_s:
            if len(self._even_at) >= _MAX_ACCOUNTS:
                self._forget_even(now)
            self._even_at |= even_at
        return wait_s

    def _forget_even(self, now: float) -> None:
        """Forget the accounts that owe nothing, or all of them if there is none."""
        busy = {account: then for account, then in self._even_at.items() if then > now}
        self._even_at = busy if len(busy) < _MAX_ACCOUNTS else {}


class AtOnce:
    """How much senders may do at the same time: *most* for each share."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: Counter[str] = Counter()

    @contextmanager
    def one_more(self, sender: Sender) -> Iterator[bool]:
        """Count what *sender* does until the block ends; yield whether it may."""
        accounts = sender.accounts
        self._counts.update(account for account, _ in accounts)
        counts = [(self._counts[account], self._most * share) for account, share in accounts]
        if sender.secret and counts and counts[0][0] <= max(_CERTAIN * self._most, 1):
            counts.clear()
        try:
            yield all(count <= most for count, most in counts)
        finally:
            for account, _ in accounts:
                self._counts[account] -= 1
                if not self._counts[account]:
                    del self._counts[account]
