"""The JSON of tournaments."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from dropfour.arena.report import conditions
from dropfour.arena.report.plot import rating_scale
from dropfour.arena.report.standings import game_json, summary_json
from dropfour.arena.report.stored import rules_of
from dropfour.arena.report.text import plot_remarks, remarks
from dropfour.arena.store import StoredTournament, TournamentProgress
from dropfour.notation import position_string
from dropfour.position import Position
from dropfour.rules import MAX_CONNECT, MIN_CONNECT
from dropfour.web.fields import (
    MAX_ENGINE,
    LinesMade,
    ObjectiveName,
    Request,
    RulesState,
    rules_state,
)
from dropfour.web.http.problems import NotFound
from dropfour.web.tournaments.snapshots import Snapshot


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
    """Tournaments, the newest first; *count* is how many there are in total.

    Only an operator, on the server's own machine, can start one here, and sees *command*, which does
    the same in a shell: it names files of that machine.
    """

    tournaments: list[TournamentSummary]
    count: int
    command: str | None
    is_operator: bool


class TournamentOrder(Request):
    """A tournament of engines to be played by this server."""

    players: list[Annotated[str, Field(min_length=1, max_length=MAX_ENGINE)]] = Field(
        min_length=2, max_length=16, description="Engines.", examples=[["easy", "medium"]]
    )
    title: str | None = Field(default=None, min_length=1, max_length=100)
    format: Literal["round-robin", "gauntlet", "swiss"] = "round-robin"
    games: int | None = Field(default=None, ge=1, le=1000, description="For each pairing.")
    time_s: float = Field(default=1.0, ge=0.01, le=60, description="For each move.")
    board: str = Field(default="7x6", max_length=7)
    connect: int = Field(default=4, ge=MIN_CONNECT, le=MAX_CONNECT)
    objective: ObjectiveName = "first-line"


class EstimateState(BaseModel):
    """An Elo value with its 95 % interval. With only one of *low* and *high* the games limit it on one
    side, and *value* is a guess; without both, *value* is a guess without an interval."""

    value: float
    margin: float | None
    low: float | None
    high: float | None


class TallyState(BaseModel):
    wins: int
    draws: int
    losses: int
    lines_made: int
    lines_conceded: int


class RegretState(BaseModel):
    """What moves cost, by the exact solver, which solved *judged* of *moves* in time."""

    moves: int
    judged: int
    mistakes: int
    points_lost_a_move: float | None


class StandingState(BaseModel):
    """A player's place; *better_than_next* is the probability that it is stronger than the next."""

    place: int
    player: str
    games: int
    points: float
    as_red: TallyState
    as_yellow: TallyState
    forfeits: int
    lines_made: int
    lines_conceded: int
    time_limit: str
    depth: str
    time_s: float
    moves: int
    versions: list[str]
    elo: EstimateState | None
    better_than_next: float | None
    regret: RegretState | None


class PairingState(TallyState):
    """The results of *player* against *opponent*."""

    player: str
    opponent: str


class ScaleState(BaseModel):
    """The ticks of a plot of all ratings with their intervals."""

    low: float
    high: float
    step: float


class TournamentState(TournamentSummary):
    """The current state of a tournament, without its games. *places*, *openings*, *machines* and the
    *remarks* on the standings and ratings are sentences; *can_stop* and *can_continue* say what this
    visitor may do."""

    standings: list[StandingState]
    crosstable: list[PairingState]
    scale: ScaleState | None
    first_move_elo: EstimateState | None
    places: str
    openings: str
    machines: str
    notices: list[str]
    remarks: list[str]
    rating_remarks: list[str]
    can_stop: bool
    can_continue: bool


class TournamentGame(BaseModel):
    """A game; *moves* are all columns from the empty board, including the opening."""

    number: int
    round: int
    red: str
    yellow: str
    opening: str
    moves: str
    result: Literal["1-0", "0-1", "1/2-1/2"]
    ending: str
    reason: str
    lines: LinesMade
    red_time_s: float
    yellow_time_s: float


class TournamentGameList(BaseModel):
    """Games, the highest number first; *count* is how many there are in total, *next* the ``before``
    of the next page."""

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
        rules=rules_state(rules_of(stored)),
        state=progress.state,
        games_played=progress.games,
        games_scheduled=stored.game_count,
        created_at=stored.created_at.isoformat(),
        last_game_at=None if last is None else last.isoformat(),
    )


def tournament_state(
    snapshot: Snapshot, can_stop: bool = False, can_continue: bool = False
) -> TournamentState:
    report = summary_json(snapshot.report)
    plan = snapshot.stored.plan
    players = {each["name"]: each for each in plan["player"]}
    summary = tournament_summary(snapshot.stored, snapshot.progress).model_dump()
    for one in report["standings"]:
        player = players[one["player"]]
        one["time_limit"] = conditions.time_limit(plan, player)
        one["depth"] = conditions.depth_limit(plan, player)
    scale = rating_scale(snapshot.report.standings)
    sentences = {
        "openings": conditions.openings_sentence(snapshot.report),
        "machines": conditions.machines_sentence(snapshot.report.machines),
        "remarks": remarks(snapshot.report),
        "rating_remarks": plot_remarks(snapshot.report.standings),
    }
    return TournamentState(
        **{**summary, **report, **sentences},
        scale=None if scale is None else ScaleState(low=scale[0], high=scale[1], step=scale[2]),
        can_stop=can_stop,
        can_continue=can_continue,
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
        start=position_string(Position(rules_of(snapshot.stored))),
        previous=games[place - 1].fixture.number if place > 0 else None,
        next=games[place + 1].fixture.number if place + 1 < len(games) else None,
    )
