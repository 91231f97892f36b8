"""Tournaments and their games in a database, each finished game once (extra ``arena``).

Several tournaments can share a database, with different names, and can be read while they run.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, Literal

from dropfour.arena.game import PlayedGame
from dropfour.arena.plan import Plan, PlanValues, renamed_openings
from dropfour.arena.rating.regret import GameRegret
from dropfour.extras import needed_by

with needed_by("a stored tournament", "arena"):
    import sqlalchemy as sql
    from sqlalchemy.dialects import postgresql, sqlite

    from dropfour.arena.tables import (
        GAMES,
        MACHINES,
        REGRETS,
        RUNS,
        TOURNAMENTS,
        VERSIONS,
        game_of,
        regret_of,
        regret_row,
        row_of,
    )
    from dropfour.database import Database, DatabaseError

_BUSY_S = 60

# A runner that has been silent for so long is gone; it reports several times in this period.
SILENCE_S = 10
_REPORT_S = SILENCE_S / 5

State = Literal["running", "finished", "interrupted"]


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament in the database."""

    id: int
    name: str
    fingerprint: str
    plan: PlanValues
    openings: tuple[str, ...]
    notice: str | None
    game_count: int
    created_at: datetime

    @property
    def drawn_openings(self) -> tuple[str, ...]:
        """The openings that were drawn in advance; none if the tournament draws as it goes."""
        is_drawn = self.openings != ("",) or self.plan["openings"] == "empty"
        return self.openings if is_drawn else ()


@dataclass(frozen=True, slots=True)
class TournamentProgress:
    """How many games of a tournament are played, and how many of those are judged.

    It is running while a runner reports, and finished if its last runner said that it is over, even
    with games left (a test that was decided early).
    """

    games: int
    judged: int
    last_game_at: datetime | None
    state: State


