"""Ratings of people on a server that wants them (``--ratings``): who they are, by the secrets of
their browsers, what their games are worth, and the names that belong to them.

A person is known by one or more devices; there are no passwords. A game is rated once, in the
transaction that says so, also if several servers see its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Depends
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field
from sqlalchemy.orm import Mapped, Session, mapped_column

from dropfour._native import Rating
from dropfour.notation import parse_position
from dropfour.web.fields import MAX_PLAYER, GameId, Request, Text, compared
from dropfour.web.games.game import new_id
from dropfour.web.games.requests import TakeOver
from dropfour.web.games.schema import Token
from dropfour.web.games.store import GameStore, StoredGame
from dropfour.web.games.visit import GameServices
from dropfour.web.http.dependencies import AnyVisitor, KnownVisitor, services
from dropfour.web.http.problems import Conflict, NotFound, NotYours
from dropfour.web.http.senders import hash_of, new_token
from dropfour.web.rows import Stored, time_text, transaction

# A deviation of 60 grows to 110 in a year.
_DAYS_PER_PERIOD = 4.7
_LINK_S = 15 * 60
# Each player has moved.
_FEWEST_MOVES = 2
_RED_POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
_LISTED = 100
_PROVISIONAL_DEVIATION = 110.0
_CATCH_UP_S = 2 * 24 * 3600


class Person(Stored, eq=False):
    """Whoever has a rating. *claimed* is the name in the form that is compared, if it belongs to this
    person alone; names that games give are not claimed."""

    __tablename__ = "people"

    id: Mapped[str] = mapped_column(sa.String(16), primary_key=True, default_factory=new_id)
    name: Mapped[str] = mapped_column(sa.String(80), default="")
    claimed: Mapped[str | None] = mapped_column(sa.String(80), unique=True, default=None)
    rating: Mapped[float] = mapped_column(index=True, default=Rating().value)
    deviation: Mapped[float] = mapped_column(default=Rating().deviation)
    volatility: Mapped[float] = mapped_column(default=Rating().volatility)
    games: Mapped[int] = mapped_column(default=0)
    rated_at: Mapped[str] = mapped_column(sa.String(32), default_factory=time_text)
    link_hash: Mapped[str | None] = mapped_column(sa.String(64), index=True, default=None)
    link_until: Mapped[str | None] = mapped_column(sa.String(32), default=None)

    def now(self) -> Rating:
        """Return the rating as of now: its deviation has grown since the last game."""
        rested = datetime.now(timezone.utc) - datetime.fromisoformat(self.rated_at)
        last = Rating(self.rating, self.deviation, self.volatility)
        return last.rested(rested / timedelta(days=_DAYS_PER_PERIOD))

    def shown(self, is_you: bool = True) -> RatedPerson:
        rating = self.now()
        return RatedPerson(
            name=self.name,
            rating=round(rating.value),
            deviation=round(rating.deviation),
            is_provisional=rating.deviation > _PROVISIONAL_DEVIATION,
            games=self.games,
            is_claimed=self.claimed is not None,
            is_you=is_you,
        )

    def has_played(self, rating: Rating) -> None:
        """Take the *rating* after a game."""
        self.rating, self.deviation = rating.value, rating.deviation
        self.volatility, self.games, self.rated_at = rating.volatility, self.games + 1, time_text()


class Device(Stored, eq=False):
    """A browser of a person's."""

    __tablename__ = "people_devices"

    visitor: Mapped[str] = mapped_column(sa.String(64), primary_key=True)
    person: Mapped[str] = mapped_column(sa.String(16), index=True)


class RatedGame(Stored, eq=False):
    """A game that has been rated, and the ratings of its players before and after it."""

    __tablename__ = "people_games"

    game: Mapped[str] = mapped_column(sa.String(16), primary_key=True)
    red: Mapped[str] = mapped_column(sa.String(16))
    yellow: Mapped[str] = mapped_column(sa.String(16))
    red_before: Mapped[float]
    red_after: Mapped[float]
    yellow_before: Mapped[float]
    yellow_after: Mapped[float]
    rated_at: Mapped[str] = mapped_column(sa.String(32))


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


