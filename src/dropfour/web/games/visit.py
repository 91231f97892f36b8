"""What the routes of games get: services, and a visitor's request about one game."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Concatenate, ParamSpec

from fastapi import Depends, HTTPException, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from dropfour.web.fields import GameId
from dropfour.web.games.audience import Audience
from dropfour.web.games.clock import now_ms
from dropfour.web.games.game import HostedGame
from dropfour.web.games.games import Games
from dropfour.web.games.responses import event_json
from dropfour.web.games.store import GameStore
from dropfour.web.http.dependencies import KnownVisitor, services
from dropfour.web.http.metrics import Metrics
from dropfour.web.http.pool import Pool
from dropfour.web.http.senders import RateLimit, Sender, sender_of
from dropfour.web.settings import Settings


@dataclass(frozen=True, kw_only=True)
class GameServices:
    """What the routes of games use; the rooms above add their own (`dropfour.web.app.Services`). No
    report keeps a player waiting: the operator's engines, replays and queries have own pools."""

    settings: Settings
    metrics: Metrics
    store: GameStore
    games: Games
    audience: Audience
    new_games: RateLimit
    # Raises Conflict if a name belongs to somebody else than the visitor with the key.
    check_name: Callable[[str, str], None] | None
    moves: Pool
    replays: Pool
    queries: Pool


ServicesDep = Annotated[GameServices, Depends(services)]


async def creates_game(request: Request, services: ServicesDep) -> None:
    """Count a new game; raise HTTPException if the client has created too many in the last minute."""
    wait_s = services.new_games.take(sender_of(request))
    if wait_s:
        services.metrics.refused.labels("games").inc()
        raise HTTPException(
            429,
            "you have started too many games: try again in a moment",
            {"Retry-After": str(math.ceil(wait_s))},
        )


async def check_name(services: GameServices, visitor_key: str, name: str) -> None:
    """Raise Conflict if *name* belongs to somebody else, on a server that rates people."""
    if services.check_name is not None:
        await run_in_threadpool(services.check_name, name, visitor_key)


P = ParamSpec("P")
# What a function of `dropfour.web.games.actions` takes: the game, the visitor, and more.
Action = Callable[Concatenate[HostedGame, str, P], bool]


@dataclass(frozen=True, slots=True)
class Visit:
    """Which game, and who asks: *visitor* is the key of one who may have no seat in it."""

    game_id: str
    services: GameServices
    sender: Sender
    visitor: str

    async def changed(self, act: Action[P], *args: P.args, **more: P.kwargs) -> HostedGame:
        """Let *act* change the game, or raise if this visitor must not."""
        return await self.services.games.change(
            self.game_id, lambda game: act(game, self.visitor, *args, **more)
        )

    async def change(self, act: Action[P], *args: P.args, **more: P.kwargs) -> Response:
        """Let *act* change the game, and answer what everybody who follows it is sent."""
        return answer(await self.changed(act, *args, **more))


def answer(hosted: HostedGame) -> Response:
    """Return a GameEvent."""
    return Response(event_json(hosted, now_ms()), media_type="application/json")


# One dependency, not three: FastAPI takes a twentieth of a live move for each.
async def visit(game_id: GameId, request: Request) -> Visit:
    sender = sender_of(request)
    return Visit(game_id, request.app.state.services, sender, sender.key)


async def known_visit(game_id: GameId, visitor: KnownVisitor, request: Request) -> Visit:
    return await visit(game_id, request)


AnyVisit = Annotated[Visit, Depends(visit)]
KnownVisit = Annotated[Visit, Depends(known_visit)]
