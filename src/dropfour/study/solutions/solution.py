"""A solution: for one side, what to play against every reply, from a position to the end of the game.

It lists positions with that side to move. Each has a column to play, after which every reply leads
to another position of the list, or a plan that takes over, to the end or until a position of the
list comes up. A position stands for its mirror image as well. Where a line can be completed at once, that is the move, and the position is not listed.

docs/solution.md describes the text of a solution.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from dropfour import _native
from dropfour.arguments import PositionLike, position_of
from dropfour.engines.engine import NO_LIMITS, Choice, Limits, turn_of
from dropfour.files import write_text_atomically
from dropfour.moves import format_moves, parse_moves
from dropfour.native import native_board
from dropfour.position import Position
from dropfour.rules import Cell
from dropfour.study.plan_parts import BrokenPlan, Verification
from dropfour.study.plans import MOST_POSITIONS, Plan
from dropfour.study.solutions.text import (
    Entry,
    InvalidSolution,
    Written,
    read_solution,
    write_solution,
)
from dropfour.words import say, sentence, speaking, told, with_capital


@dataclass(frozen=True, slots=True)
class Proof:
    """What playing a solution out has shown."""

    positions: int  # that are listed
    wins_at_once: int  # positions that are not, because a line can be completed
    plan_positions: int  # visited while the plans were played out
    replies: int

    def to_dict(self) -> dict[str, int]:
        """Return the JSON form."""
        return asdict(self)


@dataclass(frozen=True, repr=False)
class Solution(Written):
    """What *colour* plays from *start* on, to keep its promise.

    It can take a seat, as an engine does, in games that begin there.

    >>> d4.solution().reply("44")
    4
    """

    @property
    def name(self) -> str:
        """What it is called as an engine."""
        return "solution"

    @property
    def result(self) -> str:
        """What it promises, such as ``red wins`` or ``yellow does not lose``."""
        with speaking(self.language):
            return say(f"sentences.plan {self.promise}", colour=self.colour)

    # --- what to play ---------------------------------------------------------------------------

    def find(self, position: Position) -> tuple[Entry, bool] | None:
        """Return the entry of a position, and whether it is for the mirror image; None if it is not
        listed."""
        for is_mirrored in (False, True):
            seen = position.mirror() if is_mirrored else position
            entry = self._by_key.get(seen.key)
            if entry is not None and seen.rules == self.start.rules:
                return entry, is_mirrored
        return None

    def position_of(self, entry: Entry) -> Position:
        """Return the position of an entry."""
        return self.after(entry.moves)

    def plan_of(self, entry: Entry) -> Plan | None:
        """Return the plan of an entry, None if it has a column."""
        if entry.plan is None:
            return None
        rules = self.plans[entry.plan - 1]
        return Plan(self.position_of(entry), self.colour, self.promise, rules, self.language)

    def reply(self, position: PositionLike | Sequence[int]) -> int:
        """Return the column to play in *position*, or after moves from the start on.

        Raises ValueError if the position does not arise when the solution is followed, or if the other
        side is to move.
        """
        if isinstance(position, list | tuple):
            played, position = position, self.start
            for column in played:
                position = position.play(column)
        position = position_of(position)  # type: ignore[arg-type]
        if position.rules != self.start.rules:
            raise ValueError("the position has other rules than the solution's")
        if position.is_over:
            raise ValueError("the game is over: there is no column to choose")
        if position.to_move is not self.colour:
            raise ValueError(f"the solution is {self.colour}'s, and {position.to_move} is to move")
        column = winning_column(position)
        if column is not None:
            return column
        found = self.find(position)
        if found is None:
            return self._reply_by_plan(position)
        entry, is_mirrored = found
        plan = self.plan_of(entry)
        column = entry.column if plan is None else plan.reply(plan.position)
        assert column is not None
        return self._turned(column, is_mirrored)

    def choose(self, position: PositionLike, limits: Limits = NO_LIMITS) -> Choice:
        """Return the reply as an engine's choice."""
        return Choice(self.reply(turn_of(position, limits)))

    def reachable(self, position: Position) -> set[Entry]:
        """Return the entries that may be needed from *position* on, with this side to move."""
        reached: set[Entry] = set()
        waiting = [position]
        while waiting:
            found = self.find(waiting.pop())
            if found is not None and found[0] not in reached:
                entry = found[0]
                reached.add(entry)
                if entry.column is not None:
                    after = self.position_of(entry).play(entry.column)
                    waiting += [position for _, position in replies_of(after)]
                elif entry.until_listed:
                    waiting += map(self.position_of, self.exceptions_of(entry))
        return reached

    def exceptions_of(self, entry: Entry) -> tuple[Entry, ...]:
        """Return the positions at which the plan of an entry that is followed until a listed position
        comes up ends."""
        return self._followed(entry)[1]

    # --- whether it holds -----------------------------------------------------------------------

    def verify(self) -> Proof:
        """Check that every reply is answered and every plan keeps the promise.

        Raises BrokenPlan, with a game that begins as the moves of the entries do, if it does not.
        """
        waiting = [(self.start, parse_moves(self.moves or ""))]
        reached: set[Entry] = set()
        won: set[int] = set()
        plan_positions = replies = 0
        while waiting:
            position, line = waiting.pop()
            if position.is_over:
                self._check_end(position, line)
                continue
            is_own = position.to_move is self.colour
            if is_own and winning_column(position) is not None:
                won.add(min(position.key, position.mirror().key))
                continue
            found = self.find(position)
            if found is None and is_own:
                raise BrokenPlan(f"there is no answer after {format_moves(line)}", line)
            if found is not None:
                entry, is_mirrored = found
                if entry in reached:
                    continue
                reached.add(entry)
                if (plan := self.plan_of(entry)) is not None:
                    verification = self._verify_plan(plan, entry)
                    plan_positions += verification.positions
                    replies += verification.replies
                    if entry.until_listed:
                        waiting += [
                            (self.position_of(each), parse_moves(each.moves))
                            for each in self.exceptions_of(entry)
                        ]
                    continue
                column = self._turned(entry.column or 0, is_mirrored)
                position, line = position.play(column), (*line, column)
                if position.is_over:
                    self._check_end(position, line)
            for reply, after in replies_of(position):
                replies += 1
                waiting.append((after, (*line, reply)))
        return Proof(len(reached), len(won), plan_positions, replies)

    def _verify_plan(self, plan: Plan, entry: Entry) -> Verification:
        try:
            return self._followed(entry)[0] if entry.until_listed else plan.verify()
        except BrokenPlan as broken:
            line = (*parse_moves(entry.moves), *broken.line)
            if broken.line:
                self._check_end(self.after(format_moves(line)), line, f"plan {entry.plan} fails: ")
            raise BrokenPlan(f"plan {entry.plan}, after {entry.moves}: {broken}", line) from None

    def _check_end(self, position: Position, line: tuple[int, ...], what: str = "") -> None:
        if position.winner is self.colour or (self.promise == "draw" and position.winner is None):
            return
        end = f"{position.winner} wins" if position.winner else "it is a draw"
        raise BrokenPlan(f"{what}after {format_moves(line)} {end}", line)

    # --- as a text ------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The text of the solution, as files have it."""
        return write_solution(self)

    @classmethod
    def parse(cls, text: str) -> Solution:
        """Return the solution of a text or of its JSON form, also as earlier versions wrote it; raise
        InvalidSolution, which names the line, if it is none. Nothing is verified."""
        return read_solution(text, cls)

    from_json = parse

    def to_json(self) -> str:
        """Return the JSON form as a text."""
        return json.dumps(self.to_dict())

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: what it promises, how large it is, and its text."""
        size = {"positions": len(self.entries), "plans": len(self.plans)}
        return {"result": self.result, **size, "text": self.text}

    def __repr__(self) -> str:
        return f"<Solution: {self.result}, {len(self.entries)} positions, {len(self.plans)} plans>"

    def __str__(self) -> str:
        """The moves as an outline, and the plans in sentences."""
        with speaking(self.language):
            count = say("sentences.plans count", count=len(self.plans))
            lines = [told(("solution", {"result": self.result, "plans": count}))]
            lines += self._outline(self.start, (), "", {})
            plans = {
                entry.plan or 0: plan
                for entry in self.entries[::-1]
                if (plan := self.plan_of(entry))
            }
            for number, plan in sorted(plans.items()):
                lines += ["", with_capital(say("sentences.solution plan, head", plan=number))]
                lines += plan.sentences
        return "\n".join(lines)

    def _outline(
        self, position: Position, line: tuple[int, ...], indent: str, told: dict[Entry, str]
    ) -> Iterator[str]:
        """Yield what to play and what may follow; what follows a position is told once."""
        if position.to_move is self.colour:
            found = self.find(position)
            yield f"{indent}{sentence(self._answer(position, told))}"
            if found is None or found[0].plan is not None or found[0] in told:
                return
            told[found[0]] = format_moves((*parse_moves(self.moves or ""), *line))
            column = self.reply(position)
            position, line = position.play(column), (*line, column)
        together: dict[str, list[int]] = {}
        apart = []
        for reply, after in replies_of(position):
            entry = (self.find(after) or (None,))[0]
            if entry is None or entry.plan is not None:
                together.setdefault(self._answer(after, told), []).append(reply)
            else:
                apart.append((reply, after))
        for answer, columns in together.items():
            yield f"{indent}  {_against(*columns, answer=answer)}"
        for reply, after in apart:
            yield f"{indent}  {_against(reply)}"
            yield from self._outline(after, (*line, reply), f"{indent}    ", told)

    def _answer(self, position: Position, told: dict[Entry, str]) -> str:
        """What to do in a position with this side to move, in words."""
        if (column := winning_column(position)) is not None:
            return say("sentences.solution win", column=column)
        found = self.find(position)
        if found is None:
            return say("sentences.solution over")
        entry, is_mirrored = found
        mirrored = ", mirrored" if is_mirrored else ""
        if entry in told:
            return say(f"sentences.solution told{mirrored}", moves=told[entry])
        if entry.plan is not None:
            kind = "follow" if entry.until_listed else "plan"
            return say(f"sentences.solution {kind}{mirrored}", plan=entry.plan)
        return say("sentences.solution play", column=self.reply(position))

    # --- internals ------------------------------------------------------------------------------

    @cached_property
    def _by_key(self) -> dict[int, Entry]:
        return {self.position_of(entry).key: entry for entry in self.entries}

    @cached_property
    def _leaves(self) -> list[tuple[Plan, Callable[[Position], object]]]:
        """The plans, each with what says whether it ends at a position."""
        return [
            (plan, self.find if entry.until_listed else lambda _: False)
            for entry in self.entries
            if (plan := self.plan_of(entry)) is not None
        ]

    @cached_property
    def _listed(self) -> _native.ListedSolution:
        empty = self.start if self.moves is None else Position(self.start.rules)
        return _native.ListedSolution(native_board(empty), self.text)

    def _followed(self, entry: Entry) -> tuple[Verification, tuple[Entry, ...]]:
        """Play the plan of an entry out until listed positions come up; return these as well."""
        plan = self.plan_of(entry)
        assert plan is not None
        is_own_turn = plan.position.to_move is plan.colour
        kept, complete, positions, replies, line, met = self._listed.follow(
            native_board(plan.position), plan.text, is_own_turn, MOST_POSITIONS
        )
        if not kept:
            raise plan.broken(complete, line)
        return Verification(positions, replies, ()), tuple(self.entries[place] for place in met)

    def _turned(self, column: int, is_mirrored: bool) -> int:
        return self.start.rules.columns + 1 - column if is_mirrored else column

    def _reply_by_plan(self, position: Position) -> int:
        """Return the reply of a plan that leads to *position*."""
        for is_mirrored in (False, True):
            seen = position.mirror() if is_mirrored else position
            for plan, ends_at in self._leaves:
                start = plan.position
                if start.red_mask & ~seen.red_mask or start.yellow_mask & ~seen.yellow_mask:
                    continue
                if leads_to(plan, seen, ends_at):
                    return self._turned(plan.reply(seen), is_mirrored)
        raise ValueError("the position does not arise when the solution is followed")


def replies_of(position: Position) -> Iterator[tuple[int, Position]]:
    """Yield the columns that can be played, each with the position it leads to."""
    for column in position.legal_columns:
        yield column, position.play(column)


def winning_column(position: Position) -> int | None:
    """Return the leftmost column that completes a line for the side to move, None if there is none."""
    mover = position.to_move
    return next((c for c, after in replies_of(position) if after.winner is mover), None)


def leads_to(
    plan: Plan, position: Position, ends_at: Callable[[Position], object] = lambda _: False
) -> bool:
    """Return whether *position* can arise, by its last move, when its side follows *plan*, which is left
    where it *ends_at* a position."""
    mine, theirs = (position.mask(each) for each in (plan.colour, plan.colour.opponent))
    waiting, seen = [plan.position], set[tuple[Position, Cell | None]]()
    while waiting:
        here = waiting.pop()
        if here == position and here.last_cell == position.last_cell:
            return True
        is_own = here.to_move is plan.colour
        if is_own and here is not plan.position and ends_at(here):
            continue
        for column in (plan.reply(here),) if is_own else here.legal_columns:
            after = here.play(column)
            if after.mask(plan.colour) & ~mine or after.mask(plan.colour.opponent) & ~theirs:
                continue
            key = after, None if is_own else after.last_cell
            if key not in seen:
                seen.add(key)
                waiting.append(after)
    return False


def solution_of(plan: Plan) -> Solution:
    """Return the solution that consists of one plan."""
    entries = (Entry("", plan=1),)
    return Solution(plan.position, None, plan.colour, plan.promise, (plan.rules,), entries)


def parse_plan(text: str) -> Plan | Solution:
    """Return the plan or solution that a text describes, in JSON, also of an answer that has one, or as
    a solution's file; raise ValueError if it is neither."""
    if text.startswith("dropfour solution"):
        return Solution.parse(text)
    try:
        values = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"this is not a plan, because it is not JSON: {error}") from None
    for name in ("result", "strategy", "plan"):
        if isinstance(values, dict) and isinstance(values.get(name), dict):
            values = values[name]
    is_plan = not isinstance(values, dict) or not ({"text", "steps"} & values.keys())
    return Plan.from_dict(values) if is_plan else Solution.parse(json.dumps(values))


def load_solution(path: str | os.PathLike[str]) -> Solution:
    """Return the solution in a file."""
    try:
        return Solution.parse(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise InvalidSolution(
            f"{os.fspath(path)} is not a solution: it is not a text file"
        ) from None


def save_solution(solution: Solution, path: str | os.PathLike[str]) -> None:
    """Write a solution to a file."""
    write_text_atomically(path, solution.text)


def shipped_path() -> Path:
    """Return the file of the solution that comes with this package: red wins on 7x6."""
    return Path(__file__).with_name("data") / "7x6.solution"


@lru_cache(maxsize=1)
def solution() -> Solution:
    """Return the solution of Connect Four that comes with this package: red, who begins, wins on 7x6.

    >>> d4.solution().result
    'red wins'
    """
    return load_solution(shipped_path())


def _against(*columns: int, answer: str = "") -> str:
    name = "against, with" if answer else "against"
    return with_capital(
        say(f"sentences.solution {name}", columns=", ".join(map(str, columns)), answer=answer)
    )
