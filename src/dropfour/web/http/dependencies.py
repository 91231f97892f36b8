"""What routes depend on: the services of the server, and who sends the request."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request, Response
from starlette.requests import ClientDisconnect

from dropfour.web.http.problems import NotYours
from dropfour.web.http.senders import Sender, sender_of

Answer = TypeVar("Answer")


# Dependencies are async where they can be: FastAPI runs the others in a thread, which takes longer.
async def services(request: Request) -> Any:
    """Return what the routes of the server use; each room declares what of it concerns the room."""
    return request.app.state.services


async def while_connected(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """Return the result of *work*, or raise ClientDisconnect if the client disconnects before."""
    job, gone = asyncio.ensure_future(work), asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait((job, gone), return_when=asyncio.FIRST_COMPLETED)
        if not job.done():
            raise ClientDisconnect
        return job.result()
    finally:
        job.cancel()
        gone.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def visitor(request: Request) -> Sender:
    return sender_of(request)


async def known_visitor(request: Request) -> Sender:
    """Return the sender; one without a secret is given one, which raises Busy after too many."""
    sender, state = sender_of(request), request.scope["state"]
    if not sender.secret:
        if sender.is_bot:
            raise NotYours("this token is not one of this server: ask /api/bot-token for another")
        secret = request.app.state.visitors.new(sender)
        sender = state["sender"] = sender._replace(secret=secret)
    if not sender.is_bot:
        state["cookie"] = sender.secret  # which the browser then keeps for longer
    return sender


# The second has a secret: a browser that sends none is given one.
AnyVisitor = Annotated[Sender, Depends(visitor)]
KnownVisitor = Annotated[Sender, Depends(known_visitor)]


def sends(media_type: str) -> dict[str, Any]:
    """Return the arguments of a route whose answer is not JSON."""
    return {"response_class": Response, "responses": {200: {"content": {media_type: {}}}}}
