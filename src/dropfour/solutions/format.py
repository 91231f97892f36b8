"""The text format of solutions, which docs/solution_format.md describes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from dropfour.files import write_text_atomically
from dropfour.moves import format_moves, parse_moves
from dropfour.position import RED, YELLOW, Position
from dropfour.rules import Cell, Rules
from dropfour.solutions.graph import Entry, SolutionGraph
from dropfour.study.plan_parts import Promise, Rule
from dropfour.study.plans import Plan

HEADER = "dropfour solution 1"

_PROMISES: dict[str, Promise] = {"wins": "win", "does not lose": "draw"}
_EMPTY_BOARD = "-"


class InvalidSolution(ValueError):
    """A text that is not a solution; the message names the line and what was expected."""


def write_solution(solution: SolutionGraph) -> str:
    """Return the text of a solution."""
    rules = solution.start.rules
    promise = next(words for words, each in _PROMISES.items() if each == solution.promise)
    lines = [
        HEADER,
        f"board {rules.size} connect {rules.connect}",
        f"start {solution.moves or _EMPTY_BOARD}",
        f"promise {solution.colour} {promise}",
    ]
    for number, plan in enumerate(solution.plans, start=1):
        lines.append(f"plan {number} {'; '.join(map(_rule_text, plan))}")
    for entry in solution.entries:
        what = f"plan {entry.plan}" if entry.plan is not None else f"play {entry.column}"
        lines.append(f"position {entry.moves or _EMPTY_BOARD} {what}")
    return "\n".join((*lines, ""))


def read_solution(text: str) -> SolutionGraph:
    """Return the solution of a text; raise InvalidSolution if it is none. Nothing is verified."""
    number = 1  # of the line
    try:
        lines = iter(text.splitlines())
        for number, kind in enumerate((HEADER, "board ", "start ", "promise "), start=1):
            line = next(lines, "")
            if not line.startswith(kind):
                raise ValueError(f"expected {kind.strip()!r}, not {line[:40]!r}")
            if number == 2:
                rules = _read_rules(line)
            elif number == 3:
                start = Position.from_moves(_moves(line.removeprefix(kind)), rules)
                moves = _moves(line.removeprefix(kind))
            elif number == 4:
                colour_name, _, words = line.removeprefix(kind).partition(" ")
                colour = {str(each): each for each in (RED, YELLOW)}[colour_name]
                promise = _PROMISES[words]
        plans: list[tuple[Rule, ...]] = []
        entries: list[Entry] = []
        for line in lines:
            number += 1
            if line.startswith("plan "):
                plans.append(_read_plan(line, len(plans) + 1))
                Plan(start, colour, promise, plans[-1])  # refuses rules that are off the board
            elif line.startswith("position "):
                entries.append(_read_entry(line, rules, len(plans)))
            elif line and not line.startswith("#"):
                raise ValueError(f"expected a plan, a position or a comment, not {line[:40]!r}")
    except (ValueError, KeyError) as error:
        message = f"there is no {error}" if isinstance(error, KeyError) else str(error)
        raise InvalidSolution(f"line {number} of the solution: {message}") from None
    return SolutionGraph(start, moves, colour, promise, tuple(plans), tuple(entries))


def load_solution(path: str | os.PathLike[str]) -> SolutionGraph:
    """Return the solution in a file."""
    try:
        return read_solution(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise InvalidSolution(f"{os.fspath(path)} is not a solution, but not even a text") from None


def save_solution(solution: SolutionGraph, path: str | os.PathLike[str]) -> None:
    """Write a solution to a file."""
    write_text_atomically(path, write_solution(solution))


def shipped_path() -> Path:
    """Return the file of the solution that comes with this package: red wins on 7x6."""
    return Path(__file__).with_name("data") / "7x6.solution"


@lru_cache(maxsize=1)
def solution() -> SolutionGraph:
    """Return the solution of Connect Four that comes with this package: red, who begins, wins on 7x6.

    >>> d4.solution().result
    'red wins'
    """
    return load_solution(shipped_path())


def _rule_text(rule: Rule) -> str:
    cells = (f"{cell.column}.{cell.row}" for cell in rule.cells)
    return " ".join((rule.kind, *cells, *map(str, rule.columns)))


def _moves(text: str) -> str:
    return "" if text == _EMPTY_BOARD else text


def _read_rules(line: str) -> Rules:
    found = re.fullmatch(r"board (\d+)x(\d+) connect (\d+)", line)
    if found is None:
        raise ValueError(f"expected a board such as 'board 7x6 connect 4', not {line[:40]!r}")
    columns, rows, connect = map(int, found.groups())
    return Rules(columns, rows, connect)


def _read_plan(line: str, expected: int) -> tuple[Rule, ...]:
    _, number, *rest = line.split(" ", 2)
    if number != str(expected):
        raise ValueError(f"expected plan {expected}, not {number}")
    return tuple(map(_read_rule, "".join(rest).split("; ")))


def _read_rule(text: str) -> Rule:
    kind, *words = text.split()
    if kind not in ("take", "pair", "answer", "otherwise"):
        raise ValueError(f"expected take, pair, answer or otherwise, not {kind!r}")
    if kind in ("take", "pair"):
        return Rule(kind, tuple(_read_cells(words)))  # type: ignore[arg-type]
    return Rule(kind, columns=tuple(map(int, words)))  # type: ignore[arg-type]


def _read_cells(words: list[str]) -> Iterator[Cell]:
    for word in words:
        column, dot, row = word.partition(".")
        if not dot:
            raise ValueError(f"expected a cell such as 4.3, not {word!r}")
        yield Cell(int(column), int(row))


def _read_entry(line: str, rules: Rules, plans: int) -> Entry:
    found = re.fullmatch(r"position (\S+) (play|plan) (\d+)", line)
    if found is None:
        raise ValueError(
            f"expected a position such as 'position 44 play 4' or 'position 44 plan 1', "
            f"not {line[:40]!r}"
        )
    moves, number = format_moves(parse_moves(_moves(found[1]))), int(found[3])
    position = Position.from_moves(moves, rules)
    if found[2] == "plan":
        if not 1 <= number <= plans:
            raise ValueError(f"expected one of the {plans} plans, not plan {number}")
        return Entry(moves, plan=number)
    if not position.can_play(number):
        raise ValueError(f"column {number} cannot be played after {moves}")
    return Entry(moves, column=number)
