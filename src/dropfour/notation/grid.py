"""A board drawn as rows of text, top row first: the common part of diagrams and Max-Connect4 files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dropfour.moves import InvalidNotation
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.rules import Cell, Rules
from dropfour.validity import InvalidPosition


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
