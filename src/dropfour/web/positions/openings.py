"""What was played in the stored games, move by move."""

from __future__ import annotations

from fastapi import APIRouter, Request

from dropfour.engines.engine import Stop
from dropfour.moves import format_moves, parse_moves
from dropfour.notation import position_string
from dropfour.position import RED
from dropfour.web.dependencies import AnyVisitor, MovesQuery, ServicesDep, run_for
from dropfour.web.positions.schema import GameCount, OpeningColumn, OpeningState

router = APIRouter(prefix="/api", tags=["positions"])

_FIELDS = {"1-0": "red", "0-1": "yellow", "1/2-1/2": "draw"}


@router.get("/openings")
async def openings(
    query: MovesQuery, services: ServicesDep, visitor: AnyVisitor, request: Request
) -> OpeningState:
    """Count the finished games that began with these moves, by the column played next: the visitor's
    games, and all games in which an engine made that move."""

    def count(stop: Stop) -> OpeningState:
        game = query.game()
        columns = {
            column: OpeningColumn(column=column, yours=_none(), engines=_none())
            for column in game.position.legal_columns
        }
        start, moves = position_string(game.start), format_moves(game.moves)
        own = services.store.own_openings(visitor.key, start, moves) if visitor.key else []
        is_reds_turn = game.position.to_move is RED
        engines = services.opening_counts.engines(start, moves, is_reds_turn)
        for rows, kind in ((own, "yours"), (engines, "engines")):
            for row in rows:
                counts: GameCount = getattr(columns[parse_moves(row.next_move)[0]], kind)
                setattr(counts, _FIELDS[row.result], row.count)
        return OpeningState(columns=list(columns.values()))

    return await run_for(request, services.queries, count)


def _none() -> GameCount:
    return GameCount(red=0, draw=0, yellow=0)
