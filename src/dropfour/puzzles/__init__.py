"""Puzzles: positions with one winning or one saving column, checked by the exact solver and rated.

The package can be called: ``dropfour.puzzles()`` returns those that come with Dropfour.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dropfour.puzzles.collection import Puzzles


class _Package(ModuleType):
    def __call__(self) -> Puzzles:
        from dropfour.puzzles.collection import shipped_puzzles

        return shipped_puzzles()


sys.modules[__name__].__class__ = _Package
