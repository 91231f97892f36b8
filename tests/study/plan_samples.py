"""A plan that several tests use, and the example that checks plans."""

from functools import cache
from types import ModuleType

from dropfour.engines.engine import Limits
from dropfour.study.plan_finder import find_plan
from dropfour.study.plans import Plan
from scripts import load_script

# Red to move wins by a short plan.
WON = "4122264123"
NODES = Limits(nodes=300_000)


def checker() -> ModuleType:
    """The example, which shares no code with Dropfour."""
    return load_script("examples/check_plan.py")


@cache
def won_plan() -> Plan:
    plan = find_plan(WON, limits=NODES)
    assert plan is not None
    return plan
