import json
from dataclasses import replace
from pathlib import Path

import pytest

import dropfour as d4
from commands import expect_refused, run
from dropfour.puzzles.collection import Puzzles, write_puzzles

PUZZLE = min(
    (each for each in d4.puzzles().select("trap") if len(each.solution) == 3),
    key=lambda puzzle: puzzle.rating,
)


def test_a_puzzle_is_solved_in_the_terminal() -> None:
    first, reply, second = PUZZLE.solution
    result = run("puzzle", PUZZLE.id, text=f"{first}\n{second}\n")
    assert result.exit_code == 0
    assert PUZZLE.task in " ".join(result.output.split())
    assert f"Column {first} is right." in result.output
    assert f"answers in column {reply}. 1 more to find." in result.output
    assert "Solved. Themes: " in result.output
    assert "Exact: " in result.output
    assert "Best play: " in result.output


def test_wrong_tries_are_refuted_and_bad_answers_explained() -> None:
    first, _, second = PUZZLE.solution
    wrong = next(column for column in PUZZLE.position.legal_columns if column != first)
    answers = ["99", "?", "4.5", "²", "hint", "board", str(wrong), "hint", str(first), str(second)]
    result = run("puzzle", PUZZLE.id, text="\n".join(answers))
    assert result.exit_code == 0
    assert "Not possible: there is no column 99" in result.output
    assert result.output.count("Type the number of a column") == 3
    hint = result.output.split("one of the columns ")[1].split(".")[0]
    assert str(first) in hint
    assert str(wrong) not in hint  # it has been refuted
    assert result.output.index("Hint: ") < result.output.index("one of the columns")
    assert f"Column {wrong} does not win" in result.output
    assert "The move is taken back; try again." in " ".join(result.output.split())
    assert "Solved. Themes: " in result.output


@pytest.mark.parametrize("answers", ["", "quit\n"])
def test_a_puzzle_can_be_left(answers: str) -> None:
    result = run("puzzle", PUZZLE.id, text=answers)
    assert result.exit_code == 0
    assert "Solved" not in result.output


def test_the_solution_is_shown_on_request_and_does_not_count() -> None:
    result = run(
        "puzzle", "--theme", "draw", "--count", "2", "--seed", "1", text="solution\nsolution\n"
    )
    assert result.exit_code == 0
    assert result.output.count("Solved. Themes: ") == 2
    assert "0 of 2 puzzles solved without help" in result.output


def test_puzzles_are_chosen_by_day_theme_and_rating() -> None:
    result = run("puzzle", "--day", "2026-12-24", "--json")
    from datetime import date

    assert json.loads(result.output) == d4.puzzles().of_the_day(date(2026, 12, 24)).to_dict()
    arguments = ("puzzle", "--theme", "zugzwang", "--rating", "1500", "--count", "5", "--json")
    chosen = [json.loads(row) for row in run(*arguments).output.splitlines()]
    assert len(chosen) == 5
    assert all("zugzwang" in each["themes"] for each in chosen)
    assert all(abs(each["rating"] - 1500) <= 300 for each in chosen)


def test_verify_says_how_many_are_right(tmp_path: Path) -> None:
    result = run("puzzles", "verify", "--sample", "20")
    assert result.exit_code == 0
    assert "20 puzzles solved again" in result.output
    assert "all correct" in result.output
    wrong = replace(PUZZLE, solution=PUZZLE.solution[:1])
    file = tmp_path / "wrong.gz"
    write_puzzles(Puzzles([*d4.puzzles()[:3], wrong], {1: 700}), file)
    result = run("puzzles", "verify", str(file))
    assert result.exit_code == 1
    assert f"puzzle {PUZZLE.id}: the solution is" in result.output
    assert "4 puzzles solved again" in result.output
    assert "1 wrong" in result.output


def test_files_that_cannot_be_verified_or_built_are_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("44")
    expect_refused("missing.gz", "puzzles", "verify", tmp_path / "missing.gz")
    expect_refused("is not a file of puzzles", "puzzles", "verify", tmp_path / "text")
    expect_refused("No such file or directory", "puzzles", "build", tmp_path / "no" / "puzzles.gz")


def test_build_writes_a_file_that_verify_accepts(tmp_path: Path) -> None:
    file = tmp_path / "few.gz"
    options = ("--games", "75", "--tries", "1", "--seed", "4", "--workers", "1")
    result = run("puzzles", "build", str(file), *options)
    assert result.exit_code == 0
    assert "Elo of the levels: 1: " in result.output
    assert run("puzzles", "verify", str(file)).exit_code == 0
