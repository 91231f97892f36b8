"""Meeting somebody: the lobby, and what links and bots need."""

from __future__ import annotations

import io
from typing import Annotated

import segno
from fastapi import APIRouter, Body, Depends, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from dropfour.game import Game
from dropfour.notation import position_string
from dropfour.web.fields import GameId
from dropfour.web.games import requests
from dropfour.web.games.lobby import Guest, Terms
from dropfour.web.games.schema import Offered, PairedEvent, Token
from dropfour.web.games.visit import GameServices, ServicesDep, check_name, creates_game
from dropfour.web.http.dependencies import AnyVisitor, KnownVisitor, sends
from dropfour.web.http.senders import Sender, sender_of

router = APIRouter(prefix="/api", tags=["lobby"])


@router.post("/bot-token", status_code=201)
async def bot_token(request: Request) -> Token:
    """Make a token for a bot, to send as ``Authorization: Bearer TOKEN``; the server keeps no list."""
    visitors = request.app.state.visitors
    return Token(token=visitors.signed(visitors.new(sender_of(request))))


@router.post("/qr.svg", **sends("image/svg+xml"))
async def qr_code(
    text: Annotated[str, Body(media_type="text/plain", min_length=1, max_length=300)],
    services: ServicesDep,
    visitor: AnyVisitor,
) -> Response:
    """Return a QR code. A link with a secret is sent in the body, which no log contains."""
    image = await services.queries.run(visitor, lambda: _qr_svg(text))
    return Response(image, media_type="image/svg+xml", headers={"cache-control": "no-store"})


def _qr_svg(text: str) -> bytes:
    image = io.BytesIO()
    segno.make(text, micro=False).save(image, kind="svg", border=2, light="#fff")
    return image.getvalue()


# --- the lobby ------------------------------------------------------------------------------------


@router.post("/lobby", status_code=201, dependencies=[Depends(creates_game)])
async def offer_to_anybody(
    wanted: requests.LobbyTerms, services: ServicesDep, visitor: KnownVisitor
) -> Offered:
    """Offer a game to anybody, in place of your last offer. If somebody waits for a game like it, it
    begins at once. An offer is open as long as you follow the lobby (`/api/events`)."""
    guest = await _guest(wanted, services, visitor)
    return Offered(game=await services.audience.lobby.offer(guest))


@router.post("/lobby/{offer_id}/accept", status_code=201, dependencies=[Depends(creates_game)])
async def accept_offer(
    offer_id: GameId, wanted: requests.LobbyTerms, services: ServicesDep, visitor: KnownVisitor
) -> PairedEvent:
    """Accept an offer, which begins the game. Your own terms decide what the offer leaves open."""
    guest = await _guest(wanted, services, visitor)
    return PairedEvent(game=await services.audience.lobby.accept(offer_id, guest))


@router.delete("/lobby", status_code=204, response_class=Response)
async def withdraw_offer(services: ServicesDep, visitor: AnyVisitor) -> None:
    """Withdraw your offer, if you have one."""
    await services.audience.lobby.withdraw(visitor.key)


async def _guest(wanted: requests.LobbyTerms, services: GameServices, visitor: Sender) -> Guest:
    await check_name(services, visitor.key, wanted.name)
    start, swap = None, wanted.swap and not wanted.any_board
    if not wanted.any_board:
        game = await run_in_threadpool(wanted.game)
        start = position_string(Game(game.position, swap=swap).start)
    clock = None if wanted.any_clock else wanted.clock
    terms = Terms(start, clock, wanted.any_clock, swap)
    return Guest(visitor.key, visitor.is_bot, wanted.name, terms, wanted.public)
