"""Dependencies of the routes: the parts of the server, the client, and the moves in a query."""

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
from dropfour.web.games.games import Games
from dropfour.web.games.live_schema import WaitingTerms
from dropfour.web.games.service import Live
from dropfour.web.http.guard import is_operator
from dropfour.web.http.networks import client_key
from dropfour.web.http.problems import Gone
from dropfour.web.http.rate_limit import RateLimit
from dropfour.web.pool import Pool
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
class Context:
    """The parts of a server. Moves have their own threads, so that no analysis, drawing or tournament
    report keeps a player waiting."""

    settings: Settings
    games: Games
    live: Live
    analyst: Analyst
    searches: Pool
    moves: Pool
    starts: Pool
    drawings: Pool
    tournaments: Tournaments
    reports: Pool
    new_games: RateLimit
    health: Health
    metrics: Metrics
    runner: TournamentRunner


def parts_of(request: Request) -> Context:
    parts: Context = request.app.state.context
    return parts


# Dependencies are async where they can be: FastAPI runs the others in a thread, which takes longer.
async def context(request: Request) -> Context:
    return parts_of(request)


async def client(request: Request) -> str:
    return client_of(request)


def client_of(request: Request) -> str:
    """Return whose share of the threads a search counts towards."""
    return client_key(request.client.host) if request.client else "unknown"


async def creates_game(request: Request) -> None:
    """Count a new game; raise HTTPException if the client has created too many in the last minute."""
    wait_s = parts_of(request).new_games.take(client_of(request))
    if wait_s:
        parts_of(request).metrics.refused.labels("games").inc()
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
class Identity:
    """Who sends a request: *key* is the hash of a secret, and empty for somebody without one."""

    key: str
    is_bot: bool = False


async def operator(request: Request) -> bool:
    """Return whether the client may do what only the operator of the server may."""
    return is_operator(request.scope)


async def caller(request: Request) -> Identity:
    return caller_of(request)


def caller_of(request: Request) -> Identity:
    """Identify the sender by a bot's token or a browser's cookie."""
    token = _sent(request, b"authorization", _BEARER)
    if token is not None:
        return Identity(_key_of(token), is_bot=True)
    token = _sent(request, b"cookie", _COOKIES)
    return Identity("" if token is None else _key_of(token))


async def known_caller(request: Request, response: Response) -> Identity:
    """Identify the sender; a browser that has no cookie yet is given one."""
    if _sent(request, b"authorization", _BEARER) is not None:
        return caller_of(request)
    token = _sent(request, b"cookie", _COOKIES) or new_secret()
    response.set_cookie(
        _COOKIE,
        token,
        max_age=_COOKIE_AGE_S,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return Identity(_key_of(token))


def _sent(request: Request, header: bytes, pattern: re.Pattern[bytes]) -> str | None:
    """Return the secret in the first *header* of that name that has one."""
    for name, value in request.scope["headers"]:
        if name == header and (found := pattern.search(value)) is not None:
            return found[1].decode()
    return None


async def check_help(
    parts: Annotated[Context, Depends(context)], sender: Annotated[Identity, Depends(caller)]
) -> None:
    """Refuse study and engine help to somebody who is playing a live game."""
    await parts.live.check_help(sender.key)


async def visitor(known: Annotated[Identity, Depends(known_caller)]) -> str:
    return known.key


def new_secret() -> str:
    """Return a random secret of 128 bits."""
    return secrets.token_hex(16)


def _key_of(secret: str) -> str:
    # Only the hash is stored; a secret of 128 random bits needs neither salt nor a slow hash.
    return hashlib.sha256(secret.encode()).hexdigest()


Parts = Annotated[Context, Depends(context)]
Client = Annotated[str, Depends(client)]
Operator = Annotated[bool, Depends(operator)]
Visitor = Annotated[str, Depends(visitor)]
Caller = Annotated[Identity, Depends(caller)]
KnownCaller = Annotated[Identity, Depends(known_caller)]
HELP = [Depends(check_help)]
EVENTS: dict[int | str, dict[str, Any]] = {200: {"content": {"text/event-stream": {}}}}
MovesQuery = Annotated[PlayedMoves, Query()]
WaitingQuery = Annotated[WaitingTerms, Query()]
