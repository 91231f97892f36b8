"""Calls that a user tries first work, or say what to use instead; equal questions have equal answers."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import dropfour as d4
from dropfour.engines.engine import EXACT

WIDE = d4.Rules(columns=9, rows=7)


def test_results_are_equal_if_what_they_prove_is() -> None:
    assert d4.analyse("4455") == d4.analyse("4455")
    assert d4.solve("4455") == d4.solve("4455", book=False)
    assert len({d4.solve("4455"), d4.solve("4455")}) == 1
    assert d4.solve("4455") != d4.solve("44")
    cut = d4.Limits(nodes=1)
    assert d4.analyse("4", limits=cut, book=False, table_mib=1) != d4.analyse("4")


def test_a_score_is_an_estimate_unless_it_is_called_exact() -> None:
    assert not d4.Score(0.3).is_exact
    assert not d4.Score(0.3, "lines").is_exact
    assert d4.Score(1, EXACT).is_exact


def test_moves_are_played_on_the_board_of_the_rules() -> None:
    moves = "445566"
    on_wide = d4.Position.from_moves(moves, WIDE)
    cut = d4.Limits(nodes=10_000)
    assert d4.solve(moves, WIDE, limits=cut).position == on_wide
    assert d4.analyse(moves, rules=WIDE, limits=cut).position == on_wide
    small = d4.Rules(5, 4)
    assert d4.explain("3", rules=small).position.rules == small
    plan = d4.find_plan("3", rules=small)
    assert plan is None or plan.position.rules == small
    assert d4.find_plan("3", rules=small) == d4.find_plan(d4.Position.from_moves("3", small))
    assert d4.review("3344", rules=small).moves[0].position.rules == small


def test_colours_are_text_or_enum_in_reviews_and_environments() -> None:
    review = d4.review("4455336")
    assert str(review.story("red")) == str(review.story(d4.RED)) != str(review.story(d4.YELLOW))
    pytest.importorskip("gymnasium")
    assert d4.rl.DropfourEnv("easy", colour=d4.YELLOW).reset(seed=1)[0]["observation"].any()


def test_what_a_notebook_shows_is_short() -> None:
    assert len(repr(d4.solution())) < 100


def test_the_best_move_is_proven_and_the_puzzle_of_the_day_has_a_short_name() -> None:
    assert d4.best_move("4455") in d4.analyse("4455").best
    assert d4.best_move("", d4.Rules(4, 4)) in d4.analyse("", d4.Rules(4, 4)).best
    assert d4.puzzles().daily() == d4.puzzles().of_the_day()


def test_a_second_call_of_solve_many_follows_the_first() -> None:
    pytest.importorskip("numpy")
    positions = d4.random_positions(20, 14, seed=5)
    limits = d4.Limits(nodes=50)
    with pytest.raises(d4.Unfinished):
        d4.solve_many(positions, threads=1, table_mib=3, limits=limits)
    first = d4.solve_many(positions, threads=1, table_mib=3)
    assert (
        d4.solve_many(positions, threads=1, table_mib=3, limits=limits).tolist() == first.tolist()
    )


@pytest.mark.long
def test_the_readmes_heuristic_passes_pyright(tmp_path: Path) -> None:
    pytest.importorskip("pyright")
    text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    program = text.split("```python\n")[1].split("```")[0]
    (tmp_path / "readme.py").write_text(program, encoding="utf-8")
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson"]
    done = subprocess.run([*command, "readme.py"], cwd=tmp_path, capture_output=True, text=True)
    found = json.loads(done.stdout)["generalDiagnostics"]
    # It prints the sentences of a plan without asking whether there is one.
    assert {each["rule"] for each in found} == {"reportOptionalMemberAccess"}
