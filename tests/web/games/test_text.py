"""Text that cannot be stored or shown is refused before it can do harm to anybody else."""

import asyncio
import json
from contextlib import closing
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from dropfour.database import Database, DatabaseError
from dropfour.web import Settings, create_app
from dropfour.web.games import store as storage
from dropfour.web.games.store import GameStore, StoredGame
from dropfour.web.games.writer import Write
from web.stored import a_game, create, save

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


@pytest.mark.parametrize(
    "bad",
    [
        {"red_name": "a\ud800b"},
        {"red_name": "a\x00b"},
        {"red_name": "x" * 81},
        {"declared": {"reason": "a\ud800b"}},
        {"thought": {"variation": ["\x00"]}},
    ],
    ids=str,
)
def test_the_store_refuses_what_no_database_holds(place: str, bad: dict[str, Any]) -> None:
    with closing(GameStore(place)) as store:
        kept = create(store, a_game("one"))
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
