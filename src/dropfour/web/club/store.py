"""Tournaments between people in the database.

A tournament is changed in one transaction that keeps other servers out, together with the games that the
change opens; a server that stops in between leaves nothing half done.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import asdict
from datetime import datetime, timezone
from typing import Any, NamedTuple

import sqlalchemy as sa

from dropfour.game import Game
from dropfour.notation import parse_position
from dropfour.web.club.tables import GAMES, PLAYERS, TOURNAMENTS
from dropfour.web.club.tournament import ABANDONED, Entrant, PairedGame, Tournament, written
from dropfour.web.games.clock import ClockSettings
from dropfour.web.games.game import listed, live_game
from dropfour.web.games.store import GameStore
from dropfour.web.http.problems import NotFound

_HEAD = [column.name for column in TOURNAMENTS.c]


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

    def create(self, tournament: Tournament) -> None:
        tournament.created_at = tournament.updated_at = written(_now())
        with self._database.writing() as connection:
            connection.execute(sa.insert(TOURNAMENTS).values(**_head_of(tournament)))

    def find(self, tournament_id: str) -> Tournament:
        """Return a tournament; raise NotFound if there is none."""
        with self._database.reading() as connection:
            return _read(connection, tournament_id)

    def change(self, tournament_id: str, act: Callable[[Tournament], object]) -> Tournament:
        """Let *act* change a tournament, take over the results of its games, and open what can be
        played; what *act* raises leaves everything as it was."""
        with self._database.writing() as connection:
            tournament = _read(connection, tournament_id, is_locked=not self._database.is_sqlite)
            before = deepcopy(tournament)
            self._take_results(connection, tournament)
            act(tournament)
            tournament.advance(_now())
            self._open_games(connection, tournament)
            if tournament != before:
                tournament.version += 1
                tournament.updated_at = written(_now())
                _write(connection, before, tournament)
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
            red, yellow = tournament.player(paired.red), tournament.player(paired.yellow)
            new = live_game(
                Game(start),
                (red.owner, yellow.owner),
                (red.name, yellow.name),
                tournament.clock,
                False,
                tournament_id=tournament.id,
            )
            paired.game = self._games.add(connection, new.row()).id

    def running(self) -> list[Running]:
        """Return the tournaments in progress; one needs care if a game of it is over, if a round is due,
        or if nothing is being played."""
        head = sa.select(
            TOURNAMENTS.c.id,
            TOURNAMENTS.c.absence_s,
            TOURNAMENTS.c.pause_s,
            TOURNAMENTS.c.next_round_at,
            TOURNAMENTS.c.updated_at,
        ).where(TOURNAMENTS.c.state == "running")
        with self._database.reading() as connection:
            heads = connection.execute(head).all()
            if not heads:
                return []
            is_open = sa.and_(
                GAMES.c.tournament.in_([each.id for each in heads]), GAMES.c.result.is_(None)
            )
            query = sa.select(GAMES.c.tournament, GAMES.c.game).where(is_open)
            found = connection.execute(query).all()
            rows = self._games.read(connection, [row.game for row in found if row.game])
        now, long_ago = written(_now()), written(_now() - ABANDONED)
        answer = []
        for each in heads:
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
        wanted = TOURNAMENTS.c.id.in_(list(tournament_ids))
        query = sa.select(TOURNAMENTS.c.id, TOURNAMENTS.c.version).where(wanted)
        with self._database.reading() as connection:
            return {row.id: row.version for row in connection.execute(query)}

    def of(self, visitor: str, limit: int) -> list[Tournament]:
        """Return the tournaments that *visitor* organises or takes part in, newest first."""
        theirs = sa.select(PLAYERS.c.tournament).where(PLAYERS.c.owner == visitor)
        query = (
            sa.select(TOURNAMENTS.c.id)
            .where(sa.or_(TOURNAMENTS.c.organiser == visitor, TOURNAMENTS.c.id.in_(theirs)))
            .order_by(TOURNAMENTS.c.created_at.desc())
            .limit(limit)
        )
        with self._database.reading() as connection:
            found = connection.scalars(query).all()
            return [_read(connection, each) for each in found]


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _read(connection: sa.Connection, tournament_id: str, is_locked: bool = False) -> Tournament:
    query = sa.select(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament_id)
    row = connection.execute(query.with_for_update() if is_locked else query).first()
    if row is None:
        raise NotFound(f"there is no tournament {tournament_id!r}")
    head: dict[str, Any] = dict(row._mapping)
    head["clock"] = None if head["clock"] is None else ClockSettings(*head["clock"])
    return Tournament(
        **head,
        players=[Entrant(**each) for each in _rows_of(connection, PLAYERS, tournament_id)],
        schedule=[PairedGame(**each) for each in _rows_of(connection, GAMES, tournament_id)],
    )


def _rows_of(
    connection: sa.Connection, table: sa.Table, tournament_id: str
) -> list[dict[str, Any]]:
    names = [column for column in table.c if column.name != "tournament"]
    query = sa.select(*names).where(table.c.tournament == tournament_id).order_by(table.c.number)
    return [dict(row) for row in connection.execute(query).mappings()]


def _write(connection: sa.Connection, before: Tournament, after: Tournament) -> None:
    """Write what has changed."""
    own = TOURNAMENTS.c.id == after.id
    connection.execute(sa.update(TOURNAMENTS).where(own).values(**_head_of(after)))
    for table, old, new in (
        (PLAYERS, before.players, after.players),
        (GAMES, before.schedule, after.schedule),
    ):
        known: dict[int, Any] = {each.number: each for each in old}
        for each in new:
            values = asdict(each)
            if each.number not in known:
                connection.execute(sa.insert(table).values(tournament=after.id, **values))
            elif each != known[each.number]:
                same = sa.and_(table.c.tournament == after.id, table.c.number == each.number)
                connection.execute(sa.update(table).where(same).values(**values))


def _head_of(tournament: Tournament) -> dict[str, Any]:
    values = {name: getattr(tournament, name) for name in _HEAD}
    clock = tournament.clock
    values["clock"] = clock and [clock.time_s, clock.increment_s, clock.per_move]
    return values


def _now() -> datetime:
    return datetime.now(timezone.utc)
