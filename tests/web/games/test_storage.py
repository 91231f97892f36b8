"""The games in the database: nothing written is lost, and text that cannot be kept is refused."""

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from cases import cases
from dropfour.database import Database, DatabaseError
from dropfour.web import Settings, create_app
from dropfour.web.games import store as storage
from dropfour.web.games.store import GameStore, StoredGame
from dropfour.web.games.writer import Write
from values import some
from web.stored import a_game, create, save


@pytest.fixture
def store(place: str) -> Iterator[GameStore]:
    with closing(GameStore(place)) as store:
        yield store


def test_a_game_is_found_by_another_store(place: str) -> None:
    with closing(GameStore(place)) as store:
        kept = create(store, a_game()._replace(thought={"ply": 1}, declared={"winner": "red"}))
    with closing(GameStore(place)) as store:
        assert store.get("one") == kept
    assert kept.created_at == kept.updated_at != ""


def test_of_two_changes_to_the_same_version_one_is_saved(store: GameStore) -> None:
    kept = create(store, a_game())
    first = some(save(store, kept._replace(moves="4"), kept))
    assert first.version == 2
    assert save(store, kept._replace(moves="5"), kept) is None
    assert store.get("one") == first


def test_a_change_writes_what_has_changed_and_nothing_else(store: GameStore) -> None:
    before = create(store, a_game()._replace(live={"offer": None}, thought={"ply": 1}))
    renamed = before._replace(red_name="Ada", live={"offer": ["draw", "red"]}, thought=None)
    saved = some(save(store, renamed, before))
    assert saved == store.get(before.id)
    assert (saved.red_name, saved.live, saved.thought) == ("Ada", {"offer": ["draw", "red"]}, None)
    other = before._replace(version=saved.version, moves="4")
    assert save(store, other, before._replace(version=saved.version)) is not None
    kept = some(store.get(before.id))
    assert (kept.red_name, kept.moves) == ("Ada", "4")


def test_games_written_at_the_same_time_are_all_kept(store: GameStore) -> None:
    with ThreadPoolExecutor(16) as threads:
        list(threads.map(lambda i: create(store, a_game(f"game{i}")), range(100)))
        kept = some(store.get("game7"))
        changes = [kept._replace(moves=str(column)) for column in range(1, 8)]
        saved = set(threads.map(lambda change: save(store, change, kept), changes))
    assert len(store.recent("me", 1000)) == 100
    assert saved == {None, store.get("game7")}


def test_recent_games_are_the_owners_and_the_last_played_comes_first(store: GameStore) -> None:
    one = create(store, a_game("one"))
    create(store, a_game("two"))
    create(store, a_game("three")._replace(owner="you"))
    save(store, one._replace(moves="4"), one)
    assert [kept.id for kept in store.recent("me", 10)] == ["one", "two"]
    assert [kept.id for kept in store.recent("me", 1)] == ["one"]


# --- text -----------------------------------------------------------------------------------------


JSON = {"content-type": "application/json"}


@pytest.mark.shared_application
def test_a_name_with_a_bad_character_is_refused(client: TestClient) -> None:
    for character in "\x00\n\x1b\x85\u2028\u202e\ud800":
        for seat in ({"name": f"a{character}b"}, {"engine": f"easy{character}"}):
            answer = client.post("/api/games", content=json.dumps({"red": seat}), headers=JSON)
            assert answer.status_code == 422
            reasons = (f"U+{ord(character):04X} is not allowed", "unable to parse raw data")
            assert any(reason in answer.json()["detail"] for reason in reasons)


def test_a_list_of_games_is_asked_for_by_time_only(place: str) -> None:
    with TestClient(create_app(Settings(place))) as client:
        for before, status in (("2026-11-15T21:00:00", 200), ("\x00", 422)):
            assert client.get("/api/games", params={"before": before}).status_code == status


def test_past_games_survive_an_old_reason(client: TestClient, database_url: str) -> None:
    ended = {"winner": "yellow", "ending": "forfeit", "reason": "late"}
    answer = client.post("/api/games", json={"moves": "44", "declared": ended})
    assert answer.json()["result"] == {**ended, "token": "0-1"}
    bad = """UPDATE games SET declared = replace(declared, 'late', 'a\\ud800b')"""
    with closing(Database(database_url)) as database, database.writing() as connection:
        connection.execute(sa.text(bad))
    (game,) = client.get("/api/games").json()["games"]
    assert game["result"]["reason"] == "a?b"


def test_the_store_refuses_what_no_database_holds(place: str) -> None:
    with closing(GameStore(place)) as store:
        kept = create(store, a_game("one"))
        for bad in cases(__file__, "refused"):
            with pytest.raises(ValueError, match=r"cannot be stored|more than 80 characters"):
                save(store, kept._replace(**bad), kept)
            assert store.get("one") == kept


async def written_together(store: GameStore, games: list[StoredGame]) -> dict[int, object]:
    """Add games in one transaction; return the errors by the place of their game."""
    sql, order = store._insert
    loop = asyncio.get_running_loop()
    batch = [
        Write(sql, storage._ordered(storage._row_of(game), order), "", loop.create_future())
        for game in games
    ]
    await asyncio.to_thread(store._writer._write_all, batch)
    outcomes = await asyncio.gather(*(each.rows for each in batch), return_exceptions=True)
    return {i: each for i, each in enumerate(outcomes) if isinstance(each, BaseException)}


def test_a_refused_write_fails_alone(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # What gets past the checks: an id that is taken, and text that the driver refuses.
    monkeypatch.setattr(storage, "check_storable", lambda value: None)
    games = [a_game(f"game{i}") for i in range(20)]
    games[5] = a_game("taken")
    games[11] = games[11]._replace(red_name="a\ud800b")
    with closing(GameStore(place)) as store:
        create(store, a_game("taken"))
        errors = asyncio.run(written_together(store, games))
        assert errors.keys() == {5, 11}
        assert isinstance(errors[5], DatabaseError)
        assert len(store.recent("me", 100)) == 19
