"""Engines: the protocol, evaluations and searches, levels, and exact play.

The package can be called: ``dropfour.engines()`` lists the names that ``dropfour.engine`` accepts.
"""

import sys
import warnings
from types import ModuleType
from typing import TYPE_CHECKING, Any

from dropfour.extras import lazy_names

if TYPE_CHECKING:
    from dropfour.engines.engine import Choice, Engine, Limits, Mood, Score, Stop
    from dropfour.engines.exact import Solver, analyse, solve
    from dropfour.engines.proof import Analysis, ColumnScore, SearchProgress, SolveResult
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
    "SolveResult",
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

_find = lazy_names(
    __name__,
    {
        "dropfour.engines.engine": ("Choice", "Engine", "Limits", "Mood", "Score", "Stop"),
        "dropfour.engines.exact": ("Solver", "analyse", "solve"),
        "dropfour.engines.proof": ("Analysis", "ColumnScore", "SearchProgress", "SolveResult"),
        "dropfour.engines.registry": ("Listing", "available", "register"),
    },
)


def __getattr__(name: str) -> Any:
    if name == "Solution":
        warnings.warn("Solution is now called SolveResult", DeprecationWarning, stacklevel=2)
        name = "SolveResult"
    return _find(name)
