"""Live games: inviting somebody, playing, watching, and the waiting room."""

from __future__ import annotations

import io
import re
import secrets
from typing import Annotated

import segno
from fastapi import APIRouter, Body, Depends, Header, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import ValidationError
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from dropfour.web.dependencies import (
    EVENTS,
    Caller,
    Context,
    KnownCaller,
    Parts,
    WaitingQuery,
    caller_of,
    creates_game,
    new_secret,
    parts_of,
    run_for,
)
from dropfour.web.fields import GameId
from dropfour.web.games.hub import Feed
from dropfour.web.games.live_schema import (
    BotToken,
    Claim,
    GameEvent,
    HandOver,
    Joining,
    LiveList,
    LiveMove,
    LiveSummary,
    NewLiveGame,
    OfferAnswer,
    OfferAtPly,
    Publicity,
    TakeOver,
    live_clock,
    table_event,
    table_json,
)
from dropfour.web.games.schema import AtPly, game_summary
from dropfour.web.games.state import Table
from dropfour.web.games.tables import now_ms
from dropfour.web.games.waiting import Waiter
from dropfour.web.http.problems import Gone

router = APIRouter(prefix="/api", tags=["live games"])

_LISTED = 50
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
        move = LiveMove.model_validate_json(await _body(request))
    except ValidationError as error:
        raise RequestValidationError(
            [{**each, "loc": ("body", *each["loc"])} for each in error.errors()]
        ) from None
    parts, key = parts_of(request), caller_of(request).key
    table = await parts.live.tables.play(game_id, key, move.column, move.ply, move.thought_ms)
    return Response(table_json(table, now_ms()), media_type="application/json")


async def _body(request: Request) -> bytes:
    """Return what `Request.body` does, which takes longer."""
    message = await request.receive()
    parts = [message.get("body", b"")]
    while message.get("more_body"):
        message = await request.receive()
        parts.append(message.get("body", b""))
    if message["type"] == "http.disconnect":
        raise Gone
    return b"".join(parts)


class MoveRoute(BaseRoute):
    """Calls `move` before FastAPI looks for it: finding the route and converting request and answer
    would take longer than the move itself. Everything else that is sent to the address is FastAPI's."""

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
async def invite(new: NewLiveGame, parts: Parts, known: KnownCaller) -> GameEvent:
    """Start a live game and take a seat in it; the first who joins takes the other one."""
    is_red = new.colour == "red" or (new.colour == "random" and secrets.randbelow(2) == 0)
    key, name, is_bot = known.key, new.name, known.is_bot
    table = await parts.live.tables.create(
        await run_in_threadpool(new.game),
        (key, None) if is_red else (None, key),
        (name, "") if is_red else ("", name),
        None if new.clock is None else new.clock.control(),
        new.public,
        bots=(is_bot, False) if is_red else (False, is_bot),
    )
    return _shown(table)


@router.get("/live")
async def public_games(parts: Parts) -> LiveList:
    """List the public live games in progress."""
    return await run_in_threadpool(_public_games, parts)


def _public_games(parts: Context) -> LiveList:
    return LiveList(
        games=[
            LiveSummary(
                **game_summary(listed).model_dump(),
                clock=live_clock(listed.stored.live),
                watchers=parts.live.presence.counts(listed.stored.id).watchers,
            )
            for listed in parts.games.public(_LISTED)
        ],
        waiting=parts.live.waiting.count(),
    )


@router.get(
    "/waiting",
    response_class=Response,
    responses=EVENTS,
    dependencies=[Depends(creates_game)],
)
async def wait(query: WaitingQuery, parts: Parts, known: KnownCaller, response: Response) -> Feed:
    """Wait for somebody who wants to play the same game: ``waiting`` (WaitingEvent), then ``paired``
    (PairedEvent) with the game. Closing the stream leaves the waiting room."""
    start = (await run_in_threadpool(query.game)).position
    control = query.control()
    waiter = Waiter(known.key, known.is_bot, query.name, start, control, query.public)
    return _with_cookie(await parts.live.wait(waiter), response)


@router.get("/games/{game_id}/events", response_class=Response, responses=EVENTS)
async def follow(
    game_id: GameId,
    parts: Parts,
    known: KnownCaller,
    response: Response,
    last_event_id: Annotated[int | None, Header(ge=0)] = None,
) -> Feed:
    """Follow any game: ``seat`` (SeatEvent), ``game`` (GameEvent) after each change, and ``presence``
    (PresenceEvent). A client that reconnects sends the id of the last ``game`` event it has seen, and is
    sent the current state if that has changed."""
    return _with_cookie(await parts.live.follow(game_id, known.key, last_event_id), response)


