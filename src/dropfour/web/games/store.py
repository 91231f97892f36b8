"""The games of the page, one row each (extra ``web``).

Every change is one transaction that also increments `version`, and is made only if the row has not
changed in the meantime. When a method returns, what it wrote is on disk.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import ne
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints

import sqlalchemy as sa

from dropfour.database import METADATA, Database, DatabaseError
from dropfour.web.games.writer import Writer
from dropfour.web.http.problems import NotFound
from dropfour.web.rows import time_text
from dropfour.web.text import check_storable

_JSON = sa.JSON(none_as_null=True)
_Moves = Annotated[str, sa.String(400)]
_Time = Annotated[str, sa.String(32)]
_Name = Annotated[str, sa.String(80)]
_Engine = Annotated[str | None, sa.String(200)]
_Owner = Annotated[str | None, sa.String(64)]


class StoredGame(NamedTuple):
    """A row, and the types of its columns. *moves* are on the board and *undone* can be redone, as in
    the API; *declared* is a result that the board does not show (winner, ending, reason); *thought* is
    an engine's view of its move. A live game has who holds its seats, and in *live* what it adds to a
    game on one screen. *variations* are those of the API.

    A tuple, because every move makes a changed copy, which takes a dataclass several times as long.
    """

    id: Annotated[str, sa.String(16)]
    owner: Annotated[str, sa.String(64)]
    start: Annotated[str, sa.String(600)]
    red_name: _Name
    red_engine: _Engine
    yellow_name: _Name
    yellow_engine: _Engine
    moves: _Moves = ""
    undone: _Moves = ""
    declared: Annotated[dict[str, Any] | None, _JSON] = None
    thought: Annotated[dict[str, Any] | None, _JSON] = None
    result: Annotated[str, sa.String(8)] = "*"
    version: Annotated[int, sa.Integer] = 1
    created_at: _Time = ""
    updated_at: _Time = ""
    red_owner: _Owner = None
    yellow_owner: _Owner = None
    live: Annotated[dict[str, Any] | None, _JSON] = None
    is_public: Annotated[bool, sa.Boolean] = False
    variations: Annotated[list[dict[str, str]] | None, _JSON] = None


def _columns() -> Iterator[sa.Column[Any]]:
    for name, hint in get_type_hints(StoredGame, include_extras=True).items():
        values, kind = get_args(hint)
        is_nullable = type(None) in get_args(values)
        yield sa.Column(name, kind, primary_key=name == "id", nullable=is_nullable)


_GAMES = sa.Table(
    "games",
    METADATA,
    *_columns(),
    # No index has a column that a move changes: it would be rewritten with every move.
    sa.Index("games_by_owner", "owner"),
    sa.Index("ix_games_red_owner", "red_owner"),
    sa.Index("ix_games_yellow_owner", "yellow_owner"),
    sa.Index(
        "games_in_public",
        "id",
        sqlite_where=sa.text("is_public = 1 AND result = '*'"),
        postgresql_where=sa.text("is_public AND result = '*'"),
    ),
    # Everything that counting openings reads; a game enters it when it ends.
    sa.Index(
        "games_by_moves",
        *("start", "moves", "result", "red_engine", "yellow_engine"),
        sqlite_where=sa.text("result != '*'"),
        postgresql_where=sa.text("result != '*'"),
        postgresql_ops={"moves": "text_pattern_ops"},
    ),
)

# Built once: building it takes longer than running it.
_SELECT_ONE = sa.select(_GAMES).where(_GAMES.c.id == sa.bindparam("wanted_id"))
_INSERT = sa.insert(_GAMES)
_UPDATE = sa.update(_GAMES).where(
    _GAMES.c.id == sa.bindparam("wanted_id"), _GAMES.c.version == sa.bindparam("wanted_version")
)

# PostgreSQL tells all servers that listen which game has changed; RETURNING makes it one statement.
CHANNEL = "dropfour_games"
RESTORED = "restored"
_UPDATE_AND_NOTIFY: sa.Update = _UPDATE.returning(
    sa.literal_column(f"pg_notify('{CHANNEL}', id || ' ' || version)")
)
_OWNERS = (_GAMES.c.owner, _GAMES.c.red_owner, _GAMES.c.yellow_owner)

_IN_JSON = frozenset(column.name for column in _GAMES.c if isinstance(column.type, sa.JSON))
# How many characters a column can hold.
_LENGTHS: dict[str, int] = {
    column.name: column.type.length
    for column in _GAMES.c
    if isinstance(column.type, sa.String) and column.type.length is not None
}
_BUSY_S = 5
_MOST_SEATS = 10
_CHECKED_AGAIN_S = 2.0
_COUNTED_AGAIN_S = 60.0
_LONG_S = 0.005
_MOST_COUNTED = 10_000


# A statement in the syntax of the driver, and the order of its values; None if they have names.
_Sql = tuple[str, "list[str] | None"]


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """How many finished games continued with *next_move* and ended with *result*."""

    next_move: str
    result: str
    count: int


class GameStore:
    """The games in a database. Games are written in an event loop, one after the other; any thread may
    read them."""

    def __init__(
        self,
        place: str,
        on_transaction: Callable[[float], None] | None = None,
        patience_s: float | None = None,
    ) -> None:
        """Open the database at *place*, a file or a URL; raise DatabaseError if that fails.

        *on_transaction* is called after each transaction that writes, with the seconds it took, in
        another thread. *patience_s* is that of `Database`.
        """
        self.database = Database(place, _BUSY_S, patience_s)
        self._writer = Writer(self.database, on_transaction)
        self._insert = self._written(_INSERT, StoredGame._fields)
        self._updates: dict[tuple[str, ...], _Sql] = {}
        # Openings that took long to count, and when that was.
        self._counted: dict[tuple[str, str], tuple[list[OpeningRow], float]] = {}
        self._checked_at = -math.inf
        self._fault: DatabaseError | None = None

    def close(self) -> None:
        self._writer.close()
        self.database.close()

    def check(self) -> None:
        """Raise DatabaseError unless the database can be written, which is tried at most once in two
        seconds."""
        if time.monotonic() - self._checked_at >= _CHECKED_AGAIN_S:
            self._fault = None
            try:
                self.database.check()
            except DatabaseError as error:
                self._fault = error
            self._checked_at = time.monotonic()
        if self._fault is not None:
            raise self._fault

    async def create(self, game: StoredGame) -> StoredGame:
        """Add a new game and return it with its times; raise ValueError if it has text that the
        database cannot store."""
        game = _begun(game)
        await self._write(self._insert, _row_of(game))
        return game

    def add(self, connection: sa.Connection, game: StoredGame) -> StoredGame:
        """Add a new game in a transaction of the caller's."""
        game = _begun(game)
        text, order = self._insert
        connection.exec_driver_sql(text, _ordered(_row_of(game), order))
        return game

    def _all(self, query: sa.Select[Any]) -> list[StoredGame]:
        with self.database.reading() as connection:
            return [_game_of(row) for row in connection.execute(query)]

    def get(self, game_id: str) -> StoredGame | None:
        with self.database.reading() as connection:
            row = connection.execute(_SELECT_ONE, {"wanted_id": game_id}).first()
        return None if row is None else _game_of(row)

    def read(self, connection: sa.Connection, game_ids: Sequence[str]) -> dict[str, StoredGame]:
        """Return games by their ids in a transaction of the caller's."""
        rows = connection.execute(sa.select(_GAMES).where(_GAMES.c.id.in_(game_ids)))
        return {row.id: _game_of(row) for row in rows}

    def find(self, game_id: str) -> StoredGame:
        """Return the game; raise NotFound if there is none."""
        game = self.get(game_id)
        if game is None:
            raise NotFound(f"there is no game {game_id!r}")
        return game

    async def save(self, game: StoredGame, before: StoredGame) -> StoredGame | None:
        """Write *game*, the next version of the row *before*, and return it; None if the row has
        changed meanwhile."""
        changed = game._replace(version=before.version + 1, updated_at=time_text())
        # Only what has changed: the other columns have indexes that would be written, too.
        names = tuple(compress(StoredGame._fields, map(ne, changed, before)))
        sql = self._updates.get(names)
        if sql is None:
            statement = _UPDATE if self.database.is_sqlite else _UPDATE_AND_NOTIFY
            sql = self._updates[names] = self._written(statement, names)
        values = _row_of(changed, names)
        values["wanted_id"], values["wanted_version"] = before.id, before.version
        return changed if await self._write(sql, values) else None

    def _written(self, statement: sa.Insert | sa.Update, names: Sequence[str]) -> _Sql:
        """Return *statement* for some columns in the syntax of the driver, which is faster to run."""
        compiled = self.database.compiled(statement, names)
        return str(compiled), compiled.positiontup

    async def _write(self, sql: _Sql, values: dict[str, Any]) -> int:
        return await self._writer.write(sql[0], _ordered(values, sql[1]))

    def recent(self, owner: str, limit: int, before: str | None = None) -> list[StoredGame]:
        """Return the games that *owner* started or has a seat in, most recently played first; *before*
        is an `updated_at`."""
        query = sa.select(_GAMES).where(_is_of(owner))
        if before is not None:
            query = query.where(_GAMES.c.updated_at < before)
        return self._all(query.order_by(_GAMES.c.updated_at.desc(), _GAMES.c.id).limit(limit))

    def own_openings(self, owner: str, start: str, moves: str) -> list[OpeningRow]:
        """Count the finished games of *owner* that began with *moves* from *start*, by what was played
        next."""
        # Somebody's games are few: the index of all games by their moves is kept from being used.
        begins = sa.func.substr(_GAMES.c.moves, 1, len(moves)) == moves
        from_start = sa.func.substr(_GAMES.c.start, 1) == start
        return self._openings(len(moves), _is_of(owner), from_start, begins)

    def engine_openings(self, start: str, moves: str, is_reds_turn: bool) -> list[OpeningRow]:
        """Count the finished games in which an engine made the move after *moves*. This looks at each
        game that began so; what took long is counted again a minute later at the earliest."""
        rows, counted_at = self._counted.get((start, moves), ([], -math.inf))
        begun = time.monotonic()
        if begun - counted_at < _COUNTED_AGAIN_S:
            return rows
        engine = _GAMES.c.red_engine if is_reds_turn else _GAMES.c.yellow_engine
        if self.database.is_sqlite:
            # Moves are digits and small letters, before "~".
            begins = sa.and_(_GAMES.c.moves >= moves, _GAMES.c.moves < f"{moves}~")
        else:
            begins = _GAMES.c.moves.like(f"{moves}%")
        is_from = _GAMES.c.start == start
        rows = self._openings(len(moves), is_from, begins, engine.is_not(None))
        if time.monotonic() - begun > _LONG_S:
            if len(self._counted) >= _MOST_COUNTED:
                self._counted.clear()
            self._counted[start, moves] = rows, begun
        return rows

    def _openings(self, ply: int, *conditions: sa.ColumnElement[bool]) -> list[OpeningRow]:
        next_move = sa.func.substr(_GAMES.c.moves, ply + 1, 1)
        # Written as in the index, or the database would not use it.
        is_over = _GAMES.c.result != sa.literal_column("'*'")
        query = (
            sa.select(next_move, _GAMES.c.result, sa.func.count())
            .where(is_over, sa.func.length(_GAMES.c.moves) > ply, *conditions)
            .group_by(sa.text("1, 2"))
        )
        with self.database.reading() as connection:
            return [OpeningRow(*row) for row in connection.execute(query)]

    def restores(self) -> int:
        """Return how many backups have been restored into the file; PostgreSQL tells its servers."""
        with self.database.reading() as connection:
            count: int = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        return count

    def remove(self, game_id: str) -> None:
        with self.database.writing() as connection:
            connection.execute(sa.delete(_GAMES).where(_GAMES.c.id == game_id))

    def count_before(self, before: str) -> int:
        """Return how many games were last changed before that time."""
        query = sa.select(sa.func.count()).where(_GAMES.c.updated_at < before)
        with self.database.reading() as connection:
            return connection.execute(query).scalar_one()

    def remove_before(self, before: str, limit: int) -> int:
        """Remove at most *limit* games that were last changed before that time; return how many."""
        old = sa.select(_GAMES.c.id).where(_GAMES.c.updated_at < before).limit(limit)
        with self.database.writing() as connection:
            return connection.execute(sa.delete(_GAMES).where(_GAMES.c.id.in_(old))).rowcount

    def public(self, limit: int) -> list[StoredGame]:
        """Return public live games in progress, most recently played first."""
        # Written as in the index, or the database would not use it.
        is_on = sa.and_(_GAMES.c.is_public, _GAMES.c.result == sa.literal_column("'*'"))
        query = sa.select(_GAMES).where(is_on).order_by(_GAMES.c.updated_at.desc())
        return self._all(query.limit(limit))

    def ended_live(self, since: str) -> list[StoredGame]:
        """Return the live games that are over and changed after *since*; this looks at all games."""
        is_over = sa.and_(_GAMES.c.live.is_not(None), _GAMES.c.result != "*")
        query = sa.select(_GAMES).where(is_over, _GAMES.c.updated_at > since)
        return self._all(query.order_by(_GAMES.c.updated_at))

    def seats_in_progress(self, owner: str, has_begun: bool = False) -> list[tuple[str, str]]:
        """Return live games in progress in which *owner* has a seat, id and colour, most recently played
        first; if *has_begun*, only those with both seats taken."""
        red, yellow = _OWNERS[1:]
        conditions = [sa.or_(red == owner, yellow == owner), _GAMES.c.result == "*"]
        if has_begun:
            conditions += [red.is_not(None), yellow.is_not(None)]
        query = sa.select(_GAMES.c.id, red).where(*conditions)
        newest = query.order_by(_GAMES.c.updated_at.desc()).limit(_MOST_SEATS)
        with self.database.reading() as connection:
            found = connection.execute(newest).all()
        return [(game_id, "red" if red == owner else "yellow") for game_id, red in found]


