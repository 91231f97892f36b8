"""Puzzles: positions with one winning or one saving column, checked by the exact solver and rated.

The package can be called: ``dropfour.puzzles()`` returns those that come with Dropfour.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

from dropfour.extras import lazy_names

if TYPE_CHECKING:
    from dropfour.puzzles.attempt import Attempt, AttemptedMove
    from dropfour.puzzles.collection import InvalidPuzzles, Puzzles, read_puzzles, write_puzzles
    from dropfour.puzzles.puzzle import Kind, Puzzle

__all__ = [
    "Attempt",
    "AttemptedMove",
    "InvalidPuzzles",
    "Kind",
    "Puzzle",
    "Puzzles",
    "read_puzzles",
    "write_puzzles",
]


class _Package(ModuleType):
    def __call__(self, *unexpected: object) -> Puzzles:
        if unexpected:
            raise TypeError(
                "puzzles() takes no arguments: puzzles()[0], puzzles().find('k7xq2a') and "
                "puzzles().daily() return a puzzle, puzzles().select('trap') several"
            )
        from dropfour.puzzles.collection import shipped_puzzles

        return shipped_puzzles()


sys.modules[__name__].__class__ = _Package

__getattr__ = lazy_names(
    __name__,
    {
        "dropfour.puzzles.attempt": ("Attempt", "AttemptedMove"),
        "dropfour.puzzles.collection": (
            "InvalidPuzzles",
            "Puzzles",
            "read_puzzles",
            "write_puzzles",
        ),
        "dropfour.puzzles.puzzle": ("Kind", "Puzzle"),
    },
)
