"""What a plan consists of, and what is said of it: rules, replies, endings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import index
from typing import Any, Literal, get_args

from dropfour.rules import Cell

Promise = Literal["win", "draw"]
RuleKind = Literal["take", "pair", "answer", "otherwise"]
Reason = Literal["win", "block", "take", "pair", "answer", "otherwise"]
EndingKind = Literal["double", "above", "zugzwang"]


class BrokenPlan(ValueError):
    """A plan does not keep its promise; *line* holds the columns of a game, from the plan's position to
    the end, in which it is broken. It is empty if the plan was too large to be played out."""

    def __init__(self, message: str, line: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: *take* has cells in order, *pair* two cells, *answer* and *otherwise* have columns.

    >>> d4.study.Rule("take", cells=((4, 3),)).cells[0].row
    3
    """

    kind: RuleKind
    cells: tuple[Cell, ...] = ()
    columns: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in get_args(RuleKind):
            raise ValueError(f"a rule is take, pair, answer or otherwise, not {self.kind!r}")
        try:
            cells = tuple(Cell(index(column), index(row)) for column, row in self.cells)
            columns = tuple(map(index, self.columns))
        except (TypeError, ValueError):
            raise ValueError(
                "a cell of a rule is a pair of column and row, and a column a whole number"
            ) from None
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "columns", columns)
        if self.kind == "pair" and len(self.cells) != 2:
            raise ValueError(f"a pair has two cells, not {len(self.cells)}")
        if bool(self.columns) and self.kind in ("take", "pair"):
            raise ValueError(f"a rule {self.kind!r} has cells, not columns")
        if bool(self.cells) and self.kind in ("answer", "otherwise"):
            raise ValueError(f"a rule {self.kind!r} has columns, not cells")

    def __str__(self) -> str:
        """The form in files, such as ``take 4.3 5.2`` or ``answer 1 2``."""
        cells = (f"{column}.{row}" for column, row in self.cells)
        return " ".join((self.kind, *cells, *map(str, self.columns)))

    @classmethod
    def parse(cls, text: str) -> Rule:
        """Return the rule of such a text; raise ValueError if it is none."""
        kind, *words = text.split(" ")
        if kind not in get_args(RuleKind):
            raise ValueError(f"expected {', '.join(get_args(RuleKind))}, not {kind!r}")
        if kind in ("answer", "otherwise"):
            return cls(kind, columns=tuple(map(int, words)))  # type: ignore[arg-type]
        cells = [word.partition(".") for word in words]
        if not all(dot for _, dot, _ in cells):
            raise ValueError(f"expected cells such as 4.3, not {' '.join(words)!r}")
        return cls(kind, tuple(Cell(int(column), int(row)) for column, _, row in cells))  # type: ignore[arg-type]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        if self.kind in ("take", "pair"):
            return {"rule": self.kind, "cells": [cell._asdict() for cell in self.cells]}
        return {"rule": self.kind, "columns": list(self.columns)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Rule:
        """Return the rule of a JSON form; raise ValueError if it is none."""
        try:
            cells = tuple(Cell(each["column"], each["row"]) for each in values.get("cells", ()))
            return cls(values["rule"], cells, tuple(values.get("columns", ())))
        except (KeyError, TypeError, AttributeError):
            raise ValueError(f"a rule has a kind and cells or columns, not {values!r}") from None


@dataclass(frozen=True, slots=True)
class PlanReply:
    """The column a plan plays, what decided it, and the rule, unless a line was completed or blocked."""

    column: int
    reason: Reason
    rule: Rule | None


@dataclass(frozen=True, slots=True)
class PlanEnding:
    """How often games are decided by completing *line* in *cell*.

    ``double``: two lines can be completed at once; ``above``: blocking one makes another possible on
    top; ``zugzwang``: the opponent must play below the cell.
    """

    kind: EndingKind
    cell: Cell
    line: tuple[Cell, ...]
    count: int
    text: str = ""  # a sentence

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "kind": self.kind,
            "cell": self.cell._asdict(),
            "line": [cell._asdict() for cell in self.line],
            "count": self.count,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class Verification:
    """What playing a plan out has shown: how many positions and replies there are, and how games end,
    the commonest ending first."""

    positions: int
    replies: int
    endings: tuple[PlanEnding, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "positions": self.positions,
            "replies": self.replies,
            "endings": [ending.to_dict() for ending in self.endings],
        }


def write_rules(rules: Iterable[Rule]) -> str:
    """Return the rules of a plan as they stand in files, and as the native core takes them."""
    return "; ".join(map(str, rules)) or "otherwise"


def read_rules(text: str) -> tuple[Rule, ...]:
    """Return the rules of such a text; raise ValueError if one is none."""
    return tuple(map(Rule.parse, text.split("; ")))
