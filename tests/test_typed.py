"""Type checkers accept a user's program in their strict modes, and report its mistakes."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent / "programs" / "typed_user.py"
MISTAKE = "d4.solve(4455)"


def test_the_program_runs(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, PROGRAM], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.long  # a first check of a clean folder takes half a minute
@pytest.mark.parametrize(
    ("checker", "options", "rule"),
    [
        ("mypy", ["--strict", "--follow-imports=silent"], "[arg-type]"),
        ("pyright", ["--pythonpath", sys.executable], "(reportArgumentType)"),
    ],
)
def test_a_strict_checker_accepts_it(
    checker: str, options: list[str], rule: str, tmp_path: Path
) -> None:
    """In a folder where no settings of this repository apply."""
    pytest.importorskip(checker)
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    shutil.copy(PROGRAM, tmp_path / "right.py")
    (tmp_path / "wrong.py").write_text(f"import dropfour as d4\n\n{MISTAKE}\n")
    command = [sys.executable, "-m", checker, *options]
    done = subprocess.run([*command, "right.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    done = subprocess.run([*command, "wrong.py"], cwd=tmp_path, capture_output=True, text=True)
    assert rule in done.stdout