@router.post("/live/{game_id}/join")
async def join(game_id: GameId, joining: Joining, parts: Parts, known: KnownCaller) -> GameEvent:
    """Take the open seat; nothing changes for a player who has one."""
    table = await parts.live.tables.join(game_id, known.key, joining.name, known.is_bot)
    return _shown(table)


@router.post("/live/{game_id}/resign")
async def resign(game_id: GameId, at: AtPly, parts: Parts, caller: Caller) -> GameEvent:
    return _shown(await parts.live.tables.resign(game_id, caller.key))


@router.post("/live/{game_id}/offer")
async def offer(game_id: GameId, offer: OfferAtPly, parts: Parts, caller: Caller) -> GameEvent:
    """Ask the other player for a take-back, a draw or a rematch; asking for what the other player has
    asked for accepts it."""
    return _shown(await parts.live.tables.offer(game_id, caller.key, offer.kind, offer.ply))


@router.post("/live/{game_id}/answer")
async def answer(game_id: GameId, answer: OfferAnswer, parts: Parts, caller: Caller) -> GameEvent:
    """Accept or decline the other player's offer, or withdraw one's own."""
    tables = parts.live.tables
    if answer.accept:
        return _shown(await tables.accept(game_id, caller.key, answer.kind, answer.ply))
    return _shown(await tables.decline(game_id, caller.key, answer.kind))


@router.post("/live/{game_id}/claim")
async def claim(game_id: GameId, claim: Claim, parts: Parts, caller: Caller) -> GameEvent:
    """End the game if the other player is to move and has been away for long enough."""
    table = await parts.live.tables.claim(
        game_id, caller.key, claim.ply, claim.result, parts.live.check_claim
    )
    return _shown(table)


@router.post("/live/{game_id}/hand-over")
async def hand_over(game_id: GameId, parts: Parts, caller: Caller) -> HandOver:
    """Make a token that moves this visitor's seat to another device. A new one replaces the last."""
    return HandOver(token=await parts.live.tables.hand_over(game_id, caller.key))


@router.post("/live/{game_id}/take-over")
async def take_over(
    game_id: GameId, taken: TakeOver, parts: Parts, known: KnownCaller
) -> GameEvent:
    """Take the seat that a token was made for; the device that had it watches from now on."""
    tables = parts.live.tables
    return _shown(await tables.take_over(game_id, known.key, taken.token, known.is_bot))


@router.post("/live/{game_id}/name")
async def rename(game_id: GameId, naming: Joining, parts: Parts, caller: Caller) -> GameEvent:
    """Change the name that the others see."""
    return _shown(await parts.live.tables.rename(game_id, caller.key, naming.name))


@router.post("/live/{game_id}/public")
async def publish(game_id: GameId, to: Publicity, parts: Parts, caller: Caller) -> GameEvent:
    """Put the game on the public list, or take it off."""
    return _shown(await parts.live.tables.set_public(game_id, caller.key, to.public))


@router.post("/bot-token", status_code=201)
def bot_token() -> BotToken:
    """Make a token for a bot. The server keeps no list: a bot is whoever sends its token."""
    return BotToken(token=new_secret())


@router.post(
    "/qr.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def qr_code(
    text: Annotated[str, Body(media_type="text/plain", min_length=1, max_length=300)],
    parts: Parts,
    request: Request,
) -> Response:
    """Return a QR code. A link with a secret is sent in the body, which no log contains."""
    image = await run_for(request, parts.drawings, lambda stop: _qr_svg(text))
    return Response(image, media_type="image/svg+xml", headers={"cache-control": "no-store"})


def _qr_svg(text: str) -> bytes:
    image = io.BytesIO()
    segno.make(text, micro=False).save(image, kind="svg", border=2, light="#fff")
    return image.getvalue()


def _with_cookie(feed: Feed, response: Response) -> Feed:
    """Add the cookie of a new visitor, which FastAPI leaves out of a response that it has not made."""
    feed.raw_headers.extend(response.raw_headers)
    return feed


def _shown(table: Table) -> GameEvent:
    return table_event(table, now_ms())
