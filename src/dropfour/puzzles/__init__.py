"""Puzzles: positions with one winning or one saving column, checked by the exact solver and rated.

The package can be called: ``dropfour.puzzles()`` returns those that come with Dropfour.
"""

from __future__ import annotations

import sys
import warnings
from types import ModuleType
from typing import TYPE_CHECKING, Any

from dropfour.lazy import lazy_names

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
    def __call__(self) -> Puzzles:
        from dropfour.puzzles.collection import shipped_puzzles

        return shipped_puzzles()


sys.modules[__name__].__class__ = _Package

_find = lazy_names(
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


def __getattr__(name: str) -> Any:
    if name == "Verdict":
        warnings.warn("Verdict is now called AttemptedMove", DeprecationWarning, stacklevel=2)
        name = "AttemptedMove"
    return _find(name)
