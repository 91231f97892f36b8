"""Errors that say what was expected, and other ways to write what a command takes."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dropfour.cli import main


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check-engine", ""], "expected a command, such as ./mine"),
        (["match", "mcts:playouts=0", "random"], "the number of playouts must be 1 to "),
        (["match", "alphabeta:lines,depth=-1", "random"], "a depth must be 1 to "),
        (["one-move", "in", "out", "-1"], "-1 is not an option, and no number here is negative"),
        (["one-move", "in", "out", "0"], "expected an integer of at least 1, not '0'"),
        (["solve", "44", "--threads", "x"], "expected an integer from 1 to 256, not 'x'"),
        (["solve", "44", "--time", "0"], "expected a number more than 0, not '0'"),
        (["match", "random", "random", "--depth", "x"], "expected an integer of at least 1"),
        (["puzzle", "--day", "x"], "expected a date such as 2026-11-17, not 'x'"),
        (["solve", "4", "--board", "5 7"], "7x5), not '5 7'"),
        (["solve", "4", "--objective", "chess"], "is first-line or most-lines, not 'chess'"),
    ],
)
def test_an_error_says_what_was_expected(arguments: list[str], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())


def test_columns_may_be_separated() -> None:
    plain = run("solve", "445").stdout
    assert run("solve", "4 4 5").stdout == run("solve", "4,4, 5").stdout == plain
    assert run("board", "4 4").stdout == run("board", "44").stdout
    assert run("review", "4 4").stdout == run("review", "44").stdout


def test_boards_and_objectives_have_other_names() -> None:
    one = run("board", "44", "--board", "5x4", "--objective", "most-lines").stdout
    assert run("board", "44", "--board", "5X4", "--objective", "max-connect4").stdout == one
    assert run("board", "44", "--objective", "classic").stdout == run("board", "44").stdout
