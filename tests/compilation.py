"""Programs in C++ that tests compile and run."""

import hashlib
import os
import platform
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NATIVE = ROOT / "native"


def compiled(source: Path) -> Path:
    """Return the program of *source*, which is compiled only if a native source has changed."""
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")
    if compiler is None or not NATIVE.is_dir():
        pytest.skip("no C++ compiler or no native sources")
    # More optimization takes longer to compile than it saves.
    strict = ["-std=c++20", "-Og", "-Wall", "-Wextra", "-Werror", "-pthread"]
    strict += [f"-I{ROOT / folder}" for folder in ("native", "tests", "lab")]
    if platform.machine() == "x86_64":
        strict.append("-mpopcnt")  # as in CMakeLists.txt
    command = [compiler, *strict, str(source)]
    digest = hashlib.sha256("\0".join(command).encode())
    for file in sorted((source, *NATIVE.rglob("*.hpp"), *source.parent.glob("*.hpp"))):
        digest.update(file.read_bytes())
    program = ROOT / "build" / "checks" / f"{source.stem}-{digest.hexdigest()[:16]}"
    if not program.exists():
        program.parent.mkdir(parents=True, exist_ok=True)
        for outdated in program.parent.glob(f"{source.stem}-*"):
            outdated.unlink(missing_ok=True)
        fresh = program.with_suffix(f".{os.getpid()}")
        built = subprocess.run([*command, "-o", str(fresh)], capture_output=True, text=True)
        assert built.returncode == 0, built.stderr
        fresh.replace(program)
    return program
