"""Positions as rows of numbers, top row first: 0 an empty cell, 1 red, 2 yellow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dropfour.extras import needed_by
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.rules import Cell, Rules
from dropfour.validity import InvalidPosition

_MARKS: dict[Any, Colour | None] = {
    **{0: None, 1: RED, 2: YELLOW, -1: YELLOW},
    **{None: None, RED: RED, YELLOW: YELLOW},
}


def position_from_rows(
    rows: Iterable[Iterable[Any]], rules: Rules | None = None, to_move: Colour | None = None
) -> Position:
    """Return the position with these rows, as Position.from_rows does."""
    try:
        grid = [list(row) for row in rows]
    except TypeError:
        raise TypeError(f"a board is rows of cells, not {rows!r}") from None
    widths = {len(row) for row in grid}
    if len(widths) != 1 or widths == {0}:
        raise InvalidPosition(f"rows have the same number of cells, not {sorted(widths)}")
    (width,) = widths
    rules = rules or Rules(width, len(grid))
    if (width, len(grid)) != (rules.columns, rules.rows):
        raise InvalidPosition(f"these rows show a {width}x{len(grid)} board, not {rules.size}")
    stones: dict[Colour | None, list[Cell]] = {RED: [], YELLOW: [], None: []}
    for row, marks in zip(range(rules.rows, 0, -1), grid, strict=True):
        for column, mark in enumerate(marks, start=1):
            try:
                colour = _MARKS[mark]
            except (KeyError, TypeError):
                raise InvalidPosition(
                    f"column {column}, row {row} holds {mark!r}; expected 0 or None (empty), "
                    "1 (red), or 2 or -1 (yellow)"
                ) from None
            stones[colour].append(Cell(column, row))
    return Position.from_cells(stones[RED], stones[YELLOW], rules, to_move)


def rows_of(position: Position) -> list[list[int]]:
    """Return the rows of *position*, as Position.to_rows does."""
    rules = position.rules
    columns = range(1, rules.columns + 1)
    owners = ([position[column, row] for column in columns] for row in range(rules.rows, 0, -1))
    return [[0 if owner is None else owner.value for owner in row] for row in owners]


def array_of(position: Position, dtype: Any, copy: bool | None) -> Any:
    """Return the rows as a numpy array, by default of ``int8``, as ``__array__`` is asked for it."""
    if copy is False:
        raise ValueError("a position holds no array that could be used without a copy")
    with needed_by("an array", "numpy"):
        import numpy
    return numpy.array(rows_of(position), "int8" if dtype is None else dtype)
