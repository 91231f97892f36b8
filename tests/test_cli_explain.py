"""dropfour plan, dropfour explain, and the line about a plan in dropfour analyse."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dropfour.cli import main
from dropfour.engines.exact import analyse
from dropfour.position import Position
from dropfour.rules import Objective, Rules
from dropfour.study.explain import explain
from dropfour.study.plan_finder import find_plan
from dropfour.study.plans import Plan

# Red to move wins by a short plan, found in milliseconds.
WON = "4122264123"
CHECKER = Path(__file__).parents[1] / "examples" / "check_plan.py"


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=text, catch_exceptions=False)


def tampered(text: str) -> str:
    """A plan that promises the same with no rules to speak of."""
    values = json.loads(text)
    values["rules"] = [{"rule": "otherwise", "columns": [7, 6, 5]}]
    return json.dumps(values)


def test_a_plan_is_drawn_told_and_verified() -> None:
    result = run("plan", WON)
    plan = find_plan(WON)
    assert plan is not None
    assert result.exit_code == 0
    assert str(plan) in result.stdout
    verification = plan.verify()
    assert f"against each of {verification.replies} replies" in result.stdout
    for text in plan.describe_endings(verification.endings[:3]):
        assert text in result.stdout
    assert "red to move" in result.stdout


def test_the_marks_of_a_plan_are_in_the_drawing() -> None:
    plan = find_plan(WON)
    assert plan is not None
    rows = run("plan", WON).stdout.splitlines()
    for (column, row), mark in plan.overlay.marks.items():
        assert rows[6 - row][2 * column] == mark
    assert {i // 2 for i, sign in enumerate(rows[8]) if sign == "↑"} == plan.overlay.notes.keys()


def test_json_can_be_verified_by_the_command_and_by_the_example(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_text(run("plan", WON, "--json").stdout, encoding="utf-8")
    assert Plan.from_json(file.read_text(encoding="utf-8")) == find_plan(Position.from_moves(WON))
    for command in (
        run("plan", "--verify", str(file)),
        run("plan", "--verify", "-", text=file.read_text(encoding="utf-8")),
    ):
        assert command.exit_code == 0
        assert "Verified: red wins against each of " in command.stdout
    checked = subprocess.run(
        [sys.executable, str(CHECKER), str(file)], capture_output=True, text=True
    )
    assert checked.returncode == 0
    assert checked.stdout.startswith("Kept: red wins, in ")


def test_a_tampered_plan_is_refused_with_a_game_that_breaks_it(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_text(tampered(run("plan", WON, "--json").stdout), encoding="utf-8")
    result = run("plan", "--verify", str(file))
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("Error: the plan does not keep its promise, red wins: after ")
    moves = result.stderr.split(": after ")[1].split()[0]
    outcome = Position.from_moves(WON + moves).outcome
    assert outcome is not None
    assert str(outcome.winner) != "red"
    checked = subprocess.run(
        [sys.executable, str(CHECKER), str(file)], capture_output=True, text=True
    )
    assert checked.returncode == 1
    line = checked.stdout.rstrip(".\n").partition("not after ")[2].split()
    outcome = Position.from_moves([*map(int, WON), *map(int, line)]).outcome
    assert outcome is not None
    assert str(outcome.winner) != "red"


@pytest.mark.parametrize("arguments", [("", "--time", "0.05"), (WON, "--colour", "yellow")])
def test_without_a_plan_the_exit_code_is_1(arguments: tuple[str, ...]) -> None:
    result = run("plan", *arguments)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr == "No plan was found; --strategy looks for several.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("plan", "49"), "there is no column 9"),
        (("plan", "1212121"), "the game is over: there is nothing to plan"),
        (
            ("plan", WON, "--objective", "most-lines"),
            "a plan is for games that the first line wins",
        ),
        (("plan",), "Expected either MOVES or --verify FILE."),
        (("plan", WON, "--verify", "-"), "Expected either MOVES or --verify FILE."),
        (("plan", "--verify", "no such file"), "No such file"),
        (("plan", WON, "--colour", "blue"), "'blue' is not one of"),
        (("plan", WON, "--time", "0"), "expected a number more than 0, not '0'"),
        (("explain", "49"), "there is no column 9"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(
    arguments: tuple[str, ...], sentence: str
) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert sentence in result.stderr


@pytest.mark.parametrize("text", ["", "4455", "[]", "{}", '{"format": "dropfour plan 9"}'])
def test_what_is_not_a_plan_gets_one_sentence_and_exit_code_2(text: str) -> None:
    result = run("plan", "--verify", "-", text=text)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


def test_plans_are_for_other_boards_too() -> None:
    result = run("plan", "3333", "--board", "5x4", "--json")
    values = json.loads(result.stdout)
    assert (values["columns"], values["rows"], values["promise"]) == (5, 4, "draw")
    assert values["sentences"]
    assert values["verification"]["positions"] > 0


def test_pictures_have_the_marks(tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    svg, png = tmp_path / "plan.svg", tmp_path / "plan.png"
    assert run("plan", WON, "--svg", str(svg), "--png", str(png)).exit_code == 0
    plan = find_plan(WON)
    assert plan is not None
    assert svg.read_text(encoding="utf-8") == plan._repr_svg_()
    assert png.read_bytes().startswith(b"\x89PNG")


def test_explain_prints_facts_verdict_and_plan() -> None:
    result = run("explain", WON)
    plan = find_plan(WON)
    assert plan is not None
    assert result.exit_code == 0
    assert str(explain(WON, analyse(WON))) in result.stdout
    assert result.stdout.endswith(f"\n\n{plan}\n")


def test_explain_prints_json() -> None:
    values = json.loads(run("explain", WON, "--json").stdout)
    assert Plan.from_dict(values["plan"]) == find_plan(WON)
    assert any(fact["kind"] == "proven" for fact in values["facts"])


@pytest.mark.parametrize("moves", ["121212", "1212121", "44556"])
def test_explain_needs_no_plan_where_the_facts_decide(moves: str, tmp_path: Path) -> None:
    svg = tmp_path / "explained.svg"
    result = run("explain", moves, "--json", "--svg", str(svg))
    assert json.loads(result.stdout)["plan"] is None
    assert svg.read_text(encoding="utf-8").startswith("<svg")


def test_explain_is_for_max_connect4_too() -> None:
    result = run("explain", "112", "--objective", "most-lines", "--board", "4x4")
    rules = Rules(4, 4, objective=Objective.MOST_LINES)
    position = Position.from_moves("112", rules)
    assert str(explain(position, analyse(position))) in result.stdout


def test_analyse_mentions_the_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dropfour.cli.solve._PLAN_TIME_S", 60)  # finds the shortest
    plan = find_plan(WON)
    assert plan is not None
    assert f"Red wins by a plan of {plan.size} rules: dropfour plan shows it." in (
        run("analyse", WON).stdout.splitlines()
    )
    assert "plan" not in run("analyse", "1212121").stdout
    assert "plan" not in run("analyse", "", "--board", "4x4", "--objective", "most-lines").stdout


def test_a_strategy_is_printed_as_json_and_verified_again(tmp_path: Path) -> None:
    moves = ("564165555171", "--strategy", "--time", "30")
    result = run("plan", *moves, "--json")
    assert result.exit_code == 0
    values = json.loads(result.stdout)
    assert values["format"] == "dropfour strategy 1"
    file = tmp_path / "strategy.json"
    file.write_text(result.stdout, encoding="utf-8")
    verified = run("plan", "--verify", str(file))
    assert verified.exit_code == 0
    assert verified.stdout.startswith("Red wins, with ")
    assert "Verified: red wins in each of " in verified.stdout
    values["steps"][0]["replies"] = {}
    values["steps"] = values["steps"][:1]
    file.write_text(json.dumps(values), encoding="utf-8")
    broken = run("plan", "--verify", str(file))
    assert broken.exit_code == 1
    assert "there is no answer to column" in broken.stderr
    refused = run("plan", *moves, "--svg", str(tmp_path / "picture.svg"))
    assert refused.exit_code == 2
    assert "A strategy has no picture" in refused.stderr
