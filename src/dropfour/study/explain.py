"""The answer to "why?": who wins a position, by what, and what to do next.

``native/policy/explainer.hpp`` decides what to say, here and in the browser; the sentences are in
``words/en/sentences.json``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from dropfour import _native
from dropfour.arguments import PositionLike, position_of
from dropfour.engines.engine import Limits, Stop, checked_limits
from dropfour.engines.exact import Solver
from dropfour.engines.proof import Analysis
from dropfour.native import native_board
from dropfour.position import Colour, Position
from dropfour.rules import Cell, Rules
from dropfour.scores import ScoreRange, column_scores
from dropfour.study.plan_parts import read_rules
from dropfour.study.plans import Plan
from dropfour.words import fill, sentence, speaking, spoken, told

if TYPE_CHECKING:
    from dropfour.drawing.scene import Overlay
    from dropfour.study.solutions.solution import Solution

DEFAULT_LIMITS = Limits(time_s=1)

AnswerKind = Literal[
    "over",
    "line",
    "cannot be stopped",
    "threats",
    "solution",
    "plan",
    "plan later",
    "strategy",
    "best play",
    "unproven",
]

# Few positions are proven twice while one is explained.
_TABLE_MIB = 16


class FactKind(Enum):
    """What a fact is about, the most urgent first; the values are the words of the API."""

    OVER = "the game is over"
    WIN = "immediate win"
    LOST = "cannot be stopped"
    VERDICT = "proven"
    SCORE = "lines made"
    BLOCK = "forced block"
    ONLY_MOVE = "only move"
    TRAP = "trap"
    LINE = "immediate line"
    NOT_UNDER = "do not play under"
    TOWER = "threats on top of each other"
    THREAT = "threat"
    NO_LINE = "no line left"


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: the colour it belongs to (None: both), its place, and its text, a clause.

    *cells* are the cells it is about, *columns* those to play or to avoid because of it. *profits* is
    the colour that gets a threatened cell once the other columns are full: the number of stones on the
    board when it can be played is known then, and with it the side to move. On a board of even height
    red gets the odd rows and yellow the even ones.
    """

    kind: FactKind
    colour: Colour | None
    cells: tuple[Cell, ...]
    columns: tuple[int, ...]
    text: str
    profits: Colour | None = None
    language: str = field(default_factory=spoken, compare=False, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, as the page's API gives it; the text is a sentence."""
        return {
            "kind": self.kind.value,
            "colour": None if self.colour is None else str(self.colour),
            "cells": [cell._asdict() for cell in self.cells],
            "columns": list(self.columns),
            "text": str(self),
            "profits": None if self.profits is None else str(self.profits),
        }

    def __str__(self) -> str:
        with speaking(self.language):
            return sentence(self.text)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Who wins, by what, and what to do next: a *headline*, *reasons*, and the facts behind them.

    *kind* says what the answer rests on. *colour* is the side that wins (None: a draw, or not
    proven), and *range* what is proven of the score. *columns* are those to play next. *line* is best
    play or, where *plan* takes over later, the moves before it.
    """

    position: Position
    facts: tuple[Fact, ...]
    kind: AnswerKind
    colour: Colour | None
    headline: str
    reasons: tuple[str, ...]
    columns: tuple[int, ...]
    line: tuple[int, ...]
    range: ScoreRange
    plan: Plan | None = None
    strategy: Solution | None = None

    def of_kind(self, kind: FactKind) -> tuple[Fact, ...]:
        """Return the facts of one kind."""
        return tuple(fact for fact in self.facts if fact.kind is kind)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-compatible values."""
        return {
            "kind": self.kind,
            "colour": None if self.colour is None else str(self.colour),
            "headline": self.headline,
            "reasons": list(self.reasons),
            "columns": list(self.columns),
            "line": list(self.line),
            "range": {"low": self.range.low, "high": self.range.high},
            "plan": None if self.plan is None else self.plan.to_dict(),
            "strategy": None if self.strategy is None else self.strategy.to_dict(),
            "facts": [fact.to_dict() for fact in self.facts],
        }

    @property
    def overlay(self) -> Overlay:
        """What a drawing adds to the position: a plan for it or the facts, numbered, with their numbers
        in empty cells.

        A cell has the number of its most urgent fact.
        """
        from dropfour.drawing.scene import Overlay

        if self.plan is not None and not self.line:
            return self.plan.overlay
        marks: dict[Cell, str] = {}
        for number, fact in enumerate(self.facts, start=1):
            for cell in fact.cells:
                if self.position[cell] is None:
                    marks.setdefault(cell, str(number))
        facts = [f"{number}. {fact}" for number, fact in enumerate(self.facts, start=1)]
        is_told = bool(self.facts) and str(self.facts[0]) == self.headline
        return Overlay(marks=marks, caption=tuple(facts) if is_told else (self.headline, *facts))

    def _repr_svg_(self) -> str:
        from dropfour.drawing.svg import draw_svg

        return draw_svg(self)

    def __repr__(self) -> str:
        return f"<Explanation: {self.headline}>"

    def __str__(self) -> str:
        """The headline and the reasons, each on a row of its own, and the plan."""
        told = "\n".join((self.headline, *self.reasons))
        return told if self.plan is None else f"{told}\n\n{self.plan}"


def explain(
    position: PositionLike,
    analysis: Analysis | None = None,
    *,
    limits: Limits | None = None,
    rules: Rules | None = None,
    on_answer: Callable[[Explanation], None] | None = None,
    language: str | None = None,
) -> Explanation:
    """Return why *position* is won, drawn or lost: the best answer within the limits, by default one
    second.

    A move string is the position it leads to on 7x6, or on the board of *rules*. What an *analysis* of
    the position proves is not searched again; ValueError is raised if it is of another one. *on_answer*
    is called with each answer that is better than the one before, the first one at once. With a limit
    of nodes only, the same position always has the same answer. *language* is that of all sentences,
    such as ``de``; by default that of the environment variable DROPFOUR_LANGUAGE, else English.

    >>> print(d4.explain("44556"))
    Red wins next: in columns 3 and 7, and yellow can block only one.
    """
    position = position_of(position, rules)
    if analysis is not None and analysis.position != position:
        raise ValueError("the analysis is of another position")
    limits = DEFAULT_LIMITS if limits is None else checked_limits(limits)
    with speaking(language):
        return _explained(position, analysis, limits, on_answer)


def _explained(
    position: Position,
    analysis: Analysis | None,
    limits: Limits,
    on_answer: Callable[[Explanation], None] | None,
) -> Explanation:
    def hear(text: str) -> None:
        event = json.loads(text)
        if event["event"] == "answer" and on_answer is not None:
            on_answer(_answer(position, event["data"]))

    found = _native.explain(
        Solver(position.rules, table_mib=_TABLE_MIB)._native,
        native_board(position),
        position.to_move is Colour.RED,
        column_scores(position, {} if analysis is None else analysis.columns),
        _listed_solution() if position.rules == Rules() else None,
        limits.time_s,
        limits.nodes,
        (limits.stop or Stop())._flag,
        None if on_answer is None else hear,
    )
    return _answer(position, json.loads(found)["data"])


@lru_cache(maxsize=1)
def _listed_solution() -> _native.ListedSolution:
    """The solution that comes with this package, as the native core reads it."""
    from dropfour.study.solutions.solution import shipped_path

    return _native.ListedSolution(native_board(Position()), shipped_path().read_text("utf-8"))


def _answer(position: Position, found: dict[str, Any]) -> Explanation:
    colour, line = _colour(found["colour"]), tuple(found["line"])
    plan = strategy = None
    if found["plan"] is not None:
        written, _ = found["plan"]
        start = position
        for column in line if found["kind"] == "plan later" else ():
            start = start.play(column)
        side = Colour[written["colour"].upper()]
        plan = Plan(start, side, written["promise"], read_rules(written["written"]))
    if found["strategy"] is not None:
        from dropfour.study.solutions.solution import Solution
        from dropfour.study.solutions.text import read_body

        whole = found["strategy"]
        head = Solution(position, None, Colour[whole["colour"].upper()], whole["promise"])
        strategy = read_body(head, whole["text"].splitlines())
    return Explanation(
        position,
        tuple(map(_in_words, found["facts"])),
        found["kind"],
        colour,
        told(found["headline"]),
        tuple(map(told, found["reasons"])),
        tuple(found["columns"]),
        line,
        ScoreRange(found["low"], found["high"]),
        plan,
        strategy,
    )


def result_text(position: Position, score: int) -> str:
    """Return what an exact *score* of *position* means, such as ``red wins in 3 moves``."""
    red_to_move = position.to_move is Colour.RED
    return fill(json.loads(_native.result_of(native_board(position), red_to_move, score)))


def _in_words(fact: dict[str, Any]) -> Fact:
    return Fact(
        FactKind(fact["kind"]),
        _colour(fact["colour"]),
        tuple(Cell(**cell) for cell in fact["cells"]),
        tuple(fact["columns"]),
        fill(fact["phrase"]),
        _colour(fact["profits"]),
    )


def _colour(name: str | None) -> Colour | None:
    return None if name is None else Colour[name.upper()]
