"""People with ratings: who they are, by the secrets of their browsers, and what their games are worth.

A person is known by one or more devices; there are no passwords. A game is rated once, in the
transaction that says so, also if several servers see its end.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from dropfour.arena.rating.glicko import GlickoRating
from dropfour.notation import parse_position
from dropfour.web.games.game import new_id
from dropfour.web.games.store import GameStore, StoredGame
from dropfour.web.http.problems import Conflict, NotYours
from dropfour.web.http.senders import hash_of, new_token
from dropfour.web.rows import Stored, time_text, transaction

# A deviation of 60 grows to 110 in a year.
_DAYS_PER_PERIOD = 4.7
_LINK_S = 15 * 60
# Each player has moved.
_FEWEST_MOVES = 2
_RED_POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
_LISTED = 100
PROVISIONAL_DEVIATION = 110.0
_CATCH_UP_S = 2 * 24 * 3600


class Person(Stored, eq=False):
    """Whoever has a rating. *claimed* is the name in the form that is compared, if it belongs to this
    person alone; names that games give are not claimed."""

    __tablename__ = "people"

    id: Mapped[str] = mapped_column(sa.String(16), primary_key=True, default_factory=new_id)
    name: Mapped[str] = mapped_column(sa.String(80), default="")
    claimed: Mapped[str | None] = mapped_column(sa.String(80), unique=True, default=None)
    rating: Mapped[float] = mapped_column(index=True, default=GlickoRating().value)
    deviation: Mapped[float] = mapped_column(default=GlickoRating().deviation)
    volatility: Mapped[float] = mapped_column(default=GlickoRating().volatility)
    games: Mapped[int] = mapped_column(default=0)
    rated_at: Mapped[str] = mapped_column(sa.String(32), default_factory=time_text)
    link_hash: Mapped[str | None] = mapped_column(sa.String(64), index=True, default=None)
    link_until: Mapped[str | None] = mapped_column(sa.String(32), default=None)

    def now(self) -> GlickoRating:
        """Return the rating as of now: its deviation has grown since the last game."""
        rested = datetime.now(timezone.utc) - datetime.fromisoformat(self.rated_at)
        last = GlickoRating(self.rating, self.deviation, self.volatility)
        return last.rested(rested / timedelta(days=_DAYS_PER_PERIOD))

    def has_played(self, rating: GlickoRating) -> None:
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


class RatedSeat(NamedTuple):
    """A player of a game: the rating before it, or the current one, and what the game has changed."""

    rating: GlickoRating
    change: float | None


class People:
    """Used in threads."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._database = store.database

    # --- games ----------------------------------------------------------------------------------

    def rate(self, game: StoredGame) -> bool:
        """Rate a finished game; nothing changes if it does not count, or was rated before."""
        if not _is_rated(game):
            return False
        with transaction(self._database, alone_with=RatedGame) as session:
            if session.get(RatedGame, game.id) is not None:
                return False
            red = _person(session, str(game.red_owner), game.red_name)
            yellow = _person(session, str(game.yellow_owner), game.yellow_name)
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

    def seats(self, game: StoredGame) -> dict[str, RatedSeat]:
        """Return the ratings of those who have a seat in a live game, by their colours."""
        found = {}
        with transaction(self._database) as session:
            rated = session.get(RatedGame, game.id)
            for colour, owner in (("red", game.red_owner), ("yellow", game.yellow_owner)):
                if owner is None:
                    continue
                person, change = _find(session, owner), None
                rating = GlickoRating() if person is None else person.now()
                if rated is not None:
                    before = getattr(rated, f"{colour}_before")
                    change = getattr(rated, f"{colour}_after") - before
                    rating = replace(rating, value=before)
                found[colour] = RatedSeat(rating, change)
        return found

    # --- people ---------------------------------------------------------------------------------

    def find(self, visitor: str) -> Person | None:
        with transaction(self._database) as session:
            return _find(session, visitor) if visitor else None

    def best(self) -> list[Person]:
        """Return the people with rated games, those whose rating is established first."""
        is_provisional = sa.case((Person.deviation > PROVISIONAL_DEVIATION, 1), else_=0)
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
            person.name, person.claimed = name, _compared(name)
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


def _is_rated(game: StoredGame) -> bool:
    """Return whether a game counts: of two people, from an empty board, and not over before it began."""
    return (
        game.live is not None
        and game.result in _RED_POINTS
        and not game.live["bots"]
        and None not in (game.red_owner, game.yellow_owner)
        and game.red_owner != game.yellow_owner
        and len(game.moves) >= _FEWEST_MOVES
        and parse_position(game.start).ply == 0
    )


def _find(session: Session, visitor: str) -> Person | None:
    device = session.get(Device, visitor)
    return None if device is None else session.get(Person, device.person)


def _check_free(session: Session, name: str, person: Person | None) -> None:
    """Raise Conflict if *name* belongs to somebody else than *person*."""
    query = sa.select(Person).where(Person.claimed == _compared(name))
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


def _compared(name: str) -> str:
    return " ".join(name.casefold().split())
