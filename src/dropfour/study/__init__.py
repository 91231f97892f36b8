"""Studying positions and games: explanations, plans, strategies and reviews.

``dropfour.explain``, ``find_plan``, ``find_strategy`` and ``review`` make them.
"""

from typing import TYPE_CHECKING

from dropfour.lazy import lazy_names

if TYPE_CHECKING:
    from dropfour.study.explain import Explanation, Fact, FactKind
    from dropfour.study.plan_parts import BrokenPlan, PlanEnding, PlanReply, Rule, Verification
    from dropfour.study.plans import Plan
    from dropfour.study.review import Review, ReviewedMove, Verdict
    from dropfour.study.story import Mistake, SideStory, Story
    from dropfour.study.strategies import Step, Strategy

__all__ = [
    "BrokenPlan",
    "Explanation",
    "Fact",
    "FactKind",
    "Mistake",
    "Plan",
    "PlanEnding",
    "PlanReply",
    "Review",
    "ReviewedMove",
    "Rule",
    "SideStory",
    "Step",
    "Story",
    "Strategy",
    "Verdict",
    "Verification",
]

__getattr__ = lazy_names(
    __name__,
    {
        "dropfour.study.explain": ("Explanation", "Fact", "FactKind"),
        "dropfour.study.plan_parts": (
            "BrokenPlan",
            "PlanEnding",
            "PlanReply",
            "Rule",
            "Verification",
        ),
        "dropfour.study.plans": ("Plan",),
        "dropfour.study.review": ("Review", "ReviewedMove", "Verdict"),
        "dropfour.study.story": ("Mistake", "SideStory", "Story"),
        "dropfour.study.strategies": ("Step", "Strategy"),
    },
)
