"""dropfour-bench-1: its positions, and what players get for them."""

import hashlib
import json
import shlex
import sys
from collections import Counter
from pathlib import Path

import pytest

from commands import run, run_words
from dropfour import Choice, Limits, Position, analyse
from dropfour.llm import Style, run_benchmark, tasks
from dropfour.llm.benchmark import FILE
from sample_players import write_player


def test_the_positions_are_frozen() -> None:
    digest = hashlib.sha256(FILE.read_bytes()).hexdigest()
    assert digest == "b8829838b6e5bbac19faed6aaf457b947e500c7b385fa6dee4898a14588c8950"


def test_the_positions_are_what_the_documentation_says() -> None:
    kinds = Counter((task.kind, task.position.to_move) for task in tasks())
    assert {kind: count for (kind, _), count in kinds.items()} == {
        "win": 200,
        "draw": 150,
        "save": 150,
    }
    assert len(kinds) == 6
    assert len({task.position for task in tasks()}) == 1000
    plies = {len(task.moves) for task in tasks()}
    assert (min(plies), max(plies)) == (4, 36)
    for task in tasks():
        holding = [column for column, score in task.scores.items() if score >= 0]
        best = max(task.scores.values())
        assert tuple(task.scores) == task.position.legal_columns
        assert len(holding) >= 1
        assert {"win": best > 0, "draw": best == 0, "save": len(holding) == 1}[task.kind]
        assert min(task.scores.values()) < (1 if best > 0 else 0)


@pytest.mark.parametrize("first", [0, 500])
def test_the_scores_are_those_of_the_solver(first: int) -> None:
    for task in tasks()[first : first + 20]:
        assert analyse(task.position).scores == task.scores


def test_perfect_play_has_no_regret_and_random_play_has() -> None:
    perfect = run_benchmark("perfect", count=100)
    assert perfect.best_share[0] == 1
    assert perfect.mean_regret == (0, 0, 0)
    random = run_benchmark("random", count=100)
    assert random.best_share[2] < 0.5
    assert random.mean_regret[1] > 3
    again = run_benchmark("random", count=100)
    assert [each.column for each in random.answers] == [each.column for each in again.answers]


def test_functions_and_engines_take_part() -> None:
    class Full:
        name = "full"

        def choose(self, position: Position, limits: Limits = Limits()) -> Choice:  # noqa: B008
            return Choice(8)

    report = run_benchmark(lambda position: position.columns_from_middle[0], count=50)
    assert report.illegal == 0
    report = run_benchmark(Full(), count=10)
    assert (report.player, report.illegal, report.best_share[0]) == ("full", 10, 0)
    worst = [min(each.task.scores.values()) for each in report.answers]
    best = [max(each.task.scores.values()) for each in report.answers]
    costs = [high - low for high, low in zip(best, worst, strict=True)]
    assert all(each.regret > cost for each, cost in zip(report.answers, costs, strict=True))
    assert "first reason     column 8 cannot be played" in str(report)


MODEL = """
import re, sys
prompt = sys.stdin.read()
legal = re.search("Legal columns: ([0-9, ]+)", prompt)[1].split(", ")
print("Thinking about", len(prompt), "characters")
print(f"[{legal[0]}]" if "WORD" in prompt else "I resign")
"""


def model_of(folder: Path, word: str) -> str:
    """A player that answers prompts with *word* in them."""
    program = write_player(folder, "model.py", MODEL.replace("WORD", word))
    return f"prompt:{shlex.join([sys.executable, str(program)])}"


@pytest.mark.parametrize(("notation", "illegal"), [("rows", 0), ("drawing", 5)])
def test_a_program_answers_prompts(notation: str, illegal: int, tmp_path: Path) -> None:
    command = model_of(tmp_path, "Rows from the top")
    options = ["--count", "5", "--notation", notation, "--from-0", "--json"]
    done = run("benchmark", command, *options)
    assert done.exit_code == 0, done.output
    values = json.loads(done.output)["result"]
    assert (values["player"], values["illegal"]) == ("model", illegal)
    assert values["characters"] > 5 * 300
    assert ("no column" in (values["first_reason"] or "")) == bool(illegal), values["first_reason"]


def test_a_player_that_crashes_is_started_again(tmp_path: Path) -> None:
    lines = ["import os, sys", "def choose(position):"]
    lines += ["    if position.ply % 2: os._exit(3)", "    return position.columns_from_middle[0]"]
    player = write_player(tmp_path, "player.py", "\n".join(lines))
    report = run_benchmark(str(player), count=12)
    odd = [len(task.moves) % 2 == 1 for task in tasks()[:12]]
    assert [answer.column is None for answer in report.answers] == odd
    assert "ended with exit code 3" in str(report)


def test_a_program_that_answers_prompts_plays_games(tmp_path: Path) -> None:
    command = model_of(tmp_path, "R red")
    done = run("match", command, "random", "--games", "2", "--time", "60")
    assert done.exit_code == 0, done.output
    assert "forfeit" not in done.output


def test_the_command_prints_shares_regret_and_cost() -> None:
    done = run_words("benchmark easy --count 20")
    assert done.exit_code == 0
    head, *rows = done.output.splitlines()
    assert head == "dropfour-bench-1, 20 positions: easy"
    titles = ["best moves", "mean regret", "illegal answers", "cost"]
    assert [row[:15].strip() for row in rows] == titles


def test_the_notation_of_the_moves_reaches_the_program(tmp_path: Path) -> None:
    command = model_of(tmp_path, "Columns played so far")
    assert run_benchmark(command, count=2, style=Style("moves")).illegal == 0
