"""Dependencies of the routes: the services of the server, the client, the visitor, moves in a query.

A client is an address, which limits count; a visitor is a browser or bot, which games belong to.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Depends, HTTPException, Query, Request, Response

from dropfour.engines.engine import Stop
from dropfour.study.analyst import Analyst
from dropfour.web.admin.health import Health
from dropfour.web.admin.metrics import Metrics
from dropfour.web.club.club import Club
from dropfour.web.games.audience import Audience
from dropfour.web.games.games import Games
from dropfour.web.games.requests import WaitingTerms
from dropfour.web.games.store import GameStore
from dropfour.web.http.guard import is_operator
from dropfour.web.http.networks import client_key
from dropfour.web.http.problems import Gone
from dropfour.web.http.rate_limit import RateLimit
from dropfour.web.pool import Pool
from dropfour.web.positions.opening_counts import OpeningCounts
from dropfour.web.positions.schema import PlayedMoves
from dropfour.web.settings import Settings
from dropfour.web.tournaments.runner import TournamentRunner
from dropfour.web.tournaments.snapshots import Tournaments

Answer = TypeVar("Answer")

_COOKIE = "visitor"
_SECRET = "([0-9a-f]{32})"
_BEARER = re.compile(rf"\A(?i:bearer) {_SECRET}\Z".encode())
_COOKIES = re.compile(rf"(?:\A|;) *{_COOKIE}={_SECRET} *(?:;|\Z)".encode())
_COOKIE_AGE_S = 400 * 24 * 3600  # the longest that browsers keep a cookie


@dataclass(frozen=True, slots=True)
class Services:
    """What the routes of a server use.

    Each pool is for work of one kind, so that no analysis, drawing or tournament report keeps a player
    waiting: analyses, moves of engines, games that are replayed, drawings, and larger queries.
    """

    settings: Settings
    store: GameStore
    games: Games
    audience: Audience
    club: Club
    analyst: Analyst
    opening_counts: OpeningCounts
    tournaments: Tournaments
    new_games: RateLimit
    health: Health
    metrics: Metrics
    searches: Pool
    moves: Pool
    replays: Pool
    drawings: Pool
    queries: Pool
    runner: TournamentRunner


def services_of(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


# Dependencies are async where they can be: FastAPI runs the others in a thread, which takes longer.
async def services(request: Request) -> Services:
    return services_of(request)


async def client(request: Request) -> str:
    return client_of(request)


def client_of(request: Request) -> str:
    """Return whose share of the threads a search counts towards."""
    return client_key(request.client.host) if request.client else "unknown"


async def creates_game(request: Request) -> None:
    """Count a new game; raise HTTPException if the client has created too many in the last minute."""
    wait_s = services_of(request).new_games.take(client_of(request))
    if wait_s:
        services_of(request).metrics.refused.labels("games").inc()
        raise HTTPException(
            429,
            "you have started too many games: try again in a moment",
            {"Retry-After": str(math.ceil(wait_s))},
        )


async def run_for(request: Request, pool: Pool, work: Callable[[Stop], Answer]) -> Answer:
    """Run *work* in *pool* for the client of *request*, and stop it if the client disconnects.

    Raises Busy if too many searches are waiting, and Gone after a disconnection.
    """
    job = asyncio.ensure_future(pool.run(client_of(request), work))
    gone = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait((job, gone), return_when=asyncio.FIRST_COMPLETED)
        if not job.done():
            raise Gone
        return job.result()
    finally:
        job.cancel()
        gone.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who sends a request: *key* is the hash of a secret, and empty for somebody without one."""

    key: str
    is_bot: bool = False


async def operator(request: Request) -> bool:
    """Return whether the client may do what only the operator of the server may."""
    return is_operator(request.scope)


async def visitor(request: Request) -> Visitor:
    return visitor_of(request)


def visitor_of(request: Request) -> Visitor:
    """Identify the sender by a bot's token or a browser's cookie."""
    token = _sent(request, b"authorization", _BEARER)
    if token is not None:
        return Visitor(_key_of(token), is_bot=True)
    token = _sent(request, b"cookie", _COOKIES)
    return Visitor("" if token is None else _key_of(token))


async def known_visitor(request: Request, response: Response) -> Visitor:
    """Identify the sender; a browser that has no cookie yet is given one."""
    if _sent(request, b"authorization", _BEARER) is not None:
        return visitor_of(request)
    token = _sent(request, b"cookie", _COOKIES) or new_secret()
    response.set_cookie(
        _COOKIE,
        token,
        max_age=_COOKIE_AGE_S,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return Visitor(_key_of(token))


def _sent(request: Request, header: bytes, pattern: re.Pattern[bytes]) -> str | None:
    """Return the secret in the first *header* of that name that has one."""
    for name, value in request.scope["headers"]:
        if name == header and (found := pattern.search(value)) is not None:
            return found[1].decode()
    return None


async def check_help(
    services: Annotated[Services, Depends(services)], visitor: Annotated[Visitor, Depends(visitor)]
) -> None:
    """Refuse study and engine help to somebody who is playing a live game."""
    await services.audience.check_help(visitor.key)


def new_secret() -> str:
    """Return a random secret of 128 bits."""
    return secrets.token_hex(16)


def _key_of(secret: str) -> str:
    # Only the hash is stored; a secret of 128 random bits needs neither salt nor a slow hash.
    return hashlib.sha256(secret.encode()).hexdigest()


ServicesDep = Annotated[Services, Depends(services)]
Client = Annotated[str, Depends(client)]
Operator = Annotated[bool, Depends(operator)]
# The second has a secret: a browser that sends none is given one.
AnyVisitor = Annotated[Visitor, Depends(visitor)]
KnownVisitor = Annotated[Visitor, Depends(known_visitor)]
HELP = [Depends(check_help)]
EVENTS: dict[int | str, dict[str, Any]] = {200: {"content": {"text/event-stream": {}}}}
MovesQuery = Annotated[PlayedMoves, Query()]
WaitingQuery = Annotated[WaitingTerms, Query()]
