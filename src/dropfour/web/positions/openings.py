"""What was played in the stored games, move by move."""

from __future__ import annotations

from fastapi import APIRouter, Request

from dropfour.engines.engine import Stop
from dropfour.moves import parse_moves
from dropfour.web.dependencies import Caller, MovesQuery, Parts, run_for
from dropfour.web.positions.schema import GameCount, OpeningColumn, OpeningState

router = APIRouter(prefix="/api", tags=["positions"])

_FIELDS = {"1-0": "red", "0-1": "yellow", "1/2-1/2": "draw"}


@router.get("/openings")
async def openings(
    query: MovesQuery, parts: Parts, caller: Caller, request: Request
) -> OpeningState:
    """Count the finished games that began with these moves, by the column played next: the visitor's
    games, and all games in which an engine made that move."""

    def count(stop: Stop) -> OpeningState:
        game = query.game()
        columns = {
            column: OpeningColumn(column=column, yours=_none(), engines=_none())
            for column in game.position.legal_columns
        }
        own = parts.games.own_openings(caller.key, game)
        for rows, kind in ((own, "yours"), (parts.games.engine_openings(game), "engines")):
            for row in rows:
                counts: GameCount = getattr(columns[parse_moves(row.next_move)[0]], kind)
                setattr(counts, _FIELDS[row.result], row.count)
        return OpeningState(columns=list(columns.values()))

    return await run_for(request, parts.reports, count)


def _none() -> GameCount:
    return GameCount(red=0, draw=0, yellow=0)
