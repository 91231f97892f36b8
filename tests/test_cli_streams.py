"""Standard streams that are closed or full: one sentence and an exit code, never a traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

from platforms import posix_only

pytestmark = posix_only


def run_in_shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    program = f"{sys.executable} -m dropfour"
    return subprocess.run(
        ["sh", "-c", command.replace("dropfour", program, 1)],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=folder,
    )


@pytest.mark.parametrize(
    ("command", "code", "output", "errors"),
    [
        ("dropfour solve 44 >&-", 2, "", "cannot write to standard output: Bad file descriptor"),
        ("dropfour --help >/dev/full", 2, "", "standard output: No space left on device"),
        ("dropfour board 44 >/dev/full", 2, "", "standard output: No space left on device"),
        ("dropfour solve 44 2>&-", 0, "44 1\n", ""),
        ("dropfour solve x 2>&-", 2, "", ""),
        ("dropfour solve x 2>/dev/full", 2, "", ""),
        ("dropfour play --red human --yellow human <&-", 0, "Red, column 1-7", ""),
        ("dropfour one-move none.txt out.txt 1 2>&-", 0, "move 1: Player 1", ""),
    ],
)
def test_a_stream_that_is_closed_or_full(
    command: str, code: int, output: str, errors: str, tmp_path: Path
) -> None:
    result = run_in_shell(command, tmp_path)
    assert result.returncode == code, result
    assert output in result.stdout
    assert "There is no file" not in result.stdout  # which belongs on standard error
    assert errors in result.stderr
    assert len(result.stderr.splitlines()) == (1 if errors else 0)


def test_no_file_gets_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    command = (
        "dropfour tournament --player random --player random --games 2 --store s.db --workers 1"
    )
    assert run_in_shell(f"{command} <&- >&- 2>&-", tmp_path).returncode == 2
    assert (tmp_path / "s.db").read_bytes().startswith(b"SQLite format 3")
    assert "2 of 2 games" in run_in_shell(command, tmp_path).stdout


def test_a_pipe_whose_reader_has_gone_needs_no_message(tmp_path: Path) -> None:
    result = run_in_shell("dropfour engines | head -1", tmp_path)
    assert (result.stdout, result.stderr) == ("Engines\n", "")
