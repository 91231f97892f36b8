"""Live games: inviting somebody, playing, watching, and the lobby."""

from __future__ import annotations

import io
import re
import secrets
from typing import Annotated

import segno
from fastapi import APIRouter, Body, Depends, Header, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import ValidationError
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from dropfour.notation import position_string
from dropfour.web.dependencies import (
    EVENTS,
    AnyVisitor,
    KnownVisitor,
    Services,
    ServicesDep,
    check_name,
    creates_game,
    run_for,
    sends,
    services_of,
)
from dropfour.web.fields import GameId
from dropfour.web.games import actions, requests
from dropfour.web.games.clock import now_ms
from dropfour.web.games.game import HostedGame, LiveSeat, live_game
from dropfour.web.games.lobby import Guest, Terms
from dropfour.web.games.responses import event_json, game_event
from dropfour.web.games.schema import GameEvent, LiveList, Offered, PairedEvent, Token, WaitingEvent
from dropfour.web.games.visit import AnyVisit, KnownVisit
from dropfour.web.http.event_stream import EventStream, encode
from dropfour.web.http.problems import NotYours
from dropfour.web.http.senders import Sender, new_secret, new_token, sender_of

router = APIRouter(prefix="/api", tags=["live games"])

_MOST_FOLLOWED = 12
_MOVES_PATH = re.compile("/api/live/([0-9A-Za-z]{12})/moves")


@router.post(
    "/live/{game_id}/moves",
    response_model=GameEvent,
    openapi_extra={
        "requestBody": {
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/LiveMove"}}},
            "required": True,
        }
    },
)
async def move(game_id: GameId, request: Request) -> Response:
    """Drop a stone; the same move sent again changes nothing."""
    try:
        move = requests.LiveMove.model_validate_json(await request.body())
    except ValidationError as error:
        raise RequestValidationError(
            [{**each, "loc": ("body", *each["loc"])} for each in error.errors()]
        ) from None
    key, now = sender_of(request).key, now_ms()

    def act(hosted: HostedGame) -> bool:
        return actions.play(hosted, key, move.column, move.ply, move.thought_ms, now)

    hosted = await services_of(request).games.change(game_id, act)
    return Response(event_json(hosted, now_ms()), media_type="application/json")


