"""What the API says about positions and engines, and what it leaves to the browser."""

import pytest
from fastapi.testclient import TestClient

from cases import cases

pytestmark = pytest.mark.shared_application


def test_the_page_thinks_and_draws_in_the_browser_not_the_server(client: TestClient) -> None:
    for path in ("analysis", "explanation", "hint", "review", "picture.png", "record"):
        answer = client.get(f"/api/{path}", params={"moves": "44"})
        assert answer.status_code == 404
        assert answer.json() == {"detail": "there is nothing at this address"}


def test_moves_that_cannot_be_played_are_refused_with_a_sentence(client: TestClient) -> None:
    for query, sentence in cases(__file__, "refused"):
        answer = client.get("/api/openings", params=query)
        assert (answer.status_code, answer.json()) == (422, {"detail": sentence}), query


def test_engines_and_levels_are_listed(client: TestClient) -> None:
    listed = client.get("/api/engines").json()
    engines = {engine["name"]: engine["options"] for engine in listed["engines"]}
    assert {"name": "depth", "default": ""} in engines["alphabeta"]
    levels = [level["name"] for level in listed["levels"]]
    assert levels[:4] == ["easy", "medium", "hard", "perfect"]