def announce_restore(connection: sa.Connection) -> None:
    """Tell all servers that every game may have been replaced, once the transaction is committed."""
    if connection.dialect.name == "sqlite":
        count: int = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {count + 1}")
    else:
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, RESTORED)))


def _is_of(owner: str) -> sa.ColumnElement[bool]:
    return sa.or_(*(column == owner for column in _OWNERS))


def _begun(game: StoredGame) -> StoredGame:
    now = time_text()
    return game._replace(created_at=now, updated_at=now)


def _row_of(game: StoredGame, names: Sequence[str] = StoredGame._fields) -> dict[str, Any]:
    """Return the values of some columns as the driver takes them; raise ValueError if one cannot be
    stored."""
    row: dict[str, Any] = {}
    for name in names:
        value = getattr(game, name)
        if name != "live":  # which has nothing that visitors write
            check_storable(value)
        if name in _IN_JSON:
            value = None if value is None else json.dumps(value)
        elif value is not None and name in _LENGTHS and len(value) > _LENGTHS[name]:
            raise ValueError(f"{name} has more than {_LENGTHS[name]} characters")
        row[name] = value
    return row


def _ordered(values: dict[str, Any], order: list[str] | None) -> Any:
    """Return *values* as a statement takes them."""
    return values if order is None else tuple(map(values.get, order))


def _game_of(row: sa.Row[Any]) -> StoredGame:
    game = StoredGame(**row._mapping)
    if game.declared is None or "reason" not in game.declared:
        return game
    # Earlier versions stored lone surrogates here, which no response can contain.
    reason = game.declared["reason"].encode("utf-8", "replace").decode("utf-8")
    return game._replace(declared=game.declared | {"reason": reason})
