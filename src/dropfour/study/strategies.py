"""Strategies: for positions that no single plan decides, the moves to play until a plan takes over."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dropfour import _native
from dropfour.arguments import PositionLike
from dropfour.engines.engine import NO_LIMITS, Choice, Limits, Stop, checked_limits, turn_of
from dropfour.engines.exact import Solver
from dropfour.native import native_board
from dropfour.position import Colour, Position
from dropfour.rules import checked_integer
from dropfour.study.plan_finder import find_task, rules_of
from dropfour.study.plan_parts import BrokenPlan, Promise, Rule
from dropfour.study.plans import FORMAT as PLAN_FORMAT
from dropfour.study.plans import Plan
from dropfour.study.sentences import say

DEFAULT_LIMITS = Limits(time_s=10)
DEFAULT_PLANS = 30
FORMAT = "dropfour strategy 1"

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

    The first of the *steps* is the position that it is for. A strategy can take a seat, as a plan does.
    """

    colour: Colour
    promise: Promise
    steps: tuple[Step, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.steps, tuple) or not self.steps:
            raise ValueError("a strategy has a tuple of one step or more")

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

    @property
    def name(self) -> str:
        """What it is called as an engine."""
        return "strategy"

    def reply(self, columns: Iterable[int]) -> int:
        """Return the column to play after *columns*, the moves of both sides since its position.

        Raises ValueError if the moves do not follow the strategy, or if the other side is to move.
        """
        step, position, played = self.steps[0], self.position, list(columns)
        for number, column in enumerate(played):
            if position.to_move is self.colour and column != self._choose(step, position):
                raise ValueError(f"move {number + 1}, column {column}, is not the strategy's")
            position = position.play(column)
            step = self._next_step(step, position, column)
        self._check_turn(position)
        return self._choose(step, position)

    def choose(self, position: PositionLike, limits: Limits = NO_LIMITS) -> Choice:
        """Return the reply in *position*, which arises when the strategy is followed, as an engine's
        choice.

        Raises ValueError if it does not arise, if the other side is to move, or if the position does not
        say which move was the last.
        """
        position = turn_of(position, limits)
        self._check_turn(position)
        return Choice(self.reply(self._line_to(position)))

    def _check_turn(self, position: Position) -> None:
        if position.is_over:
            raise ValueError("the game is over: there is no column to choose")
        if position.to_move is not self.colour:
            raise ValueError(f"the strategy is {self.colour}'s, and {position.to_move} is to move")

    def _next_step(self, step: Step, position: Position, column: int) -> Step:
        """The step after a move in *column* that has led to *position*."""
        if step.plan is not None or position.to_move is not self.colour or position.is_over:
            return step
        place = dict(step.replies).get(column)
        if place is None:
            raise ValueError(f"the strategy has no answer to column {column}")
        return self.steps[place]

    def _line_to(self, target: Position) -> tuple[int, ...]:
        """Return moves that follow the strategy and lead to *target*."""
        if target.rules != self.position.rules:
            raise ValueError("the position has other rules than the strategy's")
        if target.ply > self.position.ply and target.last_cell is None:
            raise ValueError("a strategy needs to know the last move: reach the position by moves")
        seen = set()
        todo: list[tuple[Step, Position, tuple[int, ...]]] = [(self.steps[0], self.position, ())]
        while todo:
            step, position, line = todo.pop()
            key = (position, line[-1:], id(step))
            if key in seen or any(position.mask(each) & ~target.mask(each) for each in Colour):
                continue
            seen.add(key)
            if position == target and (not line or position.last_cell == target.last_cell):
                return line
            if position.is_over:
                continue
            is_own = position.to_move is self.colour
            for column in (self._choose(step, position),) if is_own else position.legal_columns:
                after = position.play(column)
                todo.append((self._next_step(step, after, column), after, (*line, column)))
        raise ValueError("the position does not follow from the strategy's")

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
        """Return the JSON form; a plan is the place of its rules among *plans*."""
        plans = self.plans
        head = Plan(self.position, self.colour, self.promise, ()).to_dict()
        head.pop("rules")
        return {
            **head,
            "format": FORMAT,
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

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Strategy:
        """Return the strategy of a JSON form; raise ValueError if it is none. Nothing is verified."""
        try:
            if values["format"] != FORMAT:
                raise ValueError(f"expected the format {FORMAT!r}, not {values['format']!r}")
            head = Plan.from_dict({**values, "format": PLAN_FORMAT, "rules": ()})
            plans = [tuple(map(Rule.from_dict, rules)) for rules in values["plans"]]
            nodes = [
                (
                    step["plan"],
                    step["column"],
                    [(int(column), place) for column, place in step["replies"].items()],
                )
                for step in values["steps"]
            ]
            return cls(head.colour, head.promise, _steps_of(head, nodes, plans))
        except KeyError as error:
            raise ValueError(f"this is not a strategy: there is no {error}") from None
        except (TypeError, AttributeError, IndexError) as error:
            raise ValueError(f"this is not a strategy: {error}") from None

    def to_json(self) -> str:
        """Return the JSON form as a text."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str) -> Strategy:
        """Return the strategy of such a text; raise ValueError if it is none. Nothing is verified."""
        try:
            values = json.loads(text)
        except json.JSONDecodeError as error:
            raise ValueError(f"this is not a strategy, because it is not JSON: {error}") from None
        return cls.from_dict(values)

    def __str__(self) -> str:
        """The moves as an outline, and the plans in sentences."""
        plans = self.plans
        count = "1 plan" if len(plans) == 1 else f"{len(plans)} plans"
        text = [f"{_said('strategy', result=self.result, plans=count)}."]
        text += self._outline(self.steps[0], 0)
        for number, rules in enumerate(plans, start=1):
            plan = Plan(self.position, self.colour, self.promise, rules)
            text += [
                "",
                f"{_said('strategy plan', plan=number)}:",
                *(f"- {sentence}" for sentence in plan.sentences),
            ]
        return "\n".join(text)

    def _outline(self, step: Step, depth: int) -> Iterator[str]:
        indent = "  " * depth
        if step.plan is not None:
            yield f"{indent}{_said('strategy plan', plan=self.plans.index(step.plan.rules) + 1)}."
            return
        if step.column is not None:
            yield f"{indent}{_said('strategy play', column=step.column)}."
        after: dict[int | None, list[int]] = {}
        for column, place in step.replies:
            plan = self.steps[place].plan
            key = None if plan is None else self.plans.index(plan.rules)
            if key is not None:
                after.setdefault(key, []).append(column)
        for key, columns in after.items():
            assert key is not None
            against = _said("strategy against", columns=", ".join(map(str, columns)))
            yield f"{indent}  {against}: {say('strategy plan', plan=key + 1)}."
        for column, place in step.replies:
            if self.steps[place].plan is None:
                yield f"{indent}  {_said('strategy against', columns=column)}:"
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
    position: PositionLike,
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
    head = Plan(task.position, task.colour, task.promise, ())
    steps = _steps_of(head, nodes, [tuple(rules_of(parts)) for parts in plans])
    return Strategy(task.colour, task.promise, steps)


def _said(name: str, **words: object) -> str:
    text = say(name, **words)
    return f"{text[0].upper()}{text[1:]}"


def plan_from_json(text: str) -> Plan | Strategy:
    """Return the plan or strategy that a text in JSON describes; raise ValueError if it is neither."""
    try:
        values = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"this is not a plan, because it is not JSON: {error}") from None
    is_strategy = isinstance(values, dict) and values.get("format") == FORMAT
    return Strategy.from_dict(values) if is_strategy else Plan.from_dict(values)


def _steps_of(
    head: Plan,
    nodes: Sequence[tuple[int | None, int | None, Sequence[tuple[int, int]]]],
    plans: Sequence[tuple[Rule, ...]],
) -> tuple[Step, ...]:
    """Return the steps of nodes: the place of a plan, a column, and the places that replies lead to.

    Raises ValueError unless every node has one position, which the moves before it lead to.
    """
    positions: dict[int, Position] = {0: head.position}
    waiting = [0]
    steps: dict[int, Step] = {}
    while waiting:
        place = waiting.pop()
        position = positions[place]
        plan, column, replies = nodes[place]
        own = None if plan is None else Plan(position, head.colour, head.promise, plans[plan])
        if own is None and (column is None) == (position.to_move is head.colour):
            raise ValueError("a step of a strategy has a plan, or a column if it is to move")
        steps[place] = Step(position, own, column, tuple(replies))
        after = position if column is None else position.play(column)
        for reply, child in replies:
            arrived = after.play(reply)
            if positions.setdefault(child, arrived) != arrived:
                raise ValueError("a step of a strategy is reached in two different positions")
            if child not in steps and child not in waiting:
                waiting.append(child)
    if set(steps) != set(range(len(nodes))):
        raise ValueError("a step of a strategy is never reached")
    return tuple(steps[place] for place in range(len(nodes)))
