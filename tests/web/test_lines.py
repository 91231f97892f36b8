"""Positions over the API: analysed, explained, reviewed, drawn; nothing is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from dropfour.drawing import draw_svg
from dropfour.engines.exact import Solver
from dropfour.position import Position

# Fourteen plies in, every column is solved at once.
OPEN_GAME = "44553344411221"


def events(client: TestClient, path: str, **line: Any) -> list[tuple[str, dict[str, Any]]]:
    answer = client.get(path, params=line)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    found = []
    for block in answer.text.strip().split("\n\n"):
        name, data = block.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


def test_an_analysis_tells_each_column_and_then_the_whole(client: TestClient) -> None:
    found = events(client, "/api/analysis", moves=OPEN_GAME)
    columns = {data["column"]: data for name, data in found if name == "column"}
    name, whole = found[-1]
    assert name == "done"
    analysis = Solver(table_mib=1).analyse(Position.from_moves(OPEN_GAME))
    assert {column: data["low"] for column, data in columns.items()} == analysis.scores
    assert whole["complete"] is True
    assert whole["best"] == list(analysis.best)
    assert columns[6]["outcome"] == "win"
    assert columns[6]["stones"] == 1


def test_an_analysis_asked_for_again_says_the_same(client: TestClient) -> None:
    first = events(client, "/api/analysis", moves=OPEN_GAME)
    again = events(client, "/api/analysis", moves=OPEN_GAME)
    assert again[-1] == first[-1]


def test_an_expensive_position_ends_with_what_is_proven(client: TestClient) -> None:
    found = events(client, "/api/analysis", board="20x20")
    name, whole = found[-1]
    assert name == "done"
    assert whole["complete"] is False
    assert len(whole["columns"]) == 20


def test_a_finished_game_has_no_columns(client: TestClient) -> None:
    found = events(client, "/api/analysis", moves="1212121")
    assert [name for name, _ in found] == ["done"]
    assert found[0][1]["columns"] == []


def test_a_review_marks_the_blunder_and_names_what_was_best(client: TestClient) -> None:
    found = events(client, "/api/review", moves=OPEN_GAME + "7")
    moves = {data["ply"]: data for name, data in found if name == "move"}
    assert found[-1][0] == "done"
    blunder = moves[15]
    assert blunder["player"] == "red"
    assert blunder["verdict"] == "blunder"
    assert (blunder["best"]["outcome"], blunder["played"]["outcome"]) == ("win", "draw")
    assert blunder["columns"] == [6]
    assert moves[14]["verdict"] == "blunder"  # yellow could have stopped column 6


def test_an_explanation_has_words_and_cells(client: TestClient) -> None:
    facts = client.get("/api/explanation", params={"moves": "414141"}).json()["facts"]
    assert facts[0]["kind"] == "immediate win"
    assert facts[0]["text"] == "Red wins immediately in column 4."
    assert facts[0]["cells"] == [{"column": 4, "row": 4}]


def test_a_hint_is_the_best_column(client: TestClient) -> None:
    assert client.get("/api/hint", params={"moves": OPEN_GAME}).json() == {
        "column": 6,
        "exact": True,
    }
    answer = client.get("/api/hint", params={"moves": "1212121"})
    assert answer.status_code == 422
    assert answer.json() == {"detail": "the game is over"}


def test_pictures_are_those_of_the_library(client: TestClient) -> None:
    answer = client.get("/api/picture.svg", params={"moves": "4455"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text == draw_svg(Position.from_moves("4455"))
    answer = client.get("/api/picture.png", params={"moves": "4455", "cell_px": 16})
    assert answer.content.startswith(b"\x89PNG")
    assert client.get("/api/animation.gif", params={"moves": "44"}).content.startswith(b"GIF89a")


def test_a_line_is_written_as_a_file(client: TestClient) -> None:
    text = client.get("/api/record", params={"moves": "44", "red": "Ada"}).text
    assert '[Red "Ada"]' in text
    assert text.endswith("1. 4 4 *\n")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ({"moves": "4444444"}, "column 4 is full"),
        ({"moves": "9"}, "there is no column 9: the 7x6 board has columns 1 to 7"),
        ({"moves": "40"}, "moves: String should match pattern '^[1-9a-kA-K]*$'"),
        ({"board": "21x21"}, "a board has 1 to 20 columns and 1 to 20 rows, not 21x21"),
        ({"connect": 2}, "connect: Input should be greater than or equal to 3"),
        ({"colour": "red"}, "colour: Extra inputs are not permitted"),
        (
            {"start": "7x6.4.first-line.7.r", "board": "9x7"},
            "the start position has other rules than those given with it",
        ),
    ],
)
@pytest.mark.parametrize("path", ["analysis", "explanation", "hint", "review", "picture.svg"])
def test_a_line_that_cannot_be_is_refused_with_a_sentence(
    client: TestClient, path: str, line: dict[str, Any], sentence: str
) -> None:
    answer = client.get(f"/api/{path}", params=line)
    assert answer.status_code == 422
    assert answer.json() == {"detail": sentence}


def test_engines_and_levels_are_listed(client: TestClient) -> None:
    listed = client.get("/api/engines").json()
    names = [engine["name"] for engine in listed["engines"]]
    assert "alphabeta" in names
    assert {"name": "depth", "default": ""} in listed["engines"][names.index("alphabeta")][
        "options"
    ]
    assert [level["name"] for level in listed["levels"]][:4] == [
        "easy",
        "medium",
        "hard",
        "perfect",
    ]
