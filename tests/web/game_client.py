"""Games on one screen in the API of an application, and the fullest game that there can be."""

from random import Random
from typing import Any

from fastapi.testclient import TestClient

from dropfour.moves import format_moves
from dropfour.position import Position
from dropfour.rules import MAX_SIDE, Objective, Rules
from dropfour.web.games.requests import MAX_COMMENTS, MAX_VARIATIONS


def begin(client: TestClient, **game: Any) -> dict[str, Any]:
    answer = client.post("/api/games", json=game)
    assert answer.status_code == 201, answer.text
    state: dict[str, Any] = answer.json()
    return state


def act(client: TestClient, game: dict[str, Any], what: str, **body: Any) -> dict[str, Any]:
    """Change a game, and return it as it is then; the answer is what all followers are sent."""
    answer = client.post(f"/api/games/{game['id']}/{what}", json=body)
    assert answer.status_code == 200, answer.text
    state: dict[str, Any] = client.get(f"/api/games/{game['id']}").json()
    assert {**state, **answer.json()} == state
    return state


def refused(client: TestClient, game: dict[str, Any], what: str, status: int, **body: Any) -> str:
    """Return the sentence with which an action is refused."""
    answer = client.post(f"/api/games/{game['id']}/{what}", json=body)
    assert answer.status_code == status, answer.text
    return str(answer.json()["detail"])


def play(client: TestClient, game: dict[str, Any], moves: str) -> dict[str, Any]:
    for column in moves:
        game = act(client, game, "moves", column=int(column), ply=len(game["moves"]))
    return game


def fullest_game() -> dict[str, Any]:
    """Return a new game as long as possible, with as many variations, as long, under names as long."""
    chance = Random(1)
    return {
        "board": f"{MAX_SIDE}x{MAX_SIDE}",
        "objective": "most-lines",
        "moves": _full_board(chance),
        "variations": [
            {"moves": _full_board(chance), "name": "🙂" * (MAX_COMMENTS // MAX_VARIATIONS)}
            for _ in range(MAX_VARIATIONS)
        ],
    }


def _full_board(chance: Random) -> str:
    """Return moves until the board is full, most of them in columns with two digits."""
    position = Position(Rules(MAX_SIDE, MAX_SIDE, objective=Objective.MOST_LINES))
    columns = []
    while position.legal_columns:
        columns.append(chance.choice(position.legal_columns[-5:]))
        position = position.play(columns[-1])
    return format_moves(columns)
