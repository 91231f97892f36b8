"""Plans: why a position is won or held, as a few rules that a person can follow and anybody can check.

A plan is proven by playing it out against every reply. `native/plans/plan.hpp` says what each rule
means; the page finds, follows and verifies plans with the same code.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, get_args

from dropfour import _native
from dropfour.arguments import PositionLike, position_of
from dropfour.engines.engine import NO_LIMITS, Choice, Limits, turn_of
from dropfour.moves import format_moves
from dropfour.native import native_board
from dropfour.notation.diagram import format_grid
from dropfour.outcome import colour_of
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
    read_rules,
    write_rules,
)
from dropfour.words import say, sentence, speaking, spoken, told

if TYPE_CHECKING:
    from dropfour.drawing.scene import Overlay

FORMAT = "dropfour plan 1"

# A plan that people follow reaches some thousands of positions; what has more than this is not one.
MOST_POSITIONS = 5_000_000


@dataclass(frozen=True, slots=True)
class Plan:
    """Rules that keep a promise for *colour* from *position* on: to win, or not to lose.

    On its turn the side completes a line if it can, otherwise blocks one, and never plays right below a
    cell that completes a line for the opponent if there is another move; the first cell or column of a
    rule that this allows is played, and if there is none, the next rule decides. A plan can take a
    seat, as an engine does, in games that start from its position or lead to it. *language* is that of
    its words, by default the one of `d4.explain`.
    """

    position: Position
    colour: Colour
    promise: Promise
    rules: tuple[Rule, ...]
    language: str = field(default_factory=spoken, compare=False, repr=False)

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
        """How many things there are to remember: each cell and column that has to be named."""
        return _native.plan_size(native_board(self.position), self.text)

    @property
    def is_empty(self) -> bool:
        """Whether completing and blocking lines is enough, so that there is nothing to remember."""
        return all(rule.kind == "otherwise" and not rule.columns for rule in self.rules)

    @property
    def result(self) -> str:
        """What it promises, such as ``red wins`` or ``yellow does not lose``."""
        with speaking(self.language):
            return say(f"sentences.plan {self.promise}", colour=self.colour)

    def explain_reply(self, position: PositionLike) -> PlanReply:
        """Return the column to play in *position*, and why.

        Raises ValueError if the position does not follow from the plan's, if the other side is to move,
        or if it does not say which move was the last.
        """
        position = position_of(position)
        last = self._last_column(position)
        column, reason, index = _native.plan_reply(native_board(position), self.text, last)
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

        Raises BrokenPlan, with a game that proves it, if the plan fails.
        """
        _, found = self._played_out()
        if not found["kept"]:
            raise self.broken(found["complete"], found["line"])
        endings = (
            PlanEnding(
                ending["kind"],
                Cell(**ending["cell"]),
                tuple(sorted(Cell(**cell) for cell in ending["line"])),
                ending["count"],
                told(ending["phrase"]),
            )
            for ending in found["endings"]
        )
        return Verification(found["positions"], found["replies"], tuple(endings))

    def broken(self, is_complete: bool, line: Sequence[int]) -> BrokenPlan:
        """Return the error for a game that begins with *line*, after which the promise is lost: the
        opponent completes a line as soon as it can. Without *is_complete*, there are too many games."""
        if not is_complete:
            return BrokenPlan(f"the plan reaches more than {MOST_POSITIONS} positions")
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
        rules = read_rules(_native.mirror_plan(native_board(self.position), self.text))
        return Plan(self.position.mirror(), self.colour, self.promise, rules)

    @property
    def text(self) -> str:
        """The rules as they stand in files, such as ``take 4.3; answer 1 2``."""
        return write_rules(self.rules)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; its rows start at the top, with ``r``, ``y`` and ``.``."""
        rules = self.position.rules
        return {
            "format": FORMAT,
            "columns": rules.columns,
            "rows": rules.rows,
            "connect": rules.connect,
            "board": format_grid(self.position, ".", "r", "y").split(),
            "to_move": str(self.position.to_move),
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
            position = Position.from_rows(values["board"], rules, to_move=values["to_move"])
            found = tuple(Rule.from_dict(each) for each in values["rules"])
            return cls(position, colour_of(values["colour"]), values["promise"], found)
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
        """The plan in words: its idea, if that has a name; its rules, which are numbered; and how games
        end, if it wins. It is played out to find that out."""
        words = _words(self)
        with speaking(self.language):
            told_rules = (told(words["idea"]), *_numbered(words), told(words["ending"]))
        return tuple(filter(None, told_rules))

    def describe_endings(self, endings: Sequence[PlanEnding]) -> tuple[str, ...]:
        """Return how games end in words, a sentence for each of the *endings* of a verification."""
        return tuple(ending.text for ending in endings)

    def _played_out(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The plan in phrases, and what playing it out has shown."""
        answer = _native.describe_plan(
            native_board(self.position),
            self.text,
            self.colour is self.position.to_move,
            self.promise == "win",
            self.colour is RED,
            MOST_POSITIONS,
        )
        words, verification = json.loads(answer)
        return words, verification

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
        with speaking(self.language):
            head = sentence(self.result)
        return Overlay(marks=free, notes=notes, caption=(head, *self.sentences))

    def _repr_svg_(self) -> str:
        from dropfour.drawing.svg import draw_svg

        return draw_svg(self)

    def __str__(self) -> str:
        """The sentences, each on a row of its own, and what its side does before the rules."""
        words = _words(self)
        with speaking(self.language):
            head = told(words["phrase"]), told(words["first"])
            return "\n".join(filter(None, (*head, *_numbered(words), told(words["ending"]))))

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


@lru_cache(maxsize=64)
def _words(plan: Plan) -> dict[str, Any]:
    """The phrases of a plan."""
    return plan._played_out()[0]


def _numbered(words: Mapping[str, Any]) -> Iterator[str]:
    """The rules in words."""
    return (f"{n}. {told(rule['phrase'])}" for n, rule in enumerate(words["rules"], start=1))
