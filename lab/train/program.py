"""The program of ``play.cpp``: compiled once on each machine, and what it does as work for executors."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).with_name("play.cpp")
NATIVE = SOURCE.parents[2] / "native"


@cache
def program() -> Path:
    """Return the compiled program; it is built again when a native source has changed."""
    digest = hashlib.sha256()
    for file in sorted((SOURCE, *NATIVE.rglob("*.hpp"))):
        digest.update(file.read_bytes())
    target = NATIVE.parent / "build" / f"play-{digest.hexdigest()[:16]}"
    if not target.exists():
        compiler = os.environ.get("CXX") or shutil.which("c++") or "g++"
        target.parent.mkdir(exist_ok=True)
        built = target.with_suffix(f".{os.getpid()}")
        options = ["-std=c++20", "-O3", "-ffp-contract=off", f"-I{NATIVE}"]
        if os.uname().machine == "x86_64":
            options.append("-mpopcnt")  # as in CMakeLists.txt
        subprocess.run([compiler, *options, str(SOURCE), "-o", str(built)], check=True)
        built.replace(target)
    return target


def call(*arguments: object, stdin: str = "") -> str:
    """Run the program; raise ValueError with its message if it fails."""
    ran = subprocess.run(
        [program(), *map(str, arguments)], input=stdin, capture_output=True, text=True
    )
    if ran.returncode:
        raise ValueError(ran.stderr.strip())
    return ran.stdout


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """Games of one evaluation against itself; *weights* are its file's text, or the name of another."""

    board: str
    weights: str
    games: int
    nodes: int
    seed: int


def positions_of(games: SelfPlay) -> bytes:
    """Play *games* and return what ``play.cpp`` writes about their positions."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "positions")
        numbers = (games.games, games.nodes, games.seed)
        call("games", games.board, evaluation(games.weights, Path(folder)), *numbers, file)
        return file.read_bytes()


@dataclass(frozen=True, slots=True)
class Match:
    """Pairs of games of two evaluations, from random openings and with sides swapped."""

    board: str
    weights: str
    other: str
    games: int
    nodes: int
    seed: int


def result_of(match: Match) -> tuple[int, int, int]:
    """Play *match* and return the wins, draws and losses of the first evaluation."""
    with tempfile.TemporaryDirectory() as folder:
        first = evaluation(match.weights, Path(folder), "first")
        second = evaluation(match.other, Path(folder), "second")
        numbers = (match.games, match.nodes, match.seed)
        printed = call("match", match.board, first, second, *numbers)
    wins, draws, losses = map(int, printed.split())
    return wins, draws, losses


def evaluation(weights: str, folder: Path, name: str = "weights") -> str:
    """Return the argument for *weights*: a file of theirs in *folder*, or the name that they are."""
    if weights.isidentifier():
        return weights
    file = folder / name
    file.write_text(weights)
    return str(file)
