"""`dropfour admin`: backups that can be restored into either kind of database, and old games removed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from fastapi.testclient import TestClient

from databases import execute, write_old_database
from dropfour.arena.store import TournamentStore
from dropfour.cli import main
from dropfour.database import Database, DatabaseError
from dropfour.web import Settings, create_app
from dropfour.web.admin.backup import back_up, remove_old_games, restore
from dropfour.web.games.store import GameStore
from web.live_client import people_of, play, seated
from web.stored import a_game, create, save


@pytest.fixture
def filled(place: str, tmp_path: Path) -> Iterator[str]:
    """A database with the games and tournaments of an earlier version, opened by a server."""
    write_old_database(tmp_path / "old.db")
    restore(tmp_path / "old.db", place)
    with closing(GameStore(place)):
        yield place


def content(place: str) -> dict[str, list[str]]:
    """Return all rows of all tables, without the versions of games, which are new once restored."""
    with closing(Database(place)) as database, database.reading() as connection:
        metadata = sa.MetaData()
        metadata.reflect(connection)
        found = {}
        for table in metadata.sorted_tables:
            kept = [each for each in table.c if str(each) != "games.version"]
            found[table.name] = sorted(map(_plain, connection.execute(sa.select(*kept))))
        del found["signing_key"]  # which a database keeps
        return found


def _plain(row: sa.Row[Any]) -> str:
    """Return a row as a text, with times in UTC without the zone that SQLite does not keep."""

    def plain(value: Any) -> Any:
        has_zone = isinstance(value, datetime) and value.tzinfo
        return value.astimezone(timezone.utc).replace(tzinfo=None) if has_zone else value

    return repr([plain(value) for value in row])


def test_a_running_server_goes_on_with_a_restored_game(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dropfour.web.games.audience._RESTORES_S", 0.05)
    url = place if "://" in place else f"sqlite:///{place}"
    with TestClient(create_app(Settings(url))) as client:
        people = people_of(client)
        game = play(people, seated(people), "44")
        back_up(place, tmp_path / "backup.sqlite3")
        later = play(people, game, "44")
        new = people[0].post("/api/games", 201)
        with people[2].follow(game) as stream:
            stream.next("game", lambda event: event["moves"] == "4444")
            restore(tmp_path / "backup.sqlite3", place)
            restored = stream.next("game")
        assert restored["moves"] == "44"
        assert restored["version"] > later["version"]
        assert "ply 2, not 4" in people[0].act(game, "moves", 409, column=1, ply=4)["detail"]
        people[0].post(f"/api/games/{new['id']}/moves", 404, column=1, ply=0)
        play(people, restored, "12")
        assert people[2].get(f"/api/games/{game['id']}")["moves"] == "4412"


def test_a_server_does_not_replace_what_was_played_after_a_restore(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of two servers has not heard of the restored backup, and holds an older game of the same
    length."""
    settings = Settings(postgres_url)
    with TestClient(create_app(settings)) as one, TestClient(create_app(settings)) as other:
        people = people_of(one)
        game = play(people, seated(people), "44")
        back_up(postgres_url, tmp_path / "backup.sqlite3")
        play(people, game, "44")
        audience = one.app.state.services.audience  # type: ignore[attr-defined]

        async def hear_nothing(*_: object) -> None:
            pass

        for name in ("refresh", "refresh_all"):
            monkeypatch.setattr(audience, name, hear_nothing)
        restore(tmp_path / "backup.sqlite3", postgres_url)
        elsewhere = people_of(other)
        for person, same in zip(people, elsewhere, strict=True):
            same.client.cookies = person.client.cookies
        play(elsewhere, game, "12")
        people[0].act(game, "moves", column=7, ply=4)
        assert people[2].get(f"/api/games/{game['id']}")["moves"] == "44127"


