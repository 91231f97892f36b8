"""Tournaments between people: organising one, joining by its link, and following it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Path
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from dropfour.arena.report.gradebook import gradebook
from dropfour.notation import position_string
from dropfour.web.club.club import Club
from dropfour.web.club.schema import (
    Entering,
    GameForfeit,
    LinkToken,
    NewPeopleTournament,
    OwnTournament,
    PeopleList,
    PeopleRound,
    PlayerLink,
    round_games,
    summary_of,
    tournament_state,
    you_in,
)
from dropfour.web.club.store import hash_of
from dropfour.web.club.tournament import NEITHER, Entrant, Tournament
from dropfour.web.dependencies import (
    AnyVisitor,
    Client,
    KnownVisitor,
    ServicesDep,
    Visitor,
    check_name,
    creates_game,
)
from dropfour.web.fields import GameId
from dropfour.web.games import actions
from dropfour.web.games.game import new_id
from dropfour.web.http.problems import Conflict, NotFound, NotYours

router = APIRouter(prefix="/api/club", tags=["tournaments between people"])

_LISTED = 30
Number = Annotated[int, Path(ge=1, le=1_000_000)]


async def _club(services: ServicesDep) -> Club:
    return services.club


ClubDep = Annotated[Club, Depends(_club)]


@router.post("", status_code=201, dependencies=[Depends(creates_game)])
async def organise(new: NewPeopleTournament, club: ClubDep, visitor: KnownVisitor) -> OwnTournament:
    """Organise a tournament; whoever knows its id can join."""
    start = (await run_in_threadpool(new.game)).position
    if start.is_over:
        raise Conflict("a tournament starts from a position in which the game is not over")
    if new.format != "swiss" and new.rounds is not None:
        raise ValueError("rounds: in a round-robin tournament they follow from the players")
    tournament = Tournament(
        id=new_id(),
        organiser=visitor.key,
        title=new.title,
        format=new.format,
        rounds=new.rounds,
        games=new.games,
        start=position_string(start),
        clock=None if new.clock is None else new.clock.settings(),
        pause_s=new.pause_s,
        absence_s=new.absence_s,
        seed=random.SystemRandom().randrange(2**31),
    )
    await run_in_threadpool(club.store.create, tournament)
    return await _own(tournament, visitor)


@router.get("")
def own_tournaments(club: ClubDep, visitor: AnyVisitor) -> PeopleList:
    """List the tournaments that the visitor organises or plays in."""
    found = club.store.of(visitor.key, _LISTED) if visitor.key else []
    return PeopleList(tournaments=[summary_of(each, visitor.key) for each in found])


@router.get("/{tournament_id}")
async def one_tournament(
    tournament_id: GameId, club: ClubDep, visitor: AnyVisitor
) -> OwnTournament:
    return await _own(await run_in_threadpool(club.store.find, tournament_id), visitor)


@router.get("/{tournament_id}/rounds/{round}")
def one_round(tournament_id: GameId, round: Number, club: ClubDep) -> PeopleRound:
    """Return the games of a round."""
    tournament = club.store.find(tournament_id)
    if round > tournament.round:
        raise NotFound(f"this tournament has no round {round} yet")
    return PeopleRound(round=round, games=round_games(tournament, round))


@router.get(
    "/{tournament_id}/results.csv",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}}},
)
async def results(
    tournament_id: GameId, club: ClubDep, services: ServicesDep, client: Client
) -> Response:
    """Return the standings for a spreadsheet or a gradebook."""

    def work() -> str:
        return gradebook(club.store.find(tournament_id).report(is_rated=True))

    text = await services.queries.run(client, lambda stop: work())
    name = f'attachment; filename="results-{tournament_id}.csv"'
    return Response(text, media_type="text/csv", headers={"content-disposition": name})


# --- players --------------------------------------------------------------------------------------


@router.post("/{tournament_id}/join")
async def join(
    tournament_id: GameId,
    entering: Entering,
    club: ClubDep,
    services: ServicesDep,
    visitor: KnownVisitor,
) -> OwnTournament:
    """Take part, from the next round on if the tournament is running; come back after leaving it."""
    if visitor.is_bot:
        raise NotYours("a tournament between people has no bots")
    name = entering.name.strip()
    if not name:
        raise ValueError("name: enter the name that the others see")
    await check_name(services, visitor.key, name)
    return await _changed(club, tournament_id, visitor, lambda each: each.join(visitor.key, name))


@router.post("/{tournament_id}/players/{number}/leave")
async def leave(
    tournament_id: GameId, number: Number, club: ClubDep, visitor: AnyVisitor
) -> OwnTournament:
    """Leave the tournament, or for its organiser, take a player out; a game in progress is lost."""
    tournament = await run_in_threadpool(club.store.find, tournament_id)
    entrant = tournament.player(number)
    tournament.check_may_change(visitor.key, entrant)
    await _lose_open_games(club, tournament, entrant)
    return await _changed(
        club, tournament_id, visitor, lambda each: each.withdraw(each.player(number))
    )


@router.post("/{tournament_id}/players/{number}/return")
async def bring_back(
    tournament_id: GameId, number: Number, club: ClubDep, visitor: AnyVisitor
) -> OwnTournament:
    """Let a player who is out take part again."""

    def act(tournament: Tournament) -> None:
        entrant = tournament.player(number)
        tournament.check_may_change(visitor.key, entrant)
        tournament.join(entrant.owner, entrant.name)

    return await _changed(club, tournament_id, visitor, act)


@router.post("/{tournament_id}/players/{number}/link")
async def link(
    tournament_id: GameId, number: Number, club: ClubDep, visitor: AnyVisitor
) -> LinkToken:
    """Make a token that moves a player to another device; for the player, or the organiser if that
    device is lost."""
    token = actions.new_token()

    def act(tournament: Tournament) -> None:
        entrant = tournament.player(number)
        tournament.check_may_change(visitor.key, entrant)
        entrant.link_hash = hash_of(token)

    await club.change(tournament_id, act)
    return LinkToken(token=token)


@router.post("/{tournament_id}/take-over")
async def take_over(
    tournament_id: GameId,
    taken: PlayerLink,
    club: ClubDep,
    services: ServicesDep,
    visitor: KnownVisitor,
) -> OwnTournament:
    """Play on this device from now on, with the token of a link, also in a game that is open."""
    before = ""

    def act(tournament: Tournament) -> None:
        nonlocal before
        key = hash_of(taken.token)
        entrant = next((each for each in tournament.players if each.link_hash == key), None)
        if entrant is None:
            raise NotYours("this link has been used already, or is not valid")
        if tournament.player_of(visitor.key) not in (None, entrant):
            raise Conflict("this device plays as somebody else in this tournament")
        before, entrant.owner, entrant.link_hash = entrant.owner, visitor.key, None

    own = await _changed(club, tournament_id, visitor, act)
    if own.you.game is not None and before != visitor.key:
        token = actions.new_token()
        for step in (
            lambda hosted: actions.hand_over(hosted, before, token),
            lambda hosted: actions.take_over(hosted, visitor.key, token, False),
        ):
            await services.games.change(own.you.game, step)
    return own


# --- the organiser --------------------------------------------------------------------------------


@router.post("/{tournament_id}/start")
async def start(tournament_id: GameId, club: ClubDep, visitor: AnyVisitor) -> OwnTournament:
    """Begin the first round."""
    return await _organised(club, tournament_id, visitor, Tournament.start_rounds)


@router.post("/{tournament_id}/next-round")
async def next_round(tournament_id: GameId, club: ClubDep, visitor: AnyVisitor) -> OwnTournament:
    """Begin the next round without waiting."""
    return await _organised(club, tournament_id, visitor, Tournament.start_next_round)


@router.post("/{tournament_id}/finish")
async def finish(tournament_id: GameId, club: ClubDep, visitor: AnyVisitor) -> OwnTournament:
    """End the tournament now."""
    return await _organised(club, tournament_id, visitor, Tournament.finish)


@router.post("/{tournament_id}/games/{number}/forfeit")
async def forfeit(
    tournament_id: GameId, number: Number, lost: GameForfeit, club: ClubDep, visitor: AnyVisitor
) -> OwnTournament:
    """Decide an open game against a player who is absent, or against both."""
    tournament = await run_in_threadpool(club.store.find, tournament_id)
    tournament.check_organiser(visitor.key)
    found = next((each for each in tournament.schedule if each.number == number), None)
    if found is None or found.game is None or found.result is not None:
        raise Conflict("this game is not being played")
    reason = NEITHER if lost.loser == "both" else "forfeited by the organiser"
    await club.forfeit(found.game, lost.loser, reason)
    return await _changed(club, tournament_id, visitor, lambda each: None)


# --- internal -------------------------------------------------------------------------------------


async def _own(tournament: Tournament, visitor: Visitor) -> OwnTournament:
    state = await run_in_threadpool(tournament_state, tournament)
    return OwnTournament(tournament=state, you=you_in(tournament, visitor.key))


async def _changed(
    club: Club, tournament_id: str, visitor: Visitor, act: Callable[[Tournament], object]
) -> OwnTournament:
    return await _own(await club.change(tournament_id, act), visitor)


async def _organised(
    club: Club, tournament_id: str, visitor: Visitor, act: Callable[[Tournament], object]
) -> OwnTournament:
    def checked(tournament: Tournament) -> None:
        tournament.check_organiser(visitor.key)
        act(tournament)

    return await _changed(club, tournament_id, visitor, checked)


async def _lose_open_games(club: Club, tournament: Tournament, entrant: Entrant) -> None:
    for each in tournament.unfinished():
        if each.game is not None and entrant.number in each.players():
            loser = "red" if each.red == entrant.number else "yellow"
            await club.forfeit(each.game, loser, "left the tournament")
