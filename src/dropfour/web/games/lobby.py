"""The lobby: who offers which game, and who accepts it.

Offers are rows, so that the visitors of several servers on one database meet. An offer lasts while
its visitor is connected: their server renews the row, and one that is not renewed is ignored.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column
from starlette.concurrency import run_in_threadpool

from dropfour.database import DatabaseError
from dropfour.game import Game
from dropfour.notation import parse_position
from dropfour.position import Position
from dropfour.web.fields import rules_state
from dropfour.web.games.clock import ClockSettings
from dropfour.web.games.game import LiveSeat, live_game, new_id
from dropfour.web.games.hub import Reader, encode
from dropfour.web.games.schema import GamesEvent, LiveSummary, LobbyEvent, LobbyOffer, PairedEvent
from dropfour.web.games.store import GameStore
from dropfour.web.http.problems import Conflict
from dropfour.web.rows import Stored, time_text, transaction
from dropfour.web.tasks import in_thread

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
    *any_clock*; *swap* is the swap rule."""

    start: str | None
    clock: ClockSettings | None
    any_clock: bool
    swap: bool = False

    @classmethod
    def parse(cls, text: str) -> Terms:
        start, clock, *swap = json.loads(text)
        if clock == "any":
            return cls(start, None, True, bool(swap))
        return cls(start, None if clock is None else ClockSettings(*clock), False, bool(swap))

    def __str__(self) -> str:
        clock = self.clock and self.clock.values()
        values = [self.start, "any" if self.any_clock else clock, *["swap"] * self.swap]
        return json.dumps(values, separators=(",", ":"))

    def shown(self) -> dict[str, Any]:
        rules = None if self.start is None else rules_state(parse_position(self.start).rules)
        return {**self._asdict(), "rules": rules}

    def agrees_with(self, other: Terms) -> bool:
        has_board = None in (self.start, other.start) or (self.start, self.swap) == (
            other.start,
            other.swap,
        )
        return has_board and (self.any_clock or other.any_clock or self.clock == other.clock)

    def settled_by(self, other: Terms) -> tuple[Game, ClockSettings | None]:
        """Return what is played by somebody who accepts, and whose terms fill in what is left open."""
        board = self if self.start else other
        clock = other if self.any_clock else self
        start = Position() if board.start is None else parse_position(board.start)
        return (Game(start, swap=board.swap), _USUAL_CLOCK if clock.any_clock else clock.clock)


class _TermsColumn(sa.TypeDecorator[Terms]):
    impl = sa.String(700)
    cache_ok = True

    def process_bind_param(self, value: Terms | None, dialect: object) -> str:
        return str(value)

    def process_result_value(self, value: str | None, dialect: object) -> Terms:
        return Terms.parse(value or "")


