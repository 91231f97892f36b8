"""Tournaments in this server's database, which other processes play.

A client that follows one polls with the ETag of the last response, and gets 304 until something changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query
from fastapi.responses import Response
from pydantic import BaseModel

from dropfour.web.routes.context import Client, Parts
from dropfour.web.settings import tournament_command
from dropfour.web.standings import (
    OneTournamentGame,
    TournamentGameList,
    TournamentList,
    TournamentState,
    game_list,
    one_game,
    tournament_state,
    tournament_summary,
)
from dropfour.web.tournaments import NoSuchTournament, Snapshot, Tournaments, fingerprint

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"])

_LARGEST = 2**31 - 1
_UNCHANGED: dict[int | str, dict[str, Any]] = {304: {"description": "Unchanged."}}

TournamentId = Annotated[int, Path(ge=1, le=_LARGEST)]
GameNumber = Annotated[int, Path(ge=1, le=_LARGEST)]
PlayerFilter = Annotated[str | None, Query(max_length=200)]
Known = Annotated[str, Header(alias="if-none-match", max_length=200)]


@router.get("", response_model=TournamentList, responses=_UNCHANGED)
async def tournaments(
    parts: Parts,
    client: Client,
    known: Known = "",
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Response:
    """List the tournaments in the database, newest first."""

    def work(tournaments: Tournaments) -> Response:
        found, count = tournaments.newest(limit)
        listed = TournamentList(
            tournaments=[tournament_summary(*each) for each in found],
            count=count,
            command=tournament_command(parts.settings.database_url),
        )
        return _answer(fingerprint(listed), known, lambda: listed)

    return await parts.reports.run(client, lambda stop: work(parts.tournaments))


@router.get("/{tournament_id}", response_model=TournamentState, responses=_UNCHANGED)
async def one_tournament(
    tournament_id: TournamentId, parts: Parts, client: Client, known: Known = ""
) -> Response:
    """Return the standings of a tournament with ratings, and the results of every pairing."""
    return await _look(tournament_id, parts, client, known, tournament_state)


@router.get("/{tournament_id}/games", response_model=TournamentGameList, responses=_UNCHANGED)
async def games_of_a_tournament(
    tournament_id: TournamentId,
    parts: Parts,
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
        parts,
        client,
        known,
        lambda snapshot: game_list(snapshot, limit, before, player, opponent),
    )


@router.get("/{tournament_id}/games/{number}", response_model=OneTournamentGame)
async def game_of_a_tournament(
    tournament_id: TournamentId, number: GameNumber, parts: Parts, client: Client
) -> Response:
    """Return one finished game."""

    def found(snapshot: Snapshot) -> OneTournamentGame:
        game = one_game(snapshot, number)
        if game is None:
            raise NoSuchTournament(f"tournament {tournament_id} has no finished game {number}")
        return game

    return await _look(tournament_id, parts, client, "", found)


async def _look(
    tournament_id: int,
    parts: Parts,
    client: str,
    known: str,
    make: Callable[[Snapshot], BaseModel],
) -> Response:
    def work() -> Response:
        snapshot = parts.tournaments.look(tournament_id)
        return _answer(snapshot.etag, known, lambda: make(snapshot))

    return await parts.reports.run(client, lambda stop: work())


def _answer(etag: str, known: str, make: Callable[[], BaseModel]) -> Response:
    headers = {"etag": etag, "cache-control": "no-cache"}
    if etag in known:
        return Response(status_code=304, headers=headers)
    return Response(make().model_dump_json(), headers=headers, media_type="application/json")
