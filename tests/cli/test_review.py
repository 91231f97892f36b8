import json
from pathlib import Path

from commands import expect_refused, run
from dropfour import Rules, review

WON = """\
[Red "Ada"]
[Yellow "medium"]

1. 4 4 2. 5 5 3. 3 3 4. 6 1-0
"""


def test_a_saved_game_is_reviewed_move_by_move(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(WON, encoding="utf-8")
    result = run("review", str(file))
    assert result.exit_code == 0
    assert result.stdout == f"Ada - medium\n{review('4455336')}\n"


def test_every_game_of_a_file_is_reviewed() -> None:
    result = run("review", "-", text=WON + "\n" + '[Board "4x4"]\n\n1. 1 2 *\n')
    assert result.stdout.count("  1. red ") == 2
    assert "\n\n  1. red     1  " in result.stdout


def test_json_is_that_of_the_python_api() -> None:
    result = run("review", "-", "--json", text="4455336\n")
    found = json.loads(result.stdout)["result"]
    assert found == review("4455336", names_all_best=True).to_dict()
    assert [move["best_columns"] for move in found["moves"]][:3] == [[4], [4], [4]]
    assert all(move["column"] in move["best_columns"] for move in found["moves"][5:])


def test_moves_are_played_on_the_board_of_the_options_and_files_name_theirs() -> None:
    assert run("review", "4455336").stdout == f"{review('4455336')}\n"
    result = run("review", "1212", "--board", "4 x 4", "--json")
    values = json.loads(result.stdout)
    assert (values["rules"]["board"], values["moves"]) == ("4x4", "1212")
    assert values["result"] == review("1212", rules=Rules(4, 4), names_all_best=True).to_dict()
    expect_refused("saved games name their board", "review", "-", "--board", "4x4", text=WON)
