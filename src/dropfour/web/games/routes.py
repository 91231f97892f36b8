"""Games: beginning, playing, undoing, resigning, listing and deleting them."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Body, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse, Response

from dropfour.engines.engine import Stop
from dropfour.position import RED
from dropfour.record import format_record, record_of
from dropfour.web.dependencies import Caller, Parts, Visitor, creates_game, run_for
from dropfour.web.engines import CheckedEngine, EngineList, check_engine, choose, engine_list
from dropfour.web.fields import MAX_ENGINE, GameId
from dropfour.web.games.games import COLOURS, SavedGame, check_owner, variations_in
from dropfour.web.games.imports import parse_file, small_gif
from dropfour.web.games.schema import (
    AtPly,
    EngineMove,
    GameList,
    GameState,
    Imported,
    Move,
    NewGame,
    NewVariations,
    Resignation,
    SeatChoice,
    game_state,
    game_summary,
)
from dropfour.web.games.store import StoredGame
from dropfour.web.http.problems import Conflict
from dropfour.web.text import Text

router = APIRouter(prefix="/api/games", tags=["games"])
engines = APIRouter(prefix="/api/engines", tags=["engines"])


@router.post("", status_code=201, dependencies=[Depends(creates_game)])
async def new_game(new: NewGame, parts: Parts, visitor: Visitor, request: Request) -> GameState:
    """Start a game, with or without moves on the board."""

    def start(stop: Stop) -> GameState:
        threads = parts.settings.engine_threads
        red, yellow = _seat(new.red, threads), _seat(new.yellow, threads)
        variations = [each.variation() for each in new.variations]
        saved = parts.games.create(visitor, new.game(), red, yellow, variations, new.draft)
        return game_state(saved, visitor)

    return await run_for(request, parts.starts, start)


@router.get("")
async def past_games(
    parts: Parts,
    visitor: Visitor,
    request: Request,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
    before: Annotated[str | None, Query(max_length=40, pattern="^[0-9T:.+-]*$")] = None,
) -> GameList:
    """List the games that this visitor started or has a seat in, most recently played first."""

    def find(stop: Stop) -> GameList:
        games = parts.games.recent(visitor, limit + 1, before)
        more = len(games) > limit
        return GameList(
            games=[game_summary(each, visitor) for each in games[:limit]],
            next=games[limit - 1].stored.updated_at if more else None,
        )

    return await run_for(request, parts.starts, find)


@router.post("/import", status_code=201, dependencies=[Depends(creates_game)])
async def import_game(
    parts: Parts,
    visitor: Visitor,
    request: Request,
    text: Annotated[str, Body(media_type="text/plain")] = "",
) -> Imported:
    """Start a game from a file: a saved game, a Max-Connect4 file, a diagram, or moves."""

    def start(stop: Stop) -> Imported:
        found = parse_file(text, parts.settings.engine_threads)
        saved = parts.games.create(visitor, found.game, found.red, found.yellow, found.variations)
        return Imported(game=game_state(saved, visitor), notice=found.notice)

    return await run_for(request, parts.starts, start)


@router.get("/{game_id}")
def one_game(game_id: GameId, parts: Parts, caller: Caller) -> GameState:
    return game_state(parts.games.get(game_id), caller.key)


@router.delete("/{game_id}", status_code=204, response_class=Response)
def delete(game_id: GameId, parts: Parts, caller: Caller) -> None:
    """Delete a game that is played on one screen."""
    parts.games.delete(game_id, caller.key)


@router.post("/{game_id}/moves")
def move(game_id: GameId, move: Move, parts: Parts, caller: Caller) -> GameState:
    """Drop a person's stone; the same move sent again changes nothing."""
    return game_state(parts.games.play(game_id, caller.key, move.column, move.ply), caller.key)


