"""The lobby: offering a game to anybody, and accepting an offer."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from dropfour.notation import position_string
from dropfour.web.dependencies import (
    EVENTS,
    AnyVisitor,
    KnownVisitor,
    Services,
    ServicesDep,
    check_name,
    creates_game,
)
from dropfour.web.fields import GameId
from dropfour.web.games.lobby import Guest, Terms
from dropfour.web.games.requests import LobbyTerms, WaitingTerms
from dropfour.web.games.schema import Offered, PairedEvent, WaitingEvent
from dropfour.web.http.event_stream import EventStream, encode
from dropfour.web.http.problems import NotYours
from dropfour.web.http.senders import Sender

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


waiting_router = APIRouter(tags=["live games"])


@waiting_router.get("/api/waiting", **EVENTS, dependencies=[Depends(creates_game)], deprecated=True)
async def wait(
    query: Annotated[WaitingTerms, Query()], services: ServicesDep, visitor: KnownVisitor
) -> EventStream:
    """Offer a game and follow the lobby in one request, for bots written for version 1.0: ``waiting``
    (WaitingEvent), then ``paired`` (PairedEvent). Only with a token: a page of another site could send
    this request with its visitor's cookie."""
    if not visitor.is_bot:
        raise NotYours("send the token of a bot, or use POST /api/lobby and GET /api/events")
    guest = await _guest(query.terms(), services, visitor)
    audience = services.audience
    with audience.hub.stream(visitor.key) as reader:
        await audience.enter_lobby(reader, with_games=False)
        game_id = await audience.lobby.offer(guest)
        if game_id is None:
            others = await run_in_threadpool(audience.lobby.count) - 1
            reader.push("waiting", encode("waiting", WaitingEvent(others=max(0, others))))
        else:
            reader.push("paired", encode("paired", PairedEvent(game=game_id)))
    return EventStream(reader)


async def _guest(wanted: LobbyTerms, services: Services, visitor: Sender) -> Guest:
    await check_name(services, visitor.key, wanted.name)
    start = None
    if not wanted.any_board:
        start = position_string((await run_in_threadpool(wanted.game)).position)
    clock = None if wanted.any_clock else wanted.clock
    terms = Terms(start, clock, wanted.any_clock)
    return Guest(visitor.key, visitor.is_bot, wanted.name, terms, wanted.public)
