"""Positions and games that are not stored: analysed, explained, reviewed, drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse, Response

from dropfour.drawing import draw_png, draw_svg
from dropfour.engines.engine import Limits, Stop
from dropfour.engines.proof import ColumnScore
from dropfour.moves import format_moves, parse_moves
from dropfour.notation import position_string
from dropfour.position import RED, Colour, Position
from dropfour.record import format_record, record_of
from dropfour.scores import ScoreRange, best_range
from dropfour.study.estimates import estimates
from dropfour.study.explain import explain
from dropfour.study.review import review
from dropfour.study.story import tell_story
from dropfour.web.dependencies import (
    EVENTS,
    HELP,
    AnyVisitor,
    MovesQuery,
    ServicesDep,
    run_for,
    sends,
)
from dropfour.web.engines import choose
from dropfour.web.fields import ColourName
from dropfour.web.games.imports import small_gif
from dropfour.web.http.event_stream import EventStream, encode
from dropfour.web.positions import schema

router = APIRouter(prefix="/api", tags=["positions"])

# An analysis in rounds, which build on each other: the share of its time, and how long each column that
# is not proven by then is estimated.
_ROUNDS = ((0.02, 0.03), (0.28, 0.1), (0.7, 0.3))
# The fields of a GameCount.
_COUNTED = {"1-0": "red", "0-1": "yellow", "1/2-1/2": "draw"}


@router.get("/analysis", dependencies=HELP, **EVENTS)
async def analysis(query: MovesQuery, services: ServicesDep, visitor: AnyVisitor) -> EventStream:
    """Stream the exact score of every column: ``column`` events (ProvenColumn) as they are proven,
    ``progress`` (ProgressState) several times a second, ``estimate`` (ColumnEstimateState) for columns
    that are not proven yet, better ones later, and ``done`` (AnalysisState). The search ends when the
    client disconnects or the time is up."""
    position = (await run_in_threadpool(query.game)).position
    time_s = services.settings.analysis_time_s

    def work(send: Callable[[bytes], None], stop: Stop) -> None:
        known: dict[int, ScoreRange] = {}

        def on_column(found: ColumnScore) -> None:
            if found.column in known and known[found.column].is_exact:
                return
            known[found.column] = found.range
            score = best_range(position, known).to_dict(position)
            send(encode("column", {**found.to_dict(position), "position": score}))

        for share, estimate_s in _ROUNDS:
            limits = Limits(time_s=share * time_s, stop=stop)
            analysis = services.analyst.analyse(
                position,
                limits,
                on_column=on_column,
                progress=lambda progress: send(encode("progress", progress.to_dict())),
            )
            if analysis.is_exact or stop.is_set:
                break
            for estimate in estimates(analysis, Limits(time_s=estimate_s, stop=stop)):
                send(encode("estimate", estimate.to_dict()))
        send(encode("done", analysis.to_dict(limits=limits.after(analysis.time_s))))

    return EventStream(services.searches.stream(visitor, work))


@router.get("/review", dependencies=HELP, **EVENTS)
async def reviewed(
    query: MovesQuery,
    services: ServicesDep,
    visitor: AnyVisitor,
    winner: Annotated[
        ColourName | None, Query(description="Of a game decided off the board.")
    ] = None,
    you: Annotated[ColourName | None, Query(description='The side addressed as "you".')] = None,
) -> EventStream:
    """Stream a review of each move, from the last to the first: ``move`` events (ReviewedMoveState),
    some of which are sent again when more is proven, and ``done`` (ReviewEnd)."""
    game, time_s = await run_in_threadpool(query.game), services.settings.review_time_s

    def work(send: Callable[[bytes], None], stop: Stop) -> None:
        found = review(
            game,
            limits=Limits(time_s=time_s, stop=stop),
            analyst=services.analyst,
            on_move=lambda move: send(encode("move", move.to_dict())),
            plans=False,
        )
        won = found.winner if winner is None else Colour[winner.upper()]
        story = tell_story(found.moves, won, None if you is None else Colour[you.upper()])
        send(encode("done", {"stopped": stop.is_set, "story": story.to_dict()}))

    return EventStream(services.searches.stream(visitor, work))


@router.get("/explanation", dependencies=HELP)
async def explanation(
    query: MovesQuery, services: ServicesDep, request: Request
) -> schema.ExplanationState:
    """Explain the position in sentences with the cells they refer to, most urgent first."""

    def work(stop: Stop) -> schema.ExplanationState:
        position = query.game().position
        found = explain(position, services.analyst.known(position))
        return schema.ExplanationState.model_validate(found.to_dict())

    return await run_for(request, services.moves, work)


@router.get("/hint", dependencies=HELP)
async def hint(query: MovesQuery, services: ServicesDep, request: Request) -> schema.Hint:
    """Suggest a column, proven to be the best if there is enough time."""
    return await run_for(
        request, services.moves, lambda stop: _hint(query.game().position, services, stop)
    )


def _hint(position: Position, services: ServicesDep, stop: Stop) -> schema.Hint:
    if position.is_over:
        raise ValueError("the game is over")
    time_s = services.settings.hint_time_s
    found = services.analyst.analyse(position, Limits(time_s=time_s, stop=stop))
    for column in position.columns_from_middle:
        if column in found.best:
            return schema.Hint(column=column, exact=True)
    choice = choose("hard", position, time_s, stop)
    return schema.Hint(column=choice.column, exact=False)


# --- openings -------------------------------------------------------------------------------------


@router.get("/openings")
async def openings(
    query: MovesQuery, services: ServicesDep, visitor: AnyVisitor, request: Request
) -> schema.OpeningState:
    """Count the finished games that began with these moves, by the column played next: the visitor's
    games, and all games in which an engine made that move."""

    def count(stop: Stop) -> schema.OpeningState:
        game = query.game()
        columns = {
            column: schema.OpeningColumn(column=column, yours=_none(), engines=_none())
            for column in game.position.legal_columns
        }
        start, moves = position_string(game.start), format_moves(game.moves)
        own = services.store.own_openings(visitor.key, start, moves) if visitor.key else []
        is_reds_turn = game.position.to_move is RED
        engines = services.store.engine_openings(start, moves, is_reds_turn)
        for rows, kind in ((own, "yours"), (engines, "engines")):
            for row in rows:
                counts: schema.GameCount = getattr(columns[parse_moves(row.next_move)[0]], kind)
                setattr(counts, _COUNTED[row.result], row.count)
        return schema.OpeningState(columns=list(columns.values()))

    return await run_for(request, services.queries, count)


def _none() -> schema.GameCount:
    return schema.GameCount(red=0, draw=0, yellow=0)


# --- drawings and files ---------------------------------------------------------------------------


@router.get("/picture.svg", **sends("image/svg+xml"))
async def svg(query: MovesQuery, services: ServicesDep, request: Request) -> Response:
    image = await run_for(request, services.pictures, lambda stop: draw_svg(query.game().position))
    return Response(image, media_type="image/svg+xml")


@router.get("/picture.png", **sends("image/png"))
async def png(
    query: Annotated[schema.PictureQuery, Query()], services: ServicesDep, request: Request
) -> Response:
    image = await run_for(
        request, services.pictures, lambda stop: draw_png(query.game().position, query.cell_px)
    )
    return Response(image, media_type="image/png")


@router.get("/animation.gif", **sends("image/gif"))
async def gif(query: MovesQuery, services: ServicesDep, request: Request) -> Response:
    image = await run_for(
        request, services.animations, lambda stop: small_gif(query.game().positions)
    )
    return Response(image, media_type="image/gif")


@router.get("/record", **sends("text/plain"))
def record(query: Annotated[schema.RecordQuery, Query()]) -> PlainTextResponse:
    """Return the moves as a game file."""
    return PlainTextResponse(format_record(record_of(query.game(), query.red, query.yellow)))
