"""Studying positions and games: explanations and reviews.

``dropfour.explain`` and ``dropfour.review`` make them.
"""

from typing import TYPE_CHECKING

from dropfour.lazy import lazy_names

if TYPE_CHECKING:
    from dropfour.study.explain import Explanation, Fact, FactKind
    from dropfour.study.review import Review, ReviewedMove, Verdict

__all__ = [
    "Explanation",
    "Fact",
    "FactKind",
    "Review",
    "ReviewedMove",
    "Verdict",
]

__getattr__ = lazy_names(
    __name__,
    {
        "dropfour.study.explain": ("Explanation", "Fact", "FactKind"),
        "dropfour.study.review": ("Review", "ReviewedMove", "Verdict"),
    },
)
