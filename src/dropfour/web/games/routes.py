"""Games on one screen: beginning, playing, undoing, resigning, listing and deleting them."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Body, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse, Response

from dropfour.engines.engine import Stop
from dropfour.game import Game
from dropfour.record import check_variations, format_record, record_of
from dropfour.web.dependencies import (
    KnownVisitor,
    Services,
    ServicesDep,
    creates_game,
    run_for,
    sends,
)
from dropfour.web.engines import CheckedEngine, EngineList, check_spec, choose, engine_list
from dropfour.web.fields import MAX_ENGINE, GameId
from dropfour.web.games import actions, requests
from dropfour.web.games.game import (
    COLOURS,
    HostedGame,
    Seat,
    game_on_one_screen,
    listed,
    restored,
    variation_rows,
    variations_in,
)
from dropfour.web.games.imports import parse_file, small_gif
from dropfour.web.games.responses import game_state, game_summary
from dropfour.web.games.schema import GameList, GameState, Imported
from dropfour.web.games.store import StoredGame
from dropfour.web.games.visit import AnyVisit
from dropfour.web.http.problems import Conflict
from dropfour.web.text import Text

router = APIRouter(prefix="/api/games", tags=["games"])
engines = APIRouter(prefix="/api/engines", tags=["engines"])


@router.post("", status_code=201, dependencies=[Depends(creates_game)])
async def new_game(
    new: requests.NewGame, services: ServicesDep, visitor: KnownVisitor, request: Request
) -> GameState:
    """Start a game, with or without moves on the board."""

    def make(stop: Stop) -> HostedGame:
        threads = services.settings.engine_threads
        red, yellow = _seat(new.red, threads), _seat(new.yellow, threads)
        game = new.game()
        variations = [each.variation() for each in new.variations]
        check_variations(game.start, variations)
        return game_on_one_screen(visitor.key, game, red, yellow, variations, new.draft)

    made = await run_for(request, services.replays, make)
    games = services.games
    created = await (games.create(made) if new.draft is None else games.create_once(made))
    return game_state(created, visitor.key)


@router.get("")
async def past_games(
    services: ServicesDep,
    visitor: KnownVisitor,
    request: Request,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
    before: Annotated[str | None, Query(max_length=40, pattern="^[0-9T:.+-]*$")] = None,
) -> GameList:
    """List the games that this visitor started or has a seat in, most recently played first."""

    def find(stop: Stop) -> GameList:
        games = services.store.recent(visitor.key, limit + 1, before)
        more = len(games) > limit
        return GameList(
            games=[game_summary(listed(each), visitor.key) for each in games[:limit]],
            next=games[limit - 1].updated_at if more else None,
        )

    return await run_for(request, services.replays, find)


@router.post("/import", status_code=201, dependencies=[Depends(creates_game)])
async def import_game(
    services: ServicesDep,
    visitor: KnownVisitor,
    request: Request,
    text: Annotated[str, Body(media_type="text/plain")] = "",
) -> Imported:
    """Start a game from a file: a saved game, a Max-Connect4 file, a diagram, or moves."""
    threads = services.settings.engine_threads
    found = await run_for(request, services.replays, lambda stop: parse_file(text, threads))
    game = game_on_one_screen(visitor.key, found.game, found.red, found.yellow, found.variations)
    created = await services.games.create(game)
    return Imported(game=game_state(created, visitor.key), notice=found.notice)


@router.get("/{game_id}")
def one_game(visit: AnyVisit) -> GameState:
    return game_state(_read(visit.services, visit.game_id), visit.visitor)


@router.delete("/{game_id}", status_code=204, response_class=Response)
async def delete(visit: AnyVisit) -> None:
    """Delete a game that is played on one screen, or an invitation that nobody has accepted."""
    await visit.services.games.delete(visit.game_id, visit.visitor)
    visit.services.audience.deleted(visit.game_id)


@router.post("/{game_id}/moves")
async def move(move: requests.Move, visit: AnyVisit) -> GameState:
    """Drop a person's stone; the same move sent again changes nothing."""
    return await visit.change(actions.play, move.column, move.ply)


