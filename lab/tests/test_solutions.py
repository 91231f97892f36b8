"""Solutions that are built, and builds that continue."""

from pathlib import Path

from click.testing import CliRunner

from dropfour.position import YELLOW, Position
from dropfour.rules import Rules
from dropfour.study.solutions.solution import Solution, load_solution
from dropfour.work.executor import InlineExecutor
from lab.solutions.__main__ import main
from lab.solutions.build import build, log_path
from study.solution_samples import SMALL, broken_line


def test_a_solution_that_was_built_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "5x4.solution"
    result = build("", Position(Rules(5, 4)), YELLOW, path, InlineExecutor(), time_limit_s=20)
    assert result.solution is not None
    text = path.read_text(encoding="utf-8")
    assert result.solution.verify().positions == len(result.solution.entries)
    assert broken_line(text) is None
    assert load_solution(path).text == text


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(main, [*map(str, arguments)])
    return result.exit_code, f"{result.output}{result.exception}"


def test_a_build_continues_from_its_log(tmp_path: Path) -> None:
    out = tmp_path / "5x4.solution"
    options = (out, "--board", "5x4", "--colour", "yellow", "--workers", 1)
    code, text = run(*options, "--time", 0.001)
    assert (code, out.exists()) == (1, False), text
    assert run(*options, "--time", 20)[0] == 0
    searches = len(log_path(out).read_text().splitlines())
    with log_path(out).open("a") as log:
        log.write('[1, null, "cut o')
    assert run(*options, "--time", 1)[0] == 0
    assert len(log_path(out).read_text().splitlines()) >= searches
    code, text = run(*options[:-4], "--colour", "red")
    assert code == 1, text
    assert "another build" in text


def test_a_build_continues_from_a_solution_without_its_log(tmp_path: Path) -> None:
    out = tmp_path / "5x5.solution"
    out.write_text(SMALL, encoding="utf-8")
    options = (out, "--board", "5x5", "--workers", 1, "--time", 0.001)
    code, text = run(*options, "--colour", "yellow")
    assert code == 0, text
    found = load_solution(out)
    assert found.verify().positions <= len(Solution.parse(SMALL).entries)
    used = [entry.plan for entry in found.entries if entry.plan]
    uses = [used.count(number) for number in range(1, len(found.plans) + 1)]
    assert uses == sorted(uses, reverse=True)
    log_path(out).unlink()
    code, text = run(*options, "--colour", "yellow", "--moves", "3")
    assert code == 1, text
    assert "something else" in text
