"""Finding plans: what can be promised, and a plan that keeps it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dropfour import _native
from dropfour.arguments import PositionLike, position_of
from dropfour.engines.engine import Limits, Stop, checked_limits
from dropfour.engines.exact import Solver, shared_solvers
from dropfour.native import native_board
from dropfour.position import Colour, Position
from dropfour.rules import Cell, Objective, Rules
from dropfour.study.plan_parts import Promise, Rule
from dropfour.study.plans import Plan

DEFAULT_LIMITS = Limits(time_s=5)

# The finder asks about thousands of positions, each for a moment.
_FINDER_TABLE_MIB = 4


def find_plan(
    position: PositionLike, colour: Colour | None = None, limits: Limits | None = None
) -> Plan | None:
    """Return a short plan for *position*, proven against every reply; None if none was found.

    A move string is the position it leads to on 7x6. The plan is for *colour*, by default the side that
    wins; in a drawn position, the side to move. It promises what the solver proves, a win or a draw. The
    default limit is five seconds.

    >>> plan = d4.find_plan("4122264123")
    >>> plan.result, plan.verify().positions > 0
    ('red wins', True)
    """
    task = find_task(position, colour, DEFAULT_LIMITS if limits is None else checked_limits(limits))
    return None if task is None else find_for(task)


def find_for(task: Task) -> Plan | None:
    """Return a plan that keeps what the task promises, None if none was found within its limits."""
    parts = _native.find_plan(
        finder_solver(task.position.rules)._native,
        native_board(task.position),
        task.colour is task.position.to_move,
        task.promise == "win",
        0,
        task.limits.time_s,
        task.limits.nodes,
        (task.limits.stop or Stop())._flag,
    )
    if parts is None:
        return None
    return Plan(task.position, task.colour, task.promise, tuple(rules_of(parts)))


@dataclass(frozen=True, slots=True)
class Task:
    """What a plan or a strategy is to be found for, and the limits that are left."""

    position: Position
    colour: Colour
    promise: Promise
    limits: Limits


def find_task(position: PositionLike, colour: Colour | None, limits: Limits) -> Task | None:
    """Return what can be promised to *colour*, as `find_plan` does; None if nothing can, or if the
    result was not proven within the limits."""
    position = position_of(position)
    if position.is_over:
        raise ValueError("the game is over: there is nothing to plan")
    if position.rules.objective is not Objective.FIRST_LINE:
        raise ValueError("a plan is for games that the first line wins")
    if not (colour is None or isinstance(colour, Colour)):
        raise TypeError(f"a plan is for Colour.RED or Colour.YELLOW, not {colour!r}")
    solution = shared_solvers.get(position.rules).solve(position, weak=True, limits=limits)
    outcome = solution.range.outcome
    if outcome is None:
        return None
    winner = {"win": position.to_move, "loss": position.to_move.opponent}.get(outcome)
    colour = colour or winner or position.to_move
    if winner not in (None, colour):
        return None
    return Task(position, colour, "win" if winner else "draw", limits.after(solution.time_s))


def finder_solver(rules: Rules) -> Solver:
    """Return a solver that remembers nothing, so that the same position always has the same plan."""
    return Solver(rules, table_mib=_FINDER_TABLE_MIB, book=False)


def rules_of(parts: tuple[Any, Any, Any, Any]) -> Iterator[Rule]:
    """Yield the rules of a plan in the form of the native core."""
    takes, pairs, answers, order = parts
    if takes:
        yield Rule("take", tuple(Cell(*cell) for cell in takes))
    for pair in pairs:
        yield Rule("pair", tuple(Cell(*cell) for cell in pair))
    if answers:
        yield Rule("answer", columns=tuple(answers))
    if order or not (takes or pairs or answers):
        yield Rule("otherwise", columns=tuple(order))