class MoveRoute(BaseRoute):
    """Calls `move` before FastAPI looks for it, which saves 0.14 ms of the 0.87 ms that a move takes
    (`benchmarks.live_load`). Everything else that is sent to the address is FastAPI's."""

    path = "/api/live/{game_id}/moves"

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] == "http" and scope["method"] == "POST":
            found = _MOVES_PATH.fullmatch(scope["path"])
            if found is not None:
                return Match.FULL, {"route": self, "path_params": {"game_id": found[1]}}
        return Match.NONE, {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await move(scope["path_params"]["game_id"], Request(scope, receive, send))
        await response(scope, receive, send)


@router.post("/live", status_code=201, dependencies=[Depends(creates_game)])
async def invite(
    new: requests.NewLiveGame, services: ServicesDep, visitor: KnownVisitor
) -> GameEvent:
    """Start a live game and take a seat in it; the first who joins takes the other one."""
    await check_name(services, visitor.key, new.name)
    own, other = LiveSeat(visitor.key, new.name, visitor.is_bot), LiveSeat()
    is_red = new.colour == "red" or (new.colour == "random" and secrets.randbelow(2) == 0)
    red, yellow = (own, other) if is_red else (other, own)
    start = await run_in_threadpool(new.game)
    game = live_game(start, red, yellow, new.clock, new.public)
    return game_event(await services.games.create(game), now_ms())


@router.get("/live")
def public_games(services: ServicesDep) -> LiveList:
    """List the public live games in progress."""
    audience = services.audience
    return LiveList(games=audience.public_games(), waiting=audience.lobby.count())


@router.get("/events", **EVENTS)
async def follow_all(
    services: ServicesDep,
    visitor: KnownVisitor,
    response: Response,
    game: Annotated[list[GameId], Query(max_length=_MOST_FOLLOWED)] = [],  # noqa: B006
    lobby: bool = False,
    games: bool = False,
    club: GameId | None = None,
) -> EventStream:
    """Follow everything that a page shows, on one connection: any games, as below (``gone``, GoneEvent,
    for one that does not exist); the lobby: ``lobby`` (LobbyEvent) after each change, ``seats``
    (SeatsEvent) at the beginning, ``paired`` (PairedEvent) when your offer is accepted; in the lobby
    the public ``games`` (GamesEvent); and the tournament between people *club*: ``tournament``
    (PeopleTournament) and ``you`` (YouEvent) after each change. Your offer is open as long as you follow
    the lobby."""
    audience = services.audience
    with audience.hub.stream(visitor.key) as reader:
        for game_id in dict.fromkeys(game):
            await audience.follow(reader, game_id)
        if lobby or games:
            await audience.enter_lobby(reader, games)
        if club is not None:
            await services.club.follow(reader, club)
    return EventStream(reader, response)


@router.get("/games/{game_id}/events", **EVENTS)
async def follow(
    visit: KnownVisit, response: Response, last_event_id: Annotated[int | None, Header(ge=0)] = None
) -> EventStream:
    """Follow any game: ``seat`` (SeatEvent), ``game`` (GameEvent) after each change, and ``presence``
    (PresenceEvent). A client that reconnects sends the id of the last ``game`` event it has seen, and is
    sent the current state if that has changed."""
    audience = visit.services.audience
    await audience.games.get(visit.game_id)
    with audience.hub.stream(visit.visitor) as reader:
        await audience.follow(reader, visit.game_id, last_event_id)
    return EventStream(reader, response)


@router.post("/live/{game_id}/join")
async def join(joining: requests.Joining, visit: KnownVisit) -> GameEvent:
    """Take the open seat; nothing changes for a player who has one."""
    await check_name(visit.services, visit.visitor, joining.name)
    return await visit.change_live(actions.join, joining.name, visit.is_bot)


@router.post("/live/{game_id}/resign")
async def resign(at: requests.AtPly, visit: AnyVisit) -> GameEvent:
    return await visit.change_live(actions.resign)


@router.post("/live/{game_id}/offer")
async def offer(offer: requests.OfferAtPly, visit: AnyVisit) -> GameEvent:
    """Ask the other player for a take-back, a draw or a rematch; asking for what the other player has
    asked for accepts it."""
    games = visit.services.games
    hosted = await games.offer(visit.game_id, visit.visitor, offer.kind, offer.ply)
    return game_event(hosted, now_ms())


@router.post("/live/{game_id}/answer")
async def answer(answer: requests.OfferAnswer, visit: AnyVisit) -> GameEvent:
    """Accept or decline the other player's offer, or withdraw one's own."""
    if not answer.accept:
        return await visit.change_live(actions.decline, answer.kind)
    games = visit.services.games
    hosted = await games.accept(visit.game_id, visit.visitor, answer.kind, answer.ply)
    return game_event(hosted, now_ms())


@router.post("/live/{game_id}/claim")
async def claim(claim: requests.Claim, visit: AnyVisit) -> GameEvent:
    """End the game if the other player is to move and has been away for long enough."""
    check_absence = visit.services.audience.check_absence
    return await visit.change_live(actions.claim, claim.ply, claim.result, check_absence)


@router.post("/live/{game_id}/reactions")
async def react(new: requests.NewReaction, visit: AnyVisit) -> GameEvent:
    """Show the other player one of the reactions."""
    return await visit.change_live(actions.react, new.kind)


@router.post("/live/{game_id}/hand-over")
async def hand_over(visit: AnyVisit) -> Token:
    """Make a token that moves this visitor's seat to the device that sends it first, within 15 minutes.
    A new one replaces the last."""
    token = new_token()
    await visit.change_live(actions.hand_over, token)
    return Token(token=token)


@router.post("/live/{game_id}/take-over")
async def take_over(taken: requests.TakeOver, visit: KnownVisit) -> GameEvent:
    """Take the seat that a token was made for; the device that had it watches from now on."""
    return await visit.change_live(actions.take_over, taken.token, visit.is_bot)


@router.post("/live/{game_id}/name")
async def rename(naming: requests.Joining, visit: AnyVisit) -> GameEvent:
    """Change the name that the others see."""
    await check_name(visit.services, visit.visitor, naming.name)
    return await visit.change_live(actions.rename, naming.name)


@router.post("/live/{game_id}/public")
async def publish(wanted: requests.Visibility, visit: AnyVisit) -> GameEvent:
    """Put the game on the public list, or take it off."""
    return await visit.change_live(actions.set_public, wanted.public)


@router.post("/bot-token", status_code=201)
def bot_token() -> Token:
    """Make a token for a bot, to send as ``Authorization: Bearer TOKEN``. The server keeps no list: a
    bot is whoever sends its token."""
    return Token(token=new_secret())


@router.post("/qr.svg", **sends("image/svg+xml"))
async def qr_code(
    text: Annotated[str, Body(media_type="text/plain", min_length=1, max_length=300)],
    services: ServicesDep,
    request: Request,
) -> Response:
    """Return a QR code. A link with a secret is sent in the body, which no log contains."""
    image = await run_for(request, services.pictures, lambda stop: _qr_svg(text))
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


@router.get("/waiting", **EVENTS, dependencies=[Depends(creates_game)], deprecated=True)
async def wait(
    query: Annotated[requests.WaitingTerms, Query()], services: ServicesDep, visitor: KnownVisitor
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


async def _guest(wanted: requests.LobbyTerms, services: Services, visitor: Sender) -> Guest:
    await check_name(services, visitor.key, wanted.name)
    start = None
    if not wanted.any_board:
        start = position_string((await run_in_threadpool(wanted.game)).position)
    clock = None if wanted.any_clock else wanted.clock
    terms = Terms(start, clock, wanted.any_clock)
    return Guest(visitor.key, visitor.is_bot, wanted.name, terms, wanted.public)
