"""Server-sent events: results are sent while a search is still running."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import anyio
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

Event = tuple[str, dict[str, Any]]


class EventStream(Response):
    """Events, each a name and a JSON object.

    The source is closed as soon as the client disconnects. Waiting until sending fails would be too
    late: a search may send nothing for seconds.
    """

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
