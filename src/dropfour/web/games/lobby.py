"""The lobby: who offers which game, and who accepts it.

Offers are rows, so that the visitors of several servers on one database meet. An offer lasts while its
visitor is connected: their server renews the row, and one that is not renewed is ignored.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sa
from starlette.concurrency import run_in_threadpool

from dropfour.database import METADATA, DatabaseError
from dropfour.game import Game
from dropfour.notation import parse_position, position_string
from dropfour.position import Position
from dropfour.web.fields import rules_state
from dropfour.web.games.clock import ClockSettings
from dropfour.web.games.game import live_game, new_id
from dropfour.web.games.hub import Reader, encode
from dropfour.web.games.schema import (
    GamesEvent,
    LiveSummary,
    LobbyEvent,
    LobbyOffer,
    PairedEvent,
)
from dropfour.web.games.store import GameStore
from dropfour.web.http.problems import Conflict
from dropfour.web.tasks import in_thread
from dropfour.web.times import time_text

_OFFERS = sa.Table(
    "waiting",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("is_bot", sa.Boolean, nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("terms", sa.String(700), nullable=False),
    sa.Column("is_public", sa.Boolean, nullable=False),
    sa.Column("since", sa.String(32), nullable=False),
    sa.Column("beat_at", sa.String(32), nullable=False),
    sa.Column("game", sa.String(16)),
    sa.Index("waiting_by_terms", "terms", "since"),
)

_POLL_S = 1.0
_BEAT_S = 2.0
_GAMES_S = 3.0
# Long enough for a page that is reloaded.
_STALE_S = 5.0
_KEPT_S = 60.0
_MOST_SHOWN = 100
# What is played if neither side has a preference.
_USUAL_CLOCK = ClockSettings(180, 2, False)


class Terms(NamedTuple):
    """The game that somebody wants to play; any start position if *start* is None, and any clock if
    *any_clock*."""

    start: str | None
    clock: ClockSettings | None
    any_clock: bool

    @classmethod
    def of(cls, start: Position | None, clock: ClockSettings | None, any_clock: bool) -> Terms:
        return cls(None if start is None else position_string(start), clock, any_clock)

    @classmethod
    def parse(cls, text: str) -> Terms:
        start, clock = json.loads(text)
        if clock == "any":
            return cls(start, None, True)
        return cls(start, None if clock is None else ClockSettings(*clock), False)

    def __str__(self) -> str:
        clock = self.clock and self.clock.values()
        return json.dumps([self.start, "any" if self.any_clock else clock], separators=(",", ":"))

    def shown(self) -> dict[str, Any]:
        rules = None if self.start is None else rules_state(parse_position(self.start).rules)
        return {**self._asdict(), "rules": rules}

    def agrees_with(self, other: Terms) -> bool:
        has_board = None in (self.start, other.start) or self.start == other.start
        return has_board and (self.any_clock or other.any_clock or self.clock == other.clock)

    def settled_by(self, other: Terms) -> tuple[Position, ClockSettings | None]:
        """Return what is played by somebody who accepts, and whose terms fill in what is left open."""
        start = self.start or other.start
        clock = other if self.any_clock else self
        return (
            Position() if start is None else parse_position(start),
            _USUAL_CLOCK if clock.any_clock else clock.clock,
        )


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody in the lobby, and the game they want to play."""

    visitor: str
    is_bot: bool
    name: str
    terms: Terms
    is_public: bool


