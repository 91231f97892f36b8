"""Running tournaments between people: rounds that begin by themselves, absent players, and who follows.

Every server looks after all tournaments of its database. Changes are made in transactions, so it does
not matter which server makes them, and a restart loses nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from dropfour.database import DatabaseError
from dropfour.web.club.schema import tournament_state, you_in
from dropfour.web.club.store import ClubStore, Running
from dropfour.web.club.tournament import NEITHER, Tournament
from dropfour.web.games import actions
from dropfour.web.games.audience import Audience, push_gone
from dropfour.web.games.clock import now_ms
from dropfour.web.games.game import COLOURS, HostedGame
from dropfour.web.games.hub import Reader
from dropfour.web.http.event_stream import encode
from dropfour.web.http.problems import NotFound, Refusal
from dropfour.web.tasks import Tasks, in_thread

_BUSY_S = 1.0
_QUIET_S = 5.0
_log = logging.getLogger("dropfour.web")


class Club:
    """Used in the event loop; the database is asked in threads."""

    def __init__(self, store: ClubStore, audience: Audience) -> None:
        self.store = store
        self._audience = audience
        # Which tournament a reader follows, and the version that it has been sent.
        self._readers: dict[Reader, tuple[str, int]] = {}
        self._has_work = asyncio.Event()
        self._tasks = Tasks()

    def start(self) -> None:
        self._tasks.start(self._run())

    async def close(self) -> None:
        await self._tasks.close()

    async def change(self, tournament_id: str, act: Callable[[Tournament], object]) -> Tournament:
        """Let *act* change a tournament, and show it to everybody who follows it."""
        tournament = await in_thread(self.store.change, tournament_id, act)
        self._has_work.set()
        await self._show(tournament)
        return tournament

    async def follow(self, reader: Reader, tournament_id: str) -> None:
        """Send *reader* a tournament from now on, beginning with its current state; one that does not
        exist is reported as ``gone``."""
        try:
            tournament = await in_thread(self.store.find, tournament_id)
        except NotFound:
            push_gone(reader, tournament_id)
            return
        shown = await _encoded(tournament)
        reader.exits.callback(self._readers.pop, reader, None)
        self._has_work.set()
        self._push(reader, shown, tournament)

    async def forfeit(self, game_id: str, loser: str, reason: str) -> None:
        """End a game against the player of the colour *loser*, or against both."""

        def act(hosted: HostedGame) -> bool:
            colour = hosted.mover if loser == "both" else COLOURS[loser]
            return colour is not None and actions.lose(hosted, colour, reason, now_ms())

        await self._audience.games.change(game_id, act)

    # --- internal -------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            running: list[Running] = []
            try:
                running = await in_thread(self.store.running)
                for each in running:
                    await self._look_after(each)
                await self._show_changes()
            except DatabaseError:
                pass  # tried again in a moment
            except Exception:
                _log.exception("tournaments between people")
            self._has_work.clear()
            wait_s = _BUSY_S if running or self._readers else _QUIET_S
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
        away_s = {each: self._audience.presence.away_s(game_id, each) for each in COLOURS}
        gone = [each for each in COLOURS if (away_s[each] or 0.0) >= running.absence_s]
        if str(mover) not in gone:
            return
        owners = {"red": hosted.stored.red_owner, "yellow": hosted.stored.yellow_owner}
        has_moved = len(hosted.game.moves) > (str(mover) == "yellow")
        reason = "left the game" if has_moved else "did not come"
        await self.forfeit(game_id, str(mover), NEITHER if len(gone) == 2 else reason)

        def leave_out(tournament: Tournament) -> None:
            for each in tournament.players:
                if each.owner in {owners[colour] for colour in gone}:
                    tournament.withdraw(each)

        await self.change(running.id, leave_out)

    async def _show_changes(self) -> None:
        """Show what other servers have changed."""
        followed = set(self._readers.values())
        versions = await in_thread(self.store.versions, {each for each, _ in followed})
        for tournament_id in {
            each for each, known in followed if versions.get(each, known) != known
        }:
            await self._show(await in_thread(self.store.find, tournament_id))

    async def _show(self, tournament: Tournament) -> None:
        shown = b""
        for reader, (followed, version) in tuple(self._readers.items()):
            if followed == tournament.id and version != tournament.version:
                shown = shown or await _encoded(tournament)
                if reader in self._readers:
                    self._push(reader, shown, tournament)

    def _push(self, reader: Reader, shown: bytes, tournament: Tournament) -> None:
        self._readers[reader] = tournament.id, tournament.version
        reader.push("tournament", shown)
        reader.push("you", encode("you", you_in(tournament, reader.visitor)))


async def _encoded(tournament: Tournament) -> bytes:
    return encode("tournament", await in_thread(tournament_state, tournament))