class People:
    """Used in threads."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._database = store.database

    # --- games ----------------------------------------------------------------------------------

    def rate(self, game: StoredGame) -> bool:
        """Rate a finished game; nothing changes if it does not count, or was rated before."""
        owners = _rated(game)
        if len(owners) < 2:
            return False
        with transaction(self._database, alone_with=RatedGame) as session:
            if session.get(RatedGame, game.id) is not None:
                return False
            red = _person(session, owners[0], game.red_name)
            yellow = _person(session, owners[1], game.yellow_name)
            if red.id == yellow.id:
                return False
            before, points = (red.now(), yellow.now()), _RED_POINTS[game.result]
            red.has_played(before[0].after([(before[1], points)]))
            yellow.has_played(before[1].after([(before[0], 1 - points)]))
            ratings = before[0].value, red.rating, before[1].value, yellow.rating
            session.add(RatedGame(game.id, red.id, yellow.id, *ratings, time_text()))
        return True

    def catch_up(self) -> int:
        """Rate games that ended while no server could; return how many."""
        return sum(self.rate(game) for game in self._store.ended_live(time_text(-_CATCH_UP_S)))

    def seats(self, game: StoredGame) -> GameRatings:
        """Return the ratings of those who have a seat in a live game."""
        found: dict[str, SeatRating | None] = {"red": None, "yellow": None}
        with transaction(self._database) as session:
            rated = session.get(RatedGame, game.id)
            owners = (game.live or {}).get("rated") or (game.red_owner, game.yellow_owner)
            for colour, owner in zip(("red", "yellow"), owners, strict=True):
                if owner is None:
                    continue
                person, change = _find(session, owner), None
                rating = Rating() if person is None else person.now()
                if rated is not None:
                    before = getattr(rated, f"{colour}_before")
                    change = getattr(rated, f"{colour}_after") - before
                    rating = Rating(before, rating.deviation, rating.volatility)
                found[colour] = SeatRating(
                    rating=round(rating.value),
                    is_provisional=rating.deviation > _PROVISIONAL_DEVIATION,
                    change=None if change is None else round(change),
                )
        return GameRatings(**found)

    # --- people ---------------------------------------------------------------------------------

    def find(self, visitor: str) -> Person | None:
        with transaction(self._database) as session:
            return _find(session, visitor) if visitor else None

    def best(self) -> list[Person]:
        """Return the people with rated games, those whose rating is established first."""
        is_provisional = sa.case((Person.deviation > _PROVISIONAL_DEVIATION, 1), else_=0)
        query = (
            sa.select(Person)
            .where(Person.games > 0)
            .order_by(is_provisional, Person.rating.desc(), Person.id)
            .limit(_LISTED)
        )
        with transaction(self._database) as session:
            return list(session.scalars(query))

    def check_name(self, name: str, visitor: str) -> None:
        """Raise Conflict if *name* belongs to somebody else."""
        if name.strip():
            with transaction(self._database) as session:
                _check_free(session, name, _find(session, visitor))

    def claim(self, visitor: str, name: str) -> Person:
        """Let *name* belong to *visitor* alone, in place of the name they had."""
        with transaction(self._database, alone_with=RatedGame) as session:
            person = _person(session, visitor, name)
            _check_free(session, name, person)
            person.name, person.claimed = name, compared(name)
            return person

    def make_link(self, visitor: str) -> str:
        """Return a token with which another device becomes the same person, within 15 minutes."""
        token = new_token()
        with transaction(self._database, alone_with=RatedGame) as session:
            person = _person(session, visitor, "")
            person.link_hash, person.link_until = hash_of(token), time_text(_LINK_S)
        return token

    def use_link(self, visitor: str, token: str) -> Person:
        """Let the device *visitor* be the person whose token this is."""
        with transaction(self._database, alone_with=RatedGame) as session:
            query = sa.select(Person).where(Person.link_hash == hash_of(token))
            person = session.scalars(query).first()
            if person is None or person.link_until is None:
                raise NotYours("this link has been used already, or is not valid")
            if person.link_until < time_text():
                raise Conflict("this link has expired: make a new one on the other device")
            person.link_hash = person.link_until = None
            before = _find(session, visitor)
            session.merge(Device(visitor, person.id))
            if before is not None and before is not person:
                _forget_if_unused(session, before)
            return person


def _rated(game: StoredGame) -> Sequence[str]:
    """Return who began a game, red first, if it counts: of two people, from an empty board, and not
    over before it began. A seat that was handed over counts for the person who had it at first."""
    counts = (
        game.live is not None
        and game.result in _RED_POINTS
        and len(game.moves) >= _FEWEST_MOVES
        and parse_position(game.start).ply == 0
    )
    if not counts or game.live is None:
        return ()
    if (rated := game.live.get("rated")) is not None:
        return tuple(dict.fromkeys(rated))
    # Over before this was stored.
    owners = [] if game.live["bots"] else [game.red_owner, game.yellow_owner]
    return tuple(dict.fromkeys(filter(None, owners)))


def _find(session: Session, visitor: str) -> Person | None:
    device = session.get(Device, visitor)
    return None if device is None else session.get(Person, device.person)


def _check_free(session: Session, name: str, person: Person | None) -> None:
    """Raise Conflict if *name* belongs to somebody else than *person*."""
    query = sa.select(Person).where(Person.claimed == compared(name))
    owner = session.scalars(query).first()
    if owner is not None and owner is not person:
        raise Conflict(f"the name {name} belongs to somebody else here: choose another one")


def _person(session: Session, visitor: str, name: str) -> Person:
    """Return the person that a device belongs to, or a new one."""
    person = _find(session, visitor)
    if person is None:
        person = Person(name=name)
        session.add_all((person, Device(visitor, person.id)))
    elif name and person.claimed is None:
        person.name = name
    return person


def _forget_if_unused(session: Session, person: Person) -> None:
    """Remove a person without devices and games; the name is free again."""
    left = sa.select(Device).where(Device.person == person.id)
    if session.scalars(left).first() is None and person.games == 0:
        session.delete(person)


# --- routes ---------------------------------------------------------------------------------------

router = APIRouter(prefix="/api/people", tags=["ratings"])


class NameClaim(Request):
    name: Annotated[Text, Field(min_length=1, max_length=MAX_PLAYER)]


@dataclass(frozen=True, kw_only=True)
class PeopleServices(GameServices):
    people: People | None


PeopleServicesDep = Annotated[PeopleServices, Depends(services)]


async def _people(services: PeopleServicesDep) -> People:
    if services.people is None:
        raise NotFound("this server does not rate people")
    return services.people


PeopleDep = Annotated[People, Depends(_people)]


@router.get("")
def ratings(services: PeopleServicesDep, visitor: AnyVisitor) -> PeopleRatings:
    """List the people with the highest ratings."""
    people = services.people
    if people is None:
        return PeopleRatings(is_rated=False, people=[], you=None)
    own = people.find(visitor.key)
    return PeopleRatings(
        is_rated=True,
        people=[each.shown(own is not None and each.id == own.id) for each in people.best()],
        you=None if own is None else own.shown(),
    )


@router.get("/games/{game_id}")
def game_ratings(game_id: GameId, services: PeopleServicesDep) -> GameRatings:
    """Return the ratings of the players of a live game."""
    game = services.store.find(game_id)
    if game.live is None or services.people is None:
        return GameRatings(red=None, yellow=None)
    return services.people.seats(game)


@router.post("/name")
async def claim(new: NameClaim, people: PeopleDep, visitor: KnownVisitor) -> RatedPerson:
    """Take a name that then belongs to this visitor alone."""
    name = " ".join(new.name.split())
    if not name:
        raise ValueError("name: enter the name that the others see")
    return (await run_in_threadpool(people.claim, visitor.key, name)).shown()


@router.post("/link")
async def link(people: PeopleDep, visitor: KnownVisitor) -> Token:
    """Make a token that gives another device this visitor's name and rating; valid for 15 minutes."""
    return Token(token=await run_in_threadpool(people.make_link, visitor.key))


@router.post("/device")
async def add_device(used: TakeOver, people: PeopleDep, visitor: KnownVisitor) -> RatedPerson:
    """Take the name and the rating that a token was made for."""
    return (await run_in_threadpool(people.use_link, visitor.key, used.token)).shown()
