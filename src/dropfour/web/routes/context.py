"""Dependencies of the routes: the parts of the server, the client, and the moves in a query."""

from __future__ import annotations

import asyncio
import hashlib
import math
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import Depends, HTTPException, Query, Request, Response

from dropfour.engines.engine import Stop
from dropfour.study.analyst import Analyst
from dropfour.web.clients import client_key
from dropfour.web.health import Health
from dropfour.web.live import Games
from dropfour.web.metrics import Metrics
from dropfour.web.pool import Gone, Pool
from dropfour.web.rates import RateLimit
from dropfour.web.schema import PlayedMoves
from dropfour.web.settings import Settings
from dropfour.web.tournaments import Tournaments

Answer = TypeVar("Answer")

_COOKIE = "visitor"
_COOKIE_AGE_S = 400 * 24 * 3600  # the longest that browsers keep a cookie


@dataclass(frozen=True, slots=True)
class Context:
    """The parts of a server. Moves have their own threads, so that no analysis, drawing or tournament
    report keeps a player waiting."""

    settings: Settings
    games: Games
    analyst: Analyst
    searches: Pool
    moves: Pool
    drawings: Pool
    tournaments: Tournaments
    reports: Pool
    new_games: RateLimit
    health: Health
    metrics: Metrics


def context(request: Request) -> Context:
    parts: Context = request.app.state.context
    return parts


def client_of(request: Request) -> str:
    """Return whose share of the threads a search counts towards."""
    return client_key(request.client.host) if request.client else "unknown"


def creates_game(request: Request) -> None:
    """Count a new game; raise HTTPException if the client has created too many in the last minute."""
    wait_s = context(request).new_games.take(client_of(request))
    if wait_s:
        context(request).metrics.refused.labels("games").inc()
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


def visitor(request: Request, response: Response) -> str:
    """Identify the visitor by a cookie, of which only a hash is stored."""
    token = request.cookies.get(_COOKIE, "")
    if not re.fullmatch("[0-9a-f]{32}", token):
        token = secrets.token_hex(16)
    response.set_cookie(
        _COOKIE,
        token,
        max_age=_COOKIE_AGE_S,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return hashlib.sha256(token.encode()).hexdigest()


Parts = Annotated[Context, Depends(context)]
Client = Annotated[str, Depends(client_of)]
Visitor = Annotated[str, Depends(visitor)]
MovesQuery = Annotated[PlayedMoves, Query()]
