"""Ratings of people: the list, one's own name, and the link that adds a device."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from dropfour.web.dependencies import AnyVisitor, KnownVisitor, ServicesDep
from dropfour.web.fields import MAX_PLAYER, GameId, Request
from dropfour.web.games.requests import TakeOver
from dropfour.web.games.schema import Token
from dropfour.web.http.problems import NotFound
from dropfour.web.people.people import PROVISIONAL_DEVIATION, People, Person, RatedSeat
from dropfour.web.text import Text

router = APIRouter(prefix="/api/people", tags=["ratings"])


class RatedPerson(BaseModel):
    """A person's rating; one that *is_provisional* may be far off."""

    name: str
    rating: int
    deviation: int
    is_provisional: bool
    games: int
    is_claimed: bool
    is_you: bool


class PeopleRatings(BaseModel):
    """People by their ratings, and this visitor's own; nobody unless the server rates people."""

    is_rated: bool
    people: list[RatedPerson]
    you: RatedPerson | None


class SeatRating(BaseModel):
    """A player's rating before the game, and how the game has changed it, once it is over."""

    rating: int
    is_provisional: bool
    change: int | None


class GameRatings(BaseModel):
    red: SeatRating | None
    yellow: SeatRating | None


class NameClaim(Request):
    name: Annotated[Text, Field(min_length=1, max_length=MAX_PLAYER)]


async def _people(services: ServicesDep) -> People:
    if services.people is None:
        raise NotFound("this server does not rate people")
    return services.people


PeopleDep = Annotated[People, Depends(_people)]


@router.get("")
def ratings(services: ServicesDep, visitor: AnyVisitor) -> PeopleRatings:
    """List the people with the highest ratings."""
    people = services.people
    if people is None:
        return PeopleRatings(is_rated=False, people=[], you=None)
    own = people.find(visitor.key)
    return PeopleRatings(
        is_rated=True,
        people=[_rated(each, own is not None and each.id == own.id) for each in people.best()],
        you=None if own is None else _rated(own, True),
    )


@router.get("/games/{game_id}")
def game_ratings(game_id: GameId, services: ServicesDep) -> GameRatings:
    """Return the ratings of the players of a live game."""
    game = services.store.find(game_id)
    people = None if game.live is None else services.people
    seats = {} if people is None else people.seats(game)
    rated = {colour: _seat(each) for colour, each in seats.items()}
    return GameRatings(red=rated.get("red"), yellow=rated.get("yellow"))


@router.post("/name")
async def claim(new: NameClaim, people: PeopleDep, visitor: KnownVisitor) -> RatedPerson:
    """Take a name that then belongs to this visitor alone."""
    name = " ".join(new.name.split())
    if not name:
        raise ValueError("name: enter the name that the others see")
    return _rated(await run_in_threadpool(people.claim, visitor.key, name), True)


@router.post("/link")
async def link(people: PeopleDep, visitor: KnownVisitor) -> Token:
    """Make a token that gives another device this visitor's name and rating; valid for 15 minutes."""
    return Token(token=await run_in_threadpool(people.make_link, visitor.key))


@router.post("/device")
async def add_device(used: TakeOver, people: PeopleDep, visitor: KnownVisitor) -> RatedPerson:
    """Take the name and the rating that a token was made for."""
    return _rated(await run_in_threadpool(people.use_link, visitor.key, used.token), True)


def _rated(person: Person, is_you: bool) -> RatedPerson:
    rating = person.now()
    return RatedPerson(
        name=person.name,
        rating=round(rating.value),
        deviation=round(rating.deviation),
        is_provisional=rating.deviation > PROVISIONAL_DEVIATION,
        games=person.games,
        is_claimed=person.claimed is not None,
        is_you=is_you,
    )


def _seat(seat: RatedSeat) -> SeatRating:
    return SeatRating(
        rating=round(seat.rating.value),
        is_provisional=seat.rating.deviation > PROVISIONAL_DEVIATION,
        change=None if seat.change is None else round(seat.change),
    )
