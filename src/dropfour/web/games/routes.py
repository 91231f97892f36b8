"""Games, on one screen and between two devices: beginning, changing, following and listing them."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from dropfour.engines.engine import Stop
from dropfour.game import Game
from dropfour.record import check_variations
from dropfour.web.fields import MAX_ENGINE, Text
from dropfour.web.games import actions, requests
from dropfour.web.games.clock import now_ms
from dropfour.web.games.engines import CheckedEngine, EngineList, check_spec, choose, engine_list
from dropfour.web.games.game import (
    COLOURS,
    HostedGame,
    LiveSeat,
    Seat,
    game_on_one_screen,
    listed,
    live_game,
    restored,
    variation_rows,
)
from dropfour.web.games.responses import game_state, game_summary
from dropfour.web.games.schema import GameEvent, GameList, GameState, Token
from dropfour.web.games.visit import (
    AnyVisit,
    KnownVisit,
    ServicesDep,
    answer,
    check_name,
    creates_game,
)
from dropfour.web.http.dependencies import KnownVisitor, while_connected
from dropfour.web.http.problems import Conflict
from dropfour.web.http.senders import Sender, new_token

router = APIRouter(prefix="/api/games", tags=["games"])
engines = APIRouter(prefix="/api/engines", tags=["engines"])


@router.post("", status_code=201, dependencies=[Depends(creates_game)])
async def new_game(
    new: requests.NewGame, services: ServicesDep, visitor: KnownVisitor
) -> GameState:
    """Start a game, with or without moves on the board. A game between two devices (*live*) gives its
    visitor a seat; the first who joins takes the other one."""
    terms = new.live
    if terms is not None:
        await check_name(services, visitor.key, terms.name)

    def make() -> HostedGame:
        game = new.game()
        if terms is not None:
            return live_game(game, *_live_seats(terms, visitor), terms.clock, terms.public)
        red, yellow = _seat(new.red), _seat(new.yellow)
        variations = [each.variation() for each in new.variations]
        check_variations(game.start, variations)
        return game_on_one_screen(visitor.key, game, red, yellow, variations, new.draft)

    made = await services.replays.run(visitor, make)
    games = services.games
    created = await (games.create(made) if new.draft is None else games.create_once(made))
    return game_state(created, visitor.key)


@router.get("")
async def past_games(
    services: ServicesDep,
    visitor: KnownVisitor,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
    before: Annotated[str | None, Query(max_length=40, pattern="^[0-9T:.+-]*$")] = None,
) -> GameList:
    """List the games that this visitor started or has a seat in, most recently played first."""

    def find() -> GameList:
        games = services.store.recent(visitor.key, limit + 1, before)
        more = len(games) > limit
        return GameList(
            games=[game_summary(listed(each), visitor.key) for each in games[:limit]],
            next=games[limit - 1].updated_at if more else None,
        )

    return await services.replays.run(visitor, find)


@router.get("/{game_id}")
def one_game(visit: AnyVisit) -> GameState:
    # In a thread, and not shared with anybody who changes it.
    return game_state(restored(visit.services.store.find(visit.game_id)), visit.visitor)


@router.delete("/{game_id}", status_code=204, response_class=Response)
async def delete(visit: AnyVisit) -> None:
    """Delete a game that is played on one screen, or an invitation that nobody has accepted."""
    await visit.services.games.delete(visit.game_id, visit.visitor)
    visit.services.audience.deleted(visit.game_id)


@router.post("/{game_id}/moves", response_model=GameEvent)
async def move(move: requests.Move, visit: AnyVisit) -> Response:
    """Drop a person's stone; the same move sent again changes nothing."""
    return await visit.change(actions.play, move.column, move.ply, move.thought_ms, now_ms())


@router.post("/{game_id}/engine-move", response_model=GameEvent)
async def engine_move(at: requests.EngineMove, visit: AnyVisit, request: Request) -> Response:
    """Play an engine's move: its *choice* in a browser, or of one that only the server has."""
    services, game_id = visit.services, visit.game_id
    hosted = await visit.changed(actions.look_for_engine, at.ply)
    spec, position, settings = hosted.engine_to_move, hosted.game.position, services.settings
    if spec is None or at.ply < len(hosted.game.moves):
        return answer(hosted)
    if at.choice is None:
        stop, limits = Stop(), (settings.engine_time_s, settings.engine_threads)
        has_swap = hosted.game.is_swap_ahead
        work = partial(choose, spec, position, game_id, stop, *limits, has_swap)
        try:
            choice = await while_connected(request, services.moves.run(visit.sender, work))
        finally:
            stop.set()  # if the client has gone
    elif at.choice.column in position.legal_columns:
        choice = at.choice.choice()
    else:
        raise Conflict(f"column {at.choice.column} cannot be played")
    return await visit.change(actions.play_choice, at.ply, choice)


@router.post("/{game_id}/undo", response_model=GameEvent)
async def undo(at: requests.AtPly, visit: AnyVisit) -> Response:
    """Take back moves until a person is to move."""
    return await visit.change(actions.step, at.ply, Game.undo_turn)


@router.post("/{game_id}/redo", response_model=GameEvent)
async def redo(at: requests.AtPly, visit: AnyVisit) -> Response:
    """Replay undone moves until a person is to move."""
    return await visit.change(actions.step, at.ply, Game.redo_turn)


