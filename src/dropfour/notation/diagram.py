"""Board diagrams: the board as a person draws it in text, top row first.

    .......
    .......
    .......
    ...Y...
    ...RY..
    ...RR..

Empty cells are ``. _ 0 -``, red stones ``R r X x 1``, yellow stones ``Y y O o 2``; note that the
digit 0 is an empty cell and the letter O a stone. White space, ``|`` and empty lines are ignored,
and so are column numbers above or below a board of three or more columns (on a narrower board, ``1
2`` could be two stones). Max-Connect4 files are drawn as rows in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dropfour.arguments import PositionLike, position_of
from dropfour.layout import InvalidPosition
from dropfour.moves import InvalidNotation, format_moves
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.rules import MAX_SIDE, Cell, Rules


class Mark(NamedTuple):
    """One drawn cell: its colour, and its place as line and column of the text, counted from 1."""

    colour: Colour | None
    place: tuple[int, int]


def split_lines(text: str) -> list[str]:
    """Split *text* at LF, CRLF and CR only, so that line numbers agree with those of an editor."""
    return re.split(r"\r\n|\r|\n", text)


def error_at(line_number: int, column_number: int, message: str) -> InvalidNotation:
    """Return the error for a place in a text, both numbers counted from 1."""
    return InvalidNotation(f"line {line_number}, column {column_number}: {message}")


def read_marks(
    line_number: int, text: str, colours: Mapping[str, Colour | None], expected: str
) -> list[Mark]:
    """Return the cells drawn in one line of a text, ignoring white space.

    Raises InvalidNotation for a character that *colours* lacks; *expected* describes the valid ones.
    """
    marks = []
    for column_number, character in enumerate(text, start=1):
        if character in colours:
            marks.append(Mark(colours[character], (line_number, column_number)))
        elif not character.isspace():
            raise error_at(line_number, column_number, f"expected {expected}, found {character!r}")
    return marks


def end_of(marks: Sequence[Mark]) -> tuple[int, int]:
    """Return the place after the last of *marks*."""
    line_number, column_number = marks[-1].place
    return line_number, column_number + 1


def drawn_position(
    grid: Sequence[Sequence[Mark]], rules: Rules, to_move: Colour | None = None
) -> Position:
    """Return the position drawn by *grid*, which must have the size given by *rules*.

    Raises InvalidPosition; for a floating stone, the message names its place in the text.
    """
    stones: dict[Colour, list[Cell]] = {RED: [], YELLOW: []}
    for i, marks in enumerate(grid):
        for j, mark in enumerate(marks):
            if mark.colour is None:
                continue
            if i + 1 < len(grid) and grid[i + 1][j].colour is None:
                line_number, column_number = mark.place
                raise InvalidPosition(
                    f"line {line_number}, column {column_number}: the {mark.colour} stone floats over "
                    f"an empty cell (board column {j + 1}, row {len(grid) - i})"
                )
            stones[mark.colour].append(Cell(j + 1, len(grid) - i))
    return Position.from_cells(stones[RED], stones[YELLOW], rules, to_move)


def format_grid(position: Position, empty: str, red: str, yellow: str) -> str:
    """Return the rows of the board in these characters, top row first, each followed by a newline."""
    characters = {None: empty, RED: red, YELLOW: yellow}
    columns = range(1, position.rules.columns + 1)
    return "".join(
        "".join(characters[position[column, row]] for column in columns) + "\n"
        for row in range(position.rules.rows, 0, -1)
    )


_COLOURS: dict[str, Colour | None] = {
    **dict.fromkeys("._0-", None),
    **dict.fromkeys("RrXx1", RED),
    **dict.fromkeys("YyOo2", YELLOW),
}
_EXPECTED = "one of . _ 0 - (empty), R X 1 (red) or Y O 2 (yellow)"


def parse_diagram(text: str, rules: Rules | None = None, to_move: Colour | None = None) -> Position:
    """Return the position drawn in *text*.

    Without *rules*, the size is that of the diagram and the other rules are the classic ones. Without
    *to_move*, the number of stones decides whose turn it is; with it, each colour may have any number
    of stones (a set-up position).

    Raises InvalidNotation, with line and column, for text that is not a diagram of the right size, and
    InvalidPosition for a board that no game can reach.
    """
    numbered = enumerate(split_lines(text.replace("|", " ")), start=1)
    rows = [(number, row) for number, row in numbered if row.strip()]
    if len(rows) > 1 and _is_column_numbers(rows[0][1], rows[1][1]):
        del rows[0]
    if len(rows) > 1 and _is_column_numbers(rows[-1][1], rows[-2][1]):
        del rows[-1]
    grid = [read_marks(number, row, _COLOURS, _EXPECTED) for number, row in rows]
    if not grid:
        raise InvalidNotation("line 1, column 1: expected a board diagram, found no cells")
    if rules is None:
        width = len(grid[0])
        if width > MAX_SIDE or len(grid) > MAX_SIDE:
            raise error_at(
                *end_of(grid[min(MAX_SIDE, len(grid) - 1)]),
                f"a board has at most {MAX_SIDE} columns and rows, not {width}x{len(grid)}",
            )
        rules = Rules(width, len(grid))
    for marks in grid:
        if len(marks) != rules.columns:
            is_long = len(marks) > rules.columns
            place = marks[rules.columns].place if is_long else end_of(marks)
            message = f"expected {rules.columns} cells in the row, found {len(marks)}"
            raise error_at(*place, message)
    if len(grid) != rules.rows:
        raise error_at(*end_of(grid[-1]), f"expected {rules.rows} rows, found {len(grid)}")
    return drawn_position(grid, rules, to_move)


def format_diagram(position: PositionLike) -> str:
    """Return the board as rows of ``.``, ``R`` and ``Y``, each followed by a newline.

    A diagram holds the stones and the size of the board, but neither the other rules nor a side to move
    that does not follow from the stones.
    """
    return format_grid(position_of(position), ".", "R", "Y")


def _is_column_numbers(text: str, neighbour: str) -> bool:
    """Return true if *text* is ``1 2 3 …`` for the columns of the row next to it and cannot be cells."""
    columns = len("".join(neighbour.split()))
    if not 3 <= columns <= MAX_SIDE:
        return False
    words = text.split()
    numbers = range(1, columns + 1)
    last_digits = "".join(str(number % 10) for number in numbers)
    return words == [str(number) for number in numbers] or "".join(words).lower() in (
        format_moves(numbers),
        last_digits,
    )
