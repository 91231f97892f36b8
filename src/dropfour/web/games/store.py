"""The games of the page, one row each (extra ``web``).

Every change is one transaction that also increments `version`, and is made only if the row has not
changed in the meantime. When a method returns, what it wrote is on disk.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import ne
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints

import sqlalchemy as sa

from dropfour.database import METADATA, Database
from dropfour.web.fields import check_storable
from dropfour.web.games.writer import BETWEEN_S, Writer
from dropfour.web.http.problems import NotFound
from dropfour.web.rows import time_text

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
    game on one screen. *variations* are those of the API, and *swapped* is that of a Game.

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
    swapped: Annotated[bool | None, sa.Boolean] = None


def _columns() -> Iterator[sa.Column[Any]]:
    for name, hint in get_type_hints(StoredGame, include_extras=True).items():
        values, kind = get_args(hint)
        is_nullable = type(None) in get_args(values)
        yield sa.Column(name, kind, primary_key=name == "id", nullable=is_nullable)


GAMES = sa.Table(
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

# What signs the secrets of visitors: one row, which restoring a backup does not replace.
SIGNING_KEY = sa.Table("signing_key", METADATA, sa.Column("key", sa.String(64), primary_key=True))

# Built once: building it takes longer than running it.
_SELECT_ONE = sa.select(GAMES).where(GAMES.c.id == sa.bindparam("wanted_id"))
_INSERT = sa.insert(GAMES)
_UPDATE = sa.update(GAMES).where(
    GAMES.c.id == sa.bindparam("wanted_id"), GAMES.c.version == sa.bindparam("wanted_version")
)

# PostgreSQL tells all servers that listen what a transaction has changed: the id of the server that
# made it, and a line of JSON for each game, with the columns that have changed.
CHANNEL = "dropfour_games"
RESTORED = "restored"
_MOST_NEWS = 7_900  # characters of ASCII; a message has at most 8,000 bytes
OWNERS = (GAMES.c.owner, GAMES.c.red_owner, GAMES.c.yellow_owner)

_IN_JSON = frozenset(column.name for column in GAMES.c if isinstance(column.type, sa.JSON))
# How many characters a column can hold.
_LENGTHS: dict[str, int] = {
    column.name: column.type.length
    for column in GAMES.c
    if isinstance(column.type, sa.String) and column.type.length is not None
}
_BUSY_S = 5
# However many servers there are: a move is seen within a tenth of a second.
_MOST_BETWEEN_S = 0.05
_MOST_SEATS = 10


# A statement in the syntax of the driver, and the order of its values; None if they have names.
_Sql = tuple[str, "list[str] | None"]


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """How many finished games continued with *next_move* and ended with *result*."""

    next_move: str
    result: str
    count: int


class GameStore:
    """The games in a database: written in an event loop, read in any thread."""

    def __init__(
        self,
        place: str,
        on_transaction: Callable[[float], None] | None = None,
        patience_s: float | None = None,
    ) -> None:
        """Open the database at *place* (`Database`); raise DatabaseError if that fails. After each
        transaction that writes, *on_transaction* is called in a thread with the seconds it took."""
        self.database = Database(place, _BUSY_S, patience_s)
        # By which other servers know what this one has changed.
        self.server_id = secrets.token_hex(6)
        tell = None if self.database.is_sqlite else self.tell
        self._writer = Writer(self.database, on_transaction, tell)
        self._insert = self._written(_INSERT, StoredGame._fields)
        self._updates: dict[tuple[str, ...], _Sql] = {}

    def close(self) -> None:
        self._writer.close()
        self.database.close()

    def tell(self, connection: sa.Connection, news: Sequence[str]) -> None:
        """Send other servers lines of news, once the transaction is committed, in few messages."""
        messages, size = [[self.server_id]], 0
        for line in news:
            size += len(line) + 1
            if size > _MOST_NEWS - len(self.server_id):
                messages.append([self.server_id])
                size = len(line) + 1
            messages[-1].append(line)
        for lines in messages:
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, "\n".join(lines))))

    def share_with(self, others: int) -> None:
        """Leave time for as many other servers that write to the same database: each waits for as many
        changes as a single one would, and they make as many transactions together."""
        self._writer.between_s = min(_MOST_BETWEEN_S, BETWEEN_S * (1 + others))

    def signing_key(self) -> bytes:
        """Return the key of the database, which is made when it is first asked for."""
        with self.database.writing() as connection:
            if not self.database.is_sqlite:  # which has one writer at a time
                connection.execute(sa.text("LOCK TABLE signing_key IN SHARE ROW EXCLUSIVE MODE"))
            key: str | None = connection.scalar(sa.select(SIGNING_KEY.c.key))
            if key is None:
                key = secrets.token_hex(32)
                connection.execute(sa.insert(SIGNING_KEY).values(key=key))
        return bytes.fromhex(key)

    async def create(self, game: StoredGame) -> StoredGame:
        """Add a new game and return it with its times; raise ValueError if it cannot be stored."""
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
        rows = connection.execute(sa.select(GAMES).where(GAMES.c.id.in_(game_ids)))
        return {row.id: _game_of(row) for row in rows}

    def find(self, game_id: str) -> StoredGame:
        """Return the game; raise NotFound if there is none."""
        game = self.get(game_id)
        if game is None:
            raise NotFound(f"there is no game {game_id!r}")
        return game

    async def save(self, game: StoredGame, before: StoredGame) -> StoredGame | None:
        """Write *game* in place of the row *before*; return None if that has changed meanwhile."""
        changed = game._replace(version=before.version + 1, updated_at=time_text())
        # Only what has changed: the other columns have indexes that would be written, too.
        names = tuple(compress(StoredGame._fields, map(ne, changed, before)))
        sql = self._updates.get(names)
        if sql is None:
            sql = self._updates[names] = self._written(_UPDATE, names)
        values, news = _row_of(changed, names), ""
        if not self.database.is_sqlite:
            news = json.dumps({"id": before.id, **values})
            if len(news) > _MOST_NEWS // 2:  # the others read it
                news = json.dumps({"id": before.id, "version": changed.version})
        values["wanted_id"], values["wanted_version"] = before.id, before.version
        return changed if await self._write(sql, values, news) else None

    def _written(self, statement: sa.Insert | sa.Update, names: Sequence[str]) -> _Sql:
        """Return *statement* for some columns in the syntax of the driver, which is faster to run."""
        compiled = self.database.compiled(statement, names)
        return str(compiled), compiled.positiontup

    async def _write(self, sql: _Sql, values: dict[str, Any], news: str = "") -> int:
        return await self._writer.write(sql[0], _ordered(values, sql[1]), news)

    def recent(self, owner: str, limit: int, before: str | None = None) -> list[StoredGame]:
        """Return the games of *owner* before that `updated_at`, most recently played first."""
        query = sa.select(GAMES).where(_is_of(owner))
        if before is not None:
            query = query.where(GAMES.c.updated_at < before)
        return self._all(query.order_by(GAMES.c.updated_at.desc(), GAMES.c.id).limit(limit))

    def own_openings(self, owner: str, start: str, moves: str) -> list[OpeningRow]:
        """Count the finished games of *owner* that began with *moves*, by what was played next."""
        # Somebody's games are few: the index of all games by their moves is kept from being used.
        begins = sa.func.substr(GAMES.c.moves, 1, len(moves)) == moves
        from_start = sa.func.substr(GAMES.c.start, 1) == start
        return self._openings(len(moves), _is_of(owner), from_start, begins)

    def engine_openings(self, start: str, moves: str, is_reds_turn: bool) -> list[OpeningRow]:
        """Count the finished games in which an engine made the move after *moves*, one by one."""
        engine = GAMES.c.red_engine if is_reds_turn else GAMES.c.yellow_engine
        if self.database.is_sqlite:
            # Moves are digits and small letters, before "~".
            begins = sa.and_(GAMES.c.moves >= moves, GAMES.c.moves < f"{moves}~")
        else:
            begins = GAMES.c.moves.like(f"{moves}%")
        is_from = GAMES.c.start == start
        return self._openings(len(moves), is_from, begins, engine.is_not(None))

    def _openings(self, ply: int, *conditions: sa.ColumnElement[bool]) -> list[OpeningRow]:
        next_move = sa.func.substr(GAMES.c.moves, ply + 1, 1)
        # Written as in the index, or the database would not use it.
        is_over = GAMES.c.result != sa.literal_column("'*'")
        query = (
            sa.select(next_move, GAMES.c.result, sa.func.count())
            .where(is_over, sa.func.length(GAMES.c.moves) > ply, *conditions)
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
            connection.execute(sa.delete(GAMES).where(GAMES.c.id == game_id))

    def count_before(self, before: str) -> int:
        """Return how many games were last changed before that time."""
        query = sa.select(sa.func.count()).where(GAMES.c.updated_at < before)
        with self.database.reading() as connection:
            return connection.execute(query).scalar_one()

    def remove_before(self, before: str, limit: int) -> int:
        """Remove at most *limit* games that were last changed before that time; return how many."""
        old = sa.select(GAMES.c.id).where(GAMES.c.updated_at < before).limit(limit)
        with self.database.writing() as connection:
            return connection.execute(sa.delete(GAMES).where(GAMES.c.id.in_(old))).rowcount

    def public(self, limit: int) -> list[StoredGame]:
        """Return public live games in progress, most recently played first."""
        # Written as in the index, or the database would not use it.
        is_on = sa.and_(GAMES.c.is_public, GAMES.c.result == sa.literal_column("'*'"))
        query = sa.select(GAMES).where(is_on).order_by(GAMES.c.updated_at.desc())
        return self._all(query.limit(limit))

    def with_running_clocks(self) -> list[str]:
        """Return the ids of the games in which a clock runs; this looks at all games in progress."""
        began = GAMES.c.live["clock"]["turn_began"].as_string()
        query = sa.select(GAMES.c.id).where(GAMES.c.result == "*", began.is_not(None))
        with self.database.reading() as connection:
            return list(connection.scalars(query.order_by(GAMES.c.updated_at)))

    def ended_live(self, since: str) -> list[StoredGame]:
        """Return the live games that are over and changed after *since*; this looks at all games."""
        is_over = sa.and_(GAMES.c.live.is_not(None), GAMES.c.result != "*")
        query = sa.select(GAMES).where(is_over, GAMES.c.updated_at > since)
        return self._all(query.order_by(GAMES.c.updated_at))

    def seats_in_progress(self, owner: str) -> list[str]:
        """Return the ids of the live games in which *owner* plays, most recently played first."""
        red, yellow = OWNERS[1:]
        query = sa.select(GAMES.c.id).where(sa.or_(red == owner, yellow == owner))
        query = query.where(GAMES.c.result == "*").order_by(GAMES.c.updated_at.desc())
        with self.database.reading() as connection:
            return list(connection.scalars(query.limit(_MOST_SEATS)))


def announce_restore(connection: sa.Connection) -> None:
    """Tell all servers that every game may have been replaced, once the transaction is committed."""
    if connection.dialect.name == "sqlite":
        count: int = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {count + 1}")
    else:
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, RESTORED)))


def changed_by(news: dict[str, Any], before: StoredGame) -> StoredGame | None:
    """Return the row that a line of *news* makes of *before*; None if it does not follow from it."""
    if news["version"] != before.version + 1 or len(news) <= 2:
        return None
    for name in _IN_JSON & news.keys():
        if news[name] is not None:
            news[name] = json.loads(news[name])
    return before._replace(**news)


def _is_of(owner: str) -> sa.ColumnElement[bool]:
    return sa.or_(*(column == owner for column in OWNERS))


def _begun(game: StoredGame) -> StoredGame:
    now = time_text()
    return game._replace(created_at=now, updated_at=now)


def _row_of(game: StoredGame, names: Sequence[str] = StoredGame._fields) -> dict[str, Any]:
    """Return columns as the driver takes them; raise ValueError if one cannot be stored."""
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
