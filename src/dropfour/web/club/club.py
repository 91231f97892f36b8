"""Running tournaments between people: rounds that begin by themselves, absent players, and who follows.

Every server looks after all tournaments of its database. Changes are made in transactions, so it does
not matter which server makes them, and a restart loses nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from starlette.concurrency import run_in_threadpool

from dropfour.database import DatabaseError
from dropfour.web.club.schema import YouEvent, tournament_state, you_in
from dropfour.web.club.store import ClubStore, Running
from dropfour.web.club.tournament import NEITHER, Tournament
from dropfour.web.games import actions
from dropfour.web.games.audience import Audience
from dropfour.web.games.clock import now_ms
from dropfour.web.games.game import COLOURS, HostedGame
from dropfour.web.games.hub import Feed, Reader, encode
from dropfour.web.http.problems import Conflict, Refusal

_BUSY_S = 1.0
_QUIET_S = 5.0
_log = logging.getLogger("dropfour.web")


class Club:
    """Used in the event loop; the database is asked in threads."""

    def __init__(self, store: ClubStore, audience: Audience) -> None:
        self.store = store
        self._audience = audience
        self._hub = audience.hub
        # The versions that readers have been sent, of tournaments that somebody follows.
        self._followed: dict[str, int] = {}
        self._has_work = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def change(self, tournament_id: str, act: Callable[[Tournament], object]) -> Tournament:
        """Let *act* change a tournament, and show it to everybody who follows it."""
        tournament = await run_in_threadpool(self.store.change, tournament_id, act)
        self._has_work.set()
        await self._show(tournament)
        return tournament

    async def follow(self, tournament_id: str, visitor: str) -> Feed:
        """Return the events of a tournament, beginning with its current state."""
        if self._hub.is_closed:
            raise Conflict("the server is stopping")
        tournament = await run_in_threadpool(self.store.find, tournament_id)
        shown = await _encoded(tournament)
        reader = Reader(visitor)
        self._hub.enter(tournament_id, reader)
        # A change in the meantime is noticed by its version.
        self._followed.setdefault(tournament_id, tournament.version)
        self._has_work.set()
        reader.push("tournament", shown)
        reader.push("you", _encoded_you(tournament, visitor))
        return Feed(reader, lambda: self._leave(tournament_id, reader))

    async def forfeit(self, game_id: str, loser: str, reason: str) -> None:
        """End a game against the player of the colour *loser*, or against both."""

        def act(hosted: HostedGame) -> bool:
            colour = hosted.mover if loser == "both" else COLOURS[loser]
            return colour is not None and actions.lose(hosted, colour, reason, now_ms())

        await self._audience.games.change(game_id, act)

    # --- internal -------------------------------------------------------------------------------

    def _leave(self, tournament_id: str, reader: Reader) -> None:
        self._hub.leave(tournament_id, reader)
        if not self._hub.has_readers(tournament_id):
            self._followed.pop(tournament_id, None)

    async def _run(self) -> None:
        while True:
            running: list[Running] = []
            try:
                running = await run_in_threadpool(self.store.running)
                for each in running:
                    await self._look_after(each)
                await self._show_changes()
            except DatabaseError:
                pass  # tried again in a moment
            except Exception:
                _log.exception("tournaments between people")
            self._has_work.clear()
            wait_s = _BUSY_S if running or self._followed else _QUIET_S
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._has_work.wait(), wait_s)
            if self._has_work.is_set():
                await asyncio.sleep(0.1)  # not at every change of many

    async def _look_after(self, running: Running) -> None:
        for game_id in running.open_games:
            with suppress(Refusal):  # it has ended meanwhile
                await self._check_absence(running, game_id)
        if running.needs_care:
            await self.change(running.id, lambda tournament: None)

    async def _check_absence(self, running: Running, game_id: str) -> None:
        """End a game whose player to move has been away for too long, and pair them no more."""
        hosted = await self._audience.games.get(game_id)
        mover = hosted.mover
        if mover is None:
            return

        def is_gone(colour: str) -> bool:
            away_s = self._audience.presence.away_s(game_id, colour)
            return away_s is not None and away_s >= running.absence_s

        gone = [each for each in ("red", "yellow") if is_gone(each)]
        if str(mover) not in gone:
            return
        owners = {"red": hosted.stored.red_owner, "yellow": hosted.stored.yellow_owner}
        has_moved = len(hosted.game.moves) > (str(mover) == "yellow")
        reason = "left the game" if has_moved else "did not come"
        if len(gone) == 2:
            await self.forfeit(game_id, "both", NEITHER)
        else:
            await self.forfeit(game_id, str(mover), reason)

        def leave_out(tournament: Tournament) -> None:
            for each in tournament.players:
                if each.owner in {owners[colour] for colour in gone}:
                    tournament.withdraw(each)

        await self.change(running.id, leave_out)

    async def _show_changes(self) -> None:
        """Show what other servers have changed."""
        versions = await run_in_threadpool(self.store.versions, list(self._followed))
        for tournament_id, version in versions.items():
            if self._followed.get(tournament_id) != version:
                await self._show(await run_in_threadpool(self.store.find, tournament_id))

    async def _show(self, tournament: Tournament) -> None:
        known = self._followed.get(tournament.id)
        if known is None or known == tournament.version:
            return
        self._followed[tournament.id] = tournament.version
        shown = await _encoded(tournament)
        for reader in self._hub.readers(tournament.id):
            reader.push("tournament", shown)
            reader.push("you", _encoded_you(tournament, reader.visitor))


async def _encoded(tournament: Tournament) -> bytes:
    state = await run_in_threadpool(tournament_state, tournament)
    return encode("tournament", state, tournament.version)


def _encoded_you(tournament: Tournament, visitor: str) -> bytes:
    you: YouEvent = you_in(tournament, visitor)
    return encode("you", you)
