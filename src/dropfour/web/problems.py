"""What goes wrong, told as a status and one sentence: never a traceback, never a page of HTML."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from dropfour.database import DatabaseError
from dropfour.web.live import Conflict, NoSuchGame
from dropfour.web.pool import Busy
from dropfour.web.schema import Problem
from dropfour.web.tournaments import NoSuchTournament

_MAX_SENTENCE = 300

# What every route may answer besides its own; FastAPI's own 422 would promise another form.
RESPONSES: dict[int | str, dict[str, Any]] = {
    404: {"model": Problem},
    409: {"model": Problem},
    413: {"model": Problem},
    422: {"model": Problem},
    429: {"model": Problem},
    503: {"model": Problem},
}


def problem(status: int, sentence: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """Return the answer that tells what went wrong."""
    if len(sentence) > _MAX_SENTENCE:
        sentence = sentence[: _MAX_SENTENCE - 1] + "…"
    # A lone surrogate from somebody's JSON cannot be written as UTF-8.
    sentence = sentence.encode("utf-8", "replace").decode("utf-8")
    return JSONResponse({"detail": sentence}, status, headers=headers)


def add_problem_handlers(app: FastAPI) -> None:
    """Answer every kind of error with its status."""

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:] if not isinstance(part, int))
        message = str(first["msg"])
        return problem(422, f"{where}: {message}" if where else message)

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 400:  # a body that is no text at all
            return problem(422, "the body cannot be read")
        sentences = {404: "there is nothing here", 405: f"{request.method} is not done here"}
        sentence = str(error.detail)
        if error.status_code in sentences and sentence in ("Not Found", "Method Not Allowed"):
            sentence = sentences[error.status_code]
        return problem(error.status_code, sentence, dict(error.headers or {}))

    @app.exception_handler(NoSuchGame)
    @app.exception_handler(NoSuchTournament)
    async def missing(request: Request, error: LookupError) -> JSONResponse:
        return problem(404, str(error))

    @app.exception_handler(Conflict)
    async def conflicting(request: Request, error: Conflict) -> JSONResponse:
        return problem(409, str(error))

    @app.exception_handler(Busy)
    async def busy(request: Request, error: Busy) -> JSONResponse:
        return problem(429, str(error), {"Retry-After": "2"})

    @app.exception_handler(DatabaseError)
    async def unavailable(request: Request, error: DatabaseError) -> JSONResponse:
        return problem(503, str(error), {"Retry-After": "2"})

    @app.exception_handler(ValueError)
    async def bad(request: Request, error: ValueError) -> JSONResponse:
        return problem(422, str(error))
