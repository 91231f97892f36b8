import json
from datetime import date

import pytest

import dropfour as d4
from commands import run, run_words

PUZZLE = next(  # a wrong try loses the win
    each
    for each in sorted(d4.puzzles().select("trap"), key=lambda puzzle: puzzle.rating)
    if len(each.solution) == 3 and min(d4.analyse(each.position).scores.values()) <= 0
)


def test_a_puzzle_is_solved_in_the_terminal() -> None:
    first, reply, second = PUZZLE.solution
    result = run("puzzles", "solve", PUZZLE.id, text=f"{first}\n{second}\n")
    assert result.exit_code == 0
    assert PUZZLE.task in " ".join(result.output.split())
    assert f"Column {first} is right." in result.output
    assert f"answers in column {reply}. 1 more to find." in result.output
    assert "Solved. Themes: " in result.output
    said = " ".join(result.output.split("After the last move:\n")[1].split())
    assert said.startswith(
        str(d4.explain(PUZZLE.position.play(first).play(reply).play(second)).headline)
    )


def test_wrong_tries_are_refuted_and_bad_answers_explained() -> None:
    first, _, second = PUZZLE.solution
    scores = d4.analyse(PUZZLE.position).scores
    wrong = next(column for column, score in scores.items() if score <= 0)
    answers = ["99", "?", "4.5", "²", "hint", "board", str(wrong), "hint", str(first), str(second)]
    result = run("puzzles", "solve", PUZZLE.id, text="\n".join(answers))
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
    result = run("puzzles", "solve", PUZZLE.id, text=answers)
    assert result.exit_code == 0
    assert "Solved" not in result.output


def test_the_solution_is_shown_on_request_and_does_not_count() -> None:
    result = run(
        *["puzzles", "solve", "--theme", "draw", "--count", "2", "--seed", "1"],
        text="solution\nsolution\n",
    )
    assert result.exit_code == 0
    assert result.output.count("Solved. Themes: ") == 2
    assert "0 of 2 puzzles solved without help" in result.output


def test_puzzles_are_chosen_by_day_theme_and_rating() -> None:
    result = run("puzzles", "solve", "--day", "2026-12-24", "--json")
    assert (
        json.loads(result.output)["result"] == d4.puzzles().of_the_day(date(2026, 12, 24)).to_dict()
    )
    chosen_by = "puzzles solve --theme zugzwang --rating 1500 --count 5 --json"
    chosen = [json.loads(row)["result"] for row in run_words(chosen_by).output.splitlines()]
    assert len(chosen) == 5
    assert all("zugzwang" in each["themes"] for each in chosen)
    assert all(abs(each["rating"] - 1500) <= 300 for each in chosen)
