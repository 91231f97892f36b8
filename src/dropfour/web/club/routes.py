"""Tournaments between people: organising one, joining by its link, and following it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Path
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from dropfour.arena.report.gradebook import gradebook
from dropfour.notation import position_string
from dropfour.web.club import schema
from dropfour.web.club.tournament import NEITHER, Tournament
from dropfour.web.dependencies import (
    AnyVisitor,
    KnownVisitor,
    ServicesDep,
    check_name,
    creates_game,
    sends,
)
from dropfour.web.fields import GameId
from dropfour.web.games import actions
from dropfour.web.games.game import new_id
from dropfour.web.games.requests import TakeOver
from dropfour.web.games.schema import Token
from dropfour.web.http.problems import Conflict, NotFound, NotYours
from dropfour.web.http.senders import hash_of, new_token

router = APIRouter(prefix="/api/club", tags=["tournaments between people"])

_LISTED = 30
Number = Annotated[int, Path(ge=1, le=1_000_000)]


@dataclass(frozen=True, slots=True)
class ClubVisit:
    """Which tournament, and who asks."""

    tournament_id: GameId
    services: ServicesDep
    visitor: AnyVisitor

    async def find(self) -> Tournament:
        return await run_in_threadpool(self.services.club.store.find, self.tournament_id)

    async def change(self, act: Callable[[Tournament], object]) -> schema.OwnTournament:
        """Let *act* change the tournament; return it as the visitor sees it."""
        changed = await self.services.club.change(self.tournament_id, act)
        return await run_in_threadpool(schema.own_tournament, changed, self.visitor.key)

    async def organise(self, act: Callable[[Tournament], object]) -> schema.OwnTournament:
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


@router.post("", status_code=201, dependencies=[Depends(creates_game)])
async def organise(
    new: schema.NewPeopleTournament, services: ServicesDep, visitor: KnownVisitor
) -> schema.OwnTournament:
    """Organise a tournament; whoever knows its id can join."""
    start = (await run_in_threadpool(new.game)).position
    if start.is_over:
        raise Conflict("a tournament starts from a position in which the game is not over")
    if new.format != "swiss" and new.rounds is not None:
        raise ValueError("rounds: in a round-robin tournament they follow from the players")
    names = ("title", "format", "rounds", "games", "clock", "pause_s", "absence_s")
    tournament = Tournament(
        id=new_id(),
        organiser=visitor.key,
        start=position_string(start),
        seed=random.SystemRandom().randrange(2**31),
        **{name: getattr(new, name) for name in names},
    )
    created = await run_in_threadpool(services.club.store.create, tournament)
    return schema.own_tournament(created, visitor.key)


@router.get("")
def own_tournaments(services: ServicesDep, visitor: AnyVisitor) -> schema.PeopleList:
    """List the tournaments that the visitor organises or plays in."""
    found = services.club.store.of(visitor.key, _LISTED) if visitor.key else []
    return schema.PeopleList(tournaments=[schema.summary_of(each, visitor.key) for each in found])


@router.get("/{tournament_id}")
async def one_tournament(visit: AnyVisit) -> schema.OwnTournament:
    return await run_in_threadpool(schema.own_tournament, await visit.find(), visit.visitor.key)


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
    text = await visit.services.queries.run(
        visit.visitor, lambda stop: gradebook(tournament.report())
    )
    name = f'attachment; filename="results-{tournament.id}.csv"'
    return Response(text, media_type="text/csv", headers={"content-disposition": name})


# --- players --------------------------------------------------------------------------------------


@router.post("/{tournament_id}/join")
async def join(entering: schema.Entering, visit: KnownVisit) -> schema.OwnTournament:
    """Take part, from the next round on if the tournament is running; come back after leaving it."""
    key, name = visit.visitor.key, entering.name.strip()
    if visit.visitor.is_bot:
        raise NotYours("a tournament between people has no bots")
    if not name:
        raise ValueError("name: enter the name that the others see")
    await check_name(visit.services, key, name)
    return await visit.change(lambda tournament: tournament.join(key, name))


@router.post("/{tournament_id}/players/{number}/leave")
async def leave(number: Number, visit: AnyVisit) -> schema.OwnTournament:
    """Leave the tournament, or for its organiser, take a player out; a game in progress is lost."""
    tournament = await visit.find()
    tournament.checked_player(number, visit.visitor.key)
    for each in tournament.unfinished():
        if each.game is not None and number in each.players():
            loser = "red" if each.red == number else "yellow"
            await visit.services.club.forfeit(each.game, loser, "left the tournament")
    return await visit.change(lambda tournament: tournament.withdraw(tournament.player(number)))


@router.post("/{tournament_id}/players/{number}/return")
async def bring_back(number: Number, visit: AnyVisit) -> schema.OwnTournament:
    """Let a player who is out take part again."""

    def act(tournament: Tournament) -> None:
        entrant = tournament.checked_player(number, visit.visitor.key)
        tournament.join(entrant.owner, entrant.name)

    return await visit.change(act)


@router.post("/{tournament_id}/players/{number}/link")
async def link(number: Number, visit: AnyVisit) -> Token:
    """Make a token that moves a player to another device; for the player, or the organiser if that
    device is lost."""
    token = new_token()

    def act(tournament: Tournament) -> None:
        tournament.checked_player(number, visit.visitor.key).link_hash = hash_of(token)

    await visit.change(act)
    return Token(token=token)


@router.post("/{tournament_id}/take-over")
async def take_over(taken: TakeOver, visit: KnownVisit) -> schema.OwnTournament:
    """Play on this device from now on, with the token of a link, also in a game that is open."""
    before, visitor = "", visit.visitor.key

    def act(tournament: Tournament) -> None:
        nonlocal before
        before = tournament.take_over(visitor, hash_of(taken.token))

    own = await visit.change(act)
    if own.you.game is not None and before != visitor:
        pass_on = partial(actions.pass_seat, owner=before, visitor=visitor)
        await visit.services.games.change(own.you.game, pass_on)
    return own


# --- the organiser --------------------------------------------------------------------------------


@router.post("/{tournament_id}/start")
async def start(visit: AnyVisit) -> schema.OwnTournament:
    """Begin the first round."""
    return await visit.organise(Tournament.start_rounds)


@router.post("/{tournament_id}/next-round")
async def next_round(visit: AnyVisit) -> schema.OwnTournament:
    """Begin the next round without waiting."""
    return await visit.organise(Tournament.start_next_round)


@router.post("/{tournament_id}/finish")
async def finish(visit: AnyVisit) -> schema.OwnTournament:
    """End the tournament now."""
    return await visit.organise(Tournament.finish)


@router.post("/{tournament_id}/games/{number}/forfeit")
async def forfeit(
    number: Number, lost: schema.GameForfeit, visit: AnyVisit
) -> schema.OwnTournament:
    """Decide an open game against a player who is absent, or against both."""
    tournament = await visit.find()
    tournament.check_organiser(visit.visitor.key)
    found = next((each for each in tournament.unfinished() if each.number == number), None)
    if found is None or found.game is None:
        raise Conflict("this game is not being played")
    reason = NEITHER if lost.loser == "both" else "forfeited by the organiser"
    await visit.services.club.forfeit(found.game, lost.loser, reason)
    return await visit.change(lambda tournament: None)
