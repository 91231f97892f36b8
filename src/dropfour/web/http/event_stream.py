"""Server-sent events: results are sent while a search is still running."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

Event = tuple[str, dict[str, Any]]


class EventStream(StreamingResponse):
    """Events, each a name and a JSON object. The source is closed as soon as the client disconnects,
    also while a search sends nothing for seconds."""

    def __init__(self, events: AsyncGenerator[Event, None]) -> None:
        super().__init__(_encoded(events), 200, {"cache-control": "no-store"}, "text/event-stream")
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self._events):
            await super().__call__(scope, receive, send)


async def _encoded(events: AsyncGenerator[Event, None]) -> AsyncGenerator[str, None]:
    async for name, data in events:
        yield f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"
