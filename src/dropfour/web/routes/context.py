"""Dependencies of the routes: the parts of the server, the client, and the moves in a query."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query, Request, Response

from dropfour.study.analyst import Analyst
from dropfour.web.guard import is_operator
from dropfour.web.live import Games
from dropfour.web.pool import Pool
from dropfour.web.schema import PlayedMoves
from dropfour.web.settings import Settings
from dropfour.web.tournament_runner import TournamentRunner
from dropfour.web.tournaments import Tournaments

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
    runner: TournamentRunner


def context(request: Request) -> Context:
    parts: Context = request.app.state.context
    return parts


def client_of(request: Request) -> str:
    """Return whose share of the threads a search counts towards."""
    return request.client.host if request.client else "unknown"


def operator(request: Request) -> bool:
    """Return whether the client may do what only the operator of the server may."""
    return is_operator(request.scope)


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
Operator = Annotated[bool, Depends(operator)]
Visitor = Annotated[str, Depends(visitor)]
MovesQuery = Annotated[PlayedMoves, Query()]
