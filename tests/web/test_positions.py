"""Positions in the API: analysed, explained, reviewed and drawn, without being stored."""

import json
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import BaseModel

from dropfour import Position, Rules, Solver, draw_svg
from dropfour.web.games.imports import small_gif
from dropfour.web.positions.schema import (
    AnalysisState,
    ProgressState,
    ProvenColumn,
    ReviewedMoveState,
    ReviewEnd,
)

# After fourteen plies, every column is solved immediately.
OPEN_GAME = "44553344411221"


pytestmark = pytest.mark.shared_application


def events(client: TestClient, path: str, **query: Any) -> list[tuple[str, dict[str, Any]]]:
    answer = client.get(path, params=query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    found = []
    for block in answer.text.strip().split("\n\n"):
        name, data = block.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


def test_an_analysis_sends_each_column_and_the_librarys_result(client: TestClient) -> None:
    found = events(client, "/api/analysis", moves=OPEN_GAME)
    analysis = Solver(table_mib=1).analyse(Position.from_moves(OPEN_GAME)).to_dict()
    proven = [data for name, data in found if name == "column"]
    assert proven[-1]["position"] == analysis["score"]
    columns = {data["column"]: data["score"] for data in proven}
    assert columns == {each["column"]: each["score"] for each in analysis["columns"]}
    name, answer = found[-1]
    assert name == "done"
    assert answer == {**analysis, "nodes": answer["nodes"], "time_s": answer["time_s"]}
    assert answer["score"]["stones"] == 1


def test_an_analysis_sends_what_is_proven_once(hurried_client: TestClient) -> None:
    found = events(hurried_client, "/api/analysis", moves="112233", board="6x8")
    columns = Counter(
        data["column"] for name, data in found if name == "column" and data["score"]["exact"]
    )
    assert set(columns.values()) == {1}


def test_a_repeated_analysis_is_the_same_and_a_finished_one_empty(
    client: TestClient,
) -> None:
    first = events(client, "/api/analysis", moves=OPEN_GAME)
    again = events(client, "/api/analysis", moves=OPEN_GAME)
    assert again[-1] == first[-1]
    found = events(client, "/api/analysis", moves="1212121")
    assert [name for name, _ in found] == ["done"]
    assert found[0][1]["columns"] == []


def test_an_expensive_position_ends_with_what_is_proven(hurried_client: TestClient) -> None:
    found = events(hurried_client, "/api/analysis", board="6x20")
    name, answer = found[-1]
    assert name == "done"
    assert answer["exact"] is False
    assert len(answer["columns"]) == 6


def test_a_review_marks_the_blunder_and_names_what_was_best(client: TestClient) -> None:
    found = events(client, "/api/review", moves=OPEN_GAME + "7")
    moves = {data["ply"]: data for name, data in found if name == "move"}
    assert found[-1][0] == "done"
    blunder = moves[15]
    assert blunder["colour"] == "red"
    assert blunder["verdict"] == "blunder"
    assert (blunder["best"]["outcome"], blunder["played"]["outcome"]) == ("win", "draw")
    assert blunder["best_columns"] == [6]
    assert moves[14]["verdict"] == "blunder"  # yellow could have stopped column 6


@pytest.mark.parametrize(
    ("path", "name", "model"),
    [
        ("/api/analysis", "column", ProvenColumn),
        ("/api/analysis", "progress", ProgressState),
        ("/api/analysis", "done", AnalysisState),
        ("/api/review", "move", ReviewedMoveState),
        ("/api/review", "done", ReviewEnd),
    ],
)
def test_events_carry_what_the_openapi_document_describes(
    client: TestClient, hurried_client: TestClient, path: str, name: str, model: type[BaseModel]
) -> None:
    # This board has no book: the search uses all of its time, and reports progress.
    asked, board = (hurried_client, {"board": "6x12"}) if name == "progress" else (client, {})
    data = next(data for found, data in events(asked, path, moves="4455", **board) if found == name)
    assert model.model_validate(data).model_dump(mode="json") == data
    described = client.get("/api/openapi.json").json()["components"]["schemas"][model.__name__]
    assert described["required"] == list(data)


def test_explanations_and_hints_name_columns(client: TestClient) -> None:
    facts = client.get("/api/explanation", params={"moves": "414141"}).json()["facts"]
    assert facts[0]["kind"] == "immediate win"
    assert facts[0]["text"] == "Red wins immediately in column 4."
    assert facts[0]["cells"] == [{"column": 4, "row": 4}]
    assert client.get("/api/hint", params={"moves": OPEN_GAME}).json() == {
        "column": 6,
        "exact": True,
    }
    answer = client.get("/api/hint", params={"moves": "1212121"})
    assert answer.status_code == 422
    assert answer.json() == {"detail": "the game is over"}


def test_pictures_and_files_are_those_of_the_library(client: TestClient) -> None:
    answer = client.get("/api/picture.svg", params={"moves": "4455"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text == draw_svg(Position.from_moves("4455"))
    answer = client.get("/api/picture.png", params={"moves": "4455", "cell_px": 16})
    assert answer.content.startswith(b"\x89PNG")
    assert client.get("/api/animation.gif", params={"moves": "44"}).content.startswith(b"GIF89a")
    text = client.get("/api/record", params={"moves": "44", "red": "Ada"}).text
    assert '[Red "Ada"]' in text
    assert text.endswith("1. 4 4 *\n")


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
@pytest.mark.parametrize("path", ["analysis", "explanation", "hint", "review", "picture.svg"])
def test_moves_that_cannot_be_played_are_refused_with_a_sentence(
    client: TestClient, path: str, query: dict[str, Any], sentence: str
) -> None:
    answer = client.get(f"/api/{path}", params=query)
    assert answer.status_code == 422
    assert answer.json() == {"detail": sentence}


def test_engines_and_levels_are_listed(client: TestClient) -> None:
    listed = client.get("/api/engines").json()
    engines = {engine["name"]: engine["options"] for engine in listed["engines"]}
    assert {"name": "depth", "default": ""} in engines["alphabeta"]
    levels = [level["name"] for level in listed["levels"]]
    assert levels[:4] == ["easy", "medium", "hard", "perfect"]


def test_a_long_animation_is_small_and_delays_no_code(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = [Position(Rules(columns=20, rows=20, connect=10))]
    while not full[-1].is_over:
        columns = full[-1].legal_columns
        full.append(full[-1].play(columns[len(full) % len(columns)]))
    shown: list[list[Position]] = []
    monkeypatch.setattr(
        "dropfour.web.games.imports.draw_gif", lambda positions, cell_px: shown.append([*positions])
    )
    small_gif(full)
    assert len(shown[0]) * 400 <= 15_000
    assert shown[0][-1] is full[-1]
    small_gif(full[:20])
    assert shown[1] == full[:20]

    begun, end = threading.Event(), threading.Event()

    def draw(positions: list[Position], cell_px: int) -> bytes:
        begun.set()
        assert end.wait(60)
        return b"drawn"

    monkeypatch.setattr("dropfour.web.games.imports.draw_gif", draw)
    with ThreadPoolExecutor(1) as other:
        animation = other.submit(client.get, "/api/animation.gif?moves=44")
        assert begun.wait(60)
        code = client.post("/api/qr.svg", content="x", headers={"content-type": "text/plain"})
        assert code.status_code == 200
        assert not animation.done()
        end.set()
        assert animation.result().content == b"drawn"
