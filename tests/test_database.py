"""Databases: opened and migrated on SQLite and PostgreSQL, and refused in one sentence."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cases import cases

pytest.importorskip("sqlalchemy", reason="no SQLAlchemy: databases cannot be tested")

import sqlalchemy as sa

from databases import locked, write_old_database
from dropfour.arena import tables
from dropfour.database import METADATA, REVISION, Database, DatabaseError, database_url
from values import some


def schema_of(place: str) -> sa.MetaData:
    with closing(Database(place)) as opened, opened.reading() as connection:
        found = sa.MetaData()
        found.reflect(connection, only=lambda name, _: name in METADATA.tables)
    return found


def described(schema: sa.MetaData) -> dict[str, Any]:
    """Columns and indexes of each table."""
    return {
        table.name: (
            {(c.name, str(c.type), c.nullable, c.primary_key) for c in table.columns},
            {(index.name, *index.columns.keys()) for index in table.indexes},
        )
        for table in schema.tables.values()
    }


@pytest.fixture
def current(place: str) -> dict[str, Any]:
    """The schema of a new database."""
    for module in ("games.lobby", "club.tournament", "people"):
        pytest.importorskip(f"dropfour.web.{module}")
    found = described(schema_of(place))
    assert found.keys() == METADATA.tables.keys()
    assert {tables.GAMES.name, "games", "waiting", "club_games", "people"} <= found.keys()
    return found


def test_a_database_of_1_1_0_gets_what_is_new(place: str, current: dict[str, Any]) -> None:
    execute(
        place,
        "ALTER TABLE club_tournaments DROP COLUMN link_hash",
        "ALTER TABLE arena_games DROP COLUMN swapped",
        "ALTER TABLE games DROP COLUMN swapped",
        "ALTER TABLE club_tournaments DROP COLUMN swap",
        "DROP TABLE signing_key",
        "UPDATE dropfour_version SET version_num = '0008'",
    )
    assert described(schema_of(place)) == current
    with closing(Database(place)) as opened, opened.reading() as connection:
        version = connection.scalar(sa.text("SELECT version_num FROM dropfour_version"))
    assert version == REVISION


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_a_database_of_1_0_0_gets_what_is_new(tmp_path: Path, current: dict[str, Any]) -> None:
    write_old_database(tmp_path / "old.db")
    assert described(schema_of(str(tmp_path / "old.db"))) == current


def test_tables_that_another_part_of_dropfour_needs_are_added(
    place: str, current: dict[str, Any]
) -> None:
    """As where a tournament of engines began the database that a server opens."""
    execute(place, "DROP TABLE club_games", "DROP TABLE people")
    assert described(schema_of(place)) == current


OPENER = """
import sys
from dropfour.database import Database
print("ready", flush=True)
sys.stdin.readline()
Database(sys.argv[1]).close()
"""


def test_processes_that_open_an_empty_database_at_the_same_moment_all_succeed(place: str) -> None:
    openers = [
        subprocess.Popen(
            [sys.executable, "-c", OPENER, place],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for opener in openers:
        assert some(opener.stdout).readline() == "ready\n"
    for opener in openers:
        print(file=opener.stdin, flush=True)
    assert [opener.communicate()[1] for opener in openers] == [""] * len(openers)
    Database(place).close()


def test_databases_of_other_versions_are_left_alone(place: str) -> None:
    execute(place, "UPDATE dropfour_version SET version_num = '9999'")
    with pytest.raises(
        DatabaseError, match="schema 9999, and this version of Dropfour reads up to"
    ):
        Database(place)


@pytest.mark.parametrize(
    "change", ["UPDATE dropfour_version SET version_num = '0006'", "DROP TABLE dropfour_version"]
)
def test_a_database_older_than_1_0_0_is_left_alone(place: str, change: str) -> None:
    execute(place, change)
    with pytest.raises(DatabaseError, match=r"older than Dropfour 1\.0\.0: open it once with"):
        Database(place)


def test_every_process_uses_the_same_journal(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    with closing(Database(str(path))) as opened, opened.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "persist"


def test_listening_to_nothing_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("psycopg")
    gone = sa.create_engine("postgresql+psycopg://nobody@127.0.0.1:1/x")
    with closing(Database(str(tmp_path / "store.db"))) as opened, monkeypatch.context() as context:
        context.setattr(opened, "_engine", gone)
        with (
            pytest.raises(DatabaseError, match="cannot listen to the database: "),
            opened.listening(["games"]),
        ):
            pass


@pytest.mark.parametrize(("given", "url"), cases(__file__, "urls"))
def test_a_database_is_a_file_or_a_url(given: str, url: str) -> None:
    assert database_url(given).render_as_string(hide_password=False) == url


@pytest.mark.parametrize(("url", "sentence"), cases(__file__, "bad"))
def test_a_bad_url_is_a_sentence_without_its_password(url: str, sentence: str) -> None:
    if url.startswith("postgresql://ada:secret@127"):
        pytest.importorskip("psycopg")
    with pytest.raises(DatabaseError) as caught:
        Database(url)
    assert str(caught.value).startswith(sentence)
    assert "secret" not in str(caught.value).replace("sqlite.secret", "")
    assert "\n" not in str(caught.value)


def execute(place: str, *statements: str) -> None:
    with closing(Database(place)) as opened, opened.writing() as connection:
        for statement in statements:
            connection.execute(sa.text(statement))


def count_games(opened: Database) -> int:
    with opened.reading() as connection:
        return len(connection.execute(sa.select(tables.GAMES)).all())


def test_a_locked_file_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with locked(path), pytest.raises(DatabaseError) as caught:
        Database(str(path), busy_s=0.05)
    assert str(caught.value) == f"cannot open the database {path}: database is locked"
    with closing(Database(str(path), busy_s=0.05)) as opened, locked(path):
        with pytest.raises(DatabaseError, match="cannot read the database: database is locked"):
            count_games(opened)
        with (
            pytest.raises(DatabaseError, match="cannot write to the database: database is locked"),
            opened.writing(),
        ):
            pass


def test_files_that_cannot_be_a_database_are_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    Database(str(path)).close()
    with pytest.raises(DatabaseError, match="attempt to write a readonly database"):
        Database(f"sqlite:///file:{path}?mode=ro&uri=true")
    path = tmp_path / "letter.txt"
    path.write_text("Dear all,\n" * 500)
    with pytest.raises(DatabaseError) as caught:
        Database(str(path))
    assert str(caught.value) == f"cannot open the database {path}: file is not a database"
    assert path.read_text() == "Dear all,\n" * 500
    with pytest.raises(DatabaseError, match="unable to open database file"):
        Database(str(tmp_path / "missing" / "store.db"))
