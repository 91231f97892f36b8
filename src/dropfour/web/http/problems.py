"""Error responses: a status and one sentence, never a traceback or an HTML page."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from dropfour.database import DatabaseError
from dropfour.web.fields import Problem
from dropfour.web.http.metrics import Metrics

_MAX_SENTENCE = 300
_RETRY = {"Retry-After": "2"}
_EVERY_S = 60
# A refused client is answered late, so that repeating the request immediately gains nothing.
PAUSE_S = 1.0

UNAVAILABLE = "the database cannot be used at the moment: try again in a few seconds"

# Errors that every route may return; FastAPI's default 422 would describe another format.
RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (403, 404, 409, 413, 422, 429, 503)
}


class Refusal(Exception):
    """A request that is answered with *status*; the message says why."""

    status: int


class NotFound(Refusal):
    """There is no such game or tournament."""

    status = 404


class Conflict(Refusal):
    """The request does not fit the current state of the game or tournament."""

    status = 409


class NotYours(Refusal):
    """Somebody else's game or seat; the message says what the visitor may do."""

    status = 403


class Busy(Refusal):
    """Too many searches are waiting, for one client or in total; the message says which."""

    status = 429


def problem(status: int, sentence: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """Return an error response with *sentence* as its detail."""
    if len(sentence) > _MAX_SENTENCE:
        sentence = sentence[: _MAX_SENTENCE - 1] + "…"
    # A lone surrogate from a client's JSON cannot be encoded as UTF-8.
    sentence = sentence.encode("utf-8", "replace").decode("utf-8")
    return JSONResponse({"detail": sentence}, status, headers=headers)


def _is_visit(request: Request) -> bool:
    """Return whether a person opens the address in a browser."""
    accepts_page = "text/html" in request.headers.get("accept", "")
    return accepts_page and not request.url.path.startswith("/api/")


class ThrottledLog:
    """Errors that may occur with every request: logged at the first, and then once a minute."""

    def __init__(self) -> None:
        self._logger = logging.getLogger("dropfour")
        self._logged_at = -float(_EVERY_S)
        self._unlogged = 0

    def error(self, message: str) -> None:
        now = time.monotonic()
        if now - self._logged_at < _EVERY_S:
            self._unlogged += 1
            return
        before = f" ({self._unlogged} more times before)" if self._unlogged else ""
        self._logger.error("%s%s", message, before)
        self._logged_at, self._unlogged = now, 0


async def _pause() -> None:
    """Wait before a refusal; a server that stops ends the wait, and the refusal is still sent."""
    with suppress(asyncio.CancelledError):
        await asyncio.sleep(PAUSE_S)


def add_problem_handlers(
    app: FastAPI, metrics: Metrics, lost_page: Callable[[Request], Response]
) -> None:
    """Map every exception to its status; *lost_page* answers a browser at an address without a page."""
    log = ThrottledLog()

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:] if not isinstance(part, int))
        message = str(first["msg"]).removeprefix("Value error, ")
        return problem(422, f"{where}: {message}" if where else message)

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        if error.status_code == 400:  # the body is not text
            return problem(422, "the request body cannot be read")
        if error.status_code == 404 and _is_visit(request):
            return lost_page(request)
        sentence = {
            "Not Found": "there is nothing at this address",
            "Method Not Allowed": f"{request.method} is not allowed here",
        }.get(error.detail, str(error.detail))
        if error.status_code == 429:
            await _pause()
        return problem(error.status_code, sentence, dict(error.headers or {}))

    @app.exception_handler(Refusal)
    async def declined(request: Request, error: Refusal) -> JSONResponse:
        if isinstance(error, Busy):
            await _pause()
            return problem(error.status, str(error), _RETRY)
        return problem(error.status, str(error))

    @app.exception_handler(ClientDisconnect)
    async def gone(request: Request, error: ClientDisconnect) -> JSONResponse:
        return problem(499, "the client has gone")

    @app.exception_handler(DatabaseError)
    async def unavailable(request: Request, error: DatabaseError) -> JSONResponse:
        metrics.database_errors.inc()
        log.error(str(error))
        # Without the error itself, which may contain the server's paths.
        return problem(503, UNAVAILABLE, _RETRY)

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> JSONResponse:
        return problem(500, "internal error; see the server's log")

    @app.exception_handler(ValueError)
    async def bad(request: Request, error: ValueError) -> JSONResponse:
        return problem(422, str(error))
