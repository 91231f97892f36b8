"""Type checkers accept a user's program in their strict modes, and report its mistakes."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent / "programs" / "typed_user.py"
MISTAKE = "d4.solve(4455)"


def programs(folder: Path) -> tuple[Path, Path]:
    """Copy the program, and write one with a mistake, where no settings of this repository apply."""
    right, wrong = folder / "right.py", folder / "wrong.py"
    shutil.copy(PROGRAM, right)
    wrong.write_text(f"import dropfour as d4\n\n{MISTAKE}\n")
    return right, wrong


def test_the_program_runs(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, PROGRAM], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.long  # a first check of a clean folder takes half a minute
def test_mypy_strict_accepts_it(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    right, wrong = programs(tmp_path)
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent"]
    done = subprocess.run([*command, right], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    done = subprocess.run([*command, wrong], cwd=tmp_path, capture_output=True, text=True)
    assert "[arg-type]" in done.stdout


@pytest.mark.long
def test_pyright_strict_accepts_it(tmp_path: Path) -> None:
    pytest.importorskip("pyright")
    right, wrong = programs(tmp_path)
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable]
    done = subprocess.run([*command, right], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    done = subprocess.run([*command, wrong], cwd=tmp_path, capture_output=True, text=True)
    assert "(reportArgumentType)" in done.stdout
