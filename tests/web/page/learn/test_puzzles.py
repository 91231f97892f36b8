"""Puzzles in JavaScript: the puzzles, days and sentences of Python."""

import gzip
import json
import random
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import dropfour as d4
from dropfour.puzzles import Attempt, Puzzle
from dropfour.web.page.files import page_files
from web.node import run_node

SAMPLE = [
    *random.Random(3).sample([each for each in d4.puzzles() if len(each.moves) >= 24], 12),
    *(d4.puzzles().select(theme)[0] for theme in ("max-connect4", "win-in-2")),
]
DAYS = ["2026-12-24T00:00:00Z", "2026-12-24T23:59:59Z", "2031-02-28T12:00:00Z"]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    file = tmp_path_factory.mktemp("puzzles") / "puzzles.txt"
    file.write_bytes(gzip.decompress(page_files()["puzzles/puzzles.gz"]))
    seen = [each.id for each in d4.puzzles().select("draw", 1400, 1500)]
    orders = {
        "days": DAYS,
        "chosen": [
            {"theme": "", "rating": 1500, "seen": []},
            {"theme": "draw", "rating": 1450, "seen": seen},
            {"theme": "draw", "rating": 9000, "seen": [each.id for each in d4.puzzles()]},
            {"theme": "nothing", "rating": 1500, "seen": []},
        ],
        "refuted": [puzzle.id for puzzle in SAMPLE],
    }
    script = Path(__file__).parents[2] / "puzzles.mjs"
    said = run_node(script, file, text=json.dumps(orders))
    found: dict[str, Any] = json.loads(said)
    return found


def test_the_page_has_the_puzzles_of_python_and_their_days(answers: dict[str, Any]) -> None:
    assert answers["tasks"] == [[puzzle.id, puzzle.task] for puzzle in d4.puzzles()]
    days = [datetime.fromisoformat(day.replace("Z", "+00:00")).date() for day in DAYS]
    assert answers["days"] == [d4.puzzles().of_the_day(day).id for day in days]


def test_puzzles_are_chosen_near_the_rating_and_not_twice(answers: dict[str, Any]) -> None:
    near, unseen, again, none = answers["chosen"]
    assert all(abs(d4.puzzles().find(each).rating - 1500) <= 75 for each in near)
    assert len(set(near)) == 3
    for each in unseen:
        puzzle = d4.puzzles().find(each)
        assert "draw" in puzzle.themes
        assert not 1400 <= puzzle.rating <= 1500
        assert abs(puzzle.rating - 1450) <= 150
    assert all("draw" in d4.puzzles().find(each).themes for each in again)
    assert none == [None] * 3


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_wrong_moves_are_refuted_as_in_python(puzzle: Puzzle, answers: dict[str, Any]) -> None:
    found = answers["refuted"][puzzle.id]
    assert answers["ideas"][puzzle.id] == Attempt(puzzle).idea
    wrong = [each for each in puzzle.position.legal_columns if each != puzzle.solution[0]]
    assert [int(each) for each in found] == wrong
    for column in wrong:
        verdict = Attempt(puzzle).play(column)
        assert found[str(column)]["text"] == verdict.text
        assert found[str(column)]["columns"] == list(verdict.variation)


def test_the_file_is_small() -> None:
    assert len(page_files()["puzzles/puzzles.gz"]) < 200_000
