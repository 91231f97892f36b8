"""People with ratings: who they are, by the secrets of their browsers, and what their games are worth.

A person is known by one or more devices; there are no passwords. A game is rated once, in the
transaction that says so, also if several servers see its end.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta, timezone
from typing import Any, NamedTuple

import sqlalchemy as sa

from dropfour.arena.rating.glicko import GlickoRating
from dropfour.notation import parse_position
from dropfour.web.club.store import hash_of
from dropfour.web.games.game import new_id
from dropfour.web.games.store import GameStore, StoredGame
from dropfour.web.http.problems import Conflict, NotYours
from dropfour.web.people.tables import DEVICES, PEOPLE, RATED

# A deviation of 60 grows to 110 in a year.
_DAYS_PER_PERIOD = 4.7
_LINK_MINUTES = 15
# Each player has moved.
_FEWEST_MOVES = 2
_RED_POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
_LISTED = 100
PROVISIONAL_DEVIATION = 110.0
_CATCH_UP = timedelta(days=2)


class Person(NamedTuple):
    """A row: *claimed* is the name in the form that is compared, if it belongs to this person alone."""

    id: str
    name: str
    claimed: str | None
    rating: float
    deviation: float
    volatility: float
    games: int
    rated_at: str
    link_hash: str | None
    link_until: str | None

    def now(self) -> GlickoRating:
        """Return the rating as of now: its deviation has grown since the last game."""
        days = (_now() - datetime.fromisoformat(self.rated_at)) / timedelta(days=1)
        last = GlickoRating(self.rating, self.deviation, self.volatility)
        return last.rested(days / _DAYS_PER_PERIOD)


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
        with self._database.writing() as connection:
            self._wait_for_others(connection)
            known = sa.select(RATED.c.game).where(RATED.c.game == game.id)
            if connection.execute(known).first() is not None:
                return False
            red = _person(connection, str(game.red_owner), game.red_name)
            yellow = _person(connection, str(game.yellow_owner), game.yellow_name)
            if red.id == yellow.id:
                return False
            before = red.now(), yellow.now()
            points = _RED_POINTS[game.result]
            after = (
                before[0].after([(before[1], points)]),
                before[1].after([(before[0], 1 - points)]),
            )
            for person, rating in zip((red, yellow), after, strict=True):
                _save_rating(connection, person, rating)
            connection.execute(
                sa.insert(RATED).values(
                    game=game.id,
                    red=red.id,
                    yellow=yellow.id,
                    red_before=before[0].value,
                    red_after=after[0].value,
                    yellow_before=before[1].value,
                    yellow_after=after[1].value,
                    rated_at=_written(_now()),
                )
            )
        return True

    def catch_up(self) -> int:
        """Rate games that ended while no server could; return how many."""
        since = _written(_now() - _CATCH_UP)
        return sum(self.rate(game) for game in self._store.ended_live(since))

    def seats(self, game: StoredGame) -> tuple[RatedSeat | None, RatedSeat | None]:
        """Return the ratings of red and yellow in a live game; None for nobody's seat."""
        with self._database.reading() as connection:
            rated = connection.execute(sa.select(RATED).where(RATED.c.game == game.id)).first()
            found = []
            for colour, owner in (("red", game.red_owner), ("yellow", game.yellow_owner)):
                person = None if owner is None else _find(connection, owner)
                rating = GlickoRating() if person is None else person.now()
                change = None
                if rated is not None:
                    before = getattr(rated, f"{colour}_before")
                    change = getattr(rated, f"{colour}_after") - before
                    rating = GlickoRating(before, rating.deviation, rating.volatility)
                found.append(None if owner is None else RatedSeat(rating, change))
        return found[0], found[1]

    # --- people ---------------------------------------------------------------------------------

    def find(self, visitor: str) -> Person | None:
        with self._database.reading() as connection:
            return _find(connection, visitor) if visitor else None

    def best(self) -> list[Person]:
        """Return the people with rated games, those whose rating is established first."""
        is_provisional = sa.case((PEOPLE.c.deviation > PROVISIONAL_DEVIATION, 1), else_=0)
        query = (
            sa.select(PEOPLE)
            .where(PEOPLE.c.games > 0)
            .order_by(is_provisional, PEOPLE.c.rating.desc(), PEOPLE.c.id)
            .limit(_LISTED)
        )
        with self._database.reading() as connection:
            return [Person(*row) for row in connection.execute(query)]

    def check_name(self, name: str, visitor: str) -> None:
        """Raise Conflict if *name* belongs to somebody else."""
        if not name.strip():
            return
        with self._database.reading() as connection:
            owner = _claimer(connection, name)
            if owner is not None and _find(connection, visitor) != owner:
                raise Conflict(f"the name {name} belongs to somebody else here: choose another one")

    def claim(self, visitor: str, name: str) -> Person:
        """Let *name* belong to *visitor* alone, in place of the name they had."""
        with self._database.writing() as connection:
            self._wait_for_others(connection)
            person = _person(connection, visitor, name)
            owner = _claimer(connection, name)
            if owner is not None and owner.id != person.id:
                raise Conflict(f"the name {name} belongs to somebody else here: choose another one")
            person = person._replace(name=name, claimed=_compared(name))
            change = sa.update(PEOPLE).where(PEOPLE.c.id == person.id)
            connection.execute(change.values(name=person.name, claimed=person.claimed))
            return person

    def make_link(self, visitor: str) -> str:
        """Return a token with which another device becomes the same person, within 15 minutes."""
        token = secrets.token_urlsafe(18)
        until = _written(_now() + timedelta(minutes=_LINK_MINUTES))
        with self._database.writing() as connection:
            self._wait_for_others(connection)
            person = _person(connection, visitor, "")
            values = {"link_hash": hash_of(token), "link_until": until}
            connection.execute(sa.update(PEOPLE).where(PEOPLE.c.id == person.id).values(**values))
        return token

    def use_link(self, visitor: str, token: str) -> Person:
        """Let the device *visitor* be the person whose token this is."""
        with self._database.writing() as connection:
            self._wait_for_others(connection)
            query = sa.select(PEOPLE).where(PEOPLE.c.link_hash == hash_of(token))
            row = connection.execute(query).first()
            if row is None or Person(*row).link_until is None:
                raise NotYours("this link has been used already, or is not valid")
            person = Person(*row)
            if str(person.link_until) < _written(_now()):
                raise Conflict("this link has expired: make a new one on the other device")
            used = {"link_hash": None, "link_until": None}
            connection.execute(sa.update(PEOPLE).where(PEOPLE.c.id == person.id).values(**used))
            before = _find(connection, visitor)
            connection.execute(sa.delete(DEVICES).where(DEVICES.c.visitor == visitor))
            connection.execute(sa.insert(DEVICES).values(visitor=visitor, person=person.id))
            if before is not None and before.id != person.id:
                _forget_if_unused(connection, before)
            return person

    def _wait_for_others(self, connection: sa.Connection) -> None:
        """Let no other server change people until the transaction ends."""
        if not self._database.is_sqlite:  # which has one writer at a time
            connection.execute(sa.text(f"LOCK TABLE {RATED.name} IN SHARE ROW EXCLUSIVE MODE"))


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


