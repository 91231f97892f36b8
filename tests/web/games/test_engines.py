"""Visitors can name registered engines only: no request starts a program or reads a file of players."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from cases import cases
from dropfour import Fault, Position, open_player

# All requests that can name an engine; a test below fails if there are others.
BODIES = {"post /api/games": ("red", "yellow")}

SPECS: list[str] = cases(__file__, "specs")

_STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn")
_watched: list[str] | None = None


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if _watched is not None and (
        event in _STARTS
        or (event in ("open", "import") and "player_of_the_test" in str(arguments[0]))
    ):
        _watched.append(f"{event} {arguments}")


@pytest.fixture
def started() -> Iterator[list[str]]:
    """What was started or opened during the test; an audit hook cannot be removed, only silenced."""
    global _watched
    sys.addaudithook(_watch)
    _watched = []
    yield _watched
    _watched = None


def named_properties(schema: Any, document: dict[str, Any]) -> set[str]:
    """Return the names of all properties within a schema."""
    if isinstance(schema, list):
        return set().union(*(named_properties(each, document) for each in schema))
    if not isinstance(schema, dict):
        return set()
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return named_properties(document["components"]["schemas"][name], document)
    names = set(schema.get("properties", ()))
    return names.union(*(named_properties(each, document) for each in schema.values()))


def test_engines_are_named_where_this_file_tests_them(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    found = set()
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            asked = {each["name"] for each in operation.get("parameters", ())}
            asked |= named_properties(operation.get("requestBody", {}), document)
            if asked & {"engine", "spec", "player_spec"}:
                found.add(f"{method} {path}")
    assert found == {*BODIES, "get /api/engines/check"}  # the second is tested in test_games.py


@pytest.mark.parametrize("spec", SPECS)
def test_a_spec_that_runs_code_is_refused_and_nothing_is_started(
    spec: str,
    client: TestClient,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    started: list[str],
) -> None:
    file = tmp_path / "player_of_the_test.py"
    file.write_text("def choose(position): return 1", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    started.clear()
    text = spec.format(python=sys.executable, file=file)
    for operation, colours in BODIES.items():
        method, path = operation.split()
        for colour in colours:
            answer = client.request(method, path, json={colour: {"engine": text}})
            assert 400 <= answer.status_code < 500, answer.text
    assert started == []


def test_the_watch_sees_what_it_looks_for(tmp_path: Path, started: list[str]) -> None:
    file = tmp_path / "player_of_the_test.py"
    file.write_text("def choose(position): return 1", encoding="utf-8")
    with (
        open_player(f"program:{sys.executable} {file}") as player,
        pytest.raises(Fault, match="wrote no output file"),
    ):
        player.choose(Position())
    assert any(each.startswith("subprocess.Popen") for each in started)
