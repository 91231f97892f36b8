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
from pathlib import Path
from typing import Any

from dropfour.arena.match import Fixture, PlayedGame
from dropfour.arena.plan import Plan
from dropfour.arena.regret import GameRegret, Regret
from dropfour.game import Ending, Result
from dropfour.position import RED, YELLOW

try:
    import sqlalchemy as sql
    from sqlalchemy.dialects import postgresql, sqlite
except ImportError:  # pragma: no cover
    raise ImportError('a store needs SQLAlchemy: pip install "dropfour[arena]"') from None

_META = sql.MetaData()
_TOURNAMENTS = sql.Table(
    "arena_tournaments",
    _META,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("name", sql.String(200), nullable=False, unique=True),
    sql.Column("fingerprint", sql.String(64), nullable=False),
    sql.Column("plan", sql.Text, nullable=False),
    sql.Column("openings", sql.Text, nullable=False),
    sql.Column("notice", sql.Text),
    sql.Column("game_count", sql.Integer, nullable=False),
    sql.Column("created_at", sql.DateTime(timezone=True), server_default=sql.func.now()),
)
_GAMES = sql.Table(
    "arena_games",
    _META,
    sql.Column("tournament", sql.ForeignKey(_TOURNAMENTS.c.id), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("pair", sql.Integer, nullable=False),
    sql.Column("round", sql.Integer, nullable=False),
    sql.Column("red", sql.String(200), nullable=False),
    sql.Column("yellow", sql.String(200), nullable=False),
    sql.Column("opening", sql.String(400), nullable=False),
    sql.Column("seed", sql.Integer, nullable=False),
    sql.Column("moves", sql.String(400), nullable=False),
    sql.Column("result", sql.String(8), nullable=False),
    sql.Column("ending", sql.String(20), nullable=False),
    sql.Column("reason", sql.Text, nullable=False),
    sql.Column("red_time_s", sql.Float, nullable=False),
    sql.Column("yellow_time_s", sql.Float, nullable=False),
    sql.Column("finished_at", sql.DateTime(timezone=True), server_default=sql.func.now()),
)
_REGRETS = sql.Table(
    "arena_regrets",
    _META,
    sql.Column("tournament", sql.Integer, primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    *(
        sql.Column(f"{side}_{what}", sql.Integer, nullable=False)
        for side in ("red", "yellow")
        for what in ("moves", "judged", "mistakes", "points")
    ),
)
_WINNERS = {"1-0": RED, "0-1": YELLOW, "1/2-1/2": None}
_BUSY_S = 60
_ATTEMPTS = 5


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


class Store:
    """A database of tournaments. One connection writes; open another store to read elsewhere."""

    def __init__(self, place: str) -> None:
        """Open the file or URL, and make its tables if need be; raise OSError if it cannot be."""
        url = _url(place)
        self._engine = sql.create_engine(url)
        if self._engine.dialect.name == "sqlite":
            _prepare_sqlite(self._engine)
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
            self._insert(_TOURNAMENTS, [row])
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
        return next(iter(self._tournaments(_TOURNAMENTS.c.name == name)), None)

    def tournaments(self) -> list[StoredTournament]:
        """Return all tournaments, the newest first."""
        return list(self._tournaments(sql.true()))

    def _tournaments(self, which: sql.ColumnElement[bool]) -> Iterator[StoredTournament]:
        query = sql.select(_TOURNAMENTS).where(which).order_by(_TOURNAMENTS.c.id.desc())
        with self._engine.connect() as connection:
            for row in connection.execute(query).all():
                yield StoredTournament(
                    row.id,
                    row.name,
                    row.fingerprint,
                    json.loads(row.plan),
                    tuple(json.loads(row.openings)),
                    row.notice,
                    row.game_count,
                )

    # --- games ----------------------------------------------------------------------------------

    def games(self, tournament: int, after: int = 0) -> list[PlayedGame]:
        """Return the finished games with numbers above *after*, by number."""
        which = (_GAMES.c.tournament == tournament) & (_GAMES.c.number > after)
        query = sql.select(_GAMES).where(which).order_by(_GAMES.c.number)
        with self._engine.connect() as connection:
            return [_game_of(row) for row in connection.execute(query).all()]

    def add(self, tournament: int, games: Sequence[PlayedGame]) -> None:
        """Commit finished games; one that is there already stays as it is."""
        self._insert(_GAMES, [_row_of(tournament, game) for game in games])

    # --- regrets --------------------------------------------------------------------------------

    def regrets(self, tournament: int) -> dict[int, GameRegret]:
        """Return what is known of the mistakes in each game, by its number."""
        query = sql.select(_REGRETS).where(_REGRETS.c.tournament == tournament)
        with self._engine.connect() as connection:
            return {row.number: _regret_of(row) for row in connection.execute(query).all()}

    def add_regrets(self, tournament: int, regrets: dict[int, GameRegret]) -> None:
        """Commit what was found of the mistakes in games, by their numbers."""
        rows = []
        for number, regret in regrets.items():
            row = {"tournament": tournament, "number": number}
            for side, one in (("red", regret.red), ("yellow", regret.yellow)):
                row |= {
                    f"{side}_moves": one.moves,
                    f"{side}_judged": one.judged,
                    f"{side}_mistakes": one.mistakes,
                    f"{side}_points": one.points,
                }
            rows.append(row)
        self._insert(_REGRETS, rows)

    def _insert(self, table: sql.Table, rows: list[dict[str, Any]]) -> None:
        """Insert *rows* in one transaction; rows whose key is there already are passed over."""
        if not rows:
            return
        dialect = sqlite if self._engine.dialect.name == "sqlite" else postgresql
        writing = self._engine.execution_options(writes=True)
        with _told_as_os_error(), writing.begin() as connection:
            connection.execute(dialect.insert(table).on_conflict_do_nothing(), rows)


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


def _url(place: str) -> sql.URL:
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
            _META.create_all(engine)
            return
        except sql.exc.DatabaseError:
            if attempt + 1 == _ATTEMPTS:
                raise
            time.sleep(0.1)


def _prepare_sqlite(engine: sql.Engine) -> None:
    """Let SQLAlchemy begin transactions: as writing ones from the start where they write, since a
    reading one that turns into a writing one fails when another writes.

    The journal is SQLite's old one: its newer one (WAL) can spoil a database, before 3.51.3, when two
    connections write at once, and two runners on one file must do no harm.
    """

    @sql.event.listens_for(engine, "connect")
    def connect(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {_BUSY_S * 1000}")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.close()

    @sql.event.listens_for(engine, "begin")
    def begin(connection: sql.Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _row_of(tournament: int, game: PlayedGame) -> dict[str, Any]:
    fixture = game.fixture
    return {
        "tournament": tournament,
        "number": fixture.number,
        "pair": fixture.pair,
        "round": fixture.round,
        "red": fixture.red,
        "yellow": fixture.yellow,
        "opening": fixture.opening,
        "seed": fixture.seed,
        "moves": game.moves,
        "result": game.result.token,
        "ending": game.result.ending.value,
        # PostgreSQL takes no zero byte in a text, and a program may have said anything.
        "reason": game.result.reason.replace("\0", "�"),
        "red_time_s": game.red_time_s,
        "yellow_time_s": game.yellow_time_s,
    }


def _game_of(row: Any) -> PlayedGame:
    fixture = Fixture(row.number, row.pair, row.red, row.yellow, row.opening, row.seed, row.round)
    result = Result(_WINNERS[row.result], Ending(row.ending), row.reason)
    return PlayedGame(fixture, row.moves, result, row.red_time_s, row.yellow_time_s)


def _regret_of(row: Any) -> GameRegret:
    return GameRegret(
        Regret(row.red_moves, row.red_judged, row.red_mistakes, row.red_points),
        Regret(row.yellow_moves, row.yellow_judged, row.yellow_mistakes, row.yellow_points),
    )


def _difference(known: dict[str, Any], wanted: dict[str, Any]) -> str:
    for word, value in known.items():
        if wanted.get(word) != value:
            return f"{word} {value!r} where this one has {wanted.get(word)!r}"
    return "another plan"


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]
