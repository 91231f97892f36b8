"""A database that an earlier version wrote (lab/shipped/database.py) has everything that it showed."""

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from databases import OLD, write_old_database
from dropfour.web.admin.backup import restore
from web.conftest import open_client

SHOWN = {
    version: json.loads((OLD / f"{version}.json").read_text(encoding="utf-8"))
    for version in ("1.0.0", "1.1.0")
}

of_each_version = pytest.mark.parametrize("version", SHOWN)


@pytest.fixture
def stored(tmp_path: Path, version: str) -> Path:
    file = tmp_path / f"{version}.sqlite3"
    write_old_database(file, version)
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


def assert_everything_is_there(client: TestClient, shown: dict[str, Any]) -> None:
    for name, cookies in shown["cookies"].items():
        client.cookies.clear()
        client.cookies.update(cookies)
        assert_shown(client.get("/api/games").json(), shown["pasts"][name], name)
    client.cookies.clear()
    client.cookies.update(shown["cookies"]["ada"])
    for game, state in shown["games"].items():
        found = client.get(f"/api/games/{game}").json()
        # Since 2.0 it says what a live game has, not only whether the game is one.
        assert_shown({**found, "live": found["live"] is not None}, state, game)
    found = client.get("/api/tournaments").json()["tournaments"]
    assert_shown(found, shown["tournaments"])
    for tournament, state in shown["standings"].items():
        address = f"/api/tournaments/{tournament}"
        # The page of 2.0 does not play tournaments, and what was for the page is in the report.
        gone = {"can_stop", "can_continue", "scale", "openings", "machines", "remarks"}
        gone.add("rating_remarks")
        found = client.get(address).json()
        for one in found["standings"]:
            one |= {"time_limit": "1 s per move", "depth": "–"}  # which are in the plan
        assert_shown(found, {name: state[name] for name in state.keys() - gone}, tournament)
        report = client.get(f"{address}/report").json()["html"]
        openings = state["openings"].replace("balanced positions", "drawn starts")  # since 2.0
        assert f"<li>{openings}</li><li>{state['machines']}</li>" in report
        games = client.get(f"{address}/games").json()
        assert_shown(games, shown["tournament_games"][tournament], tournament)
    for tournament, state in shown.get("club", {}).items():
        assert_shown(client.get(f"/api/club/{tournament}").json(), state, tournament)


@of_each_version
def test_a_database_keeps_everything_and_its_games_go_on(stored: Path, version: str) -> None:
    shown = SHOWN[version]
    for client in open_client(f"sqlite:///{stored}"):
        assert_everything_is_there(client, shown)
        (offered,) = (game for game in shown["games"].values() if game["rules"]["board"] == "8x7")
        client.cookies.clear()
        client.cookies.update(shown["cookies"]["ben"])
        answer = {"kind": "draw", "ply": 1, "accept": True}
        ended = client.post(f"/api/games/{offered['id']}/answer", json=answer)
        assert ended.json()["result"]["winner"] is None, ended.text


@of_each_version
def test_a_backup_is_restored(stored: Path, place: str, version: str) -> None:
    shown = SHOWN[version]
    games, tournaments = len(shown["games"]), 1 + len(shown.get("club", ()))
    contents = restore(stored, place)
    assert str(contents) == f"{games} games and {tournaments} tournament{'s'[: tournaments - 1]}"
    for client in open_client(place):
        assert_everything_is_there(client, shown)
