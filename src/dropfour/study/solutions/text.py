"""The text of a solution, which docs/solution.md describes, and what earlier versions wrote."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from dropfour.moves import format_moves, parse_moves
from dropfour.notation.compact import parse_position, position_string
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.rules import Rules
from dropfour.study.plan_parts import Promise, Rule, read_rules, write_rules
from dropfour.study.plans import FORMAT as PLAN_FORMAT
from dropfour.study.plans import Plan
from dropfour.words import spoken

# The second one where the start is set up instead of reached by moves, the third one where a plan ends at
# listed positions.
HEADERS = ("dropfour solution 1", "dropfour solution 2", "dropfour solution 3")

_STRATEGY = "dropfour strategy 1"  # JSON of earlier versions
_PROMISES: dict[str, Promise] = {"wins": "win", "does not lose": "draw"}
_NO_MOVES = "-"

# The first four lines, each with an example.
_HEAD = (
    (r"dropfour solution [123]", HEADERS[0]),
    (r"board (\d+)x(\d+) connect (\d+)", "board 7x6 connect 4"),
    (r"start (\S+)", "start -"),
    (r"promise (red|yellow) (wins|does not lose)", "promise red wins"),
)


class InvalidSolution(ValueError):
    """A text that is not a solution; the message names the line and what was expected."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A position of a solution, as the *moves* that lead to it: the column to play or the number of a
    plan, counted from 1. The plan is followed to the end, or *until_listed*: until a position of the
    solution comes up."""

    moves: str
    column: int | None = None
    plan: int | None = None
    until_listed: bool = False


@dataclass(frozen=True)
class Written:
    """What the text of a solution has: what *colour* plays from *start* on, to keep its promise.

    *moves* lead to the start from the empty board, as the moves of an entry lead to its position. Where
    they are None, the start was set up, and the moves of the entries count from there.
    """

    start: Position
    moves: str | None
    colour: Colour
    promise: Promise
    plans: tuple[tuple[Rule, ...], ...] = ()
    entries: tuple[Entry, ...] = ()
    language: str = field(default_factory=spoken, compare=False, repr=False)

    def after(self, moves: str) -> Position:
        """Return the position after the moves of an entry."""
        position = self.start if self.moves is None else Position(self.start.rules)
        for column in parse_moves(moves):
            position = position.play(column)
        return position


Kind = TypeVar("Kind", bound=Written)


def write_solution(solution: Written) -> str:
    """Return the text of a solution."""
    start, moves = solution.start, solution.moves
    promise = next(words for words, each in _PROMISES.items() if each == solution.promise)
    version = 2 if any(entry.until_listed for entry in solution.entries) else int(moves is None)
    lines = [
        HEADERS[version],
        f"board {start.rules.size} connect {start.rules.connect}",
        f"start {position_string(start) if moves is None else moves or _NO_MOVES}",
        f"promise {solution.colour} {promise}",
    ]
    for number, rules in enumerate(solution.plans, start=1):
        lines.append(f"plan {number} {write_rules(rules)}")
    for entry in solution.entries:
        kind = "play" if entry.plan is None else "follow" if entry.until_listed else "plan"
        lines.append(f"position {entry.moves or _NO_MOVES} {kind} {entry.plan or entry.column}")
    return "\n".join((*lines, ""))


def read_solution(text: str, kind: type[Kind]) -> Kind:
    """Return the solution of a text; raise InvalidSolution if it is none. Nothing is verified.

    The text may be the JSON of a strategy, or that of a solution, which has its text.
    """
    if not text.lstrip().startswith("{"):
        return _read_text(text, kind)
    try:
        values = json.loads(text)
        if "text" in values:
            return _read_text(values["text"], kind)
        return _read_strategy(values, kind)
    except KeyError as error:
        raise InvalidSolution(f"this is not a strategy: there is no {error}") from None
    except (ValueError, TypeError, AttributeError, IndexError) as error:
        raise InvalidSolution(f"this is not a strategy: {error}") from None


def _read_text(text: str, kind: type[Kind]) -> Kind:
    lines = text.splitlines()
    found: list[tuple[str, ...]] = []
    for number, (pattern, example) in enumerate(_HEAD, start=1):
        with _naming_line(number):
            line = lines[number - 1] if number <= len(lines) else ""
            found.append(_matched(line, pattern, example))
            if number == 2:
                columns, rows, connect = map(int, found[1])
                rules = Rules(columns, rows, connect)
            elif number == 3:
                start, moves = _read_start(found[2][0], rules)
    colour = RED if found[3][0] == "red" else YELLOW
    head = kind(start, moves, colour, _PROMISES[found[3][1]])
    return read_body(head, lines[len(_HEAD) :], len(_HEAD) + 1)


def read_body(head: Kind, lines: Iterable[str], first: int = 1) -> Kind:
    """Return the solution with the plans and positions of some lines, which are numbered."""
    plans: list[tuple[Rule, ...]] = []
    entries: dict[int, Entry] = {}  # by the key that a position shares with its mirror image
    for number, line in enumerate(lines, start=first):
        with _naming_line(number):
            if line.startswith("plan "):
                digits, rules = _matched(line, r"plan (\d+) (.+)", "plan 1 take 6.3; otherwise 4")
                if int(digits) != len(plans) + 1:
                    raise ValueError(f"expected plan {len(plans) + 1}, not {digits}")
                plans.append(read_rules(rules))
                Plan(head.start, head.colour, head.promise, plans[-1])  # refuses wrong rules
            elif line and not line.startswith("#"):
                entry, key = _read_entry(head, line, len(plans))
                if key in entries:
                    raise ValueError("the position was listed before")
                entries[key] = entry
    return replace(head, plans=tuple(plans), entries=tuple(entries.values()))


def _read_entry(head: Written, line: str, plans: int) -> tuple[Entry, int]:
    pattern = r"position (\S+) (play|plan|follow) (\d+)"
    text, kind, digits = _matched(line, pattern, "position 44 play 4")
    moves, number = _read_moves(text), int(digits)
    position = head.after(moves)
    key = min(position.key, position.mirror().key)
    if position.is_over:
        raise ValueError("the game is over there")
    if kind != "play":
        if not 1 <= number <= plans:
            raise ValueError(f"there is no plan {number}")
        return Entry(moves, plan=number, until_listed=kind == "follow"), key
    if position.to_move is not head.colour:
        raise ValueError(f"{head.colour} is not to move there")
    if not position.can_play(number):
        raise ValueError(f"column {number} cannot be played there")
    return Entry(moves, column=number), key


def _read_start(text: str, rules: Rules) -> tuple[Position, str | None]:
    if "." not in text:
        moves = _read_moves(text)
        return Position.from_moves(moves, rules), moves
    position = parse_position(text)
    if position.rules != rules:
        raise ValueError("the start has another board")
    return position, None


def _read_moves(text: str) -> str:
    return "" if text == _NO_MOVES else format_moves(parse_moves(text))


def _matched(line: str, pattern: str, example: str) -> tuple[str, ...]:
    """The groups of a pattern, which the whole line matches."""
    found = re.fullmatch(pattern, line)
    if found is None:
        raise ValueError(f"expected a line such as {example!r}, not {line[:40]!r}")
    return found.groups()


@contextmanager
def _naming_line(number: int) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise InvalidSolution(f"line {number} of the solution: {error}") from None


def _read_strategy(values: Mapping[str, Any], kind: type[Kind]) -> Kind:
    """Return the solution that a strategy is: its steps name plans or columns, and the steps that
    follow each reply. Mirror images, and positions in which the game is over, may be among them."""
    if values["format"] != _STRATEGY:
        raise ValueError(f"expected the format {_STRATEGY!r}, not {values['format']!r}")
    plan = Plan.from_dict({**values, "format": PLAN_FORMAT, "rules": ()})
    head = kind(plan.position, None, plan.colour, plan.promise)
    lines = [
        f"plan {number} {write_rules(map(Rule.from_dict, rules))}"
        for number, rules in enumerate(values["plans"], start=1)
    ]
    waiting, seen, listed = [(0, "")], set[int](), set[int]()
    for place, moves in waiting:  # grows while it is read
        if place in seen:
            continue
        seen.add(place)
        step, position = values["steps"][place], head.after(moves)
        key = min(position.key, position.mirror().key)
        column = "" if step["column"] is None else format_moves((step["column"],))
        if not (position.is_over or key in listed) and (column or step["plan"] is not None):
            listed.add(key)
            what = f"play {step['column']}" if column else f"plan {step['plan'] + 1}"
            lines.append(f"position {moves or _NO_MOVES} {what}")
        for reply, after in step["replies"].items():
            waiting.append((after, f"{moves}{column}{format_moves((int(reply),))}"))
    return read_body(head, lines)
