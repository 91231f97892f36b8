"""dropfour explain, and what dropfour analyse says of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from commands import run
from dropfour import Objective, Position, Rules, explain, find_plan
from dropfour.study.solutions.solution import Solution, parse_plan
from values import some

# Red to move wins by a short plan, found in milliseconds.
WON = "4122264123"


def result_of(*arguments: str) -> Any:
    return json.loads(run("explain", *arguments, "--json").stdout)["result"]


def test_a_plan_is_drawn_told_and_verified() -> None:
    result = run("explain", WON, "--strategy")
    plan = some(find_plan(WON))
    assert result.exit_code == 0
    assert str(plan) in result.stdout
    proof = f"Verified: red wins against every reply, in {plan.verify().positions} positions.\n"
    assert result.stdout.endswith(proof)
    assert "red to move" in result.stdout


@pytest.mark.parametrize("form", ["--json", "--text"])
def test_what_is_printed_can_be_verified(form: str, tmp_path: Path) -> None:
    text = run("explain", WON, form, "--strategy").stdout
    found = parse_plan(text)
    plan = found.plan_of(found.entries[0]) if isinstance(found, Solution) else found
    assert plan == find_plan(Position.from_moves(WON))
    file = tmp_path / "plan"
    file.write_text(text, encoding="utf-8")
    for command in (
        run("explain", "--verify", str(file)),
        run("explain", "--verify", "-", text=text),
    ):
        assert command.exit_code == 0
        assert "Verified: red wins " in command.stdout
    at_once = run("explain", "121212", "--strategy").stdout
    assert at_once.endswith("Verified: red wins at once.\n")


@pytest.mark.parametrize("arguments", [("", "--time", "0.05"), (WON, "--colour", "yellow")])
def test_without_a_plan_the_exit_code_is_1(arguments: tuple[str, ...]) -> None:
    result = run("explain", *arguments, "--strategy")
    said = "Error: no strategy was found; --time gives the search more time\n"
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", said)
    result = run("explain", *arguments, "--strategy", "--json")
    assert (result.exit_code, json.loads(result.stdout)["result"]) == (1, None)


def test_plans_are_for_other_boards_too() -> None:
    values = result_of("3333", "--board", "5x4", "--strategy")
    assert (values["columns"], values["rows"], values["promise"]) == (5, 4, "draw")
    assert values["sentences"]
    assert values["verification"]["positions"] > 0


def test_pictures_have_the_marks(tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    svg, png = tmp_path / "plan.svg", tmp_path / "plan.png"
    assert run("explain", WON, "--svg", svg, "--strategy", "--png", png).exit_code == 0
    plan = some(find_plan(WON))
    assert svg.read_text(encoding="utf-8") == plan._repr_svg_()
    assert png.read_bytes().startswith(b"\x89PNG")


def test_explain_prints_the_answer_and_the_plan_in_the_drawing() -> None:
    result = run("explain", WON)
    answer = explain(WON)
    plan = some(answer.plan)
    assert result.exit_code == 0
    assert result.stdout.endswith(f"{answer}\n")
    assert str(plan) in result.stdout
    rows = result.stdout.splitlines()
    for (column, row), mark in plan.overlay.marks.items():
        assert rows[6 - row][2 * column] == mark
    notes = {i // 2 for i, sign in enumerate(rows[8]) if sign == "↑"}
    assert notes == plan.overlay.notes.keys()
    lines = run("explain", "112", "--objective", "most-lines", "--board", "4x4")
    rules = Rules(4, 4, objective=Objective.MOST_LINES)
    assert str(explain("112", rules=rules)) in lines.stdout


def test_explain_prints_json() -> None:
    text = run("explain", WON, "--json").stdout
    values = json.loads(text)["result"]
    assert parse_plan(text) == parse_plan(json.dumps(values["plan"])) == find_plan(WON)
    assert (values["kind"], values["colour"], values["line"]) == ("plan", "red", [])


@pytest.mark.parametrize("moves", ["121212", "1212121", "44556"])
def test_explain_needs_no_plan_where_the_facts_decide(moves: str, tmp_path: Path) -> None:
    svg = tmp_path / "explained.svg"
    result = run("explain", moves, "--json", "--svg", str(svg))
    assert json.loads(result.stdout)["result"]["plan"] is None
    assert svg.read_text(encoding="utf-8").startswith("<svg")


def test_analyse_says_who_says_why_and_when_every_column_loses() -> None:
    assert "dropfour explain says why." in run("analyse", WON).stdout.splitlines()
    lost = run("analyse", "44556").stdout
    assert "Every column loses: red wins in 1 move." in lost
    assert "explain" not in lost
    assert "explain" not in run("analyse", "", "--board", "4x4", "--objective", "most-lines").stdout


def test_a_strategy_is_printed_and_verified_again(tmp_path: Path) -> None:
    moves = ("564165555171", "--strategy", "--time", "30")
    values = result_of(*moves)
    assert (values["result"], values["positions"] > 1) == ("red wins", True)
    verified = run("explain", "--verify", "-", text=json.dumps(values))
    assert verified.exit_code == 0
    assert verified.stdout.startswith("Red wins, with ")
    assert "Verified: red wins against every reply, in " in verified.stdout
    plan = result_of(WON, "--strategy")
    wrong = json.dumps({**plan, "rules": [{"rule": "otherwise", "columns": [7, 6, 5]}]})
    told = run("explain", "--verify", "-", text=wrong)
    assert (told.exit_code, told.stdout) == (1, "")
    assert "the plan does not keep its promise, red wins: after " in told.stderr
    broken = run("explain", "--verify", "-", text=values["text"].rsplit("position", 1)[0])
    assert broken.exit_code == 1
    assert "there is no answer after" in broken.stderr
    refused = run("explain", *moves, "--svg", tmp_path / "picture.svg")
    assert refused.exit_code == 2
    assert "more than one plan, and has no picture" in refused.stderr
