"""Server-sent events: what is proven goes out as it is found."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import anyio
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from dropfour.engines.proof import Analysis, SearchProgress
from dropfour.position import Position
from dropfour.scores import ScoreRange, plies_to_end
from dropfour.study.review import ReviewedMove

Event = tuple[str, dict[str, Any]]


class EventStream(Response):
    """Events, each a name and a JSON object. When the client goes, the source is closed at once: a
    search sends nothing for seconds, so that waiting for a failed sending would not do."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncGenerator[Event, None]) -> None:
        super().__init__(headers={"cache-control": "no-store"})
        del self.headers["content-length"]
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_events() -> None:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            async for name, data in self._events:
                text = f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"
                body = text.encode()
                await send({"type": "http.response.body", "body": body, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            group.cancel_scope.cancel()

        async with aclosing(self._events), anyio.create_task_group() as group:
            group.start_soon(send_events)
            while (await receive())["type"] != "http.disconnect":
                pass
            group.cancel_scope.cancel()


def range_object(position: Position, known: ScoreRange) -> dict[str, Any]:
    """Return bounds of a score for the side to move in *position*; what is not proven is null.

    *stones* is how many stones the winner still drops.
    """
    stones = None
    if known.is_exact and known.low != 0 and not position.is_over:
        stones = (plies_to_end(position, known.low) + 1) // 2
    return {
        "low": known.low,
        "high": known.high,
        "exact": known.is_exact,
        "outcome": known.outcome,
        "stones": stones,
    }


def column_event(position: Position, column: int, known: ScoreRange) -> Event:
    return "column", {"column": column, **range_object(position, known)}


def progress_event(progress: SearchProgress) -> Event:
    return "progress", {
        "column": progress.column,
        "nodes": progress.nodes,
        "time_s": round(progress.time_s, 2),
    }


def analysis_event(analysis: Analysis) -> Event:
    position = analysis.position
    return "done", {
        **range_object(position, analysis.range),
        "columns": [
            column_event(position, column, known)[1] for column, known in analysis.columns.items()
        ],
        "complete": analysis.is_exact,
        "best": list(analysis.best),
        "line": list(analysis.variation),
        "nodes": analysis.nodes,
        "time_s": round(analysis.time_s, 4),
        "source": analysis.source,
    }


def review_event(reviewed: ReviewedMove) -> Event:
    position = reviewed.position
    return "move", {
        "ply": reviewed.ply,
        "column": reviewed.column,
        "player": str(position.to_move),
        "verdict": None if reviewed.verdict is None else reviewed.verdict.value,
        "best": range_object(position, reviewed.best),
        "played": range_object(position, reviewed.played),
        "columns": list(reviewed.best_columns),
    }
