"""The Max-Connect4 file: the board as digits, top row first, then the player to move.

    0000000
    0000000
    0000000
    0002000
    0001200
    0001100
    2

0 is an empty cell, 1 a red stone, 2 a yellow one (green in that game). The reader accepts the variants
that programs write: any kind of newline, white space anywhere, empty lines, no newline at the end, and
all rows joined in one line.
"""

from __future__ import annotations

from dataclasses import dataclass

from dropfour.arguments import PositionLike, position_of
from dropfour.files import PathOrFile, read_bytes, write_bytes
from dropfour.notation.diagram import (
    Mark,
    drawn_position,
    end_of,
    error_at,
    format_grid,
    read_marks,
    split_lines,
)
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.rules import MAX_CONNECT4, MAX_SIDE, Rules

_COLOURS: dict[str, Colour | None] = {"0": None, "1": RED, "2": YELLOW}


@dataclass(frozen=True, slots=True)
class MaxConnect4File:
    """The contents of a file; *notice* is a sentence about anything unusual in it, or None."""

    position: Position
    notice: str | None = None


def parse_maxconnect4(text: str, rules: Rules | None = None) -> MaxConnect4File:
    """Parse the text of a Max-Connect4 file.

    Without *rules*, the game is that of the course: 7x6, most lines. If the file has rows of another
    length or another number of rows, the board has that size, and the notice says so. If the stones and
    the digit of the player to move disagree, the digit decides (a set-up position), and the notice says
    so.

    Raises InvalidNotation for other characters and lengths and InvalidPosition for a floating stone,
    both with line and column.
    """
    lines = split_lines(text)
    last = max((number for number, row in enumerate(lines) if row.strip()), default=0)
    turn_line = last if len(lines[last].strip()) == 1 and last else None
    marks = [
        read_marks(
            number + 1,
            row,
            _COLOURS,
            "1 or 2, the player to move" if number == turn_line else "0, 1 or 2",
        )
        for number, row in enumerate(lines)
    ]
    rows = [row for row in marks if row]
    notices = []
    if rules is None:
        rules = _rules_from_size(rows)
        if rules.size != MAX_CONNECT4.size:
            notices.append(f"the file holds a {rules.size} board, not {MAX_CONNECT4.size}")
    digits = _checked(rows, rules)
    turn = digits[-1]
    if turn.colour is None:
        raise error_at(*turn.place, "the player to move is 1 or 2, not 0")
    width = rules.columns
    grid = [digits[i : i + width] for i in range(0, rules.cell_count, width)]
    position = drawn_position(grid, rules, turn.colour)
    notices += _turn_notices(position)
    return MaxConnect4File(position, "; ".join(notices) or None)


def format_maxconnect4(position: PositionLike) -> str:
    """Return the text of the file, every row ended by LF.

    The rows give the size of the board; connect and objective are not in the file.
    """
    shown = position_of(position)
    return f"{format_grid(shown, '0', '1', '2')}{shown.to_move.value}\n"


def read_maxconnect4(path: PathOrFile, rules: Rules | None = None) -> MaxConnect4File:
    """Read a path or an open file; raise OSError if that fails, otherwise see parse_maxconnect4."""
    # A byte that is not UTF-8 becomes a character that is not a digit, and is refused with its place.
    return parse_maxconnect4(read_bytes(path).decode("utf-8-sig", errors="replace"), rules)


def write_maxconnect4(path: PathOrFile, position: PositionLike) -> None:
    """Write *position* to a path, atomically, or to an open file; raise OSError if that fails."""
    write_bytes(path, format_maxconnect4(position).encode("utf-8"))


def _rules_from_size(rows: list[list[Mark]]) -> Rules:
    """Return the rules for equal rows followed by a single digit; otherwise the course's rules."""
    widths = [len(row) for row in rows]
    if len(rows) < 2 or widths[-1] != 1 or len(set(widths[:-1])) != 1:
        return MAX_CONNECT4
    width, height = widths[0], len(rows) - 1
    if width > MAX_SIDE or height > MAX_SIDE:
        if width * height == MAX_CONNECT4.cell_count:
            return MAX_CONNECT4  # all rows in one line
        place = end_of(rows[0] if width > MAX_SIDE else rows[-1])
        message = f"a board has at most {MAX_SIDE} columns and rows, not {width}x{height}"
        raise error_at(*place, message)
    return Rules(width, height, MAX_CONNECT4.connect, MAX_CONNECT4.objective)


def _checked(rows: list[list[Mark]], rules: Rules) -> list[Mark]:
    """Return all digits in order, the player to move last; raise InvalidNotation for a wrong length."""
    width, count = rules.columns, rules.cell_count
    digits: list[Mark] = []
    for row in rows:
        digits += row
        if len(digits) > count + 1:
            message = f"expected the end after {rules.rows} rows of {width} and the player to move"
            raise error_at(*digits[count + 1].place, f"{message}, found another digit")
        left_over = len(digits) % width
        if left_over and len(digits) < count:
            # In a row that is too long, the first digit of the unfinished row is one too many.
            place = row[-left_over].place if len(row) > width else end_of(row)
            raise error_at(*place, f"expected {width} digits in the row, found {len(row)}")
    if len(digits) < count:
        place = end_of(rows[-1]) if rows else (1, 1)
        found = len(digits) // width
        raise error_at(*place, f"expected {rules.rows} rows of {width} digits, found {found}")
    if len(digits) == count:
        raise error_at(*end_of(rows[-1]), "expected the player to move, 1 or 2, found the end")
    return digits


def _turn_notices(position: Position) -> list[str]:
    red, yellow = len(position.stones(RED)), len(position.stones(YELLOW))
    due = {0: RED, 1: YELLOW}.get(red - yellow)
    if due is position.to_move:
        return []
    stones = f"{red} red and {yellow} yellow stones"
    turn = position.to_move.value
    if due is None:
        return [f"no game reaches {stones}; player {turn} moves next, as the file says"]
    return [
        f"player {turn} moves next, as the file says, though after {stones} "
        f"it would be player {due.value}'s turn"
    ]