def _find(connection: sa.Connection, visitor: str) -> Person | None:
    query = sa.select(PEOPLE).join(DEVICES, DEVICES.c.person == PEOPLE.c.id)
    row = connection.execute(query.where(DEVICES.c.visitor == visitor)).first()
    return None if row is None else Person(*row)


def _claimer(connection: sa.Connection, name: str) -> Person | None:
    query = sa.select(PEOPLE).where(PEOPLE.c.claimed == _compared(name))
    row = connection.execute(query).first()
    return None if row is None else Person(*row)


def _person(connection: sa.Connection, visitor: str, name: str) -> Person:
    """Return the person that a device belongs to, or a new one."""
    known = _find(connection, visitor)
    if known is not None:
        if name and known.claimed is None and known.name != name:
            change = sa.update(PEOPLE).where(PEOPLE.c.id == known.id).values(name=name)
            connection.execute(change)
            known = known._replace(name=name)
        return known
    fresh = GlickoRating()
    person = Person(
        new_id(),
        name,
        None,
        fresh.value,
        fresh.deviation,
        fresh.volatility,
        0,
        _written(_now()),
        None,
        None,
    )
    values: dict[str, Any] = person._asdict()
    connection.execute(sa.insert(PEOPLE).values(**values))
    connection.execute(sa.insert(DEVICES).values(visitor=visitor, person=person.id))
    return person


def _save_rating(connection: sa.Connection, person: Person, rating: GlickoRating) -> None:
    change = sa.update(PEOPLE).where(PEOPLE.c.id == person.id)
    connection.execute(
        change.values(
            rating=rating.value,
            deviation=rating.deviation,
            volatility=rating.volatility,
            games=person.games + 1,
            rated_at=_written(_now()),
        )
    )


def _forget_if_unused(connection: sa.Connection, person: Person) -> None:
    """Remove a person without devices and games; the name is free again."""
    left = sa.select(DEVICES.c.visitor).where(DEVICES.c.person == person.id)
    if connection.execute(left).first() is None and person.games == 0:
        connection.execute(sa.delete(PEOPLE).where(PEOPLE.c.id == person.id))


def _compared(name: str) -> str:
    return " ".join(name.casefold().split())


def _now() -> datetime:
    return datetime.now(timezone.utc)


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds")