@router.post("/{game_id}/resign", response_model=GameEvent)
async def resign(resignation: requests.Resignation, visit: AnyVisit) -> Response:
    """Resign: for one's own seat of a live game, or for the colour named on one screen."""
    colour = None if resignation.colour is None else COLOURS[resignation.colour]
    return await visit.change(actions.resign, resignation.ply, colour)


@router.post("/{game_id}/swap", response_model=GameEvent)
async def swap_sides(at: requests.AtPly, visit: AnyVisit) -> Response:
    """Swap the colours and continue the game; in a live game only by the swap rule."""
    return await visit.change(actions.swap, at.ply, now_ms())


@router.post("/{game_id}/variations", response_model=GameEvent)
async def set_variations(new: requests.NewVariations, visit: AnyVisit) -> Response:
    """Replace the variations of the game: what could be played from its positions, with names."""
    hosted = await visit.services.games.get(visit.game_id)
    actions.check_owner(hosted, visit.visitor)
    start = hosted.game.start

    def checked() -> list[dict[str, str]] | None:
        variations = [each.variation() for each in new.variations]
        check_variations(start, variations)
        return variation_rows(variations)

    rows = await visit.services.replays.run(visit.sender, checked)
    return await visit.change(actions.set_variations, rows)


# --- between two devices --------------------------------------------------------------------------


@router.post("/{game_id}/join", response_model=GameEvent)
async def join(joining: requests.Joining, visit: KnownVisit) -> Response:
    """Take the open seat; nothing changes for a player who has one."""
    await check_name(visit.services, visit.visitor, joining.name)
    return await visit.change(actions.join, joining.name, visit.sender.is_bot)


@router.post("/{game_id}/offer", response_model=GameEvent)
async def offer(offer: requests.OfferAtPly, visit: AnyVisit) -> Response:
    """Ask for a take-back, a draw or a rematch; asking for what the other has offered accepts it."""
    games = visit.services.games
    hosted = await games.offer(visit.game_id, visit.visitor, offer.kind, offer.ply)
    return answer(hosted)


@router.post("/{game_id}/answer", response_model=GameEvent)
async def answer_offer(reply: requests.OfferAnswer, visit: AnyVisit) -> Response:
    """Accept or decline the other player's offer, or withdraw one's own."""
    if not reply.accept:
        return await visit.change(actions.decline, reply.kind)
    games = visit.services.games
    hosted = await games.accept(visit.game_id, visit.visitor, reply.kind, reply.ply)
    return answer(hosted)


@router.post("/{game_id}/claim", response_model=GameEvent)
async def claim(claim: requests.Claim, visit: AnyVisit) -> Response:
    """End the game if the other player is to move and has been away for long enough."""
    check_absence = visit.services.audience.check_absence
    return await visit.change(actions.claim, claim.ply, claim.result, check_absence)


@router.post("/{game_id}/reactions", response_model=GameEvent)
async def react(new: requests.NewReaction, visit: AnyVisit) -> Response:
    """Show the other player one of the reactions."""
    return await visit.change(actions.react, new.kind)


@router.post("/{game_id}/hand-over")
async def hand_over(visit: AnyVisit) -> Token:
    """Make a token that moves this visitor's seat to another device, once, within 15 minutes."""
    token = new_token()
    await visit.changed(actions.hand_over, token)
    return Token(token=token)


@router.post("/{game_id}/take-over", response_model=GameEvent)
async def take_over(taken: requests.TakeOver, visit: KnownVisit) -> Response:
    """Take the seat that a token was made for; the device that had it watches from now on."""
    return await visit.change(actions.take_over, taken.token, visit.sender.is_bot)


@router.post("/{game_id}/name", response_model=GameEvent)
async def rename(naming: requests.Joining, visit: AnyVisit) -> Response:
    """Change the name that the others see."""
    await check_name(visit.services, visit.visitor, naming.name)
    return await visit.change(actions.rename, naming.name)


@router.post("/{game_id}/public", response_model=GameEvent)
async def publish(wanted: requests.Visibility, visit: AnyVisit) -> Response:
    """Put the game on the public list, or take it off."""
    return await visit.change(actions.set_public, wanted.public)


def _live_seats(terms: requests.LiveTerms, visitor: Sender) -> tuple[LiveSeat, LiveSeat]:
    """Return the seats of red and yellow: the visitor's, and one for whoever joins."""
    own = LiveSeat(visitor.key, terms.name, visitor.is_bot)
    colour = secrets.choice(("red", "yellow")) if terms.colour == "random" else terms.colour
    return (own, LiveSeat()) if colour == "red" else (LiveSeat(), own)


def _seat(choice: requests.SeatChoice) -> Seat:
    if choice.engine is not None:
        check_spec(choice.engine)
    return choice.name or choice.engine or "", choice.engine


# --- engines --------------------------------------------------------------------------------------


@engines.get("")
def all_engines() -> EngineList:
    """List everything that can be the ``engine`` of a seat."""
    return engine_list()


@engines.get("/check")
def check(engine: Annotated[Text, Query(min_length=1, max_length=MAX_ENGINE)]) -> CheckedEngine:
    """Check a specification before a game is started with it; status 422 says what is wrong with it."""
    check_spec(engine)
    return CheckedEngine(engine=engine)
