"""Solutions: every reply is answered, wrong ones are refused with a line of play, and they play."""

import importlib.util
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import dropfour as d4
from dropfour.game import Game
from dropfour.position import RED, YELLOW, Position
from dropfour.rules import Rules
from dropfour.solutions.format import (
    InvalidSolution,
    load_solution,
    read_solution,
    shipped_path,
    write_solution,
)
from dropfour.solutions.graph import SolutionGraph
from dropfour.study.plans import BrokenPlan
from dropfour.tools.solutions.build import build
from dropfour.work.executor import InlineExecutor


@cache
def checker() -> ModuleType:
    """The example, which shares no code with Dropfour."""
    path = Path(__file__).parents[2] / "examples" / "check_solution.py"
    spec = importlib.util.spec_from_file_location("check_solution", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def is_accepted(text: str) -> bool:
    """Whether the example accepts it."""
    try:
        checker().Checker(text).check()
    except (checker().Broken, ValueError, IndexError):
        return False
    return True


@cache
def part_of_shipped(moves: str = "4152") -> str:
    """The part of the shipped solution after *moves*."""
    whole = d4.solution()
    reached = whole.reachable(Position.from_moves(moves))
    entries = tuple(entry for entry in whole.entries if entry in reached)
    lines = write_solution(
        SolutionGraph(Position.from_moves(moves), moves, RED, "win", whole.plans, entries)
    )
    return lines


def test_the_shipped_solution_is_complete_and_small() -> None:
    solution = d4.solution()
    proof = solution.verify()
    assert (solution.start, solution.result) == (Position(), "red wins")
    assert proof.positions == len(solution.entries)
    assert proof.positions + proof.wins_at_once < 2000
    assert shipped_path().stat().st_size < 1_000_000
    assert max(plan_size(plan) for plan in solution.plans) <= 8


def plan_size(rules: tuple[d4.study.Rule, ...]) -> int:
    return sum(len(rule.cells) if rule.kind == "take" else 1 for rule in rules)


@pytest.mark.parametrize("moves", ["4152", "41", "4444"])
def test_the_example_accepts_parts_of_it(moves: str) -> None:
    if len(moves) < 4:
        moves = next(e.moves for e in d4.solution().entries if e.plan and len(e.moves) > 8)
    assert is_accepted(part_of_shipped(moves))


@pytest.mark.long
def test_the_example_accepts_all_of_it() -> None:
    assert is_accepted(shipped_path().read_text(encoding="utf-8"))


def test_it_wins_against_every_level_and_perfect_play() -> None:
    solution = d4.solution()
    for name in ("random", "easy", "medium", "hard", "perfect"):
        for seed in range(2):
            game = Game(red=solution, yellow=d4.engine(name, seed))
            assert game.run().winner is RED, (name, seed, game.moves)


def test_a_position_off_the_solution_is_refused() -> None:
    solution = d4.solution()
    for moves, message in (
        ("1", "and yellow is to move"),
        ("11", "does not arise"),
        ("41415141", "does not arise|over"),
    ):
        with pytest.raises(ValueError, match=message):
            solution.reply(moves)
    with pytest.raises(ValueError, match="other rules"):
        solution.reply(Position(Rules(6, 6)))


def small() -> str:
    """A solution of a few positions, with moves and plans."""
    return (Path(__file__).parent / "small.solution").read_text(encoding="utf-8")


def without(pattern: str) -> Callable[[str], str]:
    return lambda text: re.sub(pattern, "", text, count=1, flags=re.MULTILINE)


def changed(pattern: str, into: str) -> Callable[[str], str]:
    return lambda text: re.sub(pattern, into, text, count=1, flags=re.MULTILINE)


TAMPERED = {
    "a position is missing": without(r"^position \d{6,} .*\n"),
    "a plan is missing": without(r"^plan 2 .*\n"),
    "a move is not possible": changed(r"^(position \d+ play) \d$", r"\1 9"),
    "another move": changed(r"^(position 44 play) \d$", r"\1 1"),
    "another plan": changed(r"^(position \d+ plan) 1$", r"\1 2"),
    "a plan that is not there": changed(r"^(position \d+ plan) \d+$", r"\1 999"),
    "a rule is missing": changed(r"^plan 1 .*$", "plan 1 otherwise"),
    "another promise": changed(r"^promise (\S+) does not lose$", r"promise \1 wins"),
    "another colour": changed(r"^promise \S+", "promise red"),
    "another board": changed(r"^board \d+x(\d+)", r"board 7x\1"),
    "another start": changed(r"^start .*$", "start 1"),
    "an unknown line": changed(r"^plan 1", "plam 1"),
    "cut off": lambda text: text[: len(text) // 2],
}


def test_a_solution_that_was_built_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "4x4.solution"
    rules = Rules(5, 4)
    result = build("", Position(rules), YELLOW, path, InlineExecutor(), time_limit_s=20)
    assert result.solution is not None
    text = path.read_text(encoding="utf-8")
    assert result.solution.verify().positions == len(result.solution.entries)
    assert is_accepted(text)
    assert write_solution(load_solution(path)) == text


@pytest.mark.parametrize("name", TAMPERED)
def test_a_solution_that_was_tampered_with_is_refused(name: str) -> None:
    text = TAMPERED[name](small())
    assert text != small()
    assert not is_accepted(text)
    with pytest.raises((BrokenPlan, InvalidSolution)):
        read_solution(text).verify()
