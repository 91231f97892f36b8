"""Engines: the protocol, evaluations and searches, levels, and exact play.

The package can be called: ``dropfour.engines()`` lists the names that ``dropfour.engine`` accepts.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING

from dropfour.lazy import lazy_names

if TYPE_CHECKING:
    from dropfour.engines.engine import Choice, Engine, Limits, Mood, Score, Stop
    from dropfour.engines.exact import Solver, analyse, solve
    from dropfour.engines.proof import Analysis, ColumnScore, SearchProgress, Solution
    from dropfour.engines.registry import Listing, available, register

__all__ = [
    "Analysis",
    "Choice",
    "ColumnScore",
    "Engine",
    "Limits",
    "Listing",
    "Mood",
    "Score",
    "SearchProgress",
    "Solution",
    "Solver",
    "Stop",
    "analyse",
    "available",
    "register",
    "solve",
]


class _Package(ModuleType):
    def __call__(self) -> list[str]:
        from dropfour.engines.registry import names

        return names()


sys.modules[__name__].__class__ = _Package

__getattr__ = lazy_names(
    __name__,
    {
        "dropfour.engines.engine": ("Choice", "Engine", "Limits", "Mood", "Score", "Stop"),
        "dropfour.engines.exact": ("Solver", "analyse", "solve"),
        "dropfour.engines.proof": ("Analysis", "ColumnScore", "SearchProgress", "Solution"),
        "dropfour.engines.registry": ("Listing", "available", "register"),
    },
)
