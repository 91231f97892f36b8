"""Positions and games that need not be kept: analysed, explained, reviewed, drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import PlainTextResponse, Response

from dropfour.drawing import draw_gif, draw_png, draw_svg
from dropfour.engines.engine import Limits, Stop
from dropfour.position import Position
from dropfour.record import format_record, record_of
from dropfour.study.explain import explain
from dropfour.study.review import Reviewed, review
from dropfour.web.engines import choose
from dropfour.web.events import (
    Event,
    EventStream,
    analysis_event,
    column_event,
    progress_event,
    review_event,
)
from dropfour.web.files import gif_cell_px
from dropfour.web.routes.context import Client, LineQuery, Parts
from dropfour.web.schema import (
    CellState,
    ExplanationState,
    FactState,
    Hint,
    PngLine,
    RecordLine,
    colour_name,
)

router = APIRouter(prefix="/api", tags=["positions"])

_EVENTS: dict[int | str, dict[str, Any]] = {200: {"content": {"text/event-stream": {}}}}


@router.get("/analysis", response_class=Response, responses=_EVENTS)
async def analysis(line: LineQuery, parts: Parts, client: Client) -> EventStream:
    """The exact score of every column, streamed: ``column`` events as they are proven, ``progress``
    twice a second, and ``done``. Ends when the client goes, and when the time is up."""
    position = line.positions()[-1]
    time_s = parts.settings.analysis_time_s

    def work(tell: Callable[[Event], None], stop: Stop) -> None:
        analysis = parts.analyst.analyse(
            position,
            Limits(time_s=time_s, stop=stop),
            on_column=lambda found: tell(column_event(position, found.column, found.range)),
            progress=lambda progress: tell(progress_event(progress)),
        )
        tell(analysis_event(analysis))

    return EventStream(parts.searches.stream(client, work))


@router.get("/review", response_class=Response, responses=_EVENTS)
async def reviewed(line: LineQuery, parts: Parts, client: Client) -> EventStream:
    """What each move was worth, streamed from the last to the first: ``move`` events, some of them
    sent again with the columns that were best, and ``done``."""
    positions = line.positions()
    time_s = parts.settings.review_time_s

    def work(tell: Callable[[Event], None], stop: Stop) -> None:
        def on_move(move: Reviewed) -> None:
            tell(review_event(positions[move.ply - 1], move))

        review(positions, parts.analyst, time_s, stop, on_move)
        tell(("done", {"stopped": stop.is_set}))

    return EventStream(parts.searches.stream(client, work))


@router.get("/explanation")
async def explanation(line: LineQuery, parts: Parts, client: Client) -> ExplanationState:
    """What is on the board, in words, each fact with its cells; the most pressing first."""
    position = line.positions()[-1]
    known = parts.analyst.known(position)
    found = await parts.moves.run(client, lambda stop: explain(position, known))
    facts = [
        FactState(
            kind=fact.kind.value,
            player=colour_name(fact.colour),
            cells=[CellState(column=cell.column, row=cell.row) for cell in fact.cells],
            columns=list(fact.columns),
            text=f"{fact.text[:1].upper()}{fact.text[1:]}.",
        )
        for fact in found.facts
    ]
    return ExplanationState(facts=facts)


@router.get("/hint")
async def hint(line: LineQuery, parts: Parts, client: Client) -> Hint:
    """A good column to play, proven to be best if there was the time."""
    position = line.positions()[-1]
    if position.is_over:
        raise ValueError("the game is over")
    time_s = parts.settings.hint_time_s
    return await parts.moves.run(client, lambda stop: _hint(position, parts, time_s, stop))


def _hint(position: Position, parts: Parts, time_s: float, stop: Stop) -> Hint:
    found = parts.analyst.analyse(position, Limits(time_s=time_s, stop=stop))
    for column in position.columns_from_middle:
        if column in found.best:
            return Hint(column=column, exact=True)
    choice = choose("hard", position, time_s, stop)
    return Hint(column=choice.column, exact=False)


# --- drawings and files ---------------------------------------------------------------------------


@router.get(
    "/picture.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def svg(line: LineQuery, parts: Parts, client: Client) -> Response:
    position = line.positions()[-1]
    image = await parts.drawings.run(client, lambda stop: draw_svg(position))
    return Response(image, media_type="image/svg+xml")


@router.get(
    "/picture.png", response_class=Response, responses={200: {"content": {"image/png": {}}}}
)
async def png(line: Annotated[PngLine, Query()], parts: Parts, client: Client) -> Response:
    position = line.positions()[-1]
    image = await parts.drawings.run(client, lambda stop: draw_png(position, line.cell_px))
    return Response(image, media_type="image/png")


@router.get(
    "/animation.gif", response_class=Response, responses={200: {"content": {"image/gif": {}}}}
)
async def gif(line: LineQuery, parts: Parts, client: Client) -> Response:
    positions = line.positions()
    cell_px = gif_cell_px(positions)
    image = await parts.drawings.run(client, lambda stop: draw_gif(positions, cell_px=cell_px))
    return Response(image, media_type="image/gif")


@router.get("/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
def record(line: Annotated[RecordLine, Query()]) -> PlainTextResponse:
    """The line of play as a game file."""
    return PlainTextResponse(format_record(record_of(line.game(), line.red, line.yellow)))
