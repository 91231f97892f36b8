"""The waiting room: pairs two people who want to play the same game.

Those who wait are rows, so that several servers on one database pair their visitors with each other. A
row whose server has not renewed it for some time is left over and ignored.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

import sqlalchemy as sa
from starlette.concurrency import run_in_threadpool

from dropfour.database import METADATA, DatabaseError
from dropfour.game import Game
from dropfour.notation import parse_position, position_string
from dropfour.position import Position
from dropfour.web.games.clock import ClockSettings
from dropfour.web.games.game import live_game, new_id
from dropfour.web.games.hub import Reader, encode
from dropfour.web.games.responses import PairedEvent, WaitingEvent
from dropfour.web.games.store import GameStore

_WAITING = sa.Table(
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
_STALE_S = 20.0
_BEATS_PER_REPORT = 10


@dataclass(frozen=True, slots=True)
class Waiter:
    """Somebody who waits for an opponent, and the game they want to play."""

    visitor: str
    is_bot: bool
    name: str
    start: Position
    clock: ClockSettings | None
    is_public: bool

    @property
    def terms(self) -> str:
        """What must be equal for two people to play each other."""
        clock = self.clock
        control = clock and [clock.time_s, clock.increment_s, clock.per_move]
        return json.dumps([position_string(self.start), control], separators=(",", ":"))


class WaitingRoom:
    """Used in the event loop; the database is asked in threads."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._readers: dict[str, Reader] = {}
        self._has_waiters = asyncio.Event()

    async def enter(self, waiter: Waiter, reader: Reader) -> str:
        """Pair *waiter* with somebody who waits already, or let them wait; return the id of the row.

        The reader is sent ``paired`` with the id of the game, immediately or later.
        """
        waiter_id = new_id()
        self._readers[waiter_id] = reader
        try:
            found = await run_in_threadpool(self._pair, waiter_id, waiter)
        except BaseException:
            del self._readers[waiter_id]
            raise
        if found is None:
            self._has_waiters.set()
            self._report_others([reader], await run_in_threadpool(self.count))
        else:
            opponent_id, game_id = found
            self._report(waiter_id, game_id)
            self._report(opponent_id, game_id)
        return waiter_id

    async def leave(self, waiter_id: str) -> None:
        self._readers.pop(waiter_id, None)
        await run_in_threadpool(self._remove, waiter_id)

    async def run(self) -> None:
        """Renew the rows of this server's visitors, and look for those whom others have paired. Now and
        then, say how many wait: proxies close silent connections, and those of devices that have gone
        are noticed only when something is sent."""
        beats = 0
        while True:
            await self._has_waiters.wait()
            if not self._readers:
                self._has_waiters.clear()
                continue
            try:
                paired = await run_in_threadpool(self._beat, list(self._readers))
                beats += 1
                if beats % _BEATS_PER_REPORT == 0:
                    self._report_others(self._readers.values(), await run_in_threadpool(self.count))
            except DatabaseError:
                paired = []  # tried again in a moment
            for waiter_id, game_id in paired:
                self._report(waiter_id, game_id)
            await asyncio.sleep(_POLL_S)

    def count(self) -> int:
        """Return how many people wait on all servers."""
        query = sa.select(sa.func.count()).where(_WAITING.c.game.is_(None), _is_fresh())
        with self._store.database.reading() as connection:
            return connection.scalar(query) or 0

    def _report_others(self, readers: Iterable[Reader], count: int) -> None:
        event = encode("waiting", WaitingEvent(others=max(0, count - 1)))
        for reader in readers:
            reader.push("waiting", event)

    def _report(self, waiter_id: str, game_id: str) -> None:
        reader = self._readers.pop(waiter_id, None)
        if reader is not None:
            event = encode("paired", PairedEvent(game=game_id))
            reader.push("paired", event)

    # --- in threads -----------------------------------------------------------------------------

    def _pair(self, waiter_id: str, waiter: Waiter) -> tuple[str, str] | None:
        """Return the row of the opponent and the id of the new game; None if *waiter* has to wait."""
        query = (
            sa.select(_WAITING)
            .where(
                _WAITING.c.terms == waiter.terms,
                _WAITING.c.owner != waiter.visitor,
                _WAITING.c.game.is_(None),
                _is_fresh(),
            )
            .order_by(_WAITING.c.since)
            .limit(1)
        )
        with self._store.database.writing() as connection:
            self._wait_for_others(connection)
            row = connection.execute(query).first()
            if row is None:
                now = _now()
                connection.execute(
                    sa.insert(_WAITING).values(
                        id=waiter_id,
                        owner=waiter.visitor,
                        is_bot=waiter.is_bot,
                        name=waiter.name,
                        terms=waiter.terms,
                        is_public=waiter.is_public,
                        since=now,
                        beat_at=now,
                    )
                )
                return None
            seats = [
                (waiter.visitor, waiter.name, waiter.is_bot),
                (row.owner, row.name, row.is_bot),
            ]
            random.SystemRandom().shuffle(seats)
            owners, names, bots = zip(*seats, strict=True)
            new = live_game(
                Game(parse_position(json.loads(row.terms)[0])),
                (owners[0], owners[1]),
                (names[0], names[1]),
                waiter.clock,
                waiter.is_public and row.is_public,
                bots=(bots[0], bots[1]),
            )
            stored = self._store.add(connection, new.row())
            chosen = sa.update(_WAITING).where(_WAITING.c.id == row.id)
            connection.execute(chosen.values(game=stored.id))
            return row.id, stored.id

    def _wait_for_others(self, connection: sa.Connection) -> None:
        """Let nobody else change the rows until the transaction ends. Otherwise two who enter at the
        same moment would not see each other, and both would wait."""
        if not self._store.database.is_sqlite:  # which has one writer at a time
            connection.execute(sa.text(f"LOCK TABLE {_WAITING.name} IN SHARE ROW EXCLUSIVE MODE"))

    def _beat(self, waiter_ids: list[str]) -> list[tuple[str, str]]:
        ours = _WAITING.c.id.in_(waiter_ids)
        with self._store.database.writing() as connection:
            connection.execute(sa.update(_WAITING).where(ours).values(beat_at=_now()))
            connection.execute(sa.delete(_WAITING).where(_WAITING.c.beat_at < _time_ago(3600)))
            query = sa.select(_WAITING.c.id, _WAITING.c.game).where(
                ours, _WAITING.c.game.is_not(None)
            )
            return [(row.id, row.game) for row in connection.execute(query)]

    def _remove(self, waiter_id: str) -> None:
        with self._store.database.writing() as connection:
            connection.execute(sa.delete(_WAITING).where(_WAITING.c.id == waiter_id))


def _is_fresh() -> sa.ColumnElement[bool]:
    return _WAITING.c.beat_at > _time_ago(_STALE_S)


def _now() -> str:
    return _time_ago(0)


def _time_ago(seconds: float) -> str:
    moment = datetime.now(timezone.utc) - timedelta(seconds=seconds)
    return moment.isoformat(timespec="microseconds")
