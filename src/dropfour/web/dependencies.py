"""Dependencies of the routes: the services of the server, the client, the visitor, moves in a query.

A client is an address, which limits count; a visitor is a browser or bot, which games belong to.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Depends, HTTPException, Query, Request, Response
from fastapi.concurrency import run_in_threadpool

from dropfour.engines.engine import Stop
from dropfour.study.analyst import Analyst
from dropfour.web.admin.metrics import Metrics
from dropfour.web.club.club import Club
from dropfour.web.games.audience import Audience
from dropfour.web.games.games import Games
from dropfour.web.games.store import GameStore
from dropfour.web.http.guard import is_operator
from dropfour.web.http.problems import Gone
from dropfour.web.http.senders import Sender, SenderLimit, new_secret, sender_of, set_cookie
from dropfour.web.people.people import People
from dropfour.web.pool import Pool
from dropfour.web.positions.schema import PlayedMoves
from dropfour.web.settings import Settings
from dropfour.web.tournaments.runner import TournamentRunner
from dropfour.web.tournaments.snapshots import Tournaments

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Services:
    """What the routes of a server use.

    Each pool is for work of one kind, so that no analysis, drawing or tournament report keeps a player
    waiting: analyses, moves of engines, games that are replayed, pictures, animations, which take a
    hundred times as long, and larger queries.
    """

    settings: Settings
    store: GameStore
    games: Games
    audience: Audience
    club: Club
    people: People | None
    analyst: Analyst
    tournaments: Tournaments
    new_games: SenderLimit
    metrics: Metrics
    searches: Pool
    moves: Pool
    replays: Pool
    pictures: Pool
    animations: Pool
    queries: Pool
    runner: TournamentRunner


def services_of(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


# Dependencies are async where they can be: FastAPI runs the others in a thread, which takes longer.
async def services(request: Request) -> Services:
    return services_of(request)


async def creates_game(request: Request) -> None:
    """Count a new game; raise HTTPException if the client has created too many in the last minute."""
    wait_s = services_of(request).new_games.take(sender_of(request))
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
    job = asyncio.ensure_future(pool.run(sender_of(request), work))
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


async def visitor(request: Request) -> Sender:
    return sender_of(request)


async def known_visitor(request: Request, response: Response) -> Sender:
    """Return the sender; a browser that has no secret yet is given one."""
    sender = sender_of(request)
    if not sender.is_bot:
        sender = sender._replace(secret=sender.secret or new_secret())
        set_cookie(request, response, sender.secret)
    return sender


async def check_help(request: Request) -> None:
    """Refuse study and engine help to somebody who is playing a live game."""
    await services_of(request).audience.check_help(sender_of(request).key)


async def check_name(services: Services, visitor_key: str, name: str) -> None:
    """Raise Conflict if *name* belongs to somebody else, on a server that rates people."""
    if services.people is not None:
        await run_in_threadpool(services.people.check_name, name, visitor_key)


ServicesDep = Annotated[Services, Depends(services)]
# Whether the client may do what only the operator of the server may.
Operator = Annotated[bool, Depends(is_operator)]
# The second has a secret: a browser that sends none is given one.
AnyVisitor = Annotated[Sender, Depends(visitor)]
KnownVisitor = Annotated[Sender, Depends(known_visitor)]
HELP = [Depends(check_help)]


def sends(media_type: str) -> dict[str, Any]:
    """Return the arguments of a route whose answer is not JSON."""
    return {"response_class": Response, "responses": {200: {"content": {media_type: {}}}}}


EVENTS = sends("text/event-stream")
MovesQuery = Annotated[PlayedMoves, Query()]
