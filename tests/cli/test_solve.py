import json
import subprocess
import sys
from typing import Any

from commands import run
from dropfour import Position, analyse, solve
from platforms import linux_only

# An endgame: fourteen empty cells, and four different scores in six columns.
ENDING = "7157463736657141122342567712"


def result_of(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json").stdout)["result"]


def test_solve_prints_each_position_with_its_score_also_from_lines() -> None:
    result = run("solve", "121212", "1212121", ENDING)
    assert result.output == f"121212 18\n1212121 -18\n{ENDING} 7\n"
    result = run("solve", "-", "--board", "4x4", text="\n12\n")
    assert result.exit_code == 0
    assert result.output.splitlines()[0] == " 0"
    assert result.output.splitlines()[1].startswith("12 ")


def test_a_malformed_line_is_named_and_the_rest_is_still_solved() -> None:
    result = run("solve", "-", "--board", "4x4", text="12\n?!\n99\n1212121\n")
    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == 2
    assert "line 2: character 1 of the move string, '?'" in result.stderr
    assert "line 3: there is no column 9" in result.stderr
    assert "Traceback" not in result.output


def test_weak_prints_win_draw_or_loss_and_max_connect4_lines() -> None:
    assert run("solve", "--weak", "121212").output == "121212 1\n"
    assert run("solve", "--weak", "1212121").output == "1212121 -1\n"
    output = run("solve", "", "--board", "6x4", "--objective", "most-lines").output
    assert output == " -1\n"


def test_stats_show_nodes_seconds_and_source() -> None:
    middle = "12345674444"
    line = run("solve", "--stats", "--no-book", middle).output.split()
    assert line[0] == middle
    assert int(line[2].removeprefix("nodes=")) > 0
    assert float(line[3].removeprefix("seconds=")) >= 0
    assert line[4] == "source=search"
    assert run("solve", "--stats", "4444").output.split()[4] == "source=book"


def test_what_is_not_proven_is_a_bound_or_null() -> None:
    moves, bounds = run("solve", "4444", "--time", "0.05", "--no-book").output.split()
    assert moves == "4444"
    low, high = json.loads(bounds)
    assert low < high
    answer = result_of("solve", "--weak", "4435", "--no-book")["score"]
    assert answer["exact"] is False
    assert (answer["value"], answer["stones"]) == (None, None)
    assert answer["outcome"] == "loss"
    assert answer["low"] < answer["high"] < 0


def test_analyse_prints_json_that_agrees_with_the_library() -> None:
    answer = result_of("analyse", ENDING)
    analysis = analyse(Position.from_moves(ENDING))
    # The amount of work depends on the table; everything else is the same.
    effort = {"nodes": answer["nodes"], "time_s": answer["time_s"]}
    assert answer == {**analysis.to_dict(), **effort}
    assert {each["column"]: each["score"]["value"] for each in answer["columns"]} == analysis.scores
    assert Position.from_moves([*map(int, ENDING), *answer["variation"]]).is_over


def test_solve_prints_json_that_agrees_with_the_library() -> None:
    rows = run("solve", "--json", "1212121", ENDING).output.splitlines()
    won, searched = (json.loads(row)["result"] for row in rows)
    assert won["score"] == {
        "value": -18,
        "low": -18,
        "high": -18,
        "exact": True,
        "outcome": "loss",
        "stones": None,  # the game is over
    }
    assert searched["score"] == solve(Position.from_moves(ENDING)).to_dict()["score"]
    assert searched["score"]["stones"] == 1


def test_analyse_draws_scores_and_names_the_outcome() -> None:
    for moves, outcome in (("121212", "win"), ("1212121", "loss")):
        assert result_of("analyse", moves)["score"]["outcome"] == outcome
    assert "The game is over: red wins." in run("analyse", "1212121").output
    lines = run("analyse", "121212").output.splitlines()
    assert lines[-4].split()[0] == "+18"
    assert lines[-3] == "Best is 1: red wins immediately."
    assert lines[-2] == "Best play: 1"
    assert lines[-1].startswith("All exact; ")


def test_the_book_is_used_by_default_and_can_be_switched_off() -> None:
    known = result_of("analyse", "4")
    assert (known["source"], known["exact"], known["score"]["value"]) == ("book", True, -1)
    searched = result_of("analyse", "4", "--no-book", "--time", "0.1")
    assert (searched["source"], searched["exact"]) == ("search", False)


@linux_only
def test_a_table_beyond_the_memory_is_refused() -> None:
    script = f"ulimit -v 4000000; exec '{sys.executable}' -m dropfour solve --memory 65536 4455"
    ended = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr == "Error: there is not enough memory for a table of 65536 MiB\n"
