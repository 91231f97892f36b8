"""Finding plans and solutions: what can be promised, and how it is kept."""

from __future__ import annotations

from dataclasses import dataclass

from dropfour import _native
from dropfour.arguments import PositionLike, position_of
from dropfour.engines.engine import Limits, Stop, checked_limits
from dropfour.engines.exact import Solver, shared_solvers
from dropfour.native import native_board
from dropfour.outcome import ColourLike, colour_of
from dropfour.position import Colour, Position
from dropfour.rules import Objective, Rules, checked_integer
from dropfour.study.plan_parts import Promise, read_rules
from dropfour.study.plans import Plan
from dropfour.study.solutions.solution import Solution
from dropfour.study.solutions.text import read_body
from dropfour.words import speaking

DEFAULT_LIMITS = Limits(time_s=5)
DEFAULT_PLANS = 30

_SOLUTION_LIMITS = Limits(time_s=10)
# The finder asks about thousands of positions, each for a moment.
_FINDER_TABLE_MIB = 4
_SOLUTION_TABLE_MIB = 64


def find_plan(
    position: PositionLike,
    colour: ColourLike | None = None,
    limits: Limits | None = None,
    *,
    rules: Rules | None = None,
    language: str | None = None,
) -> Plan | None:
    """Return a short plan for *position*, proven against every reply; None if none was found.

    A move string is played from the empty board of *rules*, by default 7x6. The plan is for *colour*,
    by default the side that wins; in a drawn position, the side to move. It promises what the solver
    proves, a win or a draw. The default limit is five seconds. *language* is that of the plan's words,
    as in `d4.explain`.

    >>> plan = d4.find_plan("4122264123")
    >>> plan.result, plan.verify().positions > 0
    ('red wins', True)
    """
    limits = DEFAULT_LIMITS if limits is None else checked_limits(limits)
    task = find_task(position_of(position, rules), colour, limits)
    with speaking(language):
        return None if task is None else find_for(task)


def find_for(task: Task) -> Plan | None:
    """Return a plan that keeps what the task promises, None if none was found within its limits."""
    solver = finder_solver(task.position.rules)
    text = _native.find_plan(solver._native, *task.goal, 0, *task.bounds)
    if text is None:
        return None
    return Plan(task.position, task.colour, task.promise, read_rules(text))


def find_strategy(
    position: PositionLike,
    colour: ColourLike | None = None,
    limits: Limits | None = None,
    *,
    most_plans: int = DEFAULT_PLANS,
    rules: Rules | None = None,
    language: str | None = None,
) -> Solution | None:
    """Return a solution for *position* with at most *most_plans* plans, proven against every reply;
    None if none was found.

    Position, colour, rules and language are those of `find_plan`. The default limit is ten seconds.
    """
    most_plans = checked_integer(most_plans, "most_plans")
    if most_plans < 1:
        raise ValueError(f"a strategy has at least one plan, not {most_plans}")
    limits = _SOLUTION_LIMITS if limits is None else checked_limits(limits)
    task = find_task(position_of(position, rules), colour, limits)
    if task is None:
        return None
    solver = Solver(task.position.rules, table_mib=_SOLUTION_TABLE_MIB)
    text = _native.find_solution(solver._native, *task.goal, 0, most_plans, *task.bounds)
    if text is None:
        return None
    with speaking(language):
        head = Solution(task.position, None, task.colour, task.promise)
        return read_body(head, text.splitlines())


@dataclass(frozen=True, slots=True)
class Task:
    """What a plan or a solution is to be found for, and the limits that are left."""

    position: Position
    colour: Colour
    promise: Promise
    limits: Limits

    @property
    def goal(self) -> tuple[_native.Board, bool, bool]:
        """The position, whether it is the side's turn, and whether it is to win, for the native core."""
        position = self.position
        return native_board(position), self.colour is position.to_move, self.promise == "win"

    @property
    def bounds(self) -> tuple[float | None, int | None, _native.StopFlag]:
        """The limits, for the native core."""
        return self.limits.time_s, self.limits.nodes, (self.limits.stop or Stop())._flag


def find_task(position: PositionLike, colour: ColourLike | None, limits: Limits) -> Task | None:
    """Return what can be promised to *colour*, as `find_plan` does; None if nothing can, or if the
    result was not proven within the limits."""
    position = position_of(position)
    if position.is_over:
        raise ValueError("the game is over: there is nothing to plan")
    if position.rules.objective is not Objective.FIRST_LINE:
        raise ValueError("a plan is for games that the first line wins")
    colour = None if colour is None else colour_of(colour)
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