class Guest(Stored, eq=False):
    """Somebody in the lobby, and what they want to play; *game* is the id of the game once it began."""

    __tablename__ = "waiting"
    __table_args__ = (sa.Index("waiting_by_terms", "terms", "since"),)

    visitor: Mapped[str] = mapped_column("owner", sa.String(64))
    is_bot: Mapped[bool]
    name: Mapped[str] = mapped_column(sa.String(80))
    terms: Mapped[Terms] = mapped_column(_TermsColumn)
    is_public: Mapped[bool]
    id: Mapped[str] = mapped_column(sa.String(16), primary_key=True, default_factory=new_id)
    since: Mapped[str] = mapped_column(sa.String(32), default_factory=time_text)
    beat_at: Mapped[str] = mapped_column(sa.String(32), default_factory=time_text)
    game: Mapped[str | None] = mapped_column(sa.String(16), default=None)


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
        self._shown: list[Guest] = []
        self._spectators: set[Reader] = set()
        self._games = b""
        self._games_at = 0.0

    async def offer(self, guest: Guest) -> str | None:
        """Offer a game, in place of the last offer; return the id of the game if that begins at once."""
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

    # --- readers --------------------------------------------------------------------------------

    def enter(self, reader: Reader, with_games: bool = False) -> None:
        """Send *reader* the open offers from now on, and the public games if *with_games*."""
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

    def _show(self, rows: list[Guest]) -> None:
        for row in rows:
            if row.game is not None:
                event = encode("paired", PairedEvent(game=row.game))
                for reader in self._readers:
                    if reader.visitor == row.visitor:
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
        own = next((row.id for row in self._shown if row.visitor == reader.visitor), None)
        offers = [
            LobbyOffer(
                id=row.id, name=row.name, bot=row.is_bot, since=row.since, **row.terms.shown()
            )
            for row in self._shown[:_MOST_SHOWN]
        ]
        return encode("lobby", LobbyEvent(offers=offers, yours=own))

    # --- in threads -----------------------------------------------------------------------------

    def _offer(self, guest: Guest) -> str | None:
        # Otherwise two who offer at the same moment would not see each other.
        with transaction(self._store.database, alone_with=Guest) as session:
            session.execute(_withdrawal(guest.visitor))
            # Accepted at this moment, and the visitor has not been told yet.
            is_kept = Guest.visitor == guest.visitor, Guest.beat_at > time_text(-_KEPT_S)
            accepted = sa.select(Guest.game).where(*is_kept)
            if (game_id := session.scalar(accepted)) is not None:
                return game_id
            for other in session.scalars(_open_offers()):
                if guest.terms.agrees_with(other.terms):
                    return self._begin(session, other, guest)
            guest.since = guest.beat_at = time_text()
            session.add(guest)
            return None

    def _accept(self, offer_id: str, guest: Guest) -> str:
        with transaction(self._store.database, alone_with=Guest) as session:
            other = session.scalar(_open_offers().where(Guest.id == offer_id))
            if other is None:
                raise Conflict("this offer is no longer open")
            if other.visitor == guest.visitor:
                raise Conflict("this is your own offer")
            session.execute(_withdrawal(guest.visitor))
            return self._begin(session, other, guest)

    def _begin(self, session: Session, other: Guest, guest: Guest) -> str:
        """Store the game between the visitor of an offer and *guest*, and return its id."""
        seats = [LiveSeat(each.visitor, each.name, each.is_bot) for each in (guest, other)]
        red, yellow = random.SystemRandom().sample(seats, 2)
        game, clock = other.terms.settled_by(guest.terms)
        new = live_game(game, red, yellow, clock, guest.is_public and other.is_public)
        other.game = self._store.add(session.connection(), new.row()).id
        return other.game

    def _withdraw(self, visitor: str) -> None:
        with transaction(self._store.database, writes=True) as session:
            session.execute(_withdrawal(visitor))

    def _look(self, visitors: set[str]) -> list[Guest]:
        """Return the open offers, with those of *visitors* renewed, and theirs that were accepted."""
        query = sa.select(Guest).where(Guest.beat_at > time_text(-_KEPT_S)).order_by(Guest.since)
        with transaction(self._store.database) as session:
            rows = session.scalars(query).all()
        accepted = [row for row in rows if row.game is not None and row.visitor in visitors]
        offers = [row for row in rows if row.game is None]
        renewal = time_text(-_BEAT_S)
        due = [row.id for row in offers if row.visitor in visitors and row.beat_at < renewal]
        if accepted or due:
            told = [row.id for row in accepted]
            is_old = sa.or_(Guest.id.in_(told), Guest.beat_at < time_text(-_KEPT_S))
            is_due = sa.and_(Guest.id.in_(due), Guest.game.is_(None))
            with transaction(self._store.database, writes=True) as session:
                session.execute(sa.update(Guest).where(is_due).values(beat_at=time_text()))
                session.execute(sa.delete(Guest).where(is_old))
        stale = time_text(-_STALE_S)
        return accepted + [row for row in offers if row.beat_at > stale or row.visitor in visitors]


def _open_offers() -> sa.Select[Guest]:
    is_open = Guest.game.is_(None), Guest.beat_at > time_text(-_STALE_S)
    return sa.select(Guest).where(*is_open).order_by(Guest.since)


def _withdrawal(visitor: str) -> sa.Delete:
    return sa.delete(Guest).where(Guest.visitor == visitor, Guest.game.is_(None))
