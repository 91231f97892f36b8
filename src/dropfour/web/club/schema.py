"""What clients send about tournaments between people, and how these are shown."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from dropfour.arena.report.standings import places_sentence
from dropfour.notation import parse_position
from dropfour.web.club.tournament import PeopleFormat, State, Tournament
from dropfour.web.fields import MAX_PLAYER, Request, RulesState, Text, rules_state
from dropfour.web.games.clock import ClockSettings
from dropfour.web.games.requests import SWAP, PlayedMoves

MAX_TITLE = 80


class NewPeopleTournament(PlayedMoves):
    """A tournament to which a link invites people; *rounds* of a Swiss tournament, by default as
    many as it takes to find a winner."""

    title: Annotated[Text, Field(min_length=1, max_length=MAX_TITLE)]
    format: PeopleFormat = "swiss"
    rounds: int | None = Field(default=None, ge=1, le=50)
    games: Literal[1, 2] = Field(default=1, description="Of each pairing; two swap the colours.")
    clock: ClockSettings | None = None
    swap: bool = Field(default=False, description=SWAP)
    pause_s: int | None = Field(
        default=15,
        ge=0,
        le=3600,
        description="The time between two rounds; null if the organiser starts them.",
    )
    absence_s: int = Field(
        default=120,
        ge=10,
        le=3600,
        description="How long a player who is to move may be away before the game is lost.",
    )


class Entering(Request):
    name: Annotated[Text, Field(min_length=1, max_length=MAX_PLAYER)]


class GameForfeit(Request):
    loser: Literal["red", "yellow", "both"]


class PeoplePlayer(BaseModel):
    """A player's place and results; *points* include byes, *opposition* are those of the opponents."""

    number: int
    name: str
    place: int
    points: float
    opposition: float
    games: int
    wins: int
    draws: int
    losses: int
    byes: int
    line_difference: int
    is_out: bool


class PeopleGame(BaseModel, from_attributes=True):
    """A game of a round between two numbers of players; without *yellow* a bye. *game* is the live
    game's id; *result* is null while it is played, and ``0-0`` if it counts for nobody."""

    number: int
    red: int
    yellow: int | None
    game: str | None
    result: str | None
    reason: str


class PeopleRound(BaseModel):
    round: int
    games: list[PeopleGame]


class _Head(BaseModel):
    id: str
    title: str
    format: PeopleFormat
    state: State
    round: int
    rounds: int


class PeopleSummary(_Head):
    player_count: int
    is_organiser: bool
    created_at: str


class PeopleList(BaseModel):
    """The tournaments that this visitor organises or plays in, newest first."""

    tournaments: list[PeopleSummary]


class PeopleTournament(_Head):
    """A tournament as everybody sees it: the players by their places, and the games of the last round.

    *next_round_at* is when the next round begins by itself; *places* says what decides the places.
    """

    version: int
    rules: RulesState
    clock: ClockSettings | None
    swap: bool
    games_each: int
    pause_s: int | None
    absence_s: int
    next_round_at: str | None
    places: str
    players: list[PeoplePlayer]
    games: list[PeopleGame]


class YouEvent(BaseModel):
    """The reader's part in a tournament; *game* is the open game of theirs."""

    is_organiser: bool
    player: int | None
    is_out: bool
    game: str | None


class OwnTournament(BaseModel):
    """A tournament and the visitor's part in it."""

    tournament: PeopleTournament
    you: YouEvent


def tournament_state(tournament: Tournament) -> PeopleTournament:
    report = tournament.report()
    by_name = {each.name: each for each in tournament.players}
    players = [
        PeoplePlayer(
            **_named(by_name[one.name], "number", "name", "is_out"),
            **_named(one, "points", "opposition"),
            **_named(one.total, "games", "wins", "draws", "losses", "line_difference"),
            place=place,
            byes=one.byes // tournament.games,
        )
        for place, one in enumerate(report.standings, start=1)
    ]
    return PeopleTournament(
        **_head(tournament),
        **_named(tournament, "version", "clock", "pause_s", "absence_s", "next_round_at"),
        rules=rules_state(parse_position(tournament.start).rules),
        swap=bool(tournament.swap),
        games_each=tournament.games,
        places=places_sentence(report.plan),
        players=players,
        games=round_games(tournament, tournament.round),
    )


def round_games(tournament: Tournament, round: int) -> list[PeopleGame]:
    return [PeopleGame.model_validate(each) for each in tournament.schedule if each.round == round]


def you_in(tournament: Tournament, visitor: str) -> YouEvent:
    entrant = tournament.player_of(visitor)
    number = None if entrant is None else entrant.number
    own = (each.game for each in tournament.unfinished() if number in each.players())
    return YouEvent(
        is_organiser=bool(visitor) and tournament.organiser == visitor,
        player=number,
        is_out=entrant is not None and entrant.is_out,
        game=None if number is None else next(filter(None, own), None),
    )


def summary_of(tournament: Tournament, visitor: str) -> PeopleSummary:
    return PeopleSummary(
        **_head(tournament),
        player_count=len(tournament.players),
        is_organiser=tournament.organiser == visitor,
        created_at=tournament.created_at,
    )


def _head(tournament: Tournament) -> dict[str, Any]:
    head = _named(tournament, "id", "title", "format", "state", "round")
    return {**head, "rounds": tournament.planned_rounds}


def _named(values: object, *names: str) -> dict[str, Any]:
    return {name: getattr(values, name) for name in names}