@router.post("/{game_id}/engine-move")
async def engine_move(
    game_id: GameId, at: EngineMove, parts: Parts, request: Request, caller: Caller
) -> GameState:
    """Play the move of the engine whose turn it is: the *choice*, or else what it chooses here."""
    saved = await run_in_threadpool(parts.games.get, game_id)
    game, stored = saved.game, saved.stored
    check_owner(stored, caller.key)
    if at.ply < len(game.moves):
        return await run_in_threadpool(game_state, saved, caller.key)
    spec = stored.red_engine if game.position.to_move is RED else stored.yellow_engine
    if game.is_over or spec is None:
        raise Conflict("the game is over" if game.is_over else "it is a person's turn")
    position, time_s = game.position, parts.settings.engine_time_s
    if at.choice is None:
        threads = parts.settings.engine_threads
        choice = await run_for(
            request,
            parts.moves,
            lambda stop: choose(spec, position, time_s, stop, game_id, threads),
        )
    elif at.choice.column in position.legal_columns:
        choice = at.choice.choice()
    else:
        raise Conflict(f"column {at.choice.column} cannot be played")

    def play() -> GameState:
        return game_state(parts.games.play_choice(game_id, caller.key, at.ply, choice), caller.key)

    return await run_in_threadpool(play)


@router.post("/{game_id}/undo")
def undo(game_id: GameId, at: AtPly, parts: Parts, caller: Caller) -> GameState:
    """Take back moves until a person is to move."""
    return game_state(parts.games.undo(game_id, caller.key, at.ply), caller.key)


@router.post("/{game_id}/redo")
def redo(game_id: GameId, at: AtPly, parts: Parts, caller: Caller) -> GameState:
    """Replay undone moves until a person is to move."""
    return game_state(parts.games.redo(game_id, caller.key, at.ply), caller.key)


@router.post("/{game_id}/resign")
def resign(game_id: GameId, resignation: Resignation, parts: Parts, caller: Caller) -> GameState:
    colour = COLOURS[resignation.colour]
    saved = parts.games.resign(game_id, caller.key, resignation.ply, colour)
    return game_state(saved, caller.key)


@router.post("/{game_id}/swap")
def swap_sides(game_id: GameId, at: AtPly, parts: Parts, caller: Caller) -> GameState:
    """Let the two players swap colours and continue the game."""
    return game_state(parts.games.swap(game_id, caller.key, at.ply), caller.key)


@router.post("/{game_id}/variations")
async def set_variations(
    game_id: GameId, new: NewVariations, parts: Parts, caller: Caller, request: Request
) -> GameState:
    """Replace the variations of the game: what could be played from its positions, with names."""

    def store(stop: Stop) -> GameState:
        variations = [each.variation() for each in new.variations]
        return game_state(parts.games.set_variations(game_id, caller.key, variations), caller.key)

    return await run_for(request, parts.starts, store)


@router.get(
    "/{game_id}/record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}},
)
async def record(game_id: GameId, parts: Parts, request: Request) -> PlainTextResponse:
    """Return the game as a file that can be imported again."""
    return await run_for(request, parts.starts, lambda stop: _record(parts.games.get(game_id)))


def _record(saved: SavedGame) -> PlainTextResponse:
    stored = saved.stored
    names = stored.red_name or "Red", stored.yellow_name or "Yellow"
    record = record_of(saved.game, *names, stored.created_at[:10], variations_in(stored))
    engines = {"RedEngine": stored.red_engine, "YellowEngine": stored.yellow_engine}
    seats = {name: engine for name, engine in engines.items() if engine is not None}
    text = format_record(replace(record, headers={**record.headers, **seats}))
    return PlainTextResponse(text, headers=_attachment(stored, "txt"))


@router.get(
    "/{game_id}/animation.gif",
    response_class=Response,
    responses={200: {"content": {"image/gif": {}}}},
)
async def animation(game_id: GameId, parts: Parts, request: Request) -> Response:
    """Return the game as an animated GIF."""
    saved = await run_in_threadpool(parts.games.get, game_id)
    image = await run_for(request, parts.drawings, lambda stop: small_gif(saved.game.positions))
    return Response(image, media_type="image/gif", headers=_attachment(saved.stored, "gif"))


def _seat(choice: SeatChoice, most_threads: int) -> tuple[str, str | None]:
    if choice.engine is not None:
        check_engine(choice.engine, most_threads)
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
    engine: Annotated[Text, Query(min_length=1, max_length=MAX_ENGINE)], parts: Parts
) -> CheckedEngine:
    """Check a specification before a game is started with it; status 422 says what is wrong with it."""
    check_engine(engine, parts.settings.engine_threads)
    return CheckedEngine(engine=engine)
