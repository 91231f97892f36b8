"""Running tournaments between people: rounds, absent players, and who follows.

A game that ends, and the time of the next round, make a tournament go on; every few seconds each
server looks after all of them, for those who are absent and for what another server has left.
Changes are made in transactions: it does not matter which server makes them, nor that it restarts.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from starlette.responses import Response

from dropfour.database import DatabaseError
from dropfour.web.club.schema import tournament_state, you_in
from dropfour.web.club.store import ClubStore, Running
from dropfour.web.club.tournament import NEITHER, Tournament
from dropfour.web.games import actions
from dropfour.web.games.audience import Audience, push_gone
from dropfour.web.games.clock import now_ms
from dropfour.web.games.game import COLOURS, HostedGame
from dropfour.web.games.hub import Reader, encode
from dropfour.web.http.problems import NotFound, Refusal
from dropfour.web.tasks import Tasks, in_thread

_SWEEP_S = 5.0
# Changes within this time are one: the games of a round end together.
_TOGETHER_S = 0.1
_MOST_VIEWS = 100
_log = logging.getLogger("dropfour.web")


class View(NamedTuple):
    """A tournament that nobody changes any more, and the JSON of a PeopleTournament."""

    tournament: Tournament
    state: bytes

    def own(self, visitor: str) -> Response:
        """Return an OwnTournament."""
        you = you_in(self.tournament, visitor).model_dump_json().encode()
        body = b'{"tournament":%b,"you":%b}' % (self.state, you)
        return Response(body, media_type="application/json")


class Club:
    """Used in the event loop; the database is asked in threads."""

    def __init__(self, store: ClubStore, audience: Audience) -> None:
        self.store = store
        self._audience = audience
        # Which tournament a reader follows, and the version that it has been sent.
        self._readers: dict[Reader, tuple[str, int]] = {}
        self._views: dict[str, View] = {}
        # Tournaments that go on, and those that other servers have changed.
        self._due: set[str] = set()
        self._changed: set[str] = set()
        self._has_work = asyncio.Event()
        self._tasks = Tasks()

    def start(self) -> None:
        self._audience.on_tournament = self._hear
        self._tasks.start(self._run())

    async def close(self) -> None:
        await self._tasks.close()

    async def change(self, tournament_id: str, act: Callable[[Tournament], object]) -> Tournament:
        """Let *act* change a tournament, and show it to everybody who follows it."""
        tournament = await in_thread(self.store.change, tournament_id, act)
        if tournament.next_round_at is not None:
            self._has_work.set()
        await self._show(tournament)
        return tournament

    def game_over(self, hosted: HostedGame) -> None:
        """Let the tournament of a game go on that has ended."""
        if hosted.tournament_id is not None:
            self._due.add(hosted.tournament_id)
            self._has_work.set()

    async def view(self, tournament_id: str) -> View:
        """Return a tournament, and how everybody sees it, which is made once for each version."""
        known = self._views.get(tournament_id)
        if known is not None:
            version = (await in_thread(self.store.versions, [tournament_id])).get(tournament_id)
            if version == known.tournament.version:
                return known
        return await self._viewed(await in_thread(self.store.find, tournament_id))

    async def _viewed(self, tournament: Tournament) -> View:
        known = self._views.get(tournament.id)
        if known is not None and known.tournament.version == tournament.version:
            return known
        state = await in_thread(tournament_state, tournament)
        if len(self._views) >= _MOST_VIEWS:
            self._views.clear()
        view = self._views[tournament.id] = View(tournament, state.model_dump_json().encode())
        return view

    async def follow(self, reader: Reader, tournament_id: str) -> None:
        """Send *reader* a tournament from now on, or ``gone`` if it does not exist."""
        try:
            view = await self.view(tournament_id)
        except NotFound:
            push_gone(reader, tournament_id)
            return
        reader.exits.callback(self._readers.pop, reader, None)
        self._push(reader, view)

    async def forfeit(self, game_id: str, loser: str, reason: str) -> None:
        """End a game against the player of the colour *loser*, or against both."""

        def act(hosted: HostedGame) -> bool:
            colour = hosted.mover if loser == "both" else COLOURS[loser]
            return colour is not None and actions.lose(hosted, colour, reason, now_ms())

        await self._audience.games.change(game_id, act)

    def _hear(self, tournament_id: str) -> None:
        followed = {each for each, _ in self._readers.values()}
        self._changed |= followed & {tournament_id} if tournament_id else followed
        self._has_work.set()

    async def _run(self) -> None:
        while True:
            wait_s = _SWEEP_S
            try:
                while self._due:
                    await self.change(self._due.pop(), lambda tournament: None)
                while self._changed:
                    await self._show((await self.view(self._changed.pop())).tournament)
                for each in await in_thread(self.store.running):
                    await self._look_after(each)
                    if each.round_in_s is not None:
                        wait_s = min(wait_s, max(_TOGETHER_S, each.round_in_s))
            except (DatabaseError, NotFound):
                pass  # tried again in a moment
            except Exception:
                _log.exception("tournaments between people")
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._has_work.wait(), wait_s)
                await asyncio.sleep(_TOGETHER_S)
            self._has_work.clear()

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

    async def _show(self, tournament: Tournament) -> None:
        for reader, (followed, version) in tuple(self._readers.items()):
            if followed == tournament.id and version != tournament.version:
                view = await self._viewed(tournament)
                if reader in self._readers:
                    self._push(reader, view)

    def _push(self, reader: Reader, view: View) -> None:
        tournament = view.tournament
        self._readers[reader] = tournament.id, tournament.version
        reader.push("tournament", encode("tournament", view.state))
        reader.push("you", encode("you", you_in(tournament, reader.visitor)))