class Lobby:
    """Used in the event loop; the database is asked in threads."""

    def __init__(
        self, store: GameStore, public_games: Callable[[], list[LiveSummary]] = list
    ) -> None:
        """*public_games* returns the games to watch; it is called in a thread."""
        self._store = store
        self._public_games = public_games
        self._readers: set[Reader] = set()
        self._new_readers: set[Reader] = set()
        self._changed = asyncio.Event()
        self._shown: list[Any] = []
        self._spectators: set[Reader] = set()
        self._games = b""
        self._games_at = 0.0

    async def offer(self, guest: Guest) -> str | None:
        """Offer a game, in place of the visitor's last offer. If somebody offers what agrees with it,
        return the id of the new game of both."""
        game_id = await run_in_threadpool(self._offer, guest)
        self._changed.set()
        return game_id

    async def accept(self, offer_id: str, guest: Guest) -> str:
        """Return the id of the new game; raise Conflict if the offer is no longer open."""
        game_id = await run_in_threadpool(self._accept, offer_id, guest)
        self._changed.set()
        return game_id

    async def withdraw(self, visitor: str) -> None:
        await run_in_threadpool(self._withdraw, visitor)
        self._changed.set()

    def count(self) -> int:
        """Return how many people wait on all servers."""
        query = sa.select(sa.func.count()).where(*_is_open())
        with self._store.database.reading() as connection:
            return connection.scalar(query) or 0

    # --- readers --------------------------------------------------------------------------------

    def enter(self, reader: Reader, with_games: bool = False) -> None:
        """Send *reader* the open offers from now on, ``paired`` when its own is accepted, and the public
        games if *with_games*."""
        self._readers.add(reader)
        if with_games:
            self._spectators.add(reader)
            self._games_at = 0.0
        self._new_readers.add(reader)
        for entered in (self._readers, self._new_readers, self._spectators):
            reader.exits.callback(entered.discard, reader)
        self._changed.set()

    async def run(self) -> None:
        """Look for what has changed, here or on another server, as long as somebody is in the lobby."""
        while True:
            if not self._readers:
                await self._changed.wait()
            self._changed.clear()
            visitors = {reader.visitor for reader in self._readers}
            with suppress(DatabaseError):  # tried again in a moment
                self._show(await in_thread(self._look, visitors))
                await self._show_games()
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._changed.wait(), _POLL_S)

    def _show(self, rows: list[Any]) -> None:
        for row in rows:
            if row.game is not None:
                event = encode("paired", PairedEvent(game=row.game))
                for reader in self._readers:
                    if reader.visitor == row.owner:
                        reader.push("paired", event)
        shown = [row for row in rows if row.game is None]
        is_same = [row.id for row in shown] == [row.id for row in self._shown]
        self._shown = shown
        for reader in self._new_readers if is_same else self._readers:
            reader.push("lobby", self._encoded(reader))
        self._new_readers.clear()

    async def _show_games(self) -> None:
        """Send the public games, now and then."""
        now = time.monotonic()
        if not self._spectators or now - self._games_at < _GAMES_S:
            return
        games = await in_thread(self._public_games)
        event = encode("games", GamesEvent(games=games))
        is_first, self._games_at = self._games_at == 0.0, now
        if event != self._games or is_first:
            self._games = event
            for reader in self._spectators:
                reader.push("games", event)

    def _encoded(self, reader: Reader) -> bytes:
        own = next((row.id for row in self._shown if row.owner == reader.visitor), None)
        offers = [
            LobbyOffer(
                id=row.id,
                name=row.name,
                bot=row.is_bot,
                since=row.since,
                **Terms.parse(row.terms).shown(),
            )
            for row in self._shown[:_MOST_SHOWN]
        ]
        return encode("lobby", LobbyEvent(offers=offers, yours=own))

    # --- in threads -----------------------------------------------------------------------------

    def _offer(self, guest: Guest) -> str | None:
        with self._store.database.writing() as connection:
            self._wait_for_others(connection)
            connection.execute(sa.delete(_OFFERS).where(_OFFERS.c.owner == guest.visitor))
            query = sa.select(_OFFERS).where(*_is_open()).order_by(_OFFERS.c.since)
            for row in connection.execute(query):
                if guest.terms.agrees_with(Terms.parse(row.terms)):
                    return self._begin(connection, row, guest)
            now = time_text()
            connection.execute(
                sa.insert(_OFFERS).values(
                    id=new_id(),
                    owner=guest.visitor,
                    is_bot=guest.is_bot,
                    name=guest.name,
                    terms=str(guest.terms),
                    is_public=guest.is_public,
                    since=now,
                    beat_at=now,
                )
            )
            return None

    def _accept(self, offer_id: str, guest: Guest) -> str:
        with self._store.database.writing() as connection:
            self._wait_for_others(connection)
            query = sa.select(_OFFERS).where(_OFFERS.c.id == offer_id, *_is_open())
            row = connection.execute(query).first()
            if row is None:
                raise Conflict("this offer is no longer open")
            if row.owner == guest.visitor:
                raise Conflict("this is your own offer")
            connection.execute(
                sa.delete(_OFFERS).where(_OFFERS.c.owner == guest.visitor, _OFFERS.c.game.is_(None))
            )
            return self._begin(connection, row, guest)

    def _begin(self, connection: sa.Connection, row: Any, guest: Guest) -> str:
        """Store the game between the visitor of an offer and *guest*, and return its id."""
        seats = [(guest.visitor, guest.name, guest.is_bot), (row.owner, row.name, row.is_bot)]
        random.SystemRandom().shuffle(seats)
        owners, names, bots = zip(*seats, strict=True)
        start, clock = Terms.parse(row.terms).settled_by(guest.terms)
        new = live_game(
            Game(start),
            (owners[0], owners[1]),
            (names[0], names[1]),
            clock,
            guest.is_public and row.is_public,
            bots=(bots[0], bots[1]),
        )
        stored = self._store.add(connection, new.row())
        connection.execute(sa.update(_OFFERS).where(_OFFERS.c.id == row.id).values(game=stored.id))
        return stored.id

    def _wait_for_others(self, connection: sa.Connection) -> None:
        """Let nobody else change the rows until the transaction ends. Otherwise two who offer at the
        same moment would not see each other, and two could accept one offer."""
        if not self._store.database.is_sqlite:  # which has one writer at a time
            connection.execute(sa.text(f"LOCK TABLE {_OFFERS.name} IN SHARE ROW EXCLUSIVE MODE"))

    def _withdraw(self, visitor: str) -> None:
        with self._store.database.writing() as connection:
            connection.execute(
                sa.delete(_OFFERS).where(_OFFERS.c.owner == visitor, _OFFERS.c.game.is_(None))
            )

    def _look(self, visitors: set[str]) -> list[Any]:
        """Return the open offers, and those of *visitors* that were accepted, which are removed. Renew
        the others of *visitors*."""
        query = sa.select(_OFFERS).where(_OFFERS.c.beat_at > time_text(-_KEPT_S))
        with self._store.database.reading() as connection:
            rows = connection.execute(query.order_by(_OFFERS.c.since)).all()
        accepted = [row for row in rows if row.game is not None and row.owner in visitors]
        offers = [row for row in rows if row.game is None]
        renewal = time_text(-_BEAT_S)
        due = [row.id for row in offers if row.owner in visitors and row.beat_at < renewal]
        if accepted or due:
            with self._store.database.writing() as connection:
                told = [row.id for row in accepted]
                connection.execute(sa.delete(_OFFERS).where(_OFFERS.c.id.in_(told)))
                renewed = sa.update(_OFFERS).where(_OFFERS.c.id.in_(due), _OFFERS.c.game.is_(None))
                connection.execute(renewed.values(beat_at=time_text()))
                connection.execute(
                    sa.delete(_OFFERS).where(_OFFERS.c.beat_at < time_text(-_KEPT_S))
                )
        stale = time_text(-_STALE_S)
        return accepted + [row for row in offers if row.beat_at > stale or row.owner in visitors]


def _is_open() -> tuple[sa.ColumnElement[bool], ...]:
    return _OFFERS.c.game.is_(None), _OFFERS.c.beat_at > time_text(-_STALE_S)
