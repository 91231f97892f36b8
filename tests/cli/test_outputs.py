"""Files that commands write: standard output, names, contradictions, and options to no effect."""

import json
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import click
import pytest

from cases import cases
from commands import run_words
from dropfour.cli.notes import ProgressDisplay
from dropfour.files import write_text_atomically
from platforms import linux_only, posix_only

CUP = (
    "tournament --player random --player random --games 2 --board 4x4 --openings empty --store s.db"
)


@pytest.mark.parametrize(
    "command", ["board 44", "explain 4122264123", "explain 4122264123 --strategy"]
)
def test_a_dash_is_standard_output(command: str, tmp_path: Path) -> None:
    assert ElementTree.fromstring(run_words(f"{command} --svg -").stdout).tag.endswith("svg")
    assert run_words(f"{command} --png -").stdout_bytes.startswith(b"\x89PNG")
    assert not list(tmp_path.iterdir())


def test_a_report_goes_to_standard_output_alone() -> None:
    assert json.loads(run_words(f"{CUP} --json").stdout)["result"]["games_played"] == 2
    assert (
        json.loads(run_words(f"{CUP} --json - --html r.html").stdout)["result"]["games_played"] == 2
    )
    assert Path("r.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert run_words(f"{CUP} --csv -").stdout.startswith("\ufeffplayer,")


@linux_only
def test_an_error_names_the_file_that_the_user_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match=r"No space left on device: 'mine\.txt'"):
        write_text_atomically("mine.txt", "text")
    result = run_words("board 44 --svg picture.svg")
    assert result.stderr == "Error: picture.svg: No space left on device\n"
    assert not list(Path().iterdir())


# --- standard streams that are closed or full: one sentence, never a traceback -------------------


def run_in_shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    program = f"{sys.executable} -m dropfour"
    return subprocess.run(
        ["sh", "-c", command.replace("dropfour", program, 1)],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=folder,
    )


@posix_only
@pytest.mark.parametrize(("command", "code", "output", "errors"), cases(__file__, "streams"))
def test_a_stream_that_is_closed_or_full(
    command: str, code: int, output: str, errors: str, tmp_path: Path
) -> None:
    result = run_in_shell(command, tmp_path)
    assert result.returncode == code, result
    assert output in result.stdout
    assert "There is no file" not in result.stdout  # which belongs on standard error
    assert errors in result.stderr
    assert len(result.stderr.splitlines()) == (1 if errors else 0)


@posix_only
def test_no_file_gets_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    command = (
        "dropfour tournament --player random --player random --games 2 --store s.db --workers 1"
    )
    assert run_in_shell(f"{command} <&- >&- 2>&-", tmp_path).returncode == 2
    assert (tmp_path / "s.db").read_bytes().startswith(b"SQLite format 3")
    assert "2 of 2 games" in run_in_shell(command, tmp_path).stdout


@posix_only
def test_a_pipe_whose_reader_has_gone_needs_no_message(tmp_path: Path) -> None:
    result = run_in_shell("dropfour engine list | head -1", tmp_path)
    assert (result.stdout, result.stderr) == ("Engines\n", "")


# --- progress --------------------------------------------------------------------------------------


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_a_log_has_few_lines(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    show = ProgressDisplay()
    for second in range(25):
        clock[0] = 100.0 + second
        show("ply 8", 600 + 10 * second, 1000)  # 600 from earlier runs do not affect the pace
    assert capsys.readouterr().err == (
        "ply 8: 700 of 1000, about 0 min 30 s left\nply 8: 800 of 1000, about 0 min 20 s left\n"
    )


def test_a_terminal_has_one_line_for_each_stage(
    clock: list[float], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(click, "echo", lambda text, nl, err: sys.stderr.write(text + "\n" * nl))
    show = ProgressDisplay()
    show("games", 1, 2)
    clock[0] += 0.01
    show("games", 1, 2)  # too soon to redraw
    show("games", 2, 2)
    show("puzzles", 1, 5000)
    assert capsys.readouterr().err == (
        "\r\x1b[Kgames: 1 of 2\r\x1b[Kgames: 2 of 2\n\r\x1b[Kpuzzles: 1 of 5000"
    )
