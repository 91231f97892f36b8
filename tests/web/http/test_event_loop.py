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
    """Return all paths that are asked about moves in their query, but for those that only bots use."""
    operations = (
        (path, each.get("get"))
        for path, each in client.get("/api/openapi.json").json()["paths"].items()
    )
    return [
        path
        for path, get in operations
        if get
        and not get.get("deprecated")
        and any(each["name"] == "moves" for each in get.get("parameters", ()))
    ]


def test_a_query_is_replayed_in_a_thread(client: TestClient, plays: list[int]) -> None:
    paths = set(paths_with_moves(client))
    assert paths >= {"/api/openings"}
    for path in sorted(paths):
        assert client.get(path, params={"moves": MOVES}).status_code == 200, path
        assert plays == [], path
        assert client.get(path, params={"moves": MOVES + "9"}).status_code == 422, path
        assert plays == [], path


def test_a_start_position_is_replayed_in_a_thread(people: People, plays: list[int]) -> None:
    people[0].post("/api/lobby", 201, moves=MOVES)
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
