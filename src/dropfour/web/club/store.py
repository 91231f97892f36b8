"""Tournaments between people in the database.

A tournament is changed in one transaction that keeps other servers out, together with the games that the
change opens; a server that stops in between leaves nothing half done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from dropfour.game import Game
from dropfour.notation import parse_position
from dropfour.web.club.tournament import ABANDONED_S, Entrant, PairedGame, Tournament
from dropfour.web.games.game import LiveSeat, listed, live_game
from dropfour.web.games.store import GameStore
from dropfour.web.http.problems import NotFound
from dropfour.web.rows import time_text, transaction


class Running(NamedTuple):
    """A tournament in progress, and the ids of its open games."""

    id: str
    absence_s: int
    needs_care: bool
    open_games: list[str]


class ClubStore:
    """Used in threads."""

    def __init__(self, games: GameStore) -> None:
        self._games = games
        self._database = games.database

    def create(self, tournament: Tournament) -> Tournament:
        """Store a new tournament; return it as it can be read from now on."""
        tournament.created_at = tournament.updated_at = time_text()
        with transaction(self._database, writes=True) as session:
            session.add(tournament)
        return self.find(tournament.id)

    def find(self, tournament_id: str) -> Tournament:
        """Return a tournament; raise NotFound if there is none."""
        with transaction(self._database) as session:
            return _found(session, tournament_id)

    def change(self, tournament_id: str, act: Callable[[Tournament], object]) -> Tournament:
        """Let *act* change a tournament, take over the results of its games, and open what can be
        played; what *act* raises leaves everything as it was."""
        with transaction(self._database, writes=True) as session:
            tournament = _found(session, tournament_id, is_locked=True)
            self._take_results(session.connection(), tournament)
            act(tournament)
            tournament.advance()
            self._open_games(session.connection(), tournament)
            if session.new or any(map(session.is_modified, session.dirty)):
                tournament.version += 1
                tournament.updated_at = time_text()
        return tournament

    def _take_results(self, connection: sa.Connection, tournament: Tournament) -> None:
        waiting = {each.game: each for each in tournament.unfinished() if each.game is not None}
        rows = self._games.read(connection, list(waiting)) if waiting else {}
        for game_id, paired in waiting.items():
            row = rows.get(game_id)
            if row is None or row.result != "*":
                tournament.record(paired, None if row is None else listed(row))

    def _open_games(self, connection: sa.Connection, tournament: Tournament) -> None:
        start = parse_position(tournament.start)
        for paired in tournament.to_open():
            assert paired.yellow is not None
            entrants = tournament.player(paired.red), tournament.player(paired.yellow)
            red, yellow = (LiveSeat(each.owner, each.name) for each in entrants)
            clock, own_id = tournament.clock, tournament.id
            new = live_game(Game(start), red, yellow, clock, False, tournament_id=own_id)
            paired.game = self._games.add(connection, new.row()).id

    def running(self) -> list[Running]:
        """Return the tournaments in progress; one needs care if a game of it is over, if a round is due,
        or if nothing is being played."""
        heads = sa.select(Tournament.__table__).where(Tournament.state == "running")
        with self._database.reading() as connection:
            running = connection.execute(heads).all()
            is_open = sa.and_(
                PairedGame.tournament.in_([each.id for each in running]),
                PairedGame.result.is_(None),
            )
            query = sa.select(PairedGame.tournament, PairedGame.game).where(is_open)
            found = connection.execute(query).all()
            rows = self._games.read(connection, [row.game for row in found if row.game])
        now, long_ago = time_text(), time_text(-ABANDONED_S)
        answer = []
        for each in running:
            games = [row.game for row in found if row.tournament == each.id]
            going = [game for game in games if game in rows and rows[game].result == "*"]
            is_due = each.next_round_at is not None and each.next_round_at <= now
            # Between two rounds that the organiser starts there is nothing to do.
            is_waiting = each.pause_s is None and each.updated_at >= long_ago
            is_idle = not games and each.next_round_at is None and not is_waiting
            needs_care = len(going) < len(set(filter(None, games))) or is_due or is_idle
            answer.append(Running(each.id, each.absence_s, needs_care, going))
        return answer

    def versions(self, tournament_ids: Iterable[str]) -> dict[str, int]:
        wanted = Tournament.id.in_(list(tournament_ids))
        query = sa.select(Tournament.id, Tournament.version).where(wanted)
        with self._database.reading() as connection:
            return {row.id: row.version for row in connection.execute(query)}

    def of(self, visitor: str, limit: int) -> list[Tournament]:
        """Return the tournaments that *visitor* organises or takes part in, newest first."""
        theirs = sa.select(Entrant.tournament).where(Entrant.owner == visitor)
        query = (
            sa.select(Tournament)
            .where(sa.or_(Tournament.organiser == visitor, Tournament.id.in_(theirs)))
            .order_by(Tournament.created_at.desc())
            .limit(limit)
        )
        with transaction(self._database) as session:
            return list(session.scalars(query))


def _found(session: Session, tournament_id: str, is_locked: bool = False) -> Tournament:
    found = session.get(Tournament, tournament_id, with_for_update=is_locked or None)
    if found is None:
        raise NotFound(f"there is no tournament {tournament_id!r}")
    return found
