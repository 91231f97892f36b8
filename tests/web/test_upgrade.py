"""A database that 1.0.0 wrote (see write_database.py) has everything that 1.0.0 showed."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from databases import OLD
from dropfour.web.admin.backup import restore
from web.conftest import open_client

EXPECTED = json.loads((OLD / "1.0.0.json").read_text(encoding="utf-8"))


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    file = tmp_path / "1.0.0.sqlite3"
    file.write_bytes(gzip.decompress((OLD / "1.0.0.sqlite3.gz").read_bytes()))
    return file


def assert_shown(found: Any, expected: Any, where: str = "") -> None:
    """Everything expected is there; a later version may show more."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert key in found, f"{where} has no {key}"
            assert_shown(found[key], value, f"{where}/{key}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), where
        for number, (one, other) in enumerate(zip(found, expected, strict=True)):
            assert_shown(one, other, f"{where}/{number}")
    else:
        assert found == expected, where


def assert_everything_is_there(client: TestClient) -> None:
    for name, cookies in EXPECTED["cookies"].items():
        client.cookies.clear()
        client.cookies.update(cookies)
        assert_shown(client.get("/api/games").json(), EXPECTED["pasts"][name], name)
    client.cookies.clear()
    client.cookies.update(EXPECTED["cookies"]["ada"])
    for game, state in EXPECTED["games"].items():
        assert_shown(client.get(f"/api/games/{game}").json(), state, game)
        assert client.get(f"/api/games/{game}/record").text == EXPECTED["records"][game]
    found = client.get("/api/tournaments").json()["tournaments"]
    assert_shown(found, EXPECTED["tournaments"])
    for tournament, state in EXPECTED["standings"].items():
        address = f"/api/tournaments/{tournament}"
        assert_shown(client.get(address).json(), state, tournament)
        games = client.get(f"{address}/games").json()
        assert_shown(games, EXPECTED["tournament_games"][tournament], tournament)


def test_a_database_of_1_0_0_keeps_everything_and_its_games_go_on(stored: Path) -> None:
    for client in open_client(f"sqlite:///{stored}", analysis_time_s=5):
        assert_everything_is_there(client)
        (offered,) = (
            game for game in EXPECTED["games"].values() if game["rules"]["board"] == "8x7"
        )
        client.cookies.clear()
        client.cookies.update(EXPECTED["cookies"]["ben"])
        answer = {"kind": "draw", "ply": 1, "accept": True}
        ended = client.post(f"/api/live/{offered['id']}/answer", json=answer)
        assert ended.json()["result"]["winner"] is None, ended.text


def test_a_backup_of_1_0_0_is_restored(stored: Path, place: str) -> None:
    contents = restore(stored, place)
    assert str(contents) == f"{len(EXPECTED['games'])} games and 1 tournament"
    for client in open_client(place, analysis_time_s=5):
        assert_everything_is_there(client)
