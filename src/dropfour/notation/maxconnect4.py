"""The Max-Connect4 file: the board as digits, top row first, and a last line with the player to move.

    0000000
    0000000
    0000000
    0002000
    0001200
    0001100
    2

0 is an empty cell, 1 a red stone, 2 a yellow one (that game's green). Files of all makes are read: any
line ends, blanks anywhere, empty lines, none at the end, rows joined to one line.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from dropfour.files import write_text_atomically
from dropfour.notation.grid import Mark, error_at, format_grid, position_of, split_lines
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.rules import MAX_SIDE, Objective, Rules

_OWNERS: dict[str, Colour | None] = {"0": None, "1": RED, "2": YELLOW}
_COURSE_RULES = Rules(7, 6, 4, Objective.MOST_LINES)


@dataclass(frozen=True, slots=True)
class MaxConnect4File:
    """What a file holds; *notice* is a sentence for the person about what is odd in it, or None."""

    position: Position
    notice: str | None = None


def parse_maxconnect4(text: str, rules: Rules | None = None) -> MaxConnect4File:
    """Read the text of a Max-Connect4 file.

    Without *rules* the game is the course's, 7x6 with most lines; a file with rows of another length or
    another number of them makes the board that large, and the notice says so. Where the stones and the
    turn digit disagree, the digit holds (a set-up position), and the notice says so.

    Raises InvalidNotation for other characters and lengths and InvalidPosition for a floating stone,
    both with line and column.
    """
    lines = [
        marks
        for number, line in enumerate(split_lines(text), start=1)
        if (marks := _marks(number, line))
    ]
    notices = []
    if rules is None:
        rules = _rules_told_by(lines)
        if rules.size != _COURSE_RULES.size:
            notices.append(f"the file holds a {rules.size} board, not {_COURSE_RULES.size}")
    digits = _checked(lines, rules)
    turn = digits[-1]
    if turn.owner is None:
        raise error_at(turn.line, turn.column, "the player to move is 1 or 2, not 0")
    width = rules.columns
    grid = [digits[i : i + width] for i in range(0, rules.cell_count, width)]
    position = position_of(grid, rules, turn.owner)
    notices += _turn_notices(position)
    return MaxConnect4File(position, "; ".join(notices) or None)


def format_maxconnect4(position: Position) -> str:
    """Return the text of the file: LF line ends, also after the last line.

    The size is told by the lines; connect and objective are not in the file.
    """
    return f"{format_grid(position, '0', '1', '2')}{position.to_move.value}\n"


def read_maxconnect4(path: str | os.PathLike[str], rules: Rules | None = None) -> MaxConnect4File:
    """Read the file at *path*; raise OSError if it cannot be, and otherwise as parse_maxconnect4."""
    # A byte that is no text becomes a character that is no digit, and is refused with its place.
    text = Path(path).read_text(encoding="utf-8-sig", errors="replace")
    return parse_maxconnect4(text, rules)


def write_maxconnect4(path: str | os.PathLike[str], position: Position) -> None:
    """Write *position* to the file at *path*, whole or not at all; raise OSError if it cannot be."""
    write_text_atomically(path, format_maxconnect4(position))


def _marks(number: int, line: str) -> list[Mark]:
    marks = []
    for column, character in enumerate(line, start=1):
        if character.isspace():
            continue
        if character not in _OWNERS:
            raise error_at(number, column, f"expected 0, 1 or 2, found {character!r}")
        marks.append(Mark(_OWNERS[character], number, column))
    return marks


def _rules_told_by(lines: list[list[Mark]]) -> Rules:
    """Return the rules for the size of the lines, equal rows and then one digit; else the course's."""
    widths = [len(line) for line in lines]
    if len(lines) < 2 or widths[-1] != 1 or len(set(widths[:-1])) != 1:
        return _COURSE_RULES
    columns, rows = widths[0], len(lines) - 1
    if columns > MAX_SIDE or rows > MAX_SIDE:
        if columns * rows == _COURSE_RULES.cell_count:
            return _COURSE_RULES  # rows joined to one line
        line, column = _end_of(lines[0] if columns > MAX_SIDE else lines[-1])
        message = f"a board has at most {MAX_SIDE} columns and rows, not {columns}x{rows}"
        raise error_at(line, column, message)
    return Rules(columns, rows, _COURSE_RULES.connect, _COURSE_RULES.objective)


def _checked(lines: list[list[Mark]], rules: Rules) -> list[Mark]:
    """Return all digits in order, the turn's last, having checked that lines end where rows end."""
    width, count = rules.columns, rules.cell_count
    digits: list[Mark] = []
    for marks in lines:
        digits += marks
        if len(digits) > count + 1:
            extra = digits[count + 1]
            message = f"expected the end after {rules.rows} rows of {width} and the player to move"
            raise error_at(extra.line, extra.column, f"{message}, found another digit")
        left_over = len(digits) % width
        if left_over and len(digits) < count:
            # In a line that is too long the first digit of the unfinished row is one too many.
            place = marks[-left_over] if len(marks) > width else None
            line, column = (place.line, place.column) if place else _end_of(marks)
            raise error_at(line, column, f"expected {width} digits in the line, found {len(marks)}")
    if len(digits) < count:
        line, column = _end_of(lines[-1]) if lines else (1, 1)
        found = len(digits) // width
        raise error_at(line, column, f"expected {rules.rows} rows of {width} digits, found {found}")
    if len(digits) == count:
        raise error_at(*_end_of(lines[-1]), "expected the player to move, 1 or 2, found the end")
    return digits


def _end_of(marks: list[Mark]) -> tuple[int, int]:
    """Return the line, and the column after its last digit."""
    return marks[-1].line, marks[-1].column + 1


def _turn_notices(position: Position) -> list[str]:
    red, yellow = len(position.stones(RED)), len(position.stones(YELLOW))
    due = {0: RED, 1: YELLOW}.get(red - yellow)
    if due is position.to_move:
        return []
    stones = f"{red} red and {yellow} yellow stones"
    turn = position.to_move.value
    if due is None:
        return [f"no game comes to {stones}; player {turn} moves next, as the file says"]
    return [
        f"player {turn} moves next, as the file says, though after {stones} "
        f"it would be player {due.value}'s turn"
    ]