class TournamentStore:
    """The tournaments in a database. Every method raises DatabaseError if the database fails."""

    def __init__(
        self, place: str, busy_s: float = _BUSY_S, patience_s: float | None = None
    ) -> None:
        """Open the database at *place*, a file or a URL, as `Database` does."""
        self._database = Database(place, busy_s, patience_s)
        self._dialect: Any = sqlite if self._database.is_sqlite else postgresql

    def __enter__(self) -> TournamentStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._database.close()

    # --- tournaments ----------------------------------------------------------------------------

    def begin(self, plan: Plan, draws_as_it_goes: bool = False) -> StoredTournament:
        """Return the tournament of *plan*: the stored one, to be continued, or a new one.

        Raises ValueError if a different plan is stored under the same name. The openings are drawn once
        and stored, unless the tournament *draws_as_it_goes*.
        """
        known = self.find(plan.name)
        if known is None:
            openings, notice = (("",), None) if draws_as_it_goes else plan.draw_openings()
            row = {
                "name": plan.name,
                "fingerprint": plan.fingerprint,
                "plan": json.dumps(plan.as_dict()),
                "openings": json.dumps(openings),
                "notice": notice,
                "game_count": plan.schedule(openings).game_count,
            }
            self._insert(TOURNAMENTS, [row])
            known = self.find(plan.name)
            assert known is not None
        if known.fingerprint != plan.fingerprint:
            raise ValueError(
                f"the database has another tournament called {plan.name!r}, with "
                f"{_difference(known.plan, plan.as_dict())}; use another title or another database"
            )
        return known

    def find(self, name: str) -> StoredTournament | None:
        """Return the tournament called *name*."""
        return next(iter(self._tournaments(TOURNAMENTS.c.name == name)), None)

    def get(self, tournament: int) -> StoredTournament | None:
        return next(iter(self._tournaments(TOURNAMENTS.c.id == tournament)), None)

    def tournaments(self) -> list[StoredTournament]:
        """Return all tournaments, the newest first."""
        return list(self._tournaments(sql.true()))

    def _tournaments(self, which: sql.ColumnElement[bool]) -> Iterator[StoredTournament]:
        query = sql.select(TOURNAMENTS).where(which).order_by(TOURNAMENTS.c.id.desc())
        for row in self._rows(query):
            plan = json.loads(row.plan)
            renamed_openings(plan, lambda _: None)
            values = {
                "plan": plan,
                "openings": tuple(json.loads(row.openings)),
                "created_at": _in_utc(row.created_at),
            }
            yield StoredTournament(**{**row._mapping, **values})

    # --- who is playing -------------------------------------------------------------------------

    def progress(self, tournament: int | None = None) -> dict[int, TournamentProgress]:
        """Return the progress of each tournament, or only of *tournament*, by id."""
        of_games, of_regrets = (
            sql.select(sql.func.count())
            .where(table.c.tournament == TOURNAMENTS.c.id)
            .scalar_subquery()
            for table in (GAMES, REGRETS)
        )
        # Games end nearly in the order of their numbers, and the primary key finds the highest one fast.
        last_game = (
            sql.select(GAMES.c.finished_at)
            .where(GAMES.c.tournament == TOURNAMENTS.c.id)
            .order_by(GAMES.c.number.desc())
            .limit(1)
            .scalar_subquery()
        )
        query = sql.select(
            TOURNAMENTS.c.id,
            TOURNAMENTS.c.game_count,
            TOURNAMENTS.c.created_at,
            of_games.label("games"),
            of_regrets.label("judged"),
            last_game.label("last_game_at"),
            RUNS.c.beat_at,
            RUNS.c.is_over,
            sql.func.now().label("now"),
        ).outerjoin_from(TOURNAMENTS, RUNS)
        if tournament is not None:
            query = query.where(TOURNAMENTS.c.id == tournament)
        return {row.id: _progress_of(row) for row in self._rows(query)}

    @contextmanager
    def running(self, tournament: int) -> Iterator[None]:
        """Report regularly that *tournament* is being played, until the block ends; then that it is
        over, or, if the block ends with an exception, that it was interrupted.

        The reports of a runner that is killed just end, and readers conclude that it is gone.
        """
        is_over, has_ended = False, threading.Event()

        def report() -> None:
            while not has_ended.wait(_REPORT_S):
                with suppress(DatabaseError):  # if it persists, storing the next game fails, too
                    self.mark_running(tournament)

        self.mark_running(tournament)
        thread = threading.Thread(target=report, name="tournament is running", daemon=True)
        thread.start()
        try:
            yield
            is_over = True
        finally:
            has_ended.set()
            thread.join()
            with suppress(DatabaseError):
                self.mark_stopped(tournament, is_over)

    def mark_running(self, tournament: int) -> None:
        """Report that *tournament* is being played right now."""
        self._report_run({"tournament": tournament, "beat_at": sql.func.now(), "is_over": False})

    def mark_stopped(self, tournament: int, is_over: bool) -> None:
        """Report that *tournament* is no longer being played, and whether it is over."""
        self._report_run({"tournament": tournament, "beat_at": None, "is_over": is_over})

    def _report_run(self, row: dict[str, Any]) -> None:
        insert = self._dialect.insert(RUNS).values(row)
        with self._database.writing() as connection:
            connection.execute(
                insert.on_conflict_do_update(index_elements=[RUNS.c.tournament], set_=row)
            )

    def add_machine(self, tournament: int, machine: str, versions: Mapping[str, str]) -> None:
        """Store what *tournament* is played on from now on, and the version of each player."""
        self._insert(MACHINES, [{"tournament": tournament, "machine": machine}])
        rows = [
            {"tournament": tournament, "player": player, "version": version}
            for player, version in versions.items()
        ]
        self._insert(VERSIONS, rows)

    def machines(self, tournament: int) -> list[str]:
        """Return the machines that a tournament was played on."""
        query = sql.select(MACHINES.c.machine).where(MACHINES.c.tournament == tournament)
        return [row.machine for row in self._rows(query.order_by(MACHINES.c.machine))]

    def versions(self, tournament: int) -> dict[str, list[str]]:
        """Return the versions of each player that took part, by its name."""
        query = sql.select(VERSIONS).where(VERSIONS.c.tournament == tournament)
        found: dict[str, list[str]] = {}
        for row in self._rows(query.order_by(VERSIONS.c.version)):
            found.setdefault(row.player, []).append(row.version)
        return found

    # --- games ----------------------------------------------------------------------------------

    def games(self, tournament: int, after: int = 0) -> list[PlayedGame]:
        """Return the finished games with numbers above *after*, by number."""
        which = (GAMES.c.tournament == tournament) & (GAMES.c.number > after)
        query = sql.select(GAMES).where(which).order_by(GAMES.c.number)
        return [game_of(row) for row in self._rows(query)]

    def add(self, tournament: int, games: Sequence[PlayedGame]) -> None:
        """Commit finished games; games that are stored already do not change."""
        self._insert(GAMES, [row_of(tournament, game) for game in games])

    # --- regrets --------------------------------------------------------------------------------

    def regrets(self, tournament: int) -> dict[int, GameRegret]:
        """Return the regrets of each judged game, by its number."""
        query = sql.select(REGRETS).where(REGRETS.c.tournament == tournament)
        return {row.number: regret_of(row) for row in self._rows(query)}

    def add_regrets(self, tournament: int, regrets: dict[int, GameRegret]) -> None:
        """Commit the regrets of games, by their numbers."""
        self._insert(REGRETS, [regret_row(tournament, *each) for each in regrets.items()])

    # --- rows -----------------------------------------------------------------------------------

    def _insert(self, table: sql.Table, rows: list[dict[str, Any]]) -> None:
        """Insert *rows* in one transaction, except those whose key exists already."""
        if not rows:
            return
        with self._database.writing() as connection:
            connection.execute(self._dialect.insert(table).on_conflict_do_nothing(), rows)

    def _rows(self, query: sql.Select[Any]) -> Sequence[sql.Row[Any]]:
        with self._database.reading() as connection:
            return connection.execute(query).all()