@router.post("/{game_id}/engine-move")
async def engine_move(at: requests.EngineMove, visit: AnyVisit, request: Request) -> GameState:
    """Play the move of the engine whose turn it is: the *choice*, or else what it chooses here."""
    services, game_id = visit.services, visit.game_id
    hosted = await visit.changed(actions.look_for_engine, at.ply)
    spec, position, settings = hosted.engine_to_move, hosted.game.position, services.settings
    if spec is None or at.ply < len(hosted.game.moves):
        return game_state(hosted, visit.visitor)
    if at.choice is None:
        time_s, threads = settings.engine_time_s, settings.engine_threads
        choice = await run_for(
            request,
            services.moves,
            lambda stop: choose(spec, position, time_s, stop, game_id, threads),
        )
    elif at.choice.column in position.legal_columns:
        choice = at.choice.choice()
    else:
        raise Conflict(f"column {at.choice.column} cannot be played")
    return await visit.change(actions.play_choice, at.ply, choice)


@router.post("/{game_id}/undo")
async def undo(at: requests.AtPly, visit: AnyVisit) -> GameState:
    """Take back moves until a person is to move."""
    return await visit.change(actions.step, at.ply, Game.undo_turn)


@router.post("/{game_id}/redo")
async def redo(at: requests.AtPly, visit: AnyVisit) -> GameState:
    """Replay undone moves until a person is to move."""
    return await visit.change(actions.step, at.ply, Game.redo_turn)


@router.post("/{game_id}/resign")
async def resign(resignation: requests.Resignation, visit: AnyVisit) -> GameState:
    colour = COLOURS[resignation.colour]
    return await visit.change(actions.step, resignation.ply, lambda game: game.resign(colour))


@router.post("/{game_id}/swap")
async def swap_sides(at: requests.AtPly, visit: AnyVisit) -> GameState:
    """Let the two players swap colours and continue the game."""
    return await visit.change(actions.swap, at.ply)


@router.post("/{game_id}/variations")
async def set_variations(
    new: requests.NewVariations, visit: AnyVisit, request: Request
) -> GameState:
    """Replace the variations of the game: what could be played from its positions, with names."""
    hosted = await visit.services.games.get(visit.game_id)
    actions.check_live(hosted, False)
    actions.check_owner(hosted.stored, visit.visitor)
    start = hosted.game.start

    def checked(stop: Stop) -> list[dict[str, str]] | None:
        variations = [each.variation() for each in new.variations]
        check_variations(start, variations)
        return variation_rows(variations)

    rows = await run_for(request, visit.services.replays, checked)
    return await visit.change(actions.set_variations, rows)


def _read(services: Services, game_id: str) -> HostedGame:
    """Read a game, in a thread; it is not shared with anybody who changes it."""
    return restored(services.store.find(game_id))


@router.get("/{game_id}/record", **sends("text/plain"))
async def record(game_id: GameId, services: ServicesDep, request: Request) -> PlainTextResponse:
    """Return the game as a file that can be imported again."""
    return await run_for(request, services.replays, lambda stop: _record(_read(services, game_id)))


def _record(hosted: HostedGame) -> PlainTextResponse:
    stored = hosted.stored
    names = stored.red_name or "Red", stored.yellow_name or "Yellow"
    record = record_of(hosted.game, *names, stored.created_at[:10], variations_in(stored))
    engines = {"RedEngine": stored.red_engine, "YellowEngine": stored.yellow_engine}
    seats = {name: engine for name, engine in engines.items() if engine is not None}
    text = format_record(replace(record, headers={**record.headers, **seats}))
    return PlainTextResponse(text, headers=_attachment(stored, "txt"))


@router.get("/{game_id}/animation.gif", **sends("image/gif"))
async def animation(game_id: GameId, services: ServicesDep, request: Request) -> Response:
    """Return the game as an animated GIF."""
    hosted = await run_in_threadpool(_read, services, game_id)
    image = await run_for(
        request, services.animations, lambda stop: small_gif(hosted.game.positions)
    )
    return Response(image, media_type="image/gif", headers=_attachment(hosted.stored, "gif"))


def _seat(choice: requests.SeatChoice, most_threads: int) -> Seat:
    if choice.engine is not None:
        check_spec(choice.engine, most_threads)
    return choice.name or choice.engine or "", choice.engine


def _attachment(stored: StoredGame, ending: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="dropfour-{stored.id}.{ending}"'}


# --- engines --------------------------------------------------------------------------------------


@engines.get("")
def all_engines() -> EngineList:
    """List everything that can be the ``engine`` of a seat."""
    return engine_list()


@engines.get("/check")
def check(
    engine: Annotated[Text, Query(min_length=1, max_length=MAX_ENGINE)], services: ServicesDep
) -> CheckedEngine:
    """Check a specification before a game is started with it; status 422 says what is wrong with it."""
    check_spec(engine, services.settings.engine_threads)
    return CheckedEngine(engine=engine)
