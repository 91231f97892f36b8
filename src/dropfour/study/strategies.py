"""Strategies: for positions that no single plan decides, the moves to play until a plan takes over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from dropfour import _native
from dropfour.engines.engine import Limits, Stop, checked_limits
from dropfour.engines.exact import Solver
from dropfour.native import native_board
from dropfour.position import Colour, Position
from dropfour.rules import checked_integer
from dropfour.study.plans import BrokenPlan, Plan, Promise, Rule, find_task, rules_of
from dropfour.study.sentences import say

DEFAULT_LIMITS = Limits(time_s=10)
DEFAULT_PLANS = 30

_TABLE_MIB = 64


@dataclass(frozen=True, slots=True)
class Step:
    """A position of a strategy, with its side to move: a plan, or the column to play, and the place of
    the step that follows each reply. If the opponent is to move, which only the first step may say, it
    has replies alone."""

    position: Position
    plan: Plan | None
    column: int | None
    replies: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Strategy:
    """Moves against every reply until a plan takes over, that keep a promise for *colour*.

    The first of the *steps* is the position that it is for.
    """

    colour: Colour
    promise: Promise
    steps: tuple[Step, ...]

    @property
    def position(self) -> Position:
        """The position it is for."""
        return self.steps[0].position

    @property
    def plans(self) -> tuple[tuple[Rule, ...], ...]:
        """The rules of its plans, each once; those of the first step that uses them come first."""
        return tuple(dict.fromkeys(step.plan.rules for step in self.steps if step.plan is not None))

    @property
    def result(self) -> str:
        """What it promises, such as ``red wins`` or ``yellow does not lose``."""
        return say(f"plan {self.promise}", colour=self.colour)

    def reply(self, columns: Iterable[int]) -> int:
        """Return the column to play after *columns*, the moves of both sides since its position.

        Raises ValueError if the moves do not follow the strategy, or if the other side is to move.
        """
        step, position, played = self.steps[0], self.position, list(columns)
        for number, column in enumerate(played):
            if position.to_move is self.colour and column != self._choose(step, position):
                raise ValueError(f"move {number + 1}, column {column}, is not the strategy's")
            position = position.play(column)
            if step.plan is None and position.to_move is self.colour:
                step = self.steps[dict(step.replies)[column]]
        if position.is_over:
            raise ValueError("the game is over: there is no column to choose")
        if position.to_move is not self.colour:
            raise ValueError(f"the strategy is {self.colour}'s, and {position.to_move} is to move")
        return self._choose(step, position)

    def verify(self) -> int:
        """Check that every reply is answered and every plan keeps the promise; return how many
        positions that are, with the side to move.

        Raises BrokenPlan, with a line of play that breaks it, if it does not.
        """
        count = 0
        for step, line in self._walk():
            count += 1
            if step.plan is not None:
                count += self._verify_plan(step, line) - 1
                continue
            position = step.position
            if step.column is not None:
                if position.to_move is not self.colour or not position.can_play(step.column):
                    raise BrokenPlan(f"column {step.column} cannot be played", line)
                position, line = position.play(step.column), (*line, step.column)
                if position.winner is self.colour:
                    continue
            answered = {reply: self.steps[place].position for reply, place in step.replies}
            for column in position.legal_columns:
                if answered.get(column) != position.play(column):
                    raise BrokenPlan(f"there is no answer to column {column}", (*line, column))
            if not position.legal_columns and self.promise == "win":
                raise BrokenPlan("the game ends in a draw", line)
        return count

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-compatible values; a plan is the place of its rules among *plans*."""
        plans = self.plans
        first = Plan(self.position, self.colour, self.promise, plans[0]).to_dict()
        first.pop("rules")
        return {
            **first,
            "format": "dropfour strategy 1",
            "plans": [[rule.to_dict() for rule in rules] for rules in plans],
            "steps": [
                {
                    "plan": None if step.plan is None else plans.index(step.plan.rules),
                    "column": step.column,
                    "replies": {str(column): place for column, place in step.replies},
                }
                for step in self.steps
            ],
        }

    def __str__(self) -> str:
        """The moves as an outline, and the plans in sentences."""
        plans = self.plans
        count = "1 plan" if len(plans) == 1 else f"{len(plans)} plans"
        text = [f"{self.result[0].upper()}{self.result[1:]}, with {count}."]
        text += self._outline(self.steps[0], 0)
        for number, rules in enumerate(plans, start=1):
            plan = next(s.plan for s in self.steps if s.plan is not None and s.plan.rules == rules)
            text += ["", f"Plan {number}:", *(f"- {sentence}" for sentence in plan.sentences)]
        return "\n".join(text)

    def _outline(self, step: Step, depth: int) -> Iterator[str]:
        indent = "  " * depth
        if step.plan is not None:
            yield f"{indent}Follow plan {self.plans.index(step.plan.rules) + 1}."
            return
        if step.column is not None:
            yield f"{indent}Play column {step.column}."
        after: dict[int | None, list[int]] = {}
        for column, place in step.replies:
            plan = self.steps[place].plan
            key = None if plan is None else self.plans.index(plan.rules)
            if key is not None:
                after.setdefault(key, []).append(column)
        for key, columns in after.items():
            assert key is not None
            yield f"{indent}  Against {', '.join(map(str, columns))}: plan {key + 1}."
        for column, place in step.replies:
            if self.steps[place].plan is None:
                yield f"{indent}  Against {column}:"
                yield from self._outline(self.steps[place], depth + 2)

    def _choose(self, step: Step, position: Position) -> int:
        if step.plan is not None:
            return step.plan.reply(position)
        assert step.column is not None
        return step.column

    def _walk(self) -> Iterator[tuple[Step, tuple[int, ...]]]:
        """Yield every step once, with moves that lead to it."""
        lines: dict[int, tuple[int, ...]] = {0: ()}
        waiting = [0]
        while waiting:
            place = waiting.pop()
            step = self.steps[place]
            yield step, lines[place]
            own = () if step.column is None else (step.column,)
            for column, after in step.replies:
                if after not in lines:
                    lines[after] = (*lines[place], *own, column)
                    waiting.append(after)

    def _verify_plan(self, step: Step, line: tuple[int, ...]) -> int:
        plan = step.plan
        assert plan is not None
        if (plan.position, plan.colour, plan.promise) != (step.position, self.colour, self.promise):
            raise BrokenPlan("a plan of the strategy is for something else", line)
        try:
            return plan.verify().positions
        except BrokenPlan as broken:
            raise BrokenPlan(str(broken), (*line, *broken.line)) from None


