"""Compile the drivers beside this file against checkouts of other people's solvers.

The compiler flags are those of the authors' own build files. Where an author asks to edit a constant
before compiling (board size, table size, threads), an edited copy of that one header is written to the
build folder and included first; the checkout itself stays unchanged.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

DRIVERS = Path(__file__).parent
MIB = 1 << 20


class PeerError(Exception):
    """A solver cannot be built or run; the message names it."""


@dataclass(frozen=True, slots=True)
class Board:
    columns: int = 7
    rows: int = 6

    def __str__(self) -> str:
        return f"{self.columns}x{self.rows}"


def build_c4(
    checkout: Path, table_mib: int, folder: Path, board: Board, *, for_browsers: bool = False
) -> Path:
    """Build Christophe Steininger's c4; its table has the next prime number of 8-byte entries.

    His own build for browsers needs Emscripten, threads and 1.5 GB; this one needs ziglang and has one
    thread.
    """
    name, sources = "Steininger's c4", checkout / "src" / "solver"
    _require(name, checkout, ["src/solver/settings.h", "src/solver/solver.cpp"])
    settings = _edit(
        name,
        sources / "settings.h",
        {
            "BOARD_WIDTH": str(board.columns),
            "BOARD_HEIGHT": str(board.rows),
            "NUM_THREADS": "1",
            "NUM_TABLE_ENTRIES": str(_next_prime(table_mib * MIB // 8)),
            "ENABLE_HUGE_PAGES": "false" if for_browsers else "true",
        },
        folder / f"c4-{board}-{table_mib}-settings.h",
    )
    # The driver includes solver.cpp and takes the place of the thread pool in parallel/.
    files = [path for path in sources.glob("*.cpp") if path.name != "solver.cpp"]
    files += (sources / "util").glob("*.cpp")
    flags = ["-std=c++20", "-Wall", "-O3", "-flto", "-DNDEBUG", "-include", str(settings)]
    program = folder / f"c4-{board}-{table_mib}"
    if for_browsers:
        flags = ["-s", "-include", str(DRIVERS / "browser.hpp"), *flags]
        program = program.with_suffix(".wasm")
    return _compile(
        name,
        checkout,
        "c4.cpp",
        [*flags, f"-I{sources}"],
        sorted(files),
        program,
        _browser_compiler(name) if for_browsers else None,
    )


def build_pons(checkout: Path, folder: Path, board: Board) -> Path:
    """Build Pascal Pons' connect4; its table has 2^24 entries, 80 MiB for 7x6."""
    name = "Pons' connect4"
    _require(name, checkout, ["Position.hpp", "Solver.hpp", "Solver.cpp"])
    position = _edit(
        name,
        checkout / "Position.hpp",
        {"WIDTH": str(board.columns), "HEIGHT": str(board.rows)},
        folder / f"pons-{board}-Position.hpp",
    )
    flags = ["--std=c++11", "-W", "-Wall", "-O3", "-DNDEBUG", "-include", str(position)]
    files, program = [checkout / "Solver.cpp"], folder / f"pons-{board}"
    return _compile(name, checkout, "pons.cpp", [*flags, f"-I{checkout}"], files, program)


def build_fhourstones(checkout: Path, folder: Path, board: Board) -> Path:
    """Build John Tromp's Fhourstones 88 with his table of 8,306,069 entries, 64 MiB for 7x6."""
    name = "Fhourstones 88"
    _require(name, checkout, ["Game.h", "Search.h", "Search.cpp", "Window.h", "Window.cpp"])
    bits = board.columns * (board.rows + 1)
    defines = {
        "WIDTH": board.columns,
        "HEIGHT": board.rows,
        "TRANSIZE": 8306069,
        "LOCKSIZE": max(26, bits - 23),  # the table's index and the lock identify a position
        "BOOKWORK": 63,  # more work than an entry can hold: nothing enters the book
    }
    flags = ["-std=c++11", "-O3", "-Wextra", "-Wall"]
    flags += [f"-D{key}={value}" for key, value in defines.items()]
    files = [checkout / "Search.cpp", checkout / "Window.cpp"]
    program = folder / f"fhourstones-{board}"
    return _compile(name, checkout, "fhourstones.cpp", [*flags, f"-I{checkout}"], files, program)


def _require(name: str, checkout: Path, files: Sequence[str]) -> None:
    if not checkout.is_dir():
        raise PeerError(f"{name}: {checkout} is not a folder")
    for file in files:
        if not (checkout / file).is_file():
            raise PeerError(f"{name}: {checkout} is not a checkout of it, {file} is missing")


def _edit(name: str, header: Path, constants: dict[str, str], target: Path) -> Path:
    """Write *header* with new values for its constants to *target*."""
    text = header.read_text(encoding="utf-8")
    for constant, value in constants.items():
        pattern = rf"(\bconstexpr\s+\w+\s+{constant}\s*=\s*)[^;]+;"
        text, found = re.subn(pattern, rf"\g<1>{value};", text)
        if found != 1:
            raise PeerError(f"{name}: {header} should define the constant {constant} once")
    target.write_text(text, encoding="utf-8")
    return target


def _compile(
    name: str,
    checkout: Path,
    driver: str,
    flags: Sequence[str],
    files: Sequence[Path],
    program: Path,
    compiler: Sequence[str] | None = None,
) -> Path:
    compiler = compiler or [os.environ.get("CXX") or "g++"]
    sources = [str(DRIVERS / driver), *map(str, files)]
    command = [*compiler, *flags, f"-I{DRIVERS}", *sources, "-o", str(program)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    except FileNotFoundError:
        raise PeerError(f"{name}: there is no compiler {compiler[0]} (set CXX)") from None
    if done.returncode:
        errors = "\n".join(done.stderr.splitlines()[:20])
        raise PeerError(f"{name}: {checkout} does not compile\n{' '.join(command)}\n{errors}")
    return program


def _browser_compiler(name: str) -> list[str]:
    if importlib.util.find_spec("ziglang") is None:
        raise PeerError(f"{name}: ziglang is not installed, `make wasm` installs it")
    return [sys.executable, "-m", "ziglang", "c++", "-target", "wasm32-wasi"]


def _next_prime(least: int) -> int:
    def is_prime(number: int) -> bool:
        return all(number % divisor for divisor in range(2, int(number**0.5) + 1))

    return next(number for number in count(least) if is_prime(number))
