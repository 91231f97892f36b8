"""Tournaments in this server's database, played by other processes or, for its operator, by this server.

A client that follows one polls with the ETag of the last response, and gets 304 until something changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Header, HTTPException, Path, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from pydantic import BaseModel

from dropfour.arena.plan import make_plan
from dropfour.web.dependencies import Client, Operator, Services, ServicesDep
from dropfour.web.engines import check_spec
from dropfour.web.fields import Problem
from dropfour.web.http.problems import Conflict, NotFound
from dropfour.web.http.senders import Sender
from dropfour.web.settings import tournament_command
from dropfour.web.tournaments.runner import is_continuable
from dropfour.web.tournaments.schema import (
    OneTournamentGame,
    TournamentGameList,
    TournamentList,
    TournamentOrder,
    TournamentState,
    TournamentSummary,
    game_list,
    one_game,
    tournament_state,
    tournament_summary,
)
from dropfour.web.tournaments.snapshots import Snapshot, Tournaments, fingerprint

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"])

_LARGEST = 2**31 - 1
_UNCHANGED: dict[int | str, dict[str, Any]] = {304: {"description": "Unchanged."}}
_NOT_OPERATOR: dict[int | str, dict[str, Any]] = {403: {"model": Problem}}

TournamentId = Annotated[int, Path(ge=1, le=_LARGEST)]
GameNumber = Annotated[int, Path(ge=1, le=_LARGEST)]
PlayerFilter = Annotated[str | None, Query(max_length=200)]
Known = Annotated[str, Header(alias="if-none-match", max_length=200)]


@router.get("", response_model=TournamentList, responses=_UNCHANGED)
async def tournaments(
    services: ServicesDep,
    client: Client,
    is_operator: Operator,
    known: Known = "",
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Response:
    """List the tournaments in the database, newest first."""

    def work(tournaments: Tournaments) -> Response:
        found, count = tournaments.newest(limit)
        listed = TournamentList(
            tournaments=[tournament_summary(*each) for each in found],
            count=count,
            command=tournament_command(services.settings.database_url) if is_operator else None,
            is_operator=is_operator,
        )
        return _answer(fingerprint(listed), known, lambda: listed)

    return await services.queries.run(client, lambda stop: work(services.tournaments))


@router.get("/{tournament_id}", response_model=TournamentState, responses=_UNCHANGED)
async def one_tournament(
    tournament_id: TournamentId,
    services: ServicesDep,
    client: Client,
    is_operator: Operator,
    known: Known = "",
) -> Response:
    """Return the standings of a tournament with ratings, and the results of every pairing."""

    def work() -> Response:
        snapshot = services.tournaments.look(tournament_id)
        can_stop = is_operator and services.runner.is_playing(tournament_id)
        is_resting = is_operator and snapshot.progress.state == "interrupted"
        can_continue = is_resting and is_continuable(snapshot.stored)
        etag = fingerprint(snapshot.etag, can_stop, can_continue)
        return _answer(etag, known, lambda: tournament_state(snapshot, can_stop, can_continue))

    return await services.queries.run(client, lambda stop: work())


@router.post("", status_code=201, responses=_NOT_OPERATOR)
async def start_tournament(
    order: TournamentOrder, services: ServicesDep, client: Client, is_operator: Operator
) -> TournamentSummary:
    """Start a tournament of engines, played by this server. Only its operator can."""
    _check_operator(is_operator)
    for spec in order.players:
        check_spec(spec)
    plan = order.model_dump(exclude={"players"}, exclude_none=True)
    plan["player"] = [{"spec": spec} for spec in order.players]
    make_plan(plan)  # raises ValueError if something is wrong
    return await _started(plan, services, client)


@router.post("/{tournament_id}/stop", responses=_NOT_OPERATOR)
async def stop_tournament(
    tournament_id: TournamentId, services: ServicesDep, client: Client, is_operator: Operator
) -> TournamentSummary:
    """Stop a tournament that this server plays; it can be continued."""
    _check_operator(is_operator)
    await run_in_threadpool(services.runner.stop, tournament_id)
    return await _summary(tournament_id, services, client)


@router.post("/{tournament_id}/continue", responses=_NOT_OPERATOR)
async def continue_tournament(
    tournament_id: TournamentId, services: ServicesDep, client: Client, is_operator: Operator
) -> TournamentSummary:
    """Continue an interrupted tournament of engines."""
    _check_operator(is_operator)
    snapshot = await services.queries.run(
        client, lambda stop: services.tournaments.look(tournament_id)
    )
    if snapshot.progress.state != "interrupted" or not is_continuable(snapshot.stored):
        raise Conflict("only an interrupted tournament of engines can be continued here")
    return await _started(snapshot.stored.plan, services, client)


async def _started(plan: dict[str, Any], services: Services, client: Sender) -> TournamentSummary:
    tournament_id = await run_in_threadpool(services.runner.start, plan)
    return await _summary(tournament_id, services, client)


async def _summary(tournament_id: int, services: Services, client: Sender) -> TournamentSummary:
    snapshot = await services.queries.run(
        client, lambda stop: services.tournaments.look(tournament_id)
    )
    return tournament_summary(snapshot.stored, snapshot.progress)


def _check_operator(is_operator: bool) -> None:
    if not is_operator:
        raise HTTPException(403, "only the operator, on the server's own machine, can do this")


@router.get("/{tournament_id}/games", response_model=TournamentGameList, responses=_UNCHANGED)
async def games_of_a_tournament(
    tournament_id: TournamentId,
    services: ServicesDep,
    client: Client,
    known: Known = "",
    limit: Annotated[int, Query(ge=1, le=1000)] = 50,
    before: Annotated[int | None, Query(ge=1, le=_LARGEST)] = None,
    player: PlayerFilter = None,
    opponent: PlayerFilter = None,
) -> Response:
    """List the finished games: all, those of a player, or those of two players against each other."""
    return await _look(
        tournament_id,
        services,
        client,
        known,
        lambda snapshot: game_list(snapshot, limit, before, player, opponent),
    )


@router.get("/{tournament_id}/games/{number}", response_model=OneTournamentGame)
async def game_of_a_tournament(
    tournament_id: TournamentId, number: GameNumber, services: ServicesDep, client: Client
) -> Response:
    """Return one finished game."""

    def found(snapshot: Snapshot) -> OneTournamentGame:
        game = one_game(snapshot, number)
        if game is None:
            raise NotFound(f"tournament {tournament_id} has no finished game {number}")
        return game

    return await _look(tournament_id, services, client, "", found)


async def _look(
    tournament_id: int,
    services: ServicesDep,
    client: Sender,
    known: str,
    make: Callable[[Snapshot], BaseModel],
) -> Response:
    def work() -> Response:
        snapshot = services.tournaments.look(tournament_id)
        return _answer(snapshot.etag, known, lambda: make(snapshot))

    return await services.queries.run(client, lambda stop: work())


def _answer(etag: str, known: str, make: Callable[[], BaseModel]) -> Response:
    headers = {"etag": etag, "cache-control": "no-cache"}
    if etag in known:
        return Response(status_code=304, headers=headers)
    return Response(make().model_dump_json(), headers=headers, media_type="application/json")