def find_strategy(
    position: Position | str,
    colour: Colour | None = None,
    limits: Limits | None = None,
    *,
    most_plans: int = DEFAULT_PLANS,
) -> Strategy | None:
    """Return a strategy of at most *most_plans* plans, proven against every reply, or None.

    Position and colour are those of `find_plan`. The default limit is ten seconds.
    """
    most_plans = checked_integer(most_plans, "most_plans")
    if most_plans < 1:
        raise ValueError(f"a strategy has at least one plan, not {most_plans}")
    task = find_task(position, colour, DEFAULT_LIMITS if limits is None else checked_limits(limits))
    if task is None:
        return None
    solver = Solver(task.position.rules, table_mib=_TABLE_MIB)
    found = _native.find_strategy(
        solver._native,
        native_board(task.position),
        task.colour is task.position.to_move,
        task.promise == "win",
        0,
        most_plans,
        task.limits.time_s,
        task.limits.nodes,
        (task.limits.stop or Stop())._flag,
    )
    if found is None:
        return None
    nodes, plans = found
    positions: dict[int, Position] = {0: task.position}
    steps = []
    for place, (plan, column, replies) in enumerate(nodes):
        position = positions[place]
        after = position if column is None else position.play(column)
        for reply, child in replies:
            positions.setdefault(child, after.play(reply))
        rules = None if plan is None else tuple(rules_of(plans[plan]))
        own = None if rules is None else Plan(position, task.colour, task.promise, rules)
        steps.append(Step(position, own, column, tuple(replies)))
    return Strategy(task.colour, task.promise, tuple(steps))
