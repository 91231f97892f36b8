"""Puzzles: positions with one winning or one saving column, checked by the exact solver and rated.

The package can be called: ``dropfour.puzzles()`` returns those that come with Dropfour.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

from dropfour.lazy import lazy_names

if TYPE_CHECKING:
    from dropfour.puzzles.attempt import Attempt, Verdict
    from dropfour.puzzles.collection import InvalidPuzzles, Puzzles, read_puzzles, write_puzzles
    from dropfour.puzzles.puzzle import Kind, Puzzle

__all__ = [
    "Attempt",
    "InvalidPuzzles",
    "Kind",
    "Puzzle",
    "Puzzles",
    "Verdict",
    "read_puzzles",
    "write_puzzles",
]


class _Package(ModuleType):
    def __call__(self) -> Puzzles:
        from dropfour.puzzles.collection import shipped_puzzles

        return shipped_puzzles()


sys.modules[__name__].__class__ = _Package

__getattr__ = lazy_names(
    __name__,
    {
        "dropfour.puzzles.attempt": ("Attempt", "Verdict"),
        "dropfour.puzzles.collection": (
            "InvalidPuzzles",
            "Puzzles",
            "read_puzzles",
            "write_puzzles",
        ),
        "dropfour.puzzles.puzzle": ("Kind", "Puzzle"),
    },
)
