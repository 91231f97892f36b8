"""Tournaments between people in the database.

A tournament is changed in one transaction that keeps other servers out, together with the games
that the change opens; a server that stops in between leaves nothing half done.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from dropfour.game import Game
from dropfour.notation import parse_position
from dropfour.web.club.tournament import ABANDONED_S, Entrant, PairedGame, Tournament
from dropfour.web.games.game import LiveSeat, listed, live_game
from dropfour.web.games.store import GAMES, GameStore
from dropfour.web.http.problems import NotFound
from dropfour.web.rows import time_text, transaction


class Running(NamedTuple):
    """A tournament in progress, the ids of its open games, and when the next round is due."""

    id: str
    absence_s: int
    needs_care: bool
    open_games: list[str]
    round_in_s: float | None


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
                if not self._database.is_sqlite:
                    news = json.dumps({"tournament": tournament.id})
                    self._games.tell(session.connection(), [news])
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
            game = Game(start, swap=bool(tournament.swap))
            new = live_game(game, red, yellow, clock, False, tournament_id=own_id)
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
            query = sa.select(PairedGame.tournament, PairedGame.game, GAMES.c.result)
            joined = query.outerjoin(GAMES, GAMES.c.id == PairedGame.game)
            found = connection.execute(joined.where(is_open)).all()
        now, long_ago = time_text(), time_text(-ABANDONED_S)
        answer = []
        for each in running:
            games = [row for row in found if row.tournament == each.id]
            going = [row.game for row in games if row.result == "*"]
            is_due = each.next_round_at is not None and each.next_round_at <= now
            due_in_s = each.next_round_at and _seconds_between(now, each.next_round_at)
            # Between two rounds that the organiser starts there is nothing to do.
            is_waiting = each.pause_s is None and each.updated_at >= long_ago
            is_idle = not games and each.next_round_at is None and not is_waiting
            is_over = len(going) < sum(row.game is not None for row in games)
            needs_care = is_over or is_due or is_idle
            answer.append(Running(each.id, each.absence_s, needs_care, going, due_in_s))
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


def _seconds_between(earlier: str, later: str) -> float:
    moments = map(datetime.fromisoformat, (later, earlier))
    return next(moments).timestamp() - next(moments).timestamp()


def _found(session: Session, tournament_id: str, is_locked: bool = False) -> Tournament:
    found = session.get(Tournament, tournament_id, with_for_update=is_locked or None)
    if found is None:
        raise NotFound(f"there is no tournament {tournament_id!r}")
    return found
