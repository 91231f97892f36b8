"""Tournaments in this server's database, played by other processes or, for its operator, by this server.

A client that follows one polls with the ETag of the last response, and gets 304 until something changes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, HTTPException, Path, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from pydantic import BaseModel

from dropfour.arena.plan import make_plan
from dropfour.engines.engine import Stop
from dropfour.web.dependencies import AnyVisitor, Operator, ServicesDep
from dropfour.web.engines import check_spec
from dropfour.web.fields import Problem
from dropfour.web.http.problems import Conflict
from dropfour.web.settings import tournament_command
from dropfour.web.tournaments import schema
from dropfour.web.tournaments.runner import is_continuable
from dropfour.web.tournaments.snapshots import Snapshot, Tournaments

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"])

_LARGEST = 2**31 - 1
_UNCHANGED: dict[int | str, dict[str, Any]] = {304: {"description": "Unchanged."}}
_NOT_OPERATOR: dict[int | str, dict[str, Any]] = {403: {"model": Problem}}

Number = Annotated[int, Path(ge=1, le=_LARGEST)]
PlayerFilter = Annotated[str | None, Query(max_length=200)]


@dataclass(frozen=True, slots=True)
class Question:
    """Who asks for what is in the database; *known* are the ETags that a client has."""

    services: ServicesDep
    visitor: AnyVisitor
    is_operator: Operator
    known: Annotated[str, Header(alias="if-none-match", max_length=200)] = ""

    async def answer(self, look: Callable[[Tournaments], BaseModel]) -> Response:
        """Return what *look* finds, or 304 if the client has that already."""

        def work(stop: Stop) -> Response:
            body = look(self.services.tournaments).model_dump_json().encode()
            etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
            headers = {"etag": etag, "cache-control": "no-cache"}
            if etag in self.known:
                return Response(status_code=304, headers=headers)
            return Response(body, 200, headers, "application/json")

        return await self.services.queries.run(self.visitor, work)

    async def snapshot(self, tournament_id: int) -> Snapshot:
        look = self.services.tournaments.look
        return await self.services.queries.run(self.visitor, lambda stop: look(tournament_id))

    async def summary(self, tournament_id: int) -> schema.TournamentSummary:
        snapshot = await self.snapshot(tournament_id)
        return schema.tournament_summary(snapshot.stored, snapshot.progress)

    async def start(self, plan: dict[str, Any]) -> schema.TournamentSummary:
        return await self.summary(await run_in_threadpool(self.services.runner.start, plan))


Asked = Annotated[Question, Depends()]


async def _operators(asked: Asked) -> Question:
    if not asked.is_operator:
        raise HTTPException(403, "only the operator, on the server's own machine, can do this")
    return asked


AskedByOperator = Annotated[Question, Depends(_operators)]


@router.get("", response_model=schema.TournamentList, responses=_UNCHANGED)
async def tournaments(asked: Asked, limit: Annotated[int, Query(ge=1, le=1000)] = 100) -> Response:
    """List the tournaments in the database, newest first."""

    def look(tournaments: Tournaments) -> schema.TournamentList:
        found, count = tournaments.newest(limit)
        command = tournament_command(asked.services.settings.database_url)
        return schema.TournamentList(
            tournaments=[schema.tournament_summary(*each) for each in found],
            count=count,
            command=command if asked.is_operator else None,
            is_operator=asked.is_operator,
        )

    return await asked.answer(look)


@router.get("/{tournament_id}", response_model=schema.TournamentState, responses=_UNCHANGED)
async def one_tournament(tournament_id: Number, asked: Asked) -> Response:
    """Return the standings of a tournament with ratings, and the results of every pairing."""

    def look(tournaments: Tournaments) -> schema.TournamentState:
        snapshot = tournaments.look(tournament_id)
        can_stop = asked.is_operator and asked.services.runner.is_playing(tournament_id)
        is_resting = asked.is_operator and snapshot.progress.state == "interrupted"
        can_continue = is_resting and is_continuable(snapshot.stored)
        return schema.tournament_state(snapshot, can_stop, can_continue)

    return await asked.answer(look)


@router.post("", status_code=201, responses=_NOT_OPERATOR)
async def start_tournament(
    order: schema.TournamentOrder, asked: AskedByOperator
) -> schema.TournamentSummary:
    """Start a tournament of engines, played by this server. Only its operator can."""
    for spec in order.players:
        check_spec(spec)
    plan = order.model_dump(exclude={"players"}, exclude_none=True)
    plan["player"] = [{"spec": spec} for spec in order.players]
    make_plan(plan)  # raises ValueError if something is wrong
    return await asked.start(plan)


@router.post("/{tournament_id}/stop", responses=_NOT_OPERATOR)
async def stop_tournament(
    tournament_id: Number, asked: AskedByOperator
) -> schema.TournamentSummary:
    """Stop a tournament that this server plays; it can be continued."""
    await run_in_threadpool(asked.services.runner.stop, tournament_id)
    return await asked.summary(tournament_id)


@router.post("/{tournament_id}/continue", responses=_NOT_OPERATOR)
async def continue_tournament(
    tournament_id: Number, asked: AskedByOperator
) -> schema.TournamentSummary:
    """Continue an interrupted tournament of engines."""
    snapshot = await asked.snapshot(tournament_id)
    if snapshot.progress.state != "interrupted" or not is_continuable(snapshot.stored):
        raise Conflict("only an interrupted tournament of engines can be continued here")
    return await asked.start(snapshot.stored.plan)


@router.get(
    "/{tournament_id}/games", response_model=schema.TournamentGameList, responses=_UNCHANGED
)
async def games_of_a_tournament(
    tournament_id: Number,
    asked: Asked,
    limit: Annotated[int, Query(ge=1, le=1000)] = 50,
    before: Annotated[int | None, Query(ge=1, le=_LARGEST)] = None,
    player: PlayerFilter = None,
    opponent: PlayerFilter = None,
) -> Response:
    """List the finished games: all, those of a player, or those of two players against each other."""

    return await asked.answer(
        lambda tournaments: schema.game_list(
            tournaments.look(tournament_id), limit, before, player, opponent
        )
    )


@router.get("/{tournament_id}/games/{number}")
async def game_of_a_tournament(
    tournament_id: Number, number: Number, asked: Asked
) -> schema.OneTournamentGame:
    """Return one finished game."""
    return schema.one_game(await asked.snapshot(tournament_id), number)
