"""The event loop, which all visitors share, replays no game: that is work for threads."""

import asyncio

import pytest
from fastapi.testclient import TestClient

from dropfour.position import Position
from web.live_client import People, play, seated

# Columns in turn: nobody has a line.
MOVES = "12345671234567"


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The columns played in the event loop."""
    columns: list[int] = []
    unwatched = Position.play

    def watched(self: Position, column: int) -> Position:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            pass  # in a thread
        else:
            columns.append(column)
        return unwatched(self, column)

    monkeypatch.setattr(Position, "play", watched)
    return columns


def paths_with_moves(client: TestClient) -> list[str]:
    """Return all paths that are asked about moves in their query."""
    paths = client.get("/api/openapi.json").json()["paths"]
    asked = {path: each.get("get", {}).get("parameters", ()) for path, each in paths.items()}
    return [path for path, each in asked.items() if any(one["name"] == "moves" for one in each)]


def test_queries_and_starts_are_replayed_in_a_thread(client: TestClient, plays: list[int]) -> None:
    paths = paths_with_moves(client)
    assert "/api/openings" in paths
    for path in paths:
        for moves, status in ((MOVES, 200), (f"{MOVES}9", 422)):
            assert client.get(path, params={"moves": moves}).status_code == status, path
            assert plays == [], path
    assert client.post("/api/lobby", json={"moves": MOVES}).status_code == 201
    assert plays == []


def test_a_game_on_one_screen_is_replayed_in_a_thread(people: People, plays: list[int]) -> None:
    ada, eve, _ = people
    game = ada.post("/api/games", 201, moves=MOVES, yellow={"engine": "random"})
    path = f"/api/games/{game['id']}"
    with eve.follow(game) as stream:
        assert stream.next("game")["moves"] == MOVES
        ada.post(f"{path}/moves", column=1, ply=len(MOVES))
        assert stream.next("game")["moves"] == MOVES + "1"
        for _ in range(2):  # the second time nothing changes
            ada.post(f"{path}/engine-move", ply=len(MOVES) + 1, choice={"column": 2})
        assert stream.next("game")["moves"] == MOVES + "12"
    assert plays == [1, 2]  # the moves themselves


def test_a_live_game_is_replayed_in_a_thread(people: People, plays: list[int]) -> None:
    game = seated(people, moves=MOVES)
    assert plays == []
    game = play(people, game, "12")
    assert plays == [1, 2]  # the moves themselves
    plays.clear()
    people[0].client.app.state.services.games.forget(game["id"])  # type: ignore[attr-defined]
    with people[2].follow(game) as stream:
        assert stream.next("game")["moves"] == MOVES + "12"
    assert plays == []