@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_backup_is_restored_into_either_kind_of_database(
    filled: str, target: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    before = content(filled)
    assert len(before["games"]) > 1
    file = tmp_path / "backup.sqlite3"
    contents = (len(before["games"]), len(before["arena_tournaments"]))
    assert contents[1] > 0
    assert back_up(filled, file) == contents
    if target == "sqlite":
        goal = str(tmp_path / "other.sqlite3")
    else:
        goal = request.getfixturevalue("postgres_url")  # the source itself if that is PostgreSQL
        execute(goal, "ALTER DATABASE postgres SET timezone TO 'Asia/Tokyo'")
        request.addfinalizer(lambda: execute(goal, "ALTER DATABASE postgres RESET timezone"))
    with closing(GameStore(goal)) as store:
        create(store, a_game("late"))
        assert restore(file, goal) == contents
        assert store.get("late") is None
        create(store, a_game("new"))
        assert store.get("new") is not None
    with TournamentStore(goal) as tournaments:
        assert [each.id for each in tournaments.tournaments()] != []
    after = content(goal)
    after["games"] = [row for row in after["games"] if "'new'" not in row]
    assert after == before


def test_a_restored_database_numbers_new_tournaments(filled: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.sqlite3"
    back_up(filled, file)
    restore(file, filled)
    with closing(Database(filled)) as database, database.writing() as connection:
        metadata = sa.MetaData()
        metadata.reflect(connection)
        table = metadata.tables["arena_tournaments"]
        row = dict(connection.execute(sa.select(table)).mappings().first() or {})
        highest = connection.scalar(sa.select(sa.func.max(table.c.id)))
        del row["id"]
        row |= {"name": "another", "fingerprint": "another"}
        added = connection.execute(sa.insert(table).values(row).returning(table.c.id)).scalar_one()
    assert highest is not None
    assert added == highest + 1


def test_a_backup_does_not_replace_a_file_and_leaves_none_behind(tmp_path: Path) -> None:
    file = tmp_path / "backup.sqlite3"
    file.write_text("mine")
    with pytest.raises(DatabaseError, match="already"):
        back_up(str(tmp_path / "games.sqlite3"), file)
    with pytest.raises(DatabaseError, match="there is no database"):
        back_up(str(tmp_path / "games.sqlite3"), tmp_path / "other.sqlite3")
    assert [path.name for path in tmp_path.iterdir()] == ["backup.sqlite3"]
    assert file.read_text() == "mine"


def test_what_is_not_a_backup_changes_nothing(filled: str, tmp_path: Path) -> None:
    before = content(filled)
    text, other = tmp_path / "text", tmp_path / "other.sqlite3"
    text.write_text("not a database" * 100)
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE x (y)")
    for file in (text, other):
        with pytest.raises(DatabaseError, match=r"cannot copy|not a backup"):
            restore(file, filled)
    assert content(filled) == before


def test_old_games_are_removed_while_others_are_played(place: str) -> None:
    with closing(GameStore(place)) as store:
        games = [create(store, a_game(f"game{i}")) for i in range(5)]
        old = (datetime.now(timezone.utc) - timedelta(days=31)).isoformat(timespec="microseconds")
        with store.database.writing() as connection:
            ageing = sa.text("UPDATE games SET updated_at = :old WHERE id < 'game3'")
            connection.execute(ageing, {"old": old})
        assert remove_old_games(place, 30, dry_run=True) == 3
        assert len(store.recent("me", 10)) == 5
        assert remove_old_games(place, 30) == 3
        assert {game.id for game in store.recent("me", 10)} == {"game3", "game4"}
        # As a server remembers it.
        assert save(store, games[0]._replace(moves="4"), games[0]) is None
        assert save(store, games[4]._replace(moves="4"), games[4]) is not None
        assert remove_old_games(place, 30) == 0


def test_the_commands_say_what_they_did(tmp_path: Path) -> None:
    place, file = str(tmp_path / "games.sqlite3"), str(tmp_path / "backup.sqlite3")
    with TestClient(create_app(Settings(place))) as client:
        create(client.app.state.services.store, a_game("one"))  # type: ignore[attr-defined]
        assert client.post("/api/club", json={"title": "Class cup"}).status_code == 201
    environment = {"DROPFOUR_DATABASE": place}

    def run(*words: str, answer: str = "") -> tuple[int, str]:
        result = CliRunner().invoke(main, ["admin", *words], input=answer, env=environment)
        return result.exit_code, result.output

    saved, restored = "Saved 1 game and 1 tournament", "Restored 1 game and 1 tournament"
    assert run("backup", file) == (0, f"{saved} from {place} in {file}.\n")
    assert run("backup", file)[0] == 2
    assert run("restore", file, answer="n\n")[0] == 130
    code, said = run("restore", file)  # from a script: there is no answer
    assert code == 2
    assert f"Replace all games and tournaments in {place}?" in said
    assert "there is nobody to ask: add --yes" in said
    assert run("restore", file, "--yes") == (0, f"{restored} into {place}.\n")
    assert run("remove-old-games", "--days", "1") == (0, "0 games removed: unchanged for 1 day.\n")
