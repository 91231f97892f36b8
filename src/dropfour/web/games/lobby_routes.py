"""The lobby: offering a game to anybody, and accepting an offer."""

from __future__ import annotations

from fastapi import APIRouter, Depends
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from dropfour.web.dependencies import (
    AnyVisitor,
    KnownVisitor,
    Services,
    ServicesDep,
    Visitor,
    check_name,
    creates_game,
)
from dropfour.web.fields import GameId
from dropfour.web.games.lobby import Guest, Terms
from dropfour.web.games.requests import LobbyTerms
from dropfour.web.games.schema import Offered, PairedEvent

router = APIRouter(prefix="/api/lobby", tags=["live games"])


@router.post("", status_code=201, dependencies=[Depends(creates_game)])
async def offer(wanted: LobbyTerms, services: ServicesDep, visitor: KnownVisitor) -> Offered:
    """Offer a game to anybody, in place of your last offer. If somebody waits for a game like it, it
    begins at once. An offer is open as long as you follow the lobby (`/api/events`)."""
    guest = await _guest(wanted, services, visitor)
    return Offered(game=await services.audience.lobby.offer(guest))


@router.post("/{offer_id}/accept", status_code=201, dependencies=[Depends(creates_game)])
async def accept(
    offer_id: GameId, wanted: LobbyTerms, services: ServicesDep, visitor: KnownVisitor
) -> PairedEvent:
    """Accept an offer, which begins the game. Your own terms decide what the offer leaves open."""
    guest = await _guest(wanted, services, visitor)
    return PairedEvent(game=await services.audience.lobby.accept(offer_id, guest))


@router.delete("", status_code=204, response_class=Response)
async def withdraw(services: ServicesDep, visitor: AnyVisitor) -> None:
    """Withdraw your offer, if you have one."""
    await services.audience.lobby.withdraw(visitor.key)


async def _guest(wanted: LobbyTerms, services: Services, visitor: Visitor) -> Guest:
    await check_name(services, visitor.key, wanted.name)
    start = None
    if not wanted.any_board:
        start = (await run_in_threadpool(wanted.game)).position
    clock = None if wanted.any_clock or wanted.clock is None else wanted.clock.settings()
    terms = Terms.of(start, clock, wanted.any_clock)
    return Guest(visitor.key, visitor.is_bot, wanted.name, terms, wanted.public)
