"""The store: tournaments and their games in a database, each finished game once (extra ``arena``).

A path is an SQLite file; a URL is whatever SQLAlchemy knows, such as ``postgresql://host/name``. Several
tournaments share a database, told apart by their names, and may be read while they run.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Literal

from dropfour.arena.game import PlayedGame
from dropfour.arena.plan import Plan
from dropfour.arena.rating.regret import GameRegret

try:
    import sqlalchemy as sql
    from sqlalchemy.dialects import postgresql, sqlite

    from dropfour.arena.tables import (
        GAMES,
        META,
        REGRETS,
        RUNS,
        TOURNAMENTS,
        game_of,
        regret_of,
        regret_row,
        row_of,
    )
except ImportError:  # pragma: no cover
    raise ImportError('a store needs SQLAlchemy: pip install "dropfour[arena]"') from None

_BUSY_S = 60
_ATTEMPTS = 5

# A runner that has not been heard of for so long is gone; `pulse` beats several times in it.
SILENCE_S = 10

State = Literal["running", "finished", "interrupted"]


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament as the store knows it; *plan* is as `Plan.as_dict` gives it."""

    id: int
    name: str
    fingerprint: str
    plan: dict[str, Any]
    openings: tuple[str, ...]
    notice: str | None
    game_count: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament has come: how many games are played, and how many of them judged.

    It is running as long as a runner is heard of, and finished if its last runner said so, be it with
    fewer games than there could have been (a test that was decided).
    """

    games: int
    judged: int
    last_game_at: datetime | None
    state: State


class Store:
    """A database of tournaments. What it cannot read or write, it tells by an OSError."""

    def __init__(self, place: str, busy_s: float = _BUSY_S) -> None:
        """Open the file or URL, and make its tables if need be; raise OSError if it cannot be.

        *busy_s* is how long to wait for others who write to the same SQLite file.
        """
        url = url_of(place)
        self._engine = sql.create_engine(url)
        if self._engine.dialect.name == "sqlite":
            _prepare_sqlite(self._engine, busy_s)
        try:
            _make_tables(self._engine)
        except sql.exc.SQLAlchemyError as error:
            self._engine.dispose()
            shown = url.render_as_string(hide_password=True)
            raise OSError(f"cannot open the store {shown}: {_first_line(error)}") from None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._engine.dispose()

    # --- tournaments ----------------------------------------------------------------------------

    def begin(self, plan: Plan, draws_as_it_goes: bool = False) -> StoredTournament:
        """Return the tournament of *plan*: the one that is there, to be gone on with, or a new one.

        Raises ValueError if another plan goes by the same name. The openings are drawn once and kept,
        unless the tournament itself *draws_as_it_goes*.
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
                f"the store has another tournament called {plan.name!r}, with "
                f"{_difference(known.plan, plan.as_dict())}; take another title or another store"
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
            yield StoredTournament(
                row.id,
                row.name,
                row.fingerprint,
                json.loads(row.plan),
                tuple(json.loads(row.openings)),
                row.notice,
                row.game_count,
                _in_utc(row.created_at),
            )

    # --- who is at it ---------------------------------------------------------------------------

    def progress(self, tournament: int | None = None) -> dict[int, Progress]:
        """Return how far each tournament has come, or only *tournament*, by its id."""
        of_games, of_regrets = (
            sql.select(sql.func.count())
            .where(table.c.tournament == TOURNAMENTS.c.id)
            .scalar_subquery()
            for table in (GAMES, REGRETS)
        )
        # Games end nearly in the order of their numbers, by which they are found at once.
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

    def beat(self, tournament: int) -> None:
        """Say that *tournament* is being played right now."""
        self._tell_run({"tournament": tournament, "beat_at": sql.func.now(), "is_over": False})

    def rest(self, tournament: int, is_over: bool) -> None:
        """Say that *tournament* is no longer being played, and whether that is since it is over."""
        self._tell_run({"tournament": tournament, "beat_at": None, "is_over": is_over})

    def _tell_run(self, row: dict[str, Any]) -> None:
        insert = self._dialect.insert(RUNS).values(row)
        with self._writing() as connection:
            connection.execute(
                insert.on_conflict_do_update(index_elements=[RUNS.c.tournament], set_=row)
            )

    # --- games ----------------------------------------------------------------------------------

    def games(self, tournament: int, after: int = 0) -> list[PlayedGame]:
        """Return the finished games with numbers above *after*, by number."""
        which = (GAMES.c.tournament == tournament) & (GAMES.c.number > after)
        query = sql.select(GAMES).where(which).order_by(GAMES.c.number)
        return [game_of(row) for row in self._rows(query)]

    def add(self, tournament: int, games: Sequence[PlayedGame]) -> None:
        """Commit finished games; one that is there already stays as it is."""
        self._insert(GAMES, [row_of(tournament, game) for game in games])

    # --- regrets --------------------------------------------------------------------------------

    def regrets(self, tournament: int) -> dict[int, GameRegret]:
        """Return what is known of the mistakes in each game, by its number."""
        query = sql.select(REGRETS).where(REGRETS.c.tournament == tournament)
        return {row.number: regret_of(row) for row in self._rows(query)}

    def add_regrets(self, tournament: int, regrets: dict[int, GameRegret]) -> None:
        """Commit what was found of the mistakes in games, by their numbers."""
        self._insert(REGRETS, [regret_row(tournament, *each) for each in regrets.items()])

    # --- within ---------------------------------------------------------------------------------

    def _insert(self, table: sql.Table, rows: list[dict[str, Any]]) -> None:
        """Insert *rows* in one transaction; rows whose key is there already are passed over."""
        if not rows:
            return
        with self._writing() as connection:
            connection.execute(self._dialect.insert(table).on_conflict_do_nothing(), rows)

    @property
    def _dialect(self) -> Any:
        return sqlite if self._engine.dialect.name == "sqlite" else postgresql

    @contextmanager
    def _writing(self) -> Iterator[sql.Connection]:
        """One transaction that writes; what was written in it is on the disk when it ends."""
        writing = self._engine.execution_options(writes=True)
        with _told_as_os_error(), writing.begin() as connection:
            yield connection

    def _rows(self, query: sql.Select[Any]) -> Sequence[sql.Row[Any]]:
        with _told_as_os_error(), self._engine.connect() as connection:
            return connection.execute(query).all()


