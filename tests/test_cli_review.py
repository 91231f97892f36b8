import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dropfour.cli import main
from dropfour.study.review import review

WON = """\
[Red "Ada"]
[Yellow "medium"]

1. 4 4 2. 5 5 3. 3 3 4. 6 1-0
"""


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, ["review", *arguments], input=text, catch_exceptions=False)


def test_a_saved_game_is_reviewed_move_by_move(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(WON, encoding="utf-8")
    result = run(str(file))
    assert result.exit_code == 0
    assert result.stdout == f"Ada - medium\n{review('4455336')}\n"


def test_every_game_of_a_file_is_reviewed() -> None:
    result = run("-", text=WON + "\n" + '[Board "4x4"]\n\n1. 1 2 *\n')
    assert result.stdout.count("  1. red ") == 2
    assert "\n\n  1. red     1  " in result.stdout


def test_json_is_that_of_the_python_api() -> None:
    result = run("-", "--json", text="4455336\n")
    found = json.loads(result.stdout)
    assert found == review("4455336", names_all_best=True).to_dict()
    assert [move["best_columns"] for move in found["moves"]][:3] == [[4], [4], [4]]
    assert all(move["column"] in move["best_columns"] for move in found["moves"][5:])


def test_moves_are_taken_as_by_solve() -> None:
    result = run("4455336")
    assert result.stdout == f"{review('4455336')}\n"
    assert "there is no column 9" in run("49").stderr


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "there is no game in the file"),
        ("44x", "character 3 of the move string, 'x', is not a column"),
        ("4444444", "column 4 is full"),
        ("1. 4 four *", "line 1, column 6: expected a column"),
    ],
)
def test_what_is_not_a_game_gets_one_sentence_and_exit_code_2(text: str, sentence: str) -> None:
    result = run("-", text=text)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stdout == ""


def test_a_missing_file_is_named() -> None:
    result = run("nowhere.txt")
    assert result.exit_code == 2
    assert "nowhere.txt" in result.stderr
