"""Solutions: every reply is answered, wrong ones are refused with a line of play, and they play."""

import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

import dropfour as d4
from dropfour.cli import main
from dropfour.game import Game
from dropfour.players.player import open_player
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
from dropfour.study.plan_parts import BrokenPlan
from dropfour.tools.solutions.build import build, log_path
from dropfour.work.executor import InlineExecutor
from scripts import load_script


def checker() -> ModuleType:
    """The example, which shares no code with Dropfour."""
    return load_script("examples/check_solution.py")


def is_accepted(text: str) -> bool:
    """Whether the example accepts it."""
    try:
        checker().Checker(text).check()
    except (checker().Broken, ValueError, IndexError):
        return False
    return True


def part_of_shipped() -> str:
    """A small part of the shipped solution: a position with a move and what follows."""
    whole = d4.solution()
    late = [entry for entry in whole.entries if entry.column is not None][-40:]
    parts = {entry: whole.reachable(whole.position_of(entry)) for entry in late}
    start = min(late, key=lambda entry: len(parts[entry]))
    entries = tuple(each for each in whole.entries if each in parts[start])
    position = whole.position_of(start)
    return write_solution(SolutionGraph(position, start.moves, RED, "win", whole.plans, entries))


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


def test_the_example_accepts_a_part_of_it() -> None:
    assert is_accepted(part_of_shipped())


@pytest.mark.long
def test_the_example_accepts_all_of_it() -> None:
    assert is_accepted(shipped_path().read_text(encoding="utf-8"))


def test_it_wins_against_weak_and_perfect_play() -> None:
    solution = d4.solution()
    for name in ("random", "easy", "perfect"):
        game = Game(red=solution, yellow=d4.engine(name, 1))
        assert game.run().winner is RED, (name, game.moves)


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


TAMPERED: dict[str, Callable[[str], str]] = {
    "a position is missing": without(r"^position \d{6,} .*\n"),
    "a plan is missing": without(r"^plan 2 .*\n"),
    "a move is not possible": changed(r"^(position \d+ play) \d$", r"\1 9"),
    "another move": changed(r"^(position 222 play) \d$", r"\1 1"),
    "another plan": changed(r"^(position \d+ plan) 1$", r"\1 2"),
    "a plan that is not there": changed(r"^(position \d+ plan) \d+$", r"\1 999"),
    "a rule is missing": changed(r"^plan 1 .*$", "plan 1 otherwise"),
    "another promise": changed(r"^promise (\S+) does not lose$", r"promise \1 wins"),
    "another colour": changed(r"^promise \S+", "promise red"),
    "another board": changed(r"^board \d+x(\d+)", r"board 7x\1"),
    "another start": changed(r"^start .*$", "start 12"),
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


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["solution", *map(str, arguments)])
    return result.exit_code, result.output


def test_a_build_continues_from_its_log(tmp_path: Path) -> None:
    out = tmp_path / "5x4.solution"
    options = ("build", out, "--board", "5x4", "--colour", "yellow", "--workers", 1)
    code, text = run(*options, "--time", 0.001)
    assert (code, out.exists()) == (1, False), text
    assert run(*options, "--time", 20)[0] == 0
    searches = len(log_path(out).read_text().splitlines())
    with log_path(out).open("a") as log:
        log.write('[1, null, "cut o')
    assert run(*options, "--time", 1)[0] == 0
    assert len(log_path(out).read_text().splitlines()) >= searches
    code, text = run(*options[:-4], "--colour", "red")
    assert code == 2, text
    assert "another build" in text


def test_the_commands_say_what_is_there(tmp_path: Path) -> None:
    small_file = Path(__file__).parent / "small.solution"
    assert "Yellow does not lose: every reply was checked" in run("verify", small_file)[1]
    assert "28 positions, 10 different plans" in run("info", small_file)[1]
    assert "Play column 5" in run("show", "41")[1]
    assert "Take column" in run("show", "--file", small_file, "22141")[1] + run("show", "4152")[1]
    code, text = run("show", "4171")
    assert code == 2, text
    broken = tmp_path / "broken.solution"
    broken.write_text(TAMPERED["a position is missing"](small()))
    code, text = run("verify", broken)
    assert code == 1
    assert "Line of play: 4444255" in text  # the mirror image of what is missing


def test_a_deck_a_sheet_and_a_map_are_written(tmp_path: Path) -> None:
    file = ("--file", Path(__file__).parent / "small.solution")
    deck, sheet, picture = (tmp_path / name for name in ("a.apkg", "a.svg", "map.svg"))
    for command, path in (("deck", deck), ("sheet", sheet), ("map", picture)):
        code, text = run(command, path, *file)
        assert code == 0, text
    with zipfile.ZipFile(deck) as package:
        assert len(package.namelist()) == 2 + 2 * 28  # a picture for each side
    assert "Play column 2" in "".join(ET.fromstring(sheet.read_text()).itertext())
    paths = ET.fromstring(picture.read_text()).findall(".//{*}path")
    assert len(paths) == 28


def test_it_is_a_player_of_the_arena() -> None:
    with open_player("solution") as player:
        assert player.name == "solution"
        assert player.choose(Position()).column == 4


def test_the_solutions_in_the_documentation_hold() -> None:
    for path in (Path(__file__).parents[2] / "docs" / "static").glob("*.solution"):
        assert load_solution(path).verify().positions > 0
