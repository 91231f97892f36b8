"""Games: begun, played, taken back, given up, looked at again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse, Response

from dropfour.drawing import draw_gif
from dropfour.record import format_record
from dropfour.web.engines import check_engine, choose
from dropfour.web.files import gif_cell_px, parse_file, record_of
from dropfour.web.live import PLAYERS, Conflict, restore
from dropfour.web.routes.context import Client, Parts, Visitor
from dropfour.web.schema import (
    AtPly,
    GameId,
    GameList,
    GameState,
    Imported,
    Move,
    NewGame,
    Resignation,
    SeatChoice,
    game_state,
    game_summary,
)
from dropfour.web.storage import StoredGame

router = APIRouter(prefix="/api/games", tags=["games"])


@router.post("", status_code=201)
def new_game(new: NewGame, parts: Parts, visitor: Visitor) -> GameState:
    """Begin a game, with moves played already if so wished."""
    red, yellow = _seat(new.red), _seat(new.yellow)
    return game_state(parts.games.create(visitor, new.start_position(), new.moves, red, yellow))


@router.get("")
def past_games(
    parts: Parts,
    visitor: Visitor,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
    before: Annotated[str | None, Query(max_length=40)] = None,
) -> GameList:
    """List the games that this visitor began, the one played last first."""
    games = parts.games.recent(visitor, limit + 1, before)
    more = len(games) > limit
    return GameList(
        games=[game_summary(stored) for stored in games[:limit]],
        next=games[limit - 1].updated_at if more else None,
    )


@router.post("/import", status_code=201)
def import_game(
    parts: Parts,
    visitor: Visitor,
    text: Annotated[str, Body(media_type="text/plain", max_length=60_000)],
) -> Imported:
    """Begin a game from a file: a saved game, a Max-Connect4 file, a diagram, or moves."""
    found = parse_file(text)
    stored = parts.games.create(
        visitor,
        found.start,
        found.moves,
        (found.red, None),
        (found.yellow, None),
        found.declared,
    )
    return Imported(game=game_state(stored), notice=found.notice)


@router.get("/{game_id}")
def one_game(game_id: GameId, parts: Parts) -> GameState:
    return game_state(parts.games.get(game_id))


@router.post("/{game_id}/moves")
def move(game_id: GameId, move: Move, parts: Parts) -> GameState:
    """Drop a person's stone; the same move sent again changes nothing."""
    return game_state(parts.games.play(game_id, move.column, move.ply))


@router.post("/{game_id}/engine-move")
async def engine_move(game_id: GameId, at: AtPly, parts: Parts, client: Client) -> GameState:
    """Let the engine whose turn it is choose and play."""
    stored = await run_in_threadpool(parts.games.get, game_id)
    game = restore(stored)
    if at.ply < len(game.moves):
        return game_state(stored)
    spec = stored.red_engine if str(game.position.to_move) == "red" else stored.yellow_engine
    if game.is_over or spec is None:
        raise Conflict("the game is over" if game.is_over else "it is a person's turn")
    position, time_s = game.position, parts.settings.engine_time_s
    choice = await parts.moves.run(
        client, lambda stop: choose(spec, position, time_s, stop, game_id)
    )
    return game_state(await run_in_threadpool(parts.games.play_choice, game_id, at.ply, choice))


@router.post("/{game_id}/undo")
def undo(game_id: GameId, at: AtPly, parts: Parts) -> GameState:
    """Take back the last move, and an engine's before it: until a person is to move."""
    return game_state(parts.games.undo(game_id, at.ply))


@router.post("/{game_id}/redo")
def redo(game_id: GameId, at: AtPly, parts: Parts) -> GameState:
    """Play again what was undone, until a person is to move."""
    return game_state(parts.games.redo(game_id, at.ply))


@router.post("/{game_id}/resign")
def resign(game_id: GameId, resignation: Resignation, parts: Parts) -> GameState:
    player = PLAYERS[resignation.player]
    return game_state(parts.games.resign(game_id, resignation.ply, player))


@router.post("/{game_id}/swap")
def swap_sides(game_id: GameId, at: AtPly, parts: Parts) -> GameState:
    """Let the two sides change places, as the game stands."""
    return game_state(parts.games.swap(game_id, at.ply))


@router.get(
    "/{game_id}/record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}},
)
def record(game_id: GameId, parts: Parts) -> PlainTextResponse:
    """The game as a file that can be dropped in again."""
    stored = parts.games.get(game_id)
    red, yellow = _shown(stored.red_name, "red"), _shown(stored.yellow_name, "yellow")
    text = format_record(record_of(restore(stored), red, yellow, stored.created_at[:10]))
    return PlainTextResponse(text, headers=_attachment(stored, "txt"))


@router.get(
    "/{game_id}/animation.gif",
    response_class=Response,
    responses={200: {"content": {"image/gif": {}}}},
)
async def animation(game_id: GameId, parts: Parts, client: Client) -> Response:
    """The game as an animated picture."""
    stored = await run_in_threadpool(parts.games.get, game_id)
    positions = restore(stored).positions
    cell_px = gif_cell_px(positions)
    image = await parts.drawings.run(client, lambda stop: draw_gif(positions, cell_px=cell_px))
    return Response(image, media_type="image/gif", headers=_attachment(stored, "gif"))


def _seat(choice: SeatChoice) -> tuple[str, str | None]:
    if choice.engine is not None:
        check_engine(choice.engine)
    return choice.name or choice.engine or "", choice.engine


def _shown(name: str, colour: str) -> str:
    return name or colour.capitalize()


def _attachment(stored: StoredGame, ending: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="dropfour-{stored.id}.{ending}"'}
