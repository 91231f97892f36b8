"""Positions as rows, top row first: 0 an empty cell, 1 red, 2 yellow, or texts with a dot, r and y;
also as Kaggle's ConnectX has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dropfour.extras import needed_by
from dropfour.layout import InvalidPosition
from dropfour.outcome import ColourLike
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.rules import Cell, Rules

_MARKS: dict[Any, Colour | None] = {
    **{0: None, 1: RED, 2: YELLOW, -1: YELLOW},
    **{None: None, RED: RED, YELLOW: YELLOW},
    **{".": None, "r": RED, "y": YELLOW},
}


def position_from_rows(
    rows: Iterable[Iterable[Any]], rules: Rules | None = None, to_move: ColourLike | None = None
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
                    f"column {column}, row {row} holds {mark!r}; expected 0, None or '.' "
                    "(empty), 1 or 'r' (red), or 2, -1 or 'y' (yellow)"
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


_CLASSIC = {"columns": 7, "rows": 6, "inarow": 4}


def position_from_kaggle(
    observation: Mapping[str, Any], configuration: Mapping[str, Any] | None = None
) -> Position:
    """Return the position that an agent is asked about; raise InvalidPosition if no game reaches it.

    *observation* has the ``board``, row by row from the top with 1 and 2 for the players' marks, and
    *configuration* the ``columns``, ``rows`` and ``inarow``; its default is 7, 6 and 4. The marks on the
    board decide whose turn it is: 1 moves first.
    """
    configuration = _CLASSIC if configuration is None else configuration
    columns, rows, connect = (_entry("configuration", configuration, name) for name in _CLASSIC)
    rules = Rules(columns, rows, connect)
    board = _entry("observation", observation, "board")
    if not hasattr(board, "__len__"):
        raise TypeError(f"the board of an observation is a list of marks, not {board!r}")
    if len(board) != rules.cell_count:
        raise InvalidPosition(
            f"a {rules.size} board has {rules.cell_count} cells, not {len(board)}"
        )
    for i, mark in enumerate(board):
        if mark not in (0, 1, 2):
            raise InvalidPosition(f"cell {i} of the board holds {mark!r}, expected 0, 1 or 2")
    return position_from_rows(
        (board[first : first + columns] for first in range(0, rules.cell_count, columns)), rules
    )


def _entry(what: str, given: Mapping[str, Any], name: str) -> Any:
    if not isinstance(given, Mapping):
        raise TypeError(f"the {what} of a Kaggle agent is a mapping with {name!r}, not {given!r}")
    if name not in given:
        raise ValueError(f"the {what} has no {name!r}")
    return given[name]
