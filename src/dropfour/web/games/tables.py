"""The live games of a server: loaded when somebody needs them, stored after each change, and shown to
everybody who is connected."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from dropfour.game import Game
from dropfour.notation import position_string
from dropfour.position import Colour
from dropfour.web.games import state
from dropfour.web.games.clock import Clock, TimeControl
from dropfour.web.games.games import check_ply, new_id, written
from dropfour.web.games.state import Match, OfferKind, Table
from dropfour.web.games.store import GameStore, StoredGame
from dropfour.web.http.problems import Conflict, NotYours

Answer = TypeVar("Answer")

_ATTEMPTS = 4
_REMEMBERED = 20_000


class Tables:
    """Used in the event loop only. Changes of one game are made one after the other; if another server
    has changed the game in the meantime, it is loaded and the change is tried again."""

    def __init__(self, store: GameStore, on_change: Callable[[Table], None]) -> None:
        """*on_change* is called after each change that has been stored, and after each load."""
        self._store = store
        self._on_change = on_change
        self._tables: dict[str, Table] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._flags: dict[str, asyncio.TimerHandle] = {}
        self._flagging: set[asyncio.Task[None]] = set()
        self._started = now_ms()

    async def get(self, game_id: str) -> Table:
        """Return a live game; raise NotFound, or Conflict for a game on one screen."""
        table = self._tables.get(game_id)
        if table is None:
            async with self._lock(game_id):
                table = self._tables.get(game_id) or await self._load(game_id)
        return table

    def known(self, game_id: str) -> Table | None:
        """Return a live game if it is loaded."""
        return self._tables.get(game_id)

    async def refresh(self, game_id: str, version: int) -> bool:
        """Load a game that another server has changed, unless *version* is known already."""
        table = self._tables.get(game_id)
        if table is None or table.stored.version >= version:
            return False
        async with self._lock(game_id):
            table = await self._load(game_id)
        self._on_change(table)
        return True

    # --- beginning a game -----------------------------------------------------------------------

    async def create(
        self,
        game: Game,
        owners: tuple[str | None, str | None],
        names: tuple[str, str],
        control: TimeControl | None,
        is_public: bool,
        *,
        bots: tuple[bool, bool] = (False, False),
        match: Match | None = None,
    ) -> Table:
        """Store a new game; a seat without an owner is open. Pairs are red, then yellow."""
        table = new_table(game, owners, names, control, is_public, bots=bots, match=match)
        created, done = self._store.start_create(table.row())
        await done
        table.stored = created
        self._remember(table)
        return table

    # --- changes --------------------------------------------------------------------------------

    async def join(self, game_id: str, visitor: str, name: str, is_bot: bool) -> Table:
        return await self._change(game_id, lambda table: state.join(table, visitor, name, is_bot))

    async def play(
        self, game_id: str, visitor: str, column: int, ply: int, thought_ms: int | None
    ) -> Table:
        now = now_ms()

        def act(table: Table) -> bool:
            if table.colour_of(visitor) is table.mover and state.has_flagged(table, now):
                return _flag(table, now)
            return state.play(table, visitor, column, ply, thought_ms, now)

        return await self._change(game_id, act)

    async def resign(self, game_id: str, visitor: str) -> Table:
        return await self._change(game_id, lambda table: state.resign(table, visitor, now_ms()))

    async def offer(self, game_id: str, visitor: str, kind: OfferKind, ply: int) -> Table:
        """Make an offer; one that the other player has made already is accepted."""
        table = await self.get(game_id)
        pending = table.offer
        if (
            pending is not None
            and pending.kind == kind
            and pending.colour is not state.seat_of(table, visitor)
        ):
            return await self.accept(game_id, visitor, kind, ply)
        return await self._change(game_id, lambda table: state.offer(table, visitor, kind, ply))

    async def decline(self, game_id: str, visitor: str, kind: OfferKind) -> Table:
        return await self._change(game_id, lambda table: state.decline(table, visitor, kind))

    async def accept(self, game_id: str, visitor: str, kind: OfferKind, ply: int) -> Table:
        if kind == "rematch":
            return await self._begin_rematch(game_id, visitor, ply)

        def act(table: Table) -> bool:
            pending = state.accepted(table, visitor, kind, ply)
            if kind == "draw":
                return state.agree_draw(table, now_ms())
            return state.take_back(table, pending.colour, now_ms())

        return await self._change(game_id, act)

    async def claim(
        self,
        game_id: str,
        visitor: str,
        ply: int,
        result: str,
        may_claim: Callable[[Table, Colour], None],
    ) -> Table:
        """End a game whose other player is to move and has left; *may_claim* raises if it is too
        early."""

        def act(table: Table) -> bool:
            colour = state.seat_of(table, visitor)
            absent = colour.opponent
            if table.mover is not absent:
                raise Conflict("you can claim only while the other player is to move")
            may_claim(table, absent)
            if result == "draw":
                return state.agree_draw(table, now_ms())
            return state.lose(table, absent, "left the game", now_ms())

        return await self._change(game_id, act, ply)

    async def hand_over(self, game_id: str, visitor: str) -> str:
        """Return a token with which another device takes the visitor's seat."""
        tokens: list[str] = []

        def act(table: Table) -> bool:
            tokens.append(state.start_hand_over(table, visitor, now_ms()))
            return True

        await self._change(game_id, act)
        return tokens[-1]

    async def take_over(self, game_id: str, visitor: str, token: str, is_bot: bool) -> Table:
        return await self._change(
            game_id, lambda table: state.take_over(table, visitor, token, is_bot, now_ms())
        )

    async def rename(self, game_id: str, visitor: str, name: str) -> Table:
        return await self._change(game_id, lambda table: state.rename(table, visitor, name))

    async def set_public(self, game_id: str, visitor: str, is_public: bool) -> Table:
        return await self._change(
            game_id, lambda table: state.set_public(table, visitor, is_public)
        )

    # --- internal -------------------------------------------------------------------------------

    async def _begin_rematch(self, game_id: str, visitor: str, ply: int) -> Table:
        """Create a game with the colours swapped, and name it in the old one."""
        old = await self.get(game_id)
        if old.next_id is not None:
            return old
        state.accepted(old, visitor, "rematch", ply)
        stored = old.stored
        red, yellow = state.score(old)
        # Before it is named, so that a rematch never leads nowhere. Of two servers that accept at the
        # same time, one creates a game that nobody plays.
        fresh = await self.create(
            Game(old.game.start),
            (stored.yellow_owner, stored.red_owner),
            (stored.yellow_name, stored.red_name),
            None if old.clock is None else old.clock.control,
            stored.is_public,
            bots=("yellow" in old.bots, "red" in old.bots),
            match=Match(old.match.number + 1, yellow, red),
        )

        def act(table: Table) -> bool:
            if table.next_id is not None:
                return False
            state.accepted(table, visitor, "rematch", ply)
            table.offer, table.next_id = None, fresh.stored.id
            return True

        return await self._change(game_id, act)

    async def _change(
        self,
        game_id: str,
        act: Callable[[Table], bool],
        ply: int | None = None,
    ) -> Table:
        """Let *act* change the table, and store it unless *act* returns False for no change."""
        async with self._lock(game_id):
            for _ in range(_ATTEMPTS):
                table = self._tables.get(game_id)
                is_fresh = table is None
                if table is None:
                    table = await self._load(game_id)
                before = table.stored
                # A change that fails, or cannot be stored, leaves a table that must not be used again.
                del self._tables[game_id]
                try:
                    if ply is not None:
                        check_ply(table.game, ply)
                    has_changed = act(table)
                except (Conflict, ValueError):
                    if is_fresh:
                        raise
                    continue  # another server may have changed the game
                except NotYours:
                    self._tables[game_id] = table
                    raise
                if has_changed:
                    saved, done = self._store.start_save(table.row(), before)
                    if not await done:
                        continue
                    table.stored = saved
                self._remember(table)
                if has_changed:
                    self._on_change(table)
                return table
        raise Conflict("the game is being changed elsewhere: try again")

    async def _load(self, game_id: str) -> Table:
        table = await run_in_threadpool(self._read, game_id)
        if table.clock is not None:
            # A turn during which the server was down is charged from its start only.
            table.clock = table.clock.restarted(self._started)
        self._remember(table)
        return table

    def _read(self, game_id: str) -> Table:
        """Read a game, in a thread: replaying it takes too long for the event loop."""
        return Table.of(self._store.find(game_id))

    def _remember(self, table: Table) -> None:
        game_id = table.stored.id
        if len(self._tables) >= _REMEMBERED:
            self._forget(next(iter(self._tables)))
        self._tables[game_id] = table
        if (timer := self._flags.pop(game_id, None)) is not None:
            timer.cancel()
        if table.clock is None or table.mover is None:
            return
        falls_at = table.clock.flag_falls_at(table.mover)
        if falls_at is not None:
            delay_s = max(0.0, (falls_at - now_ms()) / 1000)
            loop = asyncio.get_running_loop()
            self._flags[game_id] = loop.call_later(delay_s, self._start_flagging, game_id)

    def _forget(self, game_id: str) -> None:
        self._tables.pop(game_id, None)
        if (timer := self._flags.pop(game_id, None)) is not None:
            timer.cancel()

    def _start_flagging(self, game_id: str) -> None:
        task = asyncio.get_running_loop().create_task(self._end_on_time(game_id))
        self._flagging.add(task)
        task.add_done_callback(self._flagging.discard)

    async def _end_on_time(self, game_id: str) -> None:
        now = now_ms()
        await self._change(
            game_id, lambda table: state.has_flagged(table, now) and _flag(table, now)
        )

    def _lock(self, game_id: str) -> asyncio.Lock:
        lock = self._locks.get(game_id)
        if lock is None:
            if len(self._locks) >= _REMEMBERED:
                self._locks = {key: each for key, each in self._locks.items() if each.locked()}
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    def close(self) -> None:
        for timer in self._flags.values():
            timer.cancel()


def new_table(
    game: Game,
    owners: tuple[str | None, str | None],
    names: tuple[str, str],
    control: TimeControl | None,
    is_public: bool,
    *,
    bots: tuple[bool, bool] = (False, False),
    match: Match | None = None,
) -> Table:
    """Return a table that is not stored yet."""
    stored = StoredGame(
        id=new_id(),
        owner=owners[0] or owners[1] or "",
        start=position_string(game.start),
        red_name=names[0],
        red_engine=None,
        yellow_name=names[1],
        yellow_engine=None,
        red_owner=owners[0],
        yellow_owner=owners[1],
        is_public=is_public,
    )
    return Table(
        written(stored, game),
        game,
        clock=None if control is None else Clock.new(control),
        match=match or Match(),
        bots=[colour for colour, is_bot in zip(("red", "yellow"), bots, strict=True) if is_bot],
    )


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def _flag(table: Table, now: int) -> bool:
    mover = table.mover
    assert mover is not None
    return state.lose(table, mover, "ran out of time", now)
