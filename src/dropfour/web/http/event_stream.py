"""Server-sent events."""

from __future__ import annotations

from contextlib import aclosing
from typing import Any, Protocol

from pydantic import BaseModel
from pydantic_core import to_json
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send


def encode(
    kind: str, data: BaseModel | dict[str, Any] | bytes, event_id: int | None = None
) -> bytes:
    """Return an event; *data* may be JSON already. A client that reconnects names the last *event_id* it
    has seen."""
    head = "" if event_id is None else f"id: {event_id}\n"
    body = data if isinstance(data, bytes) else to_json(data)
    return b"%bevent: %b\ndata: %b\n\n" % (head.encode(), kind.encode(), body)


class Source(Protocol):
    """What yields events."""

    def __aiter__(self) -> Any: ...

    async def aclose(self) -> None: ...


class EventStream(StreamingResponse):
    """Sends what *events* yields until one of the two sides ends it. The source is closed as soon as the
    client disconnects, also while it yields nothing for seconds."""

    def __init__(self, events: Source, cookies: Response | None = None) -> None:
        """*cookies* has the cookie of a new visitor, which FastAPI does not add to a stream."""
        # Proxies such as nginx would collect events before they pass them on.
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(events, headers=headers, media_type="text/event-stream")
        if cookies is not None:
            self.raw_headers.extend(cookies.raw_headers)
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self._events):
            await super().__call__(scope, receive, send)
