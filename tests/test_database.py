"""Databases: opened and migrated on SQLite and PostgreSQL, and refused in one sentence."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="no SQLAlchemy: databases cannot be tested")

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from databases import locked
from dropfour import database
from dropfour.arena import tables
from dropfour.database import METADATA, REVISION, Database, DatabaseError, database_url


def test_the_migrations_create_the_tables_of_the_stores(place: str) -> None:
    for module in ("games.lobby", "club.tournament", "people.people"):
        pytest.importorskip(f"dropfour.web.{module}")
    assert {tables.GAMES.name, "waiting", "club_games", "people"} <= METADATA.tables.keys()
    with closing(Database(place)) as opened, opened.reading() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "version_table": "dropfour_version"}
        )
        differences = compare_metadata(context, METADATA)
    # The one other table keeps versions without migrations from opening the database.
    (difference,) = differences
    assert (difference[0], difference[1].name) == ("remove_table", "dropfour_schema")


def test_the_revision_is_the_newest_script() -> None:
    config = Config()
    config.set_main_option("script_location", str(database._MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == REVISION


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
        assert opener.stdout is not None
        assert opener.stdout.readline() == "ready\n"
    for opener in openers:
        assert opener.stdin is not None
        opener.stdin.write("\n")
        opener.stdin.flush()
    assert [opener.communicate()[1] for opener in openers] == [""] * len(openers)
    Database(place).close()


def test_databases_of_other_versions_are_left_alone(place: str) -> None:
    with closing(Database(place)) as opened, opened.writing() as connection:
        versions = connection.execute(sa.text("SELECT version FROM dropfour_schema")).all()
        connection.execute(sa.text("UPDATE dropfour_version SET version_num = '9999'"))
    assert versions == [(2,)]  # older versions expect 1
    with pytest.raises(
        DatabaseError, match="schema 9999, and this version of Dropfour reads up to"
    ):
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


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("club.db", "sqlite:///club.db"),
        ("club 100%.db", "sqlite:///club 100%25.db"),
        ("sqlite:///club.db", "sqlite:///club.db"),
        ("postgres://ann:pw@host/club", "postgresql+psycopg://ann:pw@host/club"),
        ("postgresql://ann:pw@host/club", "postgresql+psycopg://ann:pw@host/club"),
    ],
)
def test_a_database_is_a_file_or_a_url(given: str, url: str) -> None:
    assert database_url(given).render_as_string(hide_password=False) == url


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://ada:secret@host/x", "a database is SQLite or PostgreSQL, not mysql"),
        ("ada:secret://", "expected a file or a URL such as postgresql://host/name"),
        ("postgresql://ada:secret@host:port/x", "expected a file or a URL"),
        ("postgresql://ada:p@secret@host/x", "expected one @ in the URL of a database; "),
        ("sqlite+secret:///x", "cannot open the database x: "),
        (
            "postgresql://ada:secret@127.0.0.1:1/x?password=secret",
            "cannot open the database postgresql+psycopg://ada:***@127.0.0.1:1/x: ",
        ),
    ],
)
def test_a_bad_url_is_a_sentence_without_its_password(url: str, sentence: str) -> None:
    if url.startswith("postgresql://ada:secret@127"):
        pytest.importorskip("psycopg")
    with pytest.raises(DatabaseError) as caught:
        Database(url)
    assert str(caught.value).startswith(sentence)
    assert "secret" not in str(caught.value).replace("sqlite.secret", "")
    assert "\n" not in str(caught.value)


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
