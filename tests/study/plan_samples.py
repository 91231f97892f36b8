"""A plan that several tests use, and the example that checks plans."""

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType

from dropfour.engines.engine import Limits
from dropfour.study.plan_finder import find_plan
from dropfour.study.plans import Plan

# Red to move wins by a short plan.
WON = "4122264123"
NODES = Limits(nodes=300_000)


@cache
def checker() -> ModuleType:
    """The example, which shares no code with Dropfour."""
    path = Path(__file__).parents[2] / "examples" / "check_plan.py"
    spec = importlib.util.spec_from_file_location("check_plan", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def won_plan() -> Plan:
    plan = find_plan(WON, limits=NODES)
    assert plan is not None
    return plan