class TournamentLedger:
    """One tournament's games in a store, as the runner wants them."""

    def __init__(self, store: Store, tournament: int) -> None:
        self._store = store
        self._tournament = tournament

    def games(self) -> list[PlayedGame]:
        return self._store.games(self._tournament)

    def add(self, games: Sequence[PlayedGame]) -> None:
        self._store.add(self._tournament, games)


@contextmanager
def _told_as_os_error() -> Iterator[None]:
    """Let a full disk or a lost server be told in one sentence."""
    try:
        yield
    except sql.exc.SQLAlchemyError as error:
        raise OSError(f"the store fails: {_first_line(error)}") from error


def url_of(place: str) -> sql.URL:
    """Return the database at *place*, the name of a file or a URL."""
    if "://" not in place:
        return sql.URL.create("sqlite", database=str(Path(place)))
    try:
        url = sql.make_url(place)
    except sql.exc.ArgumentError:
        raise ValueError(f"{place!r} is no database URL") from None
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise ValueError(f"a store is SQLite or PostgreSQL, not {url.get_backend_name()}")
    return url


def _make_tables(engine: sql.Engine) -> None:
    """Make the tables that are missing; another runner may be making them, too."""
    for attempt in range(_ATTEMPTS):
        try:
            META.create_all(engine)
            return
        except sql.exc.DatabaseError:
            if attempt + 1 == _ATTEMPTS:
                raise
            time.sleep(0.1)


def _prepare_sqlite(engine: sql.Engine, busy_s: float) -> None:
    """Let SQLAlchemy begin transactions: as writing ones from the start where they write, since a
    reading one that turns into a writing one fails when another writes.

    The journal is SQLite's old one: its newer one (WAL) can spoil a database, before 3.51.3, when two
    connections write at once, and two runners on one file must do no harm.
    """

    @sql.event.listens_for(engine, "connect")
    def connect(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {round(busy_s * 1000)}")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.close()

    @sql.event.listens_for(engine, "begin")
    def begin(connection: sql.Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _progress_of(row: Any) -> Progress:
    # Between its beginning and the first beat its runner is getting ready.
    heard_at = row.created_at if row.is_over is None else row.beat_at
    state: State = "interrupted"
    if heard_at is not None and row.now - heard_at < timedelta(seconds=SILENCE_S):
        state = "running"
    elif row.is_over or row.games >= row.game_count:
        state = "finished"
    last_game_at = None if row.last_game_at is None else _in_utc(row.last_game_at)
    return Progress(row.games, row.judged, last_game_at, state)


def _in_utc(moment: datetime) -> datetime:
    """Return *moment* with its zone, which SQLite does not keep."""
    if moment.tzinfo is None:
        return moment.replace(tzinfo=timezone.utc)
    return moment.astimezone(timezone.utc)


def _difference(known: dict[str, Any], wanted: dict[str, Any]) -> str:
    for word, value in known.items():
        if wanted.get(word) != value:
            return f"{word} {value!r} where this one has {wanted.get(word)!r}"
    return "another plan"


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]
