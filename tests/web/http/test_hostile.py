"""Malformed, oversized and hostile input: a 4xx with a sentence, never a 500."""

import json
import tracemalloc
from typing import Any

import pytest
from fastapi.testclient import TestClient

from cases import cases

JSON = {"content-type": "application/json"}


pytestmark = pytest.mark.shared_application


def sentence(answer: Any) -> str:
    """Return the message of an error response."""
    assert 400 <= answer.status_code < 500, answer.text
    detail = answer.json()["detail"]
    assert isinstance(detail, str)
    assert 0 < len(detail) <= 300
    assert "\n" not in detail
    assert "Traceback" not in detail
    return detail


@pytest.mark.parametrize(
    "body",
    [
        *map(str.encode, cases(__file__, "bodies")),
        b"\xff\xfe",
        b'{"moves": "' + b"4" * 10_000 + b'"}',
        b'{"start": "' + b"r" * 700 + b'"}',
        b"[" * 20_000,
    ],
    ids=lambda body: body[:30].decode("ascii", "replace"),
)
def test_a_new_game_of_nonsense_is_refused(client: TestClient, body: bytes) -> None:
    sentence(client.post("/api/games", content=body, headers=JSON))


def test_a_large_body_is_refused_also_in_pieces(client: TestClient) -> None:
    for path in ("/api/games", "/"):
        answer = client.post(path, content=b"x" * 1_000_000, headers=JSON)
        assert answer.status_code == 413
        assert sentence(answer) == "the request body exceeds 128 KiB"
    pieces = (b"x" * 10_000 for _ in range(100))
    assert client.post("/api/games", content=pieces, headers=JSON).status_code == 413


def test_a_name_with_markup_is_kept_as_text(client: TestClient) -> None:
    name = '<img src=x onerror="alert(1)">'
    game = client.post("/api/games", json={"red": {"name": name}}).json()
    assert game["red"]["name"] == name
    answer = client.get(f"/api/games/{game['id']}")
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_ids_of_nonsense_are_refused_and_unknown_addresses_not_found(client: TestClient) -> None:
    for game_id in ("x", "..%2f..%2fetc", "a" * 12, "é" * 12, "a" * 5_000, "%00"):
        sentence(client.get(f"/api/games/{game_id}"))
        sentence(client.post(f"/api/games/{game_id}/moves", json={"column": 1, "ply": 0}))
    for path in cases(__file__, "paths"):
        answer = client.get(path)
        assert answer.status_code == 404, path
        sentence(answer)


def test_another_method_and_a_crowd_of_unknown_fields_are_one_error(client: TestClient) -> None:
    body = {"red": {f"field{i}": i for i in range(3000)}}
    answer = client.post("/api/games", json=body)
    assert sentence(answer) == "red: 3000 fields are more than this request has"
    assert sentence(client.delete("/api/games")) == "DELETE is not allowed here"


def test_a_cookie_of_nonsense_is_replaced(client: TestClient) -> None:
    answer = client.get("/api/games", headers={"cookie": "visitor=<script>"})
    assert answer.status_code == 200
    assert "httponly" in answer.headers["set-cookie"].lower()


def test_the_most_and_longest_variations_take_little_memory(client: TestClient) -> None:
    """A hundred of them share nothing: what is known of each beginning must not hold its moves."""
    columns = "123456789abcdefghijk"
    shapes = [columns[i:] + columns[:i] for i in range(20)]
    shapes += [shape[::-1] for shape in shapes]
    turned = (["".join(each[k:] + each[:k]) for k in range(0, 20, 2)] for each in shapes)
    variations = [{"moves": "".join(parts) * 2} for parts in turned]
    rules = {"board": "20x20", "objective": "most-lines"}
    game = client.post("/api/games", json=rules).json()
    body = json.dumps({"variations": variations})
    tracemalloc.start()
    try:
        answer = client.post(f"/api/games/{game['id']}/variations", content=body, headers=JSON)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert answer.status_code == 200, answer.text
    assert len(answer.json()["variations"]) == 40
    assert peak < 16 * 1024 * 1024