class TournamentLedger:
    """The games of one stored tournament, in the form that the runner needs."""

    def __init__(self, store: TournamentStore, tournament: int) -> None:
        self._store = store
        self._tournament = tournament

    def games(self) -> list[PlayedGame]:
        return self._store.games(self._tournament)

    def add(self, games: Sequence[PlayedGame]) -> None:
        self._store.add(self._tournament, games)


def _progress_of(row: Any) -> TournamentProgress:
    # Before its first report, the runner is getting ready.
    heard_at = row.created_at if row.is_over is None else row.beat_at
    state: State = "interrupted"
    if heard_at is not None and row.now - heard_at < timedelta(seconds=SILENCE_S):
        state = "running"
    elif row.is_over or row.games >= row.game_count:
        state = "finished"
    last_game_at = None if row.last_game_at is None else _in_utc(row.last_game_at)
    return TournamentProgress(row.games, row.judged, last_game_at, state)


def _in_utc(moment: datetime) -> datetime:
    """Return *moment* with its time zone, which SQLite does not store."""
    if moment.tzinfo is None:
        return moment.replace(tzinfo=timezone.utc)
    return moment.astimezone(timezone.utc)


def _difference(known: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    for word, value in known.items():
        if word == "player":
            names, others = ([each["name"] for each in plan[word]] for plan in (known, wanted))
            if names != others:
                return f"players {', '.join(names)} where this one has {', '.join(others)}"
            for one, other in zip(value, wanted[word], strict=True):
                for key in sorted(one.keys() | other.keys()):
                    if one.get(key) != other.get(key):
                        was, is_now = one.get(key), other.get(key)
                        return f"{one['name']} with {key} {was!r} where this one has {is_now!r}"
        elif wanted.get(word) != value and word != "absent":
            return f"{word} {value!r} where this one has {wanted.get(word)!r}"
    return "another plan"
