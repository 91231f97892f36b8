"""Tournaments of engines in this server's database, which other processes play, rated once for all
visitors. A client polls with the ETag of its last response: 304 until something changes."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Path, Query
from fastapi.responses import Response
from pydantic import BaseModel

from dropfour.arena import tournament as reports
from dropfour.arena.plan import rules_of
from dropfour.arena.report.page import report_sections
from dropfour.arena.report.standings import Report, game_json, summary_json
from dropfour.arena.store import StoredTournament, TournamentProgress, TournamentStore
from dropfour.notation import position_string
from dropfour.position import Position
from dropfour.web.fields import LinesMade, RulesState, rules_state
from dropfour.web.games.visit import GameServices
from dropfour.web.http.dependencies import AnyVisitor, services
from dropfour.web.http.problems import Conflict, NotFound

_BUSY_S = 2.0
_PATIENCE_S = 2.5
_REMEMBERED = 8
# Rating ten thousand games takes a third of a second: new games are rated after this multiple of
# what the last rating took, and not between the requests for the standings and for their games.
_REST, _LEAST_REST_S = 4, 0.5


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A tournament as a visitor sees it."""

    stored: StoredTournament
    progress: TournamentProgress
    report: Report


@dataclass(frozen=True, slots=True)
class _Rated:
    """A report, a key for the games it is based on, and how long it took."""

    key: tuple[object, ...]
    report: Report
    made_at: float
    cost_s: float

    @property
    def is_fresh(self) -> bool:
        return time.monotonic() < self.made_at + max(_LEAST_REST_S, _REST * self.cost_s)


class Tournaments:
    """Reads the tournaments of a database. Raises DatabaseError if it cannot be read at the moment, and
    Conflict if a package is missing."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._opened: TournamentStore | None = None
        self._rated: dict[int, _Rated] = {}

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()

    def newest(self, limit: int) -> tuple[list[tuple[StoredTournament, TournamentProgress]], int]:
        """Return the newest tournaments, newest first, and how many there are in total."""
        with self._store() as store:
            progress = store.progress()
            found = [each for each in store.tournaments() if each.id in progress]
        return [(each, progress[each.id]) for each in found[:limit]], len(found)

    def look(self, tournament: int) -> Snapshot:
        """Return the state of a tournament, slightly out of date while it is slow to rate."""
        with self._store() as store:
            progress = store.progress(tournament).get(tournament)
            stored = store.get(tournament)
            if progress is None or stored is None:
                raise NotFound(f"there is no tournament {tournament}")
            # Games are never removed, so their number identifies them.
            key = (stored.fingerprint, stored.created_at, progress.games, progress.judged)
            rated = self._rated.pop(tournament, None)
            may_wait = rated is not None and rated.is_fresh and progress.state == "running"
            if rated is None or (rated.key != key and not may_wait):
                rated = self._rate(store, stored, key)
            self._rated[tournament] = rated
        if len(self._rated) > _REMEMBERED:
            del self._rated[next(iter(self._rated))]
        return Snapshot(stored, progress, rated.report)

    def _rate(
        self, store: TournamentStore, stored: StoredTournament, key: tuple[object, ...]
    ) -> _Rated:
        started = time.monotonic()
        report = reports.stored_report(store, stored)
        ended = time.monotonic()
        return _Rated(key, report, ended, ended - started)

    @contextmanager
    def _store(self) -> Iterator[TournamentStore]:
        try:
            if self._opened is None:
                self._opened = TournamentStore(self._url, _BUSY_S, _PATIENCE_S)
            yield self._opened
        except ImportError as error:
            raise Conflict(str(error)) from error


# --- JSON -----------------------------------------------------------------------------------------


class TournamentSummary(BaseModel):
    """A tournament in a list. It is *interrupted* if games remain but no process plays them."""

    id: int
    name: str
    players: list[str]
    format: str
    rules: RulesState
    state: Literal["running", "finished", "interrupted"]
    games_played: int
    games_scheduled: int
    created_at: str
    last_game_at: str | None


class TournamentList(BaseModel):
    """Tournaments, the newest first; *count* is how many there are in total."""

    tournaments: list[TournamentSummary]
    count: int


class TournamentState(TournamentSummary, extra="allow"):
    """A tournament with what ``dropfour tournament --json`` writes about it, except the games and the
    specifications of the players, which may name files of the server's machine."""


class TournamentReport(TournamentSummary):
    """A tournament as the page shows it: the report without the games as *html*, and who leads."""

    leader: str
    html: str


class TournamentGame(BaseModel):
    """A game; *moves* are all columns from the empty board, including the opening."""

    number: int
    round: int
    red: str
    yellow: str
    opening: str
    moves: str
    result: Literal["1-0", "0-1", "1/2-1/2", "0-0"]
    ending: str
    reason: str
    lines: LinesMade
    red_time_s: float
    yellow_time_s: float
    swapped: bool | None


class TournamentGameList(BaseModel):
    """Games, the latest first, out of *count*; *next* is the ``before`` of the next page."""

    games: list[TournamentGame]
    count: int
    next: int | None


class OneTournamentGame(TournamentGame):
    """A single game; *previous* and *next* are the numbers of its neighbours."""

    tournament: str
    start: str
    previous: int | None
    next: int | None


_FORMAT_WORDS = {"round-robin": "Round robin", "gauntlet": "Gauntlet", "swiss": "Swiss tournament"}
_MOST_NAMES = 3


def _title(stored: StoredTournament) -> str:
    """Return the title of a tournament, or its format and players: what people can read."""
    if stored.plan["title"]:
        return str(stored.plan["title"])
    names = [player["name"] for player in stored.plan["player"]]
    if len(names) > _MOST_NAMES + 1:
        names = [*names[:_MOST_NAMES], f"{len(names) - _MOST_NAMES} more"]
    return f"{_FORMAT_WORDS[stored.plan['format']]} of {', '.join(names[:-1])} and {names[-1]}"


