"""Studying positions and games: explanations, plans, solutions and reviews.

``dropfour.explain``, ``find_plan``, ``find_strategy`` and ``review`` make them.
"""

from typing import TYPE_CHECKING

from dropfour.extras import lazy_names

if TYPE_CHECKING:
    from dropfour.study.explain import Explanation, Fact, FactKind
    from dropfour.study.plan_parts import BrokenPlan, PlanEnding, PlanReply, Rule, Verification
    from dropfour.study.plans import Plan
    from dropfour.study.review import Review, ReviewedMove, Verdict
    from dropfour.study.solutions.solution import Proof, Solution
    from dropfour.study.solutions.text import Entry, InvalidSolution
    from dropfour.study.story import Mistake, SideStory, Story

__all__ = [
    "BrokenPlan",
    "Entry",
    "Explanation",
    "Fact",
    "FactKind",
    "InvalidSolution",
    "Mistake",
    "Plan",
    "PlanEnding",
    "PlanReply",
    "Proof",
    "Review",
    "ReviewedMove",
    "Rule",
    "SideStory",
    "Solution",
    "Story",
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
        "dropfour.study.solutions.solution": ("Proof", "Solution"),
        "dropfour.study.solutions.text": ("Entry", "InvalidSolution"),
    },
)
