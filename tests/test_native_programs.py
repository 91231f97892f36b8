"""The native core's own checks: programs compare with brute force and exit with 1 if they differ."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parents[1] / "native" / "tests"


@pytest.mark.parametrize("name", ["check_solver", "check_most_lines", "check_lane"])
def test_a_check_program_finds_no_mismatch(name: str, tmp_path: Path) -> None:
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")
    if compiler is None or not PROGRAMS.is_dir():
        pytest.skip("there is no C++ compiler or no source here")
    program = tmp_path / name
    source = PROGRAMS / f"{name}.cpp"
    flags = ["-std=c++20", "-O2", "-Wall", "-Wextra", "-pthread"]
    built = subprocess.run(
        [compiler, *flags, str(source), "-o", str(program)], capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr
    assert "warning" not in built.stderr
    ran = subprocess.run([program], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
