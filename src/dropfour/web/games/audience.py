"""Everybody who follows the games of a server process: their streams, who is there, and who waits.

A page follows what it shows on one stream, a `Reader`. The `Hub` has all readers of this process,
by game. When one comes or leaves, it counts who is connected to the game here; `Presence` adds up
the counts of all servers and knows since when a player is away, and `Servers` tells the others
(PostgreSQL only: a file has one server). The `Audience` brings them together: it shows a game to
its readers after each change, made here or elsewhere, and their presence soon after somebody comes
or leaves; the `Lobby` shows them who wants to play.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from starlette.concurrency import run_in_threadpool

from dropfour.database import DatabaseError
from dropfour.position import Colour
from dropfour.web.fields import colour_names
from dropfour.web.games.clock import now_ms
from dropfour.web.games.game import HostedGame
from dropfour.web.games.games import Games
from dropfour.web.games.hub import Counts, Hub, Presence, Reader, encode
from dropfour.web.games.lobby import Lobby
from dropfour.web.games.responses import event_json, live_summary, presence_event
from dropfour.web.games.schema import GoneEvent, LiveSummary, SeatEvent, SeatsEvent
from dropfour.web.games.servers import Servers
from dropfour.web.games.store import GameStore
from dropfour.web.http.problems import Conflict, NotFound
from dropfour.web.settings import Settings
from dropfour.web.tasks import Tasks, in_thread

_PRESENCE_DELAY_S = 0.4
_RESTORES_S = 2.0
_NEWEST = 1 << 62
_LISTED = 50


class Audience:
    """Used in the event loop."""

    def __init__(self, settings: Settings, store: GameStore) -> None:
        self._settings = settings
        self._store = store
        self._loop = asyncio.get_running_loop()
        self.presence = Presence()
        self.hub = Hub(self._counted)
        self.games = Games(store, self._show)
        self.lobby = Lobby(store, self.public_games)
        self._servers = None if store.database.is_sqlite else Servers(store, self)
        # Presence is sent a little later, since a page that is reloaded leaves and returns.
        self._unsent_presence: set[str] = set()
        self._tasks = Tasks()
        # Called with the id of a tournament that another server has changed; empty for all of them.
        self.on_tournament: Callable[[str], None] | None = None

    def start(self) -> None:
        for work in (self.hub.keep_alive(), self.lobby.run(), self.games.watch_clocks()):
            self._tasks.start(work)
        if self._servers is not None:
            self._servers.start()
        else:
            self._tasks.start(self._notice_restores())

    async def close(self) -> None:
        self.hub.close()
        await self.games.close()
        if self._servers is not None:
            await self._servers.close()
        await self._tasks.close()

    # --- streams --------------------------------------------------------------------------------

    async def enter_lobby(self, reader: Reader, with_games: bool) -> None:
        """Send *reader* the offers in the lobby from now on, and the public games if *with_games*."""
        seats = await run_in_threadpool(self._store.seats_in_progress, reader.visitor)
        event = SeatsEvent(games=seats)
        reader.push("seats", encode("seats", event))
        self.lobby.enter(reader, with_games)

    async def follow(self, reader: Reader, game_id: str) -> None:
        """Send *reader* a game from now on; one that does not exist is reported as ``gone``."""
        try:
            hosted = await self.games.get(game_id)
        except NotFound:
            push_gone(reader, game_id)
            return
        # Nothing is awaited between reading the state and entering, so no change is missed.
        self.hub.enter(game_id, reader, colour_names(hosted.colours_of(reader.visitor)))
        reader.push(f"game {game_id}", _encoded(hosted))
        self._send_seat(game_id, reader)
        reader.push(f"presence {game_id}", self._presence_of(game_id))

    def _send_seat(self, game_id: str, reader: Reader) -> None:
        event = SeatEvent(game=game_id, yours=reader.yours[game_id])
        reader.push(f"seat {game_id}", encode("seat", event))

    def _show(self, hosted: HostedGame) -> None:
        """Send a game to everybody who follows it."""
        game_id = hosted.stored.id
        if game_id not in self.hub.games:
            return
        has_moved_seat = False
        for reader in self.hub.readers(game_id):
            yours = colour_names(hosted.colours_of(reader.visitor))
            if reader.yours[game_id] != yours:
                reader.yours[game_id], has_moved_seat = yours, True
                self._send_seat(game_id, reader)
        if has_moved_seat:
            self.hub.count(game_id)
        self.hub.broadcast(game_id, "game", _encoded(hosted))

    def deleted(self, game_id: str) -> None:
        """Tell everybody who follows a game that it is gone."""
        for reader in self.hub.readers(game_id):
            push_gone(reader, game_id)

    def public_games(self) -> list[LiveSummary]:
        """Return the public games in progress, with who watches them; this reads the database."""
        return [
            live_summary(stored, self.presence.counts(stored.id).watchers)
            for stored in self._store.public(_LISTED)
        ]

    def hear(self, news: dict[str, Any]) -> None:
        """Show what another server has changed."""
        if (tournament_id := news.get("tournament")) is not None:
            if self.on_tournament is not None:
                self.on_tournament(tournament_id)
            return
        game_id = news["id"]
        is_needed = game_id in self.hub.games or self.games.known(game_id) is not None
        if is_needed and not self.games.follow_up(news):
            self._tasks.start(self.refresh(game_id, news["version"]))

    async def refresh(self, game_id: str, version: int) -> None:
        """Read a game that another server has changed, and show it."""
        # A game that is deleted is not shown; all are refreshed once the database is back.
        with suppress(DatabaseError, NotFound):
            await self.games.refresh(game_id, version, game_id in self.hub.games)

    async def refresh_all(self) -> None:
        """Show what may have changed while the other servers could not be heard."""
        for game_id in {*self.hub.games, *self.games.loaded}:
            await self.refresh(game_id, _NEWEST)
        if self.on_tournament is not None:
            self.on_tournament("")

    async def _notice_restores(self) -> None:
        """Show the games of a backup that was restored into the SQLite file."""
        before: int | None = None
        while True:
            with suppress(DatabaseError):
                count = await in_thread(self._store.restores)
                if before not in (None, count):
                    await self.refresh_all()
                before = count
            await asyncio.sleep(_RESTORES_S)

    # --- presence -------------------------------------------------------------------------------

    def _counted(self, game_id: str, counts: Counts) -> None:
        if self.presence.set(self._store.server_id, game_id, counts) and not self.hub.is_closed:
            if self._servers is not None:
                self._servers.tell(game_id, counts)
            self.presence_changed(game_id)

    def presence_changed(self, game_id: str) -> None:
        """Send the new presence to the readers of a game, soon."""
        if game_id not in self._unsent_presence and game_id in self.hub.games:
            self._unsent_presence.add(game_id)
            self._loop.call_later(_PRESENCE_DELAY_S, self._send_presence, game_id)

    def _send_presence(self, game_id: str) -> None:
        self._unsent_presence.discard(game_id)
        if game_id in self.hub.games:
            self.hub.broadcast(game_id, "presence", self._presence_of(game_id))

    def _presence_of(self, game_id: str) -> bytes:
        hosted = self.games.known(game_id)
        wait_s = self._claim_after_s(hosted is not None and hosted.clock is not None)
        return encode("presence", presence_event(self.presence, game_id, wait_s))

    def _claim_after_s(self, has_clock: bool) -> float:
        settings = self._settings
        return settings.claim_after_s if has_clock else settings.claim_untimed_after_s

    def check_absence(self, hosted: HostedGame, colour: Colour) -> None:
        """Raise Conflict unless the player of *colour* has been away long enough."""
        away_s = self.presence.away_s(hosted.stored.id, str(colour))
        if away_s is None:
            raise Conflict("the other player is there")
        left_s = self._claim_after_s(hosted.clock is not None) - away_s
        if left_s > 0:
            raise Conflict(f"the other player has {left_s:.0f} s to return")


def push_gone(reader: Reader, followed_id: str) -> None:
    reader.push(f"gone {followed_id}", encode("gone", GoneEvent(game=followed_id)))


def _encoded(hosted: HostedGame) -> bytes:
    return encode("game", event_json(hosted, now_ms()))
