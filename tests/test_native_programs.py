"""The native programs: checks that compare the core with brute force, and a second proof."""

import hashlib
import os
import platform
import shutil
import subprocess
from pathlib import Path

import pytest

from dropfour import Objective, Position, Rules, Solver

NATIVE = Path(__file__).parents[1] / "native"


@pytest.mark.parametrize("scale", [1, pytest.param(10, marks=pytest.mark.long)])
def test_the_checks_find_no_mismatch(scale: int) -> None:
    program = compiled(NATIVE / "tests" / "checks.cpp")
    ran = subprocess.run([program, "all", str(scale)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    assert "7 checks ran, 0 failed" in ran.stdout


def test_the_second_proof_of_max_connect4_agrees_with_the_solver() -> None:
    program = compiled(NATIVE / "proof" / "most_lines.cpp")
    for size, threads in (("1x1", 1), ("4x4", 1), ("5x4", 2), ("6x4", 1), ("4x5", 1), ("5x5", 2)):
        columns, rows = map(int, size.split("x"))
        rules = Rules(columns, rows, objective=Objective.MOST_LINES)
        proven = subprocess.run(
            [program, size, str(threads), "16"], capture_output=True, text=True, check=True
        )
        score = Solver(rules, table_mib=4, book=False).solve(Position(rules)).score
        assert proven.stdout.splitlines()[-1] == f"value {score}", proven.stdout
    for arguments in ([], ["7"], ["9x6"], ["0x4"], ["7x6x"], ["4x4", "0"], ["4x4", "1", "0"]):
        refused = subprocess.run([program, *arguments], capture_output=True, text=True)
        assert refused.returncode == 2
        assert refused.stderr.startswith("usage: prove_most_lines COLUMNSxROWS")


def compiled(source: Path) -> Path:
    """Return the program of *source*, which is compiled only if a native source has changed."""
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")
    if compiler is None or not NATIVE.is_dir():
        pytest.skip("no C++ compiler or no native sources")
    # More optimization takes longer to compile than it saves.
    strict = ["-std=c++20", "-Og", "-Wall", "-Wextra", "-Werror", "-pthread", f"-I{NATIVE}"]
    if platform.machine() == "x86_64":
        strict.append("-mpopcnt")  # as in CMakeLists.txt
    command = [compiler, *strict, str(source)]
    digest = hashlib.sha256("\0".join(command).encode())
    for file in sorted((source, *NATIVE.rglob("*.hpp"))):
        digest.update(file.read_bytes())
    program = NATIVE.parent / "build" / "checks" / f"{source.stem}-{digest.hexdigest()[:16]}"
    if not program.exists():
        program.parent.mkdir(parents=True, exist_ok=True)
        for outdated in program.parent.glob(f"{source.stem}-*"):
            outdated.unlink(missing_ok=True)
        fresh = program.with_suffix(f".{os.getpid()}")
        built = subprocess.run([*command, "-o", str(fresh)], capture_output=True, text=True)
        assert built.returncode == 0, built.stderr
        fresh.replace(program)
    return program
