"""Plans: why a position is won or held, as a few rules that a person can follow and anybody can check.

A plan is proven by playing it out against every reply. `native/plans/plan.hpp` says what each rule
means; the page finds, follows and verifies plans with the same code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

from dropfour import _native
from dropfour.arguments import PositionLike, position_of
from dropfour.engines.engine import NO_LIMITS, Choice, Limits, turn_of
from dropfour.moves import format_moves
from dropfour.native import native_board
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.rules import Cell, Objective, Rules
from dropfour.study.plan_parts import (
    BrokenPlan,
    PlanEnding,
    PlanReply,
    Promise,
    Rule,
    RuleKind,
    Verification,
)
from dropfour.study.sentences import fill, say

if TYPE_CHECKING:
    from dropfour.drawing.scene import Overlay

FORMAT = "dropfour plan 1"

# A plan that people follow reaches some thousands of positions; what has more than this is not one.
_MOST_POSITIONS = 5_000_000


@dataclass(frozen=True, slots=True)
class Plan:
    """Rules that keep a promise for *colour* from *position* on: to win, or not to lose.

    On its turn the side completes a line if it can, otherwise blocks one, and never plays right below a
    cell that completes a line for the opponent if there is another move; then the first rule that
    applies decides. A plan can take a seat, as an engine does, in games that start from its position
    or lead to it.
    """

    position: Position
    colour: Colour
    promise: Promise
    rules: tuple[Rule, ...]

    def __post_init__(self) -> None:
        if self.position.rules.objective is not Objective.FIRST_LINE:
            raise ValueError("a plan is for games that the first line wins")
        if self.position.is_over:
            raise ValueError("the game is over: there is nothing to plan")
        if self.promise not in get_args(Promise):
            raise ValueError(f"a plan promises 'win' or 'draw', not {self.promise!r}")
        kinds = [rule.kind for rule in self.rules]
        order = get_args(RuleKind)
        if kinds != sorted(kinds, key=order.index):
            raise ValueError(
                "the rules of a plan come in this order: take, pair, answer, otherwise"
            )
        for kind in ("take", "answer", "otherwise"):
            if kinds.count(kind) > 1:
                raise ValueError(f"a plan has one rule {kind!r} at most")
        size = self.position.rules
        for rule in self.rules:
            for column, row in (*rule.cells, *((column, 1) for column in rule.columns)):
                if not (1 <= column <= size.columns and 1 <= row <= size.rows):
                    raise ValueError(f"column {column}, row {row} is not on a {size.size} board")

    @property
    def name(self) -> str:
        """What it is called as an engine."""
        return "plan"

    @property
    def size(self) -> int:
        """How many things there are to remember: each cell to take and each pair counts."""
        return sum(len(rule.cells) if rule.kind == "take" else 1 for rule in self.rules)

    @property
    def is_empty(self) -> bool:
        """Whether completing and blocking lines is enough, so that there is nothing to remember."""
        return all(rule.kind == "otherwise" and not rule.columns for rule in self.rules)

    @property
    def result(self) -> str:
        """What it promises, such as ``red wins`` or ``yellow does not lose``."""
        return say(f"plan {self.promise}", colour=self.colour)

    def explain_reply(self, position: PositionLike) -> PlanReply:
        """Return the column to play in *position*, and why.

        Raises ValueError if the position does not follow from the plan's, if the other side is to move,
        or if it does not say which move was the last.
        """
        position = position_of(position)
        last = self._last_column(position)
        column, reason, index = _native.plan_reply(native_board(position), self._parts, last)
        rules = [rule for rule in self.rules if rule.kind == reason]
        rule = (rules[index] if reason == "pair" else rules[0]) if rules else None
        return PlanReply(column, reason, rule)  # type: ignore[arg-type]

    def reply(self, position: PositionLike) -> int:
        """Return the column to play in *position*; raises ValueError as `explain_reply` does."""
        return self.explain_reply(position).column

    def choose(self, position: PositionLike, limits: Limits = NO_LIMITS) -> Choice:
        """Return the reply as an engine's choice."""
        position = turn_of(position, limits)
        return Choice(self.reply(position))

    def verify(self) -> Verification:
        """Play the plan out against every reply.

        Raises BrokenPlan, with a game in which the promise is broken, if it is not kept.
        """
        kept, complete, positions, replies, line, endings = _native.verify_plan(
            native_board(self.position),
            self._parts,
            self.colour is self.position.to_move,
            self.promise == "win",
            _MOST_POSITIONS,
        )
        if not kept:
            if not complete:
                raise BrokenPlan(f"the plan reaches more than {_MOST_POSITIONS} positions")
            raise self._broken_by(line)
        found = (
            PlanEnding(kind, Cell(*cell), tuple(sorted(Cell(*each) for each in line)), count)  # type: ignore[arg-type]
            for kind, cell, count, line in endings
        )
        return Verification(positions, replies, tuple(found))

    def _broken_by(self, line: Sequence[int]) -> BrokenPlan:
        """Return the error for a game that begins with *line*, after which the promise is lost: the
        opponent completes a line as soon as it can."""
        position, played = self.position, list(line)
        for column in line:
            position = position.play(column)
        while not position.is_over:
            if position.to_move is self.colour:
                column = self.reply(position)
            else:
                columns = position.legal_columns
                wins = (each for each in columns if position.play(each).outcome is not None)
                column = next(wins, columns[0])
            played.append(column)
            position = position.play(column)
        outcome = position.outcome
        end = f"{outcome.winner} wins" if outcome and outcome.winner else "it is a draw"
        return BrokenPlan(
            f"the plan does not keep its promise, {self.result}: after {format_moves(played)} {end}",
            tuple(played),
        )

    def mirror(self) -> Plan:
        """Return the plan of the mirror image. Its last order names all columns, since those that a plan
        does not name come from the left on either side of the mirror."""
        width = self.position.rules.columns + 1
        rules = []
        for rule in (*self.rules, *(() if self._has_order else (Rule("otherwise"),))):
            cells = (Cell(width - column, row) for column, row in rule.cells)
            columns = rule.columns
            if rule.kind == "otherwise":
                columns += tuple(each for each in range(1, width) if each not in columns)
            rules.append(Rule(rule.kind, tuple(cells), tuple(width - each for each in columns)))
        return Plan(self.position.mirror(), self.colour, self.promise, tuple(rules))

    @property
    def _has_order(self) -> bool:
        return any(rule.kind == "otherwise" for rule in self.rules)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; its rows start at the top, with ``r``, ``y`` and ``.``."""
        rules, position = self.position.rules, self.position
        letters = {RED: "r", YELLOW: "y", None: "."}
        return {
            "format": FORMAT,
            "columns": rules.columns,
            "rows": rules.rows,
            "connect": rules.connect,
            "board": [
                "".join(letters[position[column, row]] for column in range(1, rules.columns + 1))
                for row in range(rules.rows, 0, -1)
            ],
            "to_move": str(position.to_move),
            "colour": str(self.colour),
            "promise": self.promise,
            "rules": [rule.to_dict() for rule in self.rules],
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Plan:
        """Return the plan of a JSON form; raise ValueError if it is none. Nothing is verified."""
        try:
            if values["format"] != FORMAT:
                raise ValueError(f"expected the format {FORMAT!r}, not {values['format']!r}")
            rules = Rules(values["columns"], values["rows"], values["connect"])
            colours = {str(colour): colour for colour in (RED, YELLOW)}
            board, to_move = values["board"], colours[values["to_move"]]
            if len(board) != rules.rows or any(len(row) != rules.columns for row in board):
                raise ValueError(f"the board does not have the size {rules.size}")
            stones: dict[str, list[Cell]] = {"r": [], "y": [], ".": []}
            for row, text in zip(range(rules.rows, 0, -1), board, strict=True):
                for column, letter in enumerate(text, start=1):
                    stones[letter].append(Cell(column, row))
            position = Position.from_cells(stones["r"], stones["y"], rules=rules, to_move=to_move)
            found = tuple(Rule.from_dict(each) for each in values["rules"])
            return cls(position, colours[values["colour"]], values["promise"], found)
        except KeyError as error:
            raise ValueError(f"this is not a plan: there is no {error}") from None
        except (TypeError, AttributeError) as error:
            raise ValueError(f"this is not a plan: {error}") from None

    def to_json(self) -> str:
        """Return the JSON form as a text."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """Return the plan of such a text; raise ValueError if it is none. Nothing is verified."""
        try:
            values = json.loads(text)
        except json.JSONDecodeError as error:
            raise ValueError(f"this is not a plan, because it is not JSON: {error}") from None
        return cls.from_dict(values)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The rules in words, one sentence each."""
        return self._words()[1 : 1 + len(self.rules)]

    def describe_endings(self, endings: Sequence[PlanEnding]) -> tuple[str, ...]:
        """Return how games end in words, a sentence for each of the *endings* of a verification."""
        words = self._words(endings)
        return words[len(words) - len(endings) :]

    def _words(self, endings: Sequence[PlanEnding] = ()) -> tuple[str, ...]:
        """The promise, the rules and some endings, a sentence each."""
        phrases = _native.plan_words(
            native_board(self.position),
            self._parts,
            self.promise == "win",
            self.colour is RED,
            [(ending.kind, ending.cell) for ending in endings],
        )
        texts = map(fill, phrases)
        return tuple(f"{text[0].upper()}{text[1:]}." for text in texts)

    @property
    def overlay(self) -> Overlay:
        """What a drawing adds to the position: the rank of cells to take, a letter for each pair, an
        arrow over the columns to answer in, and the rules."""
        from dropfour.drawing.scene import UP, Overlay

        marks: dict[Cell, str] = {}
        notes: dict[int, str] = {}
        letters = iter("ABCDEFGHIJ")
        for rule in self.rules:
            if rule.kind == "take":
                marks |= {cell: str(rank) for rank, cell in enumerate(rule.cells, start=1)}
            elif rule.kind == "pair":
                letter = next(letters)
                for cell in rule.cells:
                    marks.setdefault(cell, letter)
            elif rule.kind == "answer":
                notes |= {each: UP for each in rule.columns if self.position.can_play(each)}
        free = {cell: mark for cell, mark in marks.items() if self.position[cell] is None}
        return Overlay(
            marks=free, notes=notes, caption=(f"{self.result.capitalize()}.", *self.sentences)
        )

    def _repr_svg_(self) -> str:
        from dropfour.drawing.svg import draw_svg

        return draw_svg(self)

    def __str__(self) -> str:
        """What it promises, and its rules in sentences, each on a row of its own."""
        head, *rules = self._words()[: 1 + len(self.rules)]
        return "\n".join(
            (head, *(f"{number}. {text}" for number, text in enumerate(rules, start=1)))
        )

    @property
    def _parts(
        self,
    ) -> tuple[
        list[tuple[int, int]],
        list[tuple[tuple[int, int], tuple[int, int]]],
        list[int],
        list[int],
    ]:
        """The rules in the form of the native core."""
        by_kind: dict[str, list[Rule]] = {kind: [] for kind in get_args(RuleKind)}
        for rule in self.rules:
            by_kind[rule.kind].append(rule)
        takes: list[tuple[int, int]] = [cell for rule in by_kind["take"] for cell in rule.cells]
        pairs: list[tuple[tuple[int, int], tuple[int, int]]] = [
            (rule.cells[0], rule.cells[1]) for rule in by_kind["pair"]
        ]
        answers = [column for rule in by_kind["answer"] for column in rule.columns]
        order = [column for rule in by_kind["otherwise"] for column in rule.columns]
        return takes, pairs, answers, order

    def _last_column(self, position: Position) -> int | None:
        """The column of the opponent's last move since the plan's position."""
        start, colour = self.position, self.colour
        if position.rules != start.rules:
            raise ValueError("the position has other rules than the plan's")
        for each in (RED, YELLOW):
            if start.mask(each) & ~position.mask(each):
                raise ValueError("the position does not follow from the plan's")
        if position.is_over:
            raise ValueError("the game is over: there is no column to choose")
        if position.to_move is not colour:
            raise ValueError(f"the plan is {colour}'s, and {position.to_move} is to move")
        if position.ply == start.ply:
            return None
        if position.last_cell is None:
            raise ValueError("a plan needs to know the last move: reach the position by moves")
        return position.last_cell.column
