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
# tests/web/js/solution.test.mjs reads them, too.
CASES: dict[str, Any] = json.loads((FOLDER / "solutions.json").read_text(encoding="utf-8"))


def with_head(body: str) -> str:
    """The text of a valid file, with the number of its format."""
    number = 3 if " follow " in body else 2 if "first-line" in body else 1
    return f"dropfour solution {number}\n{body}"


VALID = {name: with_head(body) for name, body in CASES["valid"]}


def tampered() -> dict[str, str]:
    """The small solution and the one with exceptions, each with a change."""
    texts = {}
    for original, changes in (
        (SMALL, CASES["tampered"]),
        (VALID[CASES["followed"]], CASES["followed tampered"]),
    ):
        for name, old, new in changes:
            texts[name] = original.replace(old, new, 1)
            assert texts[name] != original, name
    return texts


TAMPERED = tampered()


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
