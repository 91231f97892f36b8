"""Tournaments between people: organising one, joining by its link, and following it."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from dropfour.arena.report.text import gradebook
from dropfour.game import Game
from dropfour.notation import position_string
from dropfour.web.club import schema
from dropfour.web.club.club import Club
from dropfour.web.club.tournament import NEITHER, Tournament
from dropfour.web.fields import GameId
from dropfour.web.games import actions
from dropfour.web.games.game import new_id
from dropfour.web.games.hub import EventStream
from dropfour.web.games.requests import TakeOver
from dropfour.web.games.schema import Token
from dropfour.web.games.visit import GameServices, check_name, creates_game
from dropfour.web.http.dependencies import AnyVisitor, KnownVisitor, sends, services
from dropfour.web.http.problems import Conflict, NotFound, NotYours
from dropfour.web.http.senders import hash_of, new_token

router = APIRouter(prefix="/api/club", tags=["tournaments between people"])

events = APIRouter(prefix="/api", tags=["live games"])

_LISTED = 30
_MOST_FOLLOWED = 12
Number = Annotated[int, Path(ge=1, le=1_000_000)]


@dataclass(frozen=True, kw_only=True)
class ClubServices(GameServices):
    club: Club


ClubServicesDep = Annotated[ClubServices, Depends(services)]


@dataclass(frozen=True, slots=True)
class ClubVisit:
    """Which tournament, and who asks."""

    tournament_id: GameId
    services: ClubServicesDep
    visitor: AnyVisitor

    async def find(self) -> Tournament:
        return (await self.services.club.view(self.tournament_id)).tournament

    async def show(self) -> Response:
        """Return the tournament as the visitor sees it."""
        return (await self.services.club.view(self.tournament_id)).own(self.visitor.key)

    async def change(self, act: Callable[[Tournament], object]) -> Response:
        """Let *act* change the tournament; return it as the visitor sees it."""
        await self.services.club.change(self.tournament_id, act)
        return await self.show()

    async def organise(self, act: Callable[[Tournament], object]) -> Response:
        """Let *act* change the tournament for its organiser."""

        def checked(tournament: Tournament) -> None:
            tournament.check_organiser(self.visitor.key)
            act(tournament)

        return await self.change(checked)


@dataclass(frozen=True, slots=True)
class KnownClubVisit(ClubVisit):
    visitor: KnownVisitor


AnyVisit = Annotated[ClubVisit, Depends()]
KnownVisit = Annotated[KnownClubVisit, Depends()]


@router.post(
    "", status_code=201, dependencies=[Depends(creates_game)], response_model=schema.OwnTournament
)
async def organise(
    new: schema.NewPeopleTournament, services: ClubServicesDep, visitor: KnownVisitor
) -> Response:
    """Organise a tournament; whoever knows its id can join."""
    start = Game((await run_in_threadpool(new.game)).position, swap=new.swap).start
    if start.is_over:
        raise Conflict("a tournament starts from a position in which the game is not over")
    if new.format != "swiss" and new.rounds is not None:
        raise ValueError("rounds: in a round-robin tournament they follow from the players")
    names = ("title", "format", "rounds", "games", "clock", "pause_s", "absence_s", "swap")
    tournament = Tournament(
        id=new_id(),
        organiser=visitor.key,
        start=position_string(start),
        seed=random.SystemRandom().randrange(2**31),
        **{name: getattr(new, name) for name in names},
    )
    created = await run_in_threadpool(services.club.store.create, tournament)
    answer = (await services.club.view(created.id)).own(visitor.key)
    answer.status_code = 201
    return answer


@router.get("")
def own_tournaments(services: ClubServicesDep, visitor: AnyVisitor) -> schema.PeopleList:
    """List the tournaments that the visitor organises or plays in."""
    found = services.club.store.of(visitor.key, _LISTED) if visitor.key else []
    return schema.PeopleList(tournaments=[schema.summary_of(each, visitor.key) for each in found])


@router.get("/{tournament_id}", response_model=schema.OwnTournament)
async def one_tournament(visit: AnyVisit) -> Response:
    return await visit.show()


@router.get("/{tournament_id}/rounds/{round}")
async def one_round(round: Number, visit: AnyVisit) -> schema.PeopleRound:
    """Return the games of a round."""
    tournament = await visit.find()
    if round > tournament.round:
        raise NotFound(f"this tournament has no round {round} yet")
    return schema.PeopleRound(round=round, games=schema.round_games(tournament, round))


@router.get("/{tournament_id}/results.csv", **sends("text/csv"))
async def results(visit: AnyVisit) -> Response:
    """Return the standings for a spreadsheet or a gradebook."""
    tournament = await visit.find()
    text = await visit.services.queries.run(visit.visitor, lambda: gradebook(tournament.report()))
    name = f'attachment; filename="results-{tournament.id}.csv"'
    return Response(text, media_type="text/csv", headers={"content-disposition": name})


# --- players --------------------------------------------------------------------------------------


@router.post("/{tournament_id}/join", response_model=schema.OwnTournament)
async def join(entering: schema.Entering, visit: KnownVisit) -> Response:
    """Take part, from the next round on if the tournament is running; come back after leaving it."""
    key, name = visit.visitor.key, entering.name.strip()
    if visit.visitor.is_bot:
        raise NotYours("a tournament between people has no bots")
    if not name:
        raise ValueError("name: enter the name that the others see")
    await check_name(visit.services, key, name)
    return await visit.change(lambda tournament: tournament.join(key, name))


@router.post("/{tournament_id}/players/{number}/leave", response_model=schema.OwnTournament)
async def leave(number: Number, visit: AnyVisit) -> Response:
    """Leave the tournament, or for its organiser, take a player out; a game in progress is lost."""
    tournament = await visit.find()
    tournament.checked_player(number, visit.visitor.key)
    for each in tournament.unfinished():
        if each.game is not None and number in each.players():
            loser = "red" if each.red == number else "yellow"
            with suppress(Conflict):  # it has just ended
                await visit.services.club.forfeit(each.game, loser, "left the tournament")
    return await visit.change(lambda tournament: tournament.withdraw(tournament.player(number)))


@router.post("/{tournament_id}/players/{number}/return", response_model=schema.OwnTournament)
async def bring_back(number: Number, visit: AnyVisit) -> Response:
    """Let a player who is out take part again."""

    def act(tournament: Tournament) -> None:
        entrant = tournament.checked_player(number, visit.visitor.key)
        tournament.join(entrant.owner, entrant.name)

    return await visit.change(act)


@router.post("/{tournament_id}/players/{number}/link")
async def link(number: Number, visit: AnyVisit) -> Token:
    """Make a token that moves a player to another device, for the player or for the organiser."""
    token = new_token()

    def act(tournament: Tournament) -> None:
        tournament.checked_player(number, visit.visitor.key).link_hash = hash_of(token)

    await visit.change(act)
    return Token(token=token)


@router.post("/{tournament_id}/take-over", response_model=schema.OwnTournament)
async def take_over(taken: TakeOver, visit: KnownVisit) -> Response:
    """Play, or organise, on this device from now on, with the token of a link."""
    before, visitor = "", visit.visitor.key

    def act(tournament: Tournament) -> None:
        nonlocal before
        before = tournament.take_over(visitor, hash_of(taken.token))

    own = await visit.change(act)
    game = schema.you_in(await visit.find(), visitor).game
    if game is not None and before not in ("", visitor):
        pass_on = partial(actions.pass_seat, owner=before, visitor=visitor)
        await visit.services.games.change(game, pass_on)
    return own


# --- the organiser --------------------------------------------------------------------------------


@router.post("/{tournament_id}/link")
async def organiser_link(visit: AnyVisit) -> Token:
    """Make a token that moves the organiser to another device."""
    token = new_token()

    def act(tournament: Tournament) -> None:
        tournament.link_hash = hash_of(token)

    await visit.organise(act)
    return Token(token=token)


@router.post("/{tournament_id}/start", response_model=schema.OwnTournament)
async def start(visit: AnyVisit) -> Response:
    """Begin the first round."""
    return await visit.organise(Tournament.start_rounds)


@router.post("/{tournament_id}/next-round", response_model=schema.OwnTournament)
async def next_round(visit: AnyVisit) -> Response:
    """Begin the next round without waiting."""
    return await visit.organise(Tournament.start_next_round)


@router.post("/{tournament_id}/finish", response_model=schema.OwnTournament)
async def finish(visit: AnyVisit) -> Response:
    """End the tournament now."""
    return await visit.organise(Tournament.finish)


@router.post("/{tournament_id}/games/{number}/forfeit", response_model=schema.OwnTournament)
async def forfeit(number: Number, lost: schema.GameForfeit, visit: AnyVisit) -> Response:
    """Decide an open game against a player who is absent, or against both."""
    tournament = await visit.find()
    tournament.check_organiser(visit.visitor.key)
    found = next((each for each in tournament.unfinished() if each.number == number), None)
    if found is None or found.game is None:
        raise Conflict("this game is not being played")
    reason = NEITHER if lost.loser == "both" else "forfeited by the organiser"
    await visit.services.club.forfeit(found.game, lost.loser, reason)
    return await visit.change(lambda tournament: None)


@events.get("/events", **sends("text/event-stream"))
async def follow_all(
    services: ClubServicesDep,
    visitor: KnownVisitor,
    game: Annotated[list[GameId], Query(max_length=_MOST_FOLLOWED)] = [],  # noqa: B006
    lobby: bool = False,
    games: bool = False,
    club: GameId | None = None,
) -> EventStream:
    """Follow everything that a page shows, on one connection: any games, with ``seat`` (SeatEvent),
    ``game`` (GameEvent) after each change and ``presence`` (PresenceEvent), or ``gone``
    (GoneEvent) for one that does not exist; the lobby: ``lobby`` (LobbyEvent) after each change,
    ``seats`` (SeatsEvent) at the beginning, ``paired`` (PairedEvent) when your offer is accepted;
    in the lobby the public ``games`` (GamesEvent); and the tournament between people *club*:
    ``tournament`` (PeopleTournament) and ``you`` (YouEvent) after each change. Your offer is open
    as long as you follow the lobby."""
    audience = services.audience
    with audience.hub.stream(visitor.key) as reader:
        for game_id in dict.fromkeys(game):
            await audience.follow(reader, game_id)
        if lobby or games:
            await audience.enter_lobby(reader, games)
        if club is not None:
            await services.club.follow(reader, club)
    return EventStream(reader)