def tournament_summary(stored: StoredTournament, progress: TournamentProgress) -> TournamentSummary:
    last = progress.last_game_at
    return TournamentSummary(
        id=stored.id,
        name=_title(stored),
        players=[player["name"] for player in stored.plan["player"]],
        format=stored.plan["format"],
        rules=rules_state(rules_of(stored.plan)),
        state=progress.state,
        games_played=progress.games,
        games_scheduled=stored.game_count,
        created_at=stored.created_at.isoformat(),
        last_game_at=None if last is None else last.isoformat(),
    )


def tournament_state(snapshot: Snapshot) -> TournamentState:
    values = summary_json(snapshot.report)
    players = [
        {key: value for key, value in player.items() if key != "spec"}
        for player in values["plan"]["player"]
    ]
    values["plan"] = {**values["plan"], "player": players}
    summary = tournament_summary(snapshot.stored, snapshot.progress).model_dump()
    return TournamentState(**{**summary, **values})


def tournament_report(snapshot: Snapshot) -> TournamentReport:
    return TournamentReport(
        **tournament_summary(snapshot.stored, snapshot.progress).model_dump(),
        leader=snapshot.report.standings[0].name,
        html=report_sections(snapshot.report),
    )


def game_list(
    snapshot: Snapshot, limit: int, before: int | None, player: str | None, opponent: str | None
) -> TournamentGameList:
    """Return the games of *player* (against *opponent*) with numbers below *before*."""
    wanted = {name for name in (player, opponent) if name is not None}
    games = [
        game
        for game in reversed(snapshot.report.games)
        if wanted <= {game.fixture.red, game.fixture.yellow}
    ]
    page = [game for game in games if before is None or game.fixture.number < before]
    return TournamentGameList(
        games=[TournamentGame(**game_json(game)) for game in page[:limit]],
        count=len(games),
        next=page[limit - 1].fixture.number if len(page) > limit else None,
    )


def one_game(snapshot: Snapshot, number: int) -> OneTournamentGame:
    """Return game *number* with its neighbours; raise NotFound if it has not been played."""
    games = snapshot.report.games
    place = next((i for i, game in enumerate(games) if game.fixture.number == number), None)
    if place is None:
        raise NotFound(f"tournament {snapshot.stored.id} has no finished game {number}")
    return OneTournamentGame(
        **game_json(games[place]),
        tournament=_title(snapshot.stored),
        start=position_string(Position(rules_of(snapshot.stored.plan))),
        previous=games[place - 1].fixture.number if place > 0 else None,
        next=games[place + 1].fixture.number if place + 1 < len(games) else None,
    )


# --- routes ---------------------------------------------------------------------------------------

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"])

_LARGEST = 2**31 - 1
_UNCHANGED: dict[int | str, dict[str, Any]] = {304: {"description": "Unchanged."}}

Number = Annotated[int, Path(ge=1, le=_LARGEST)]
PlayerFilter = Annotated[str | None, Query(max_length=200)]


@dataclass(frozen=True, kw_only=True)
class TournamentServices(GameServices):
    tournaments: Tournaments


@dataclass(frozen=True, slots=True)
class Question:
    """Who asks for what is in the database; *known* are the ETags that a client has."""

    services: Annotated[TournamentServices, Depends(services)]
    visitor: AnyVisitor
    known: Annotated[str, Header(alias="if-none-match", max_length=200)] = ""

    async def answer(self, look: Callable[[Tournaments], BaseModel]) -> Response:
        """Return what *look* finds, or 304 if the client has that already."""

        def work() -> Response:
            body = look(self.services.tournaments).model_dump_json().encode()
            etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
            headers = {"etag": etag, "cache-control": "no-cache"}
            if etag in self.known:
                return Response(status_code=304, headers=headers)
            return Response(body, 200, headers, "application/json")

        return await self.services.queries.run(self.visitor, work)


Asked = Annotated[Question, Depends()]


@router.get("", response_model=TournamentList, responses=_UNCHANGED)
async def tournaments(asked: Asked, limit: Annotated[int, Query(ge=1, le=1000)] = 100) -> Response:
    """List the tournaments in the database, newest first."""

    def look(tournaments: Tournaments) -> TournamentList:
        found, count = tournaments.newest(limit)
        listed = [tournament_summary(*each) for each in found]
        return TournamentList(tournaments=listed, count=count)

    return await asked.answer(look)


@router.get("/{tournament_id}", response_model=TournamentState, responses=_UNCHANGED)
async def one_tournament(tournament_id: Number, asked: Asked) -> Response:
    """Return the standings of a tournament with ratings, and the results of every pairing."""

    return await asked.answer(lambda tournaments: tournament_state(tournaments.look(tournament_id)))


@router.get("/{tournament_id}/report", response_model=TournamentReport, responses=_UNCHANGED)
async def report_of_a_tournament(tournament_id: Number, asked: Asked) -> Response:
    """Return the report that the page shows, as HTML."""
    return await asked.answer(lambda found: tournament_report(found.look(tournament_id)))


@router.get("/{tournament_id}/games", response_model=TournamentGameList, responses=_UNCHANGED)
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
        lambda found: game_list(found.look(tournament_id), limit, before, player, opponent)
    )


@router.get(
    "/{tournament_id}/games/{number}", response_model=OneTournamentGame, responses=_UNCHANGED
)
async def game_of_a_tournament(tournament_id: Number, number: Number, asked: Asked) -> Response:
    """Return one finished game."""
    return await asked.answer(lambda found: one_game(found.look(tournament_id), number))
