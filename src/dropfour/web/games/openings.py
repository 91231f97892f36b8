"""How the stored games went on from a position."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from dropfour.moves import format_moves, parse_moves
from dropfour.notation import position_string
from dropfour.position import RED
from dropfour.web.games.requests import PlayedMoves
from dropfour.web.games.visit import ServicesDep
from dropfour.web.http.dependencies import AnyVisitor

router = APIRouter(prefix="/api", tags=["positions"])


class GameCount(BaseModel):
    """Finished games, by their result."""

    red: int
    draw: int
    yellow: int


class OpeningColumn(BaseModel):
    """The games that continued with *column*: the visitor's, and those with an engine's move."""

    column: int
    yours: GameCount
    engines: GameCount


class OpeningState(BaseModel):
    """What was played next after the moves, for every playable column."""

    columns: list[OpeningColumn]


MovesQuery = Annotated[PlayedMoves, Query()]
# The fields of a GameCount.
_COUNTED = {"1-0": "red", "0-1": "yellow", "1/2-1/2": "draw"}


@router.get("/openings")
async def openings(query: MovesQuery, services: ServicesDep, visitor: AnyVisitor) -> OpeningState:
    """Count the finished games with these moves by the column played next: the visitor's, engines'."""

    def count() -> OpeningState:
        game = query.game()
        columns = {
            column: OpeningColumn(column=column, yours=_none(), engines=_none())
            for column in game.position.legal_columns
        }
        start, moves = position_string(game.start), format_moves(game.moves)
        own = services.store.own_openings(visitor.key, start, moves) if visitor.key else []
        is_reds_turn = game.position.to_move is RED
        engines = services.store.engine_openings(start, moves, is_reds_turn)
        for rows, kind in ((own, "yours"), (engines, "engines")):
            for row in rows:
                counts: GameCount = getattr(columns[parse_moves(row.next_move)[0]], kind)
                setattr(counts, _COUNTED[row.result], row.count)
        return OpeningState(columns=list(columns.values()))

    return await services.queries.run(visitor, count)


def _none() -> GameCount:
    return GameCount(red=0, draw=0, yellow=0)
