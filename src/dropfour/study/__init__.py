"""Studying positions and games: explanations, plans, strategies and reviews.

``dropfour.explain``, ``find_plan``, ``find_strategy`` and ``review`` make them.
"""

from typing import TYPE_CHECKING

from dropfour.lazy import lazy_names

if TYPE_CHECKING:
    from dropfour.study.explain import Explanation, Fact, FactKind
    from dropfour.study.plans import BrokenPlan, Plan, PlanEnding, PlanReply, Rule, Verification
    from dropfour.study.review import Review, ReviewedMove, Verdict
    from dropfour.study.strategies import Step, Strategy

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
    "Step",
    "Strategy",
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
        "dropfour.study.strategies": ("Step", "Strategy"),
    },
)
