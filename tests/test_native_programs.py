"""The native core's check programs, which compare it with brute force and exit with 1 on a mismatch."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

NATIVE = Path(__file__).parents[1] / "native"


@pytest.mark.parametrize(
    "name",
    [
        "check_solver",
        "check_most_lines",
        "check_lane",
        "check_proof_tree",
        "check_threads",
        "check_batch",
    ],
)
def test_a_check_program_finds_no_mismatch(name: str, tmp_path: Path) -> None:
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")
    if compiler is None or not NATIVE.is_dir():
        pytest.skip("no C++ compiler or no native sources")
    program = tmp_path / name
    source = NATIVE / "tests" / f"{name}.cpp"
    flags = ["-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror", "-pthread", f"-I{NATIVE}"]
    built = subprocess.run(
        [compiler, *flags, str(source), "-o", str(program)], capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr
    ran = subprocess.run([program], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
