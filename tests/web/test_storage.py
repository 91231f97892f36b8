"""The database: what is written stays, once, and only a schema that we know is touched."""

from __future__ import annotations

import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from dropfour.web.storage import StorageError, Store, StoredGame


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    """An empty database: SQLite's, or the one that DROPFOUR_TEST_DATABASE names."""
    url = os.environ.get("DROPFOUR_TEST_DATABASE")
    if url is None:
        return f"sqlite:///{tmp_path / 'games.sqlite3'}"
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        for table in ("games", "dropfour_schema"):
            connection.execute(sa.text(f"DROP TABLE IF EXISTS {table}"))
    engine.dispose()
    return url


def game(name: str = "one") -> StoredGame:
    return StoredGame(name, "me", "7x6.4.first-line.7.r", "Ada", None, "medium", "medium")


def test_a_game_is_there_again_in_another_store(database_url: str) -> None:
    store = Store(database_url)
    kept = store.create(replace(game(), thought={"ply": 1}, declared={"loser": "red"}))
    store.close()
    assert Store(database_url).get("one") == kept
    assert kept.created_at == kept.updated_at != ""


def test_of_two_changes_to_the_same_version_one_holds(database_url: str) -> None:
    store = Store(database_url)
    kept = store.create(game())
    first = store.save(replace(kept, moves="4", played=1))
    assert first is not None
    assert first.version == 2
    assert store.save(replace(kept, moves="5", played=1)) is None
    assert store.get("one") == first


def test_games_written_at_once_are_all_kept(database_url: str) -> None:
    store = Store(database_url)
    with ThreadPoolExecutor(16) as threads:
        list(threads.map(lambda i: store.create(game(f"game{i}")), range(100)))
        kept = store.get("game7")
        assert kept is not None
        changes = [replace(kept, moves=str(column), played=1) for column in range(1, 8)]
        saved = [each for each in threads.map(store.save, changes) if each is not None]
    assert len(store.recent("me", 1000)) == 100
    assert saved == [store.get("game7")]


def test_recent_games_are_the_owners_and_the_last_played_comes_first(database_url: str) -> None:
    store = Store(database_url)
    one = store.create(game("one"))
    store.create(game("two"))
    store.create(replace(game("three"), owner="you"))
    store.save(replace(one, moves="4", played=1))
    assert [kept.id for kept in store.recent("me", 10)] == ["one", "two"]
    assert [kept.id for kept in store.recent("me", 1)] == ["one"]


def test_a_database_of_another_schema_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    Store(f"sqlite:///{path}").close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE dropfour_schema SET version = 99")
    connection.close()
    with pytest.raises(StorageError, match="schema 99"):
        Store(f"sqlite:///{path}")


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("nonsense", "no database that SQLAlchemy knows"),
        ("oracle9://x", "no database that SQLAlchemy knows"),
        ("sqlite:////no/such/folder/games.sqlite3", "cannot open the database"),
    ],
)
def test_a_database_that_cannot_be_opened_says_why(url: str, sentence: str) -> None:
    with pytest.raises(StorageError, match=sentence):
        Store(url)


def test_a_password_is_not_told_again() -> None:
    with pytest.raises(StorageError) as caught:
        Store("oracle9://ada:secret@host/games")
    assert "secret" not in str(caught.value)
