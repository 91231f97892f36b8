"""A solution: for one side, what to play against every reply, from a position to the end of the game.

It lists positions with that side to move. Each has a column to play, after which every reply leads to
another position of the list, or a plan that takes over. A position stands for its mirror image as well.
Where a line can be completed at once, that is the move, and the position is not listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from dropfour.arguments import PositionLike, position_of
from dropfour.engines.engine import NO_LIMITS, Choice, Limits, turn_of
from dropfour.moves import format_moves, parse_moves
from dropfour.position import Colour, Position
from dropfour.rules import Cell
from dropfour.study.plan_parts import BrokenPlan, Promise, Rule
from dropfour.study.plans import Plan
from dropfour.study.sentences import say


@dataclass(frozen=True, slots=True)
class Entry:
    """A position of a solution, as the *moves* that lead to it: the column to play or the number of a
    plan, counted from 1."""

    moves: str
    column: int | None = None
    plan: int | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """What playing a solution out has shown."""

    positions: int  # that are listed
    wins_at_once: int  # positions that are not, because a line can be completed
    plan_positions: int  # visited while the plans were played out
    replies: int


@dataclass(frozen=True)
class SolutionGraph:
    """What *colour* plays from the position after *start* on, to keep its promise.

    It can take a seat, as an engine does, in games that begin there.

    >>> d4.solution().reply("44")
    4
    """

    start: Position
    moves: str
    colour: Colour
    promise: Promise
    plans: tuple[tuple[Rule, ...], ...]
    entries: tuple[Entry, ...]
    name: str = field(default="solution", init=False)

    @property
    def result(self) -> str:
        """What it promises, such as ``red wins`` or ``yellow does not lose``."""
        return say(f"plan {self.promise}", colour=self.colour)

    def find(self, position: Position) -> tuple[Entry, bool] | None:
        """Return the entry of a position, and whether it is for the mirror image; None if it is not
        listed."""
        if position.rules != self.start.rules or position.to_move is not self.colour:
            return None
        if (entry := self._by_key.get(position.key)) is not None:
            return entry, False
        entry = self._by_key.get(position.mirror().key)
        return None if entry is None else (entry, True)

    def position_of(self, entry: Entry) -> Position:
        """Return the position of an entry."""
        return Position.from_moves(entry.moves, self.start.rules)

    def plan_of(self, entry: Entry) -> Plan | None:
        """Return the plan of an entry, None if it has a column."""
        if entry.plan is None:
            return None
        rules = self.plans[entry.plan - 1]
        return Plan(self.position_of(entry), self.colour, self.promise, rules)

    def reply(self, position: PositionLike) -> int:
        """Return the column to play in *position*.

        Raises ValueError if the position does not arise when the solution is followed, or if the other
        side is to move.
        """
        position = position_of(position)
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
        seen = position.mirror() if is_mirrored else position
        plan = self.plan_of(entry)
        column = entry.column if plan is None else plan.reply(seen)
        assert column is not None
        return self._turned(column, is_mirrored)

    def choose(self, position: PositionLike, limits: Limits = NO_LIMITS) -> Choice:
        """Return the reply as an engine's choice."""
        position = turn_of(position, limits)
        return Choice(self.reply(position))

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
        return reached

    def verify(self) -> Proof:
        """Check that every reply is answered and every plan keeps the promise.

        Raises BrokenPlan, with a line of play from the empty board on, if it does not.
        """
        start = parse_moves(self.moves)
        position = Position.from_moves(self.moves, self.start.rules)
        if position != self.start:
            raise BrokenPlan("the moves do not lead to the start", start)
        waiting = [(position, start)]
        if position.to_move is not self.colour:
            waiting = [(after, (*start, column)) for column, after in replies_of(position)]
        reached: set[Entry] = set()
        won: set[int] = set()
        plan_positions = replies = 0
        while waiting:
            position, line = waiting.pop()
            if position.is_over:
                self._check_end(position, line)
                continue
            if winning_column(position) is not None:
                won.add(min(position.key, position.mirror().key))
                continue
            found = self.find(position)
            if found is None:
                raise BrokenPlan(f"there is no answer after {format_moves(line)}", line)
            entry, is_mirrored = found
            if entry in reached:
                continue
            reached.add(entry)
            plan = self.plan_of(entry)
            if plan is not None:
                verification = plan.verify()
                plan_positions += verification.positions
                replies += verification.replies
                continue
            column = self._turned(entry.column or 0, is_mirrored)
            if not position.can_play(column):
                raise BrokenPlan(
                    f"column {column} cannot be played after {format_moves(line)}", line
                )
            position, line = position.play(column), (*line, column)
            if position.is_over:
                self._check_end(position, line)
            for reply, after in replies_of(position):
                replies += 1
                waiting.append((after, (*line, reply)))
        return Proof(len(reached), len(won), plan_positions, replies)

    # --- internals ------------------------------------------------------------------------------

    @cached_property
    def _by_key(self) -> dict[int, Entry]:
        return {self.position_of(entry).key: entry for entry in self.entries}

    @cached_property
    def _leaves(self) -> list[tuple[Entry, Position]]:
        return [(each, self.position_of(each)) for each in self.entries if each.plan is not None]

    def _turned(self, column: int, is_mirrored: bool) -> int:
        return self.start.rules.columns + 1 - column if is_mirrored else column

    def _check_end(self, position: Position, line: tuple[int, ...]) -> None:
        if position.winner is self.colour or (self.promise == "draw" and position.winner is None):
            return
        end = f"{position.winner} wins" if position.winner else "it is a draw"
        raise BrokenPlan(f"after {format_moves(line)} {end}", line)

    def _reply_by_plan(self, position: Position) -> int:
        """Return the reply of a plan that leads to *position*."""
        for is_mirrored in (False, True):
            seen = position.mirror() if is_mirrored else position
            for entry, leaf in self._leaves:
                if leaf.red_mask & ~seen.red_mask or leaf.yellow_mask & ~seen.yellow_mask:
                    continue
                plan = self.plan_of(entry)
                assert plan is not None
                if leads_to(plan, seen):
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


def leads_to(plan: Plan, position: Position) -> bool:
    """Return whether *position* can arise, by its last move, when its side follows *plan*."""
    mine, theirs = (position.mask(each) for each in (plan.colour, plan.colour.opponent))
    waiting, seen = [plan.position], set[tuple[Position, Cell | None]]()
    while waiting:
        here = waiting.pop()
        if here == position and here.last_cell == position.last_cell:
            return True
        is_own = here.to_move is plan.colour
        for column in (plan.reply(here),) if is_own else here.legal_columns:
            after = here.play(column)
            if after.mask(plan.colour) & ~mine or after.mask(plan.colour.opponent) & ~theirs:
                continue
            key = after, None if is_own else after.last_cell
            if key not in seen:
                seen.add(key)
                waiting.append(after)
    return False
