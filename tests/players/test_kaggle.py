"""The submission to Kaggle's ConnectX."""

import json
import platform
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from commands import expect_refused, run
from dropfour import Position, analyse
from environments import run_with
from platforms import EXCUSE

on_kaggles_platform = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"),
    reason=f"{EXCUSE}Kaggle's machines run Linux on x86-64",
)

ASK = """
import json, sys
sys.path.append({folder!r})
names = {{}}
exec(compile(open({file!r}).read(), "main.py", "exec"), names)
agent = [thing for thing in names.values() if callable(thing)][-1]
configuration = {{"columns": 7, "rows": 6, "inarow": 4, "actTimeout": 2}}
print(json.dumps([agent({{"board": board, "mark": 1}}, configuration) for board in {boards}]))
"""


def unpacked(folder: Path) -> Path:
    file = folder / "submission.tar.gz"
    done = run("export", "kaggle", file)
    assert done.exit_code == 0, done.output
    with tarfile.open(file) as archive:
        archive.extractall(folder / "submission", filter="data")
    return folder / "submission"


@on_kaggles_platform
def test_the_submission_plays_perfectly_without_any_package(tmp_path: Path) -> None:
    folder = unpacked(tmp_path)
    positions = [
        Position.from_moves(moves) for moves in ("", "4", "44", "4455", "5215331654", "1276745523")
    ]
    boards = [[cell for row in each.to_rows() for cell in row] for each in positions]
    code = ASK.format(folder=str(folder), file=str(folder / "main.py"), boards=boards)
    # -S: nothing but the standard library is there.
    command = [sys.executable, "-I", "-S", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for position, column in zip(positions, json.loads(done.stdout), strict=True):
        assert column + 1 in analyse(position).best


@on_kaggles_platform
@pytest.mark.long
def test_kaggles_own_package_plays_it_and_no_move_is_worse_than_another(tmp_path: Path) -> None:
    folder = unpacked(tmp_path)
    program = "in_kaggle.py"
    for game in run_with(["kaggle-environments>=1.33"], program, tmp_path, folder / "main.py"):
        assert (game["status"], game["reward"]) == ("DONE", 1)
        position = Position()
        for ply, column in enumerate(game["moves"]):
            if ply % 2 == game["seat"]:
                assert column + 1 in analyse(position).best
            position = position.play(column + 1)


def test_the_core_is_taken_from_wheels(tmp_path: Path) -> None:
    wheels = []
    for tag in ("cp311-cp311", "cp312-abi3"):
        wheels.append(tmp_path / f"dropfour-2.0.0-{tag}-manylinux_2_28_x86_64.whl")
        with zipfile.ZipFile(wheels[-1], "w") as archive:
            archive.writestr("dropfour/position.py", "")
            archive.writestr("dropfour/web/app.py", "")
            archive.writestr("dropfour/book/data/7x6-most-lines.book", "")
            archive.writestr(f"dropfour/_native.{tag}.so", tag)
    options = [each for wheel in wheels for each in ("--wheel", str(wheel))]
    file = tmp_path / "submission.tar.gz"
    done = run("export", "kaggle", file, *options)
    assert done.exit_code == 0, done.output
    with tarfile.open(file) as archive:
        assert archive.getnames() == [
            "dropfour/_native.cp311-cp311.so",
            "dropfour/_native.cp312-abi3.so",
            "dropfour/position.py",
            "main.py",
        ]


@pytest.mark.parametrize(
    ("name", "entry", "message"),
    [
        ("x.whl", None, "is not a wheel"),
        ("x-linux_x86_64.whl", "other/position.py", "is not a wheel of Dropfour"),
        ("x-win_amd64.whl", "dropfour/position.py", "is not for Linux on x86-64"),
    ],
)
def test_other_wheels_are_refused(
    name: str, entry: str | None, message: str, tmp_path: Path
) -> None:
    wheel = tmp_path / name
    wheel.write_text("nothing", encoding="utf-8")
    if entry is not None:
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr(entry, "")
    expect_refused(message, "export", "kaggle", tmp_path / "x.tar.gz", "--wheel", wheel)


def test_another_system_is_told_to_use_wheels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    expect_refused("pip download dropfour", "export", "kaggle", tmp_path / "x.tar.gz")
