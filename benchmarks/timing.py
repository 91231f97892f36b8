"""Timed runs of the solver, measured in native code, with the table cleared before each position."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from benchmarks.positions import Sample
from dropfour import _native
from dropfour.native import native_board
from dropfour.position import Position


@dataclass(frozen=True, slots=True)
class Run:
    """The solution of one position, and its cost."""

    score: int
    nodes: int
    seconds: float


@lru_cache(maxsize=8)
def _solver(table_mib: int, threads: int) -> _native.ExactSolver:
    return _native.ExactSolver(native_board(Position()), table_mib, threads)


def time_solver(samples: Iterable[Sample], *, table_mib: int = 64, threads: int = 1) -> list[Run]:
    """Solve each sample, check its score and return the cost."""
    runs = []
    for sample in samples:
        board = native_board(Position.from_moves(sample.moves))
        score, nodes, seconds = _solver(table_mib, threads).time_cold(board)
        if score != sample.score:
            raise AssertionError(f"{sample.moves}: {score} instead of {sample.score}")
        runs.append(Run(score, nodes, seconds))
    return runs


def parse_number(text: str) -> int:
    """Parse an option that must be at least 1."""
    if not (text.isascii() and text.isdigit()) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected an integer from 1, not {text!r}")
    return int(text)
