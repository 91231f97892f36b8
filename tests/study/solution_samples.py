"""Solutions and plans that several tests use, and the example that checks them."""

import json
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from dropfour import Limits, Plan, find_plan
from dropfour.study.solutions.solution import solution_of
from scripts import load_script
from values import some

# Red to move wins by a short plan.
WON = "4122264123"
NODES = Limits(nodes=300_000)

FOLDER = Path(__file__).parent
SMALL = (FOLDER / "small.solution").read_text(encoding="utf-8")  # with moves and plans
# tests/web/js/solution.test.mjs reads them, too. What is tampered with is the small solution.
CASES: dict[str, list[list[str]]] = json.loads(
    (FOLDER / "solutions.json").read_text(encoding="utf-8")
)


@cache
def checker() -> ModuleType:
    """The example, which shares no code with Dropfour."""
    return load_script("examples/check_solution.py")


def checked(text: str) -> Any:
    """The example's checker of a text, after it has accepted it; raises its `Broken` if it does not."""
    found = checker().Checker(text)
    found.check()
    return found


def broken_line(text: str) -> list[int] | None:
    """The columns with which the example refuses a text, None if it accepts it."""
    try:
        checked(text)
    except checker().Broken as broken:
        return [column + 1 for column in broken.line]
    except (ValueError, IndexError):
        return []
    return None


def text_of(plan: Plan) -> str:
    return solution_of(plan).text


@cache
def won_plan() -> Plan:
    return some(find_plan(WON, limits=NODES))
