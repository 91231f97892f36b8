"""What the API says about positions and engines, and what it leaves to the browser."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

pytestmark = pytest.mark.shared_application


def test_the_page_thinks_and_draws_in_the_browser_and_the_server_does_not(
    client: TestClient,
) -> None:
    for path in ("analysis", "explanation", "hint", "review", "picture.png", "record"):
        answer = client.get(f"/api/{path}", params={"moves": "44"})
        assert answer.status_code == 404
        assert answer.json() == {"detail": "there is nothing at this address"}


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"moves": "4444444"}, "column 4 is full"),
        ({"moves": "9"}, "there is no column 9: the 7x6 board has columns 1 to 7"),
        ({"moves": "40"}, "moves: String should match pattern '^[1-9a-kA-K]*$'"),
        ({"board": "21x21"}, "a board has 1 to 20 columns and 1 to 20 rows, not 21x21"),
        ({"connect": 2}, "connect: Input should be greater than or equal to 3"),
        ({"colour": "red"}, "colour: Extra inputs are not permitted"),
        (
            {"start": "7x6.4.first-line.7.r", "board": "9x7"},
            "the start position has different rules from those given with it",
        ),
    ],
)
def test_moves_that_cannot_be_played_are_refused_with_a_sentence(
    client: TestClient, query: dict[str, Any], sentence: str
) -> None:
    answer = client.get("/api/openings", params=query)
    assert answer.status_code == 422
    assert answer.json() == {"detail": sentence}


def test_engines_and_levels_are_listed(client: TestClient) -> None:
    listed = client.get("/api/engines").json()
    engines = {engine["name"]: engine["options"] for engine in listed["engines"]}
    assert {"name": "depth", "default": ""} in engines["alphabeta"]
    levels = [level["name"] for level in listed["levels"]]
    assert levels[:4] == ["easy", "medium", "hard", "perfect"]
