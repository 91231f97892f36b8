"""The games that a server has loaded: read when somebody needs them, stored after each change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from weakref import WeakValueDictionary

from starlette.concurrency import run_in_threadpool

from dropfour.database import DatabaseError
from dropfour.game import Game
from dropfour.web.games import actions
from dropfour.web.games.clock import now_ms
from dropfour.web.games.game import (
    HostedGame,
    LiveSeat,
    Offer,
    OfferKind,
    Series,
    continued,
    live_game,
    restored,
)
from dropfour.web.games.store import GameStore, changed_by
from dropfour.web.http.problems import Conflict, NotFound, NotYours
from dropfour.web.tasks import Tasks, until_done

_ATTEMPTS = 4
_RETRY_S = 1.0
# What is kept of games that are not changed at the moment: a position takes about 250 bytes.
_MOST_GAMES = 20_000
_MOST_PLIES = 400_000


class Games:
    """Used in the event loop only. Changes of one game are made one after the other; if another server
    has changed the game in the meantime, it is loaded and the change is tried again."""

    def __init__(self, store: GameStore, on_change: Callable[[HostedGame], None]) -> None:
        """*on_change* is called after each change that has been stored, here or by another server."""
        self._store = store
        self._on_change = on_change
        # In the order of their last change, and how many plies they have together.
        self._loaded: dict[str, HostedGame] = {}
        self._plies = 0
        # Each as long as somebody holds it or waits for it.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._flags: dict[str, asyncio.TimerHandle] = {}
        self._flagging = Tasks()
        self._started = now_ms()
        # Called after each change that is made here to a live game that is over.
        self.on_end: Callable[[HostedGame], None] | None = None

    async def get(self, game_id: str) -> HostedGame:
        """Return a game; raise NotFound if there is none."""
        hosted = self.known(game_id)
        if hosted is None:
            async with self._lock(game_id):
                hosted = self.known(game_id) or await self._load(game_id)
        return hosted

    def known(self, game_id: str) -> HostedGame | None:
        """Return a game if it is loaded."""
        return self._loaded.get(game_id)

    @property
    def loaded(self) -> list[str]:
        """The ids of all games that are loaded."""
        return list(self._loaded)

    def follow_up(self, news: dict[str, Any]) -> bool:
        """Repeat a change that another server has made to a game that is loaded, and show it; return
        whether that was possible. Nothing is read, and only a move is played."""
        known = self.known(news["id"])
        stored = None if known is None else changed_by(news, known.stored)
        if known is None or stored is None or (hosted := continued(known, stored)) is None:
            return False
        if hosted.clock is not None:
            hosted.clock = hosted.clock.loaded(self._started, now_ms())
        self._remember(hosted)
        self._on_change(hosted)
        return True

    async def refresh(self, game_id: str, version: int, is_followed: bool) -> None:
        """Load a game that has reached *version*, and show it."""
        async with self._lock(game_id):  # a change of our own may be under way
            known = self.known(game_id)
            if known is not None and known.stored.version >= version:
                return
            has_clock = game_id in self._flags
            self.forget(game_id)
            if not is_followed and not has_clock:
                return  # it is loaded when somebody needs it
            hosted = await self._load(game_id)
        self._on_change(hosted)

    async def create(self, new: HostedGame) -> HostedGame:
        """Store a new game."""
        new.stored = await self._store.create(new.row())
        self._remember(new)
        return new

    async def create_once(self, new: HostedGame) -> HostedGame:
        """Store a new game, or return the one that the same request has stored before."""
        known = await run_in_threadpool(self._store.get, new.stored.id)
        if known is None:
            try:
                return await self.create(new)
            except DatabaseError:
                known = await run_in_threadpool(self._store.get, new.stored.id)
                if known is None:
                    raise
        return await run_in_threadpool(restored, known)

    async def delete(self, game_id: str, visitor: str) -> None:
        """Delete a game on one screen, or an invitation that nobody has accepted."""
        async with self._lock(game_id):
            hosted = await self._load(game_id)
            self.forget(game_id)
            actions.check_deletable(hosted, visitor)
            await run_in_threadpool(self._store.remove, game_id)

    async def change(self, game_id: str, act: Callable[[HostedGame], bool]) -> HostedGame:
        """Let *act* change the game, and store it unless *act* returns False for no change."""
        async with self._lock(game_id):
            for _ in range(_ATTEMPTS):
                hosted = self.known(game_id)
                is_fresh = hosted is None
                if hosted is None:
                    hosted = await self._load(game_id)
                before = hosted.stored
                # A change that fails, or cannot be stored, leaves a game that must not be used again.
                self._unload(game_id)
                try:
                    has_changed = act(hosted)
                except (Conflict, ValueError):
                    if is_fresh:
                        raise
                    continue  # another server may have changed the game
                except NotYours:
                    self._remember(hosted)
                    raise
                if has_changed:
                    saved = await self._store.save(hosted.row(), before)
                    if saved is None:
                        continue
                    hosted.stored = saved
                self._remember(hosted)
                if has_changed:
                    self._on_change(hosted)
                    if self.on_end is not None and hosted.is_live and hosted.game.is_over:
                        self.on_end(hosted)
                return hosted
        raise Conflict("the game is being changed elsewhere: try again")

    async def offer(self, game_id: str, visitor: str, kind: OfferKind, ply: int) -> HostedGame:
        """Make an offer; one that the other player has made already is accepted."""
        hosted = await self.get(game_id)
        pending = hosted.offer
        if pending and pending == Offer(kind, actions.seat_of(hosted, visitor).opponent):
            return await self.accept(game_id, visitor, kind, ply)
        return await self.change(game_id, lambda game: actions.offer(game, visitor, kind, ply))

    async def accept(self, game_id: str, visitor: str, kind: OfferKind, ply: int) -> HostedGame:
        """Accept the other player's offer; a rematch is a new game with the colours swapped."""
        if kind != "rematch":
            return await self.change(game_id, lambda game: actions.accept(game, visitor, kind, ply))
        old = await self.get(game_id)
        actions.check_live(old)
        if old.next_id is not None:
            return old
        actions.pending_offer(old, visitor, kind, ply)
        stored, bots = old.stored, old.bots
        red, yellow = actions.score(old)
        # Before it is named, so that a rematch never leads nowhere. Of two servers that accept at the
        # same time, one creates a game that nobody plays.
        fresh = await self.create(
            live_game(
                Game(old.game.start, swap=old.game.swapped is not None),
                LiveSeat(stored.yellow_owner, stored.yellow_name, "yellow" in bots),
                LiveSeat(stored.red_owner, stored.red_name, "red" in bots),
                None if old.clock is None else old.clock.settings,
                stored.is_public,
                match=Series(old.match.number + 1, yellow, red),
            )
        )

        def act(hosted: HostedGame) -> bool:
            if hosted.next_id is not None:
                return False
            actions.pending_offer(hosted, visitor, kind, ply)
            hosted.offer, hosted.next_id = None, fresh.stored.id
            return True

        return await self.change(game_id, act)

    def forget(self, game_id: str) -> None:
        """Drop a game that is loaded; it can be loaded again."""
        self._unload(game_id)
        if (timer := self._flags.pop(game_id, None)) is not None:
            timer.cancel()

    async def watch_clocks(self) -> None:
        """Load the games in which a clock runs, so that a flag falls although nobody is there."""
        running: list[str] = []
        await until_done(lambda: running.extend(self._store.with_running_clocks()))
        for game_id in running[-_MOST_GAMES:]:
            with suppress(NotFound, DatabaseError):
                await self.get(game_id)

    async def close(self) -> None:
        for timer in self._flags.values():
            timer.cancel()
        await self._flagging.close()

    async def _load(self, game_id: str) -> HostedGame:
        # In a thread: replaying a game takes too long for the event loop.
        hosted = await run_in_threadpool(lambda: restored(self._store.find(game_id)))
        if hosted.clock is not None:
            hosted.clock = hosted.clock.loaded(self._started, now_ms())
        self._remember(hosted)
        return hosted

    def _unload(self, game_id: str) -> None:
        found = self._loaded.pop(game_id, None)
        if found is not None:
            self._plies -= _plies_of(found)

    def _remember(self, hosted: HostedGame) -> None:
        game_id = hosted.stored.id
        self.forget(game_id)
        self._loaded[game_id] = hosted
        self._plies += _plies_of(hosted)
        while len(self._loaded) > _MOST_GAMES or (
            self._plies > _MOST_PLIES and len(self._loaded) > 1
        ):
            self.forget(next(iter(self._loaded)))
        if (falls_at := hosted.flag_falls_at) is not None:
            delay_s = max(0.0, (falls_at - now_ms()) / 1000)
            self._flags[game_id] = asyncio.get_running_loop().call_later(
                delay_s, lambda: self._flagging.start(self._end_on_time(game_id))
            )

    async def _end_on_time(self, game_id: str) -> None:
        """End a game whose time is up now, as soon as the database can be used."""
        now = now_ms()
        with suppress(NotFound):
            while True:
                with suppress(DatabaseError, Conflict):
                    await self.change(game_id, lambda hosted: actions.end_on_time(hosted, now))
                    return
                await asyncio.sleep(_RETRY_S)

    def _lock(self, game_id: str) -> asyncio.Lock:
        return self._locks.setdefault(game_id, asyncio.Lock())


def _plies_of(hosted: HostedGame) -> int:
    return 1 + len(hosted.game.moves) + len(hosted.game.undone)
