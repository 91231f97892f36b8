"""A board drawn as rows of text, top row first: what diagrams and Max-Connect4 files have in common."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from dropfour.moves import InvalidNotation
from dropfour.position import RED, YELLOW, Colour, InvalidPosition, Position
from dropfour.rules import Cell, Rules


class Mark(NamedTuple):
    """One drawn cell: who owns it, and where in the text it stands, both counted from 1."""

    owner: Colour | None
    line: int
    column: int


def split_lines(text: str) -> list[str]:
    """Split at LF, CRLF and CR alone, and nowhere else, so that lines count as in an editor."""
    return re.split(r"\r\n|\r|\n", text)


def error_at(line: int, column: int, message: str) -> InvalidNotation:
    """Return the error for a place in the text, both counted from 1."""
    return InvalidNotation(f"line {line}, column {column}: {message}")


def position_of(
    grid: Sequence[Sequence[Mark]], rules: Rules, to_move: Colour | None = None
) -> Position:
    """Return the position drawn by *grid*, whose shape must be that of *rules*.

    Raises InvalidPosition, for a floating stone with its place in the text.
    """
    stones: dict[Colour, list[Cell]] = {RED: [], YELLOW: []}
    for i, marks in enumerate(grid):
        for j, mark in enumerate(marks):
            if mark.owner is None:
                continue
            if i + 1 < len(grid) and grid[i + 1][j].owner is None:
                raise InvalidPosition(
                    f"line {mark.line}, column {mark.column}: the {mark.owner} stone floats over "
                    f"an empty cell (board column {j + 1}, row {len(grid) - i})"
                )
            stones[mark.owner].append(Cell(j + 1, len(grid) - i))
    return Position.from_cells(stones[RED], stones[YELLOW], rules, to_move)


def format_grid(position: Position, empty: str, red: str, yellow: str) -> str:
    """Return the rows of the board with these characters, top row first, each ended by LF."""
    characters = {None: empty, RED: red, YELLOW: yellow}
    columns = range(1, position.rules.columns + 1)
    return "".join(
        "".join(characters[position[column, row]] for column in columns) + "\n"
        for row in range(position.rules.rows, 0, -1)
    )
