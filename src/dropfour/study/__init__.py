"""Studying positions and games: explanations, plans and reviews.

``dropfour.explain``, ``dropfour.find_plan`` and ``dropfour.review`` make them.
"""

from typing import TYPE_CHECKING

from dropfour.lazy import lazy_names

if TYPE_CHECKING:
    from dropfour.study.explain import Explanation, Fact, FactKind
    from dropfour.study.plans import BrokenPlan, Plan, PlanEnding, PlanReply, Rule, Verification
    from dropfour.study.review import Review, ReviewedMove, Verdict

__all__ = [
    "BrokenPlan",
    "Explanation",
    "Fact",
    "FactKind",
    "Plan",
    "PlanEnding",
    "PlanReply",
    "Review",
    "ReviewedMove",
    "Rule",
    "Verdict",
    "Verification",
]

__getattr__ = lazy_names(
    __name__,
    {
        "dropfour.study.explain": ("Explanation", "Fact", "FactKind"),
        "dropfour.study.plans": (
            "BrokenPlan",
            "Plan",
            "PlanEnding",
            "PlanReply",
            "Rule",
            "Verification",
        ),
        "dropfour.study.review": ("Review", "ReviewedMove", "Verdict"),
    },
)
