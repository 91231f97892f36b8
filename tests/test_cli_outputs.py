"""Files that commands write: standard output, names, contradictions, and options to no effect."""

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dropfour.cli import main
from dropfour.files import write_text_atomically
from platforms import linux_only


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(command: str) -> Result:
    return CliRunner().invoke(main, command.split(), catch_exceptions=False)


CUP = (
    "tournament --player random --player random --games 2 --board 4x4 --openings empty --store s.db"
)


@pytest.mark.parametrize("command", ["board 44", "explain 4122264123", "plan 4122264123"])
def test_a_dash_is_standard_output(command: str, tmp_path: Path) -> None:
    assert ElementTree.fromstring(run(f"{command} --svg -").stdout).tag.endswith("svg")
    assert run(f"{command} --png -").stdout_bytes.startswith(b"\x89PNG")
    assert not list(tmp_path.iterdir())


def test_a_report_goes_to_standard_output_alone() -> None:
    assert json.loads(run(f"{CUP} --json").stdout)["games_played"] == 2
    assert json.loads(run(f"{CUP} --json - --html r.html").stdout)["games_played"] == 2
    assert Path("r.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert run(f"{CUP} --csv -").stdout.startswith("\ufeffplayer,")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("board 44 --png b.jpg", "a PNG file ends in .png, not in .jpg: b.jpg"),
        (f"{CUP} --json cup.toml", "a JSON file ends in .json, not in .toml"),
        (f"{CUP} --html nowhere/r.html", "nowhere/r.html: No such file or directory"),
        (f"{CUP} --csv .", ".: Is a directory"),
        (f"{CUP} --csv - --json -", "only one of them can go to standard output"),
        ("dataset -", "cannot go to standard output"),
        ("book build --depth 1 --out -", "cannot go to standard output"),
        ("puzzles build nowhere/p.gz", "nowhere/p.gz: No such file or directory"),
        (f"{CUP} --rounds 3", "rounds are for swiss tournaments, not for round-robin"),
        (f"{CUP} --opening-ply 3", "opening_ply is for balanced and random openings"),
        (f"{CUP} --workers 2 --cluster tcp://x:1", "--workers and --cluster exclude each other"),
        ("book build --depth 1 --out b --hard-nodes 5", "--hard-nodes needs --hard-depth"),
        (
            "one-move in.txt out.txt 2 --engine random --solve-time 3",
            "--engine and --solve-time exclude each other",
        ),
    ],
)
def test_contradictions_are_refused_before_any_work(
    command: str, said: str, tmp_path: Path
) -> None:
    result = run(command)
    assert result.exit_code == 2, result.output
    assert said in result.stderr
    assert not list(tmp_path.iterdir())


@linux_only
def test_an_error_names_the_file_that_the_user_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match=r"No space left on device: 'mine\.txt'"):
        write_text_atomically("mine.txt", "text")
    result = run("board 44 --svg picture.svg")
    assert result.stderr == "Error: picture.svg: No space left on device\n"
    assert not list(Path().iterdir())
