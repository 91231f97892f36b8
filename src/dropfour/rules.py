"""The rules of a game: board size, how many stones in a row make a line, and the objective."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

MAX_SIDE = 20
MIN_CONNECT, MAX_CONNECT = 3, 10


def checked_integer(value: object, name: str) -> int:
    """Return *value* as an int; raise TypeError unless it is an integer (numpy's are, a bool is not)."""
    if not isinstance(value, bool):
        try:
            return operator.index(value)  # type: ignore[arg-type]
        except TypeError:
            pass
    raise TypeError(f"{name} is an integer, not {value!r}")


def checked_number(value: object, name: str) -> float:
    """Return *value* as a float; raise TypeError unless it is a number (a bool or a text is not)."""
    kind = type(value)
    if kind is not bool and (hasattr(kind, "__float__") or hasattr(kind, "__index__")):
        return float(value)  # type: ignore[arg-type]
    raise TypeError(f"{name} is a number, not {value!r}")


def checked_depth(depth: object) -> int:
    """Return a number of plies to count; raise ValueError if it is negative."""
    depth = checked_integer(depth, "a depth")
    if depth < 0:
        raise ValueError(f"a depth must be 0 or more, not {depth}")
    return depth


class Objective(Enum):
    """How a game is won; the values are the words that files and commands use."""

    FIRST_LINE = "first-line"  # classic: the first line wins
    MOST_LINES = "most-lines"  # Max-Connect4: fill the board, each line is a point

    @classmethod
    def _missing_(cls, value: object) -> Objective:
        """Return the objective with another name that people try; raise ValueError if there is none."""
        words = re.sub("[^a-z0-9]", "", str(value).lower())
        if words in _OTHER_NAMES:
            return cls(_OTHER_NAMES[words])
        expected = " or ".join(each.value for each in cls)
        raise ValueError(f"the objective is {expected}, not {value!r}")


_OTHER_NAMES = {
    "firstline": "first-line",
    "classic": "first-line",
    "connect4": "first-line",
    "connectfour": "first-line",
    "mostlines": "most-lines",
    "maxconnect4": "most-lines",
    "maxconnectfour": "most-lines",
}


class Cell(NamedTuple):
    """A square of the board: column from 1 at the left, row from 1 at the bottom."""

    column: int
    row: int

    def step(self, direction: Direction, count: int = 1) -> Cell:
        """Return the cell *count* steps away, which may be off the board."""
        return Cell(self.column + direction.columns * count, self.row + direction.rows * count)


class Direction(Enum):
    """The eight directions from a cell, as steps in columns and rows."""

    RIGHT = (1, 0)
    UP_RIGHT = (1, 1)
    UP = (0, 1)
    UP_LEFT = (-1, 1)
    LEFT = (-1, 0)
    DOWN_LEFT = (-1, -1)
    DOWN = (0, -1)
    DOWN_RIGHT = (1, -1)

    @property
    def columns(self) -> int:
        return self.value[0]

    @property
    def rows(self) -> int:
        return self.value[1]


# Each line is found once, from its lowest cell (or its leftmost cell if it is horizontal).
LINE_DIRECTIONS = (Direction.RIGHT, Direction.UP_RIGHT, Direction.UP, Direction.UP_LEFT)

Line = tuple[Cell, ...]


@dataclass(frozen=True, slots=True, init=False)
class Rules:
    """The rules of a game; *objective* is an Objective or its word, such as ``most-lines``.

    Raises ValueError for a board outside 1x1 to 20x20 or a *connect* outside 3 to 10. A line does not
    have to fit on the board; if it does not, nobody can make one.

    >>> d4.Rules(columns=9, rows=7).size
    '9x7'
    >>> len(d4.Rules().lines)
    69
    """

    columns: int = 7
    rows: int = 6
    connect: int = 4
    objective: Objective = Objective.FIRST_LINE

    def __init__(
        self,
        columns: int = 7,
        rows: int = 6,
        connect: int = 4,
        objective: Objective | str = Objective.FIRST_LINE,
    ) -> None:
        for name, value in (("columns", columns), ("rows", rows), ("connect", connect)):
            object.__setattr__(self, name, checked_integer(value, name))
        if not isinstance(objective, Objective | str):
            raise TypeError(f"objective is an Objective or its word, not {objective!r}")
        object.__setattr__(self, "objective", Objective(objective))
        if not (1 <= self.columns <= MAX_SIDE and 1 <= self.rows <= MAX_SIDE):
            raise ValueError(
                f"a board has 1 to {MAX_SIDE} columns and 1 to {MAX_SIDE} rows, "
                f"not {self.columns}x{self.rows}"
            )
        if not MIN_CONNECT <= self.connect <= MAX_CONNECT:
            raise ValueError(
                f"connect is {MIN_CONNECT} to {MAX_CONNECT} in a row, not {self.connect}"
            )

    @classmethod
    def for_board(
        cls, board: str, connect: int = 4, objective: Objective | str = Objective.FIRST_LINE
    ) -> Rules:
        """Return the rules for a board given as columns x rows, such as ``7x6``; what `to_dict` returns
        are its arguments."""
        match = re.fullmatch(r"([0-9]{1,3}) *[xX×] *([0-9]{1,3})", board.strip(), re.ASCII)
        if match is None:
            expected = "a board size is columns x rows, such as 7x6"
            if match := re.fullmatch(r"([0-9]{1,3})[ ,]+([0-9]{1,3})", board.strip(), re.ASCII):
                rows, columns = match.groups()
                expected += f" (for {rows} rows and {columns} columns: {columns}x{rows})"
            raise ValueError(f"{expected}, not {board!r}")
        return cls(int(match[1]), int(match[2]), connect, objective)

    @property
    def size(self) -> str:
        """Columns x rows, such as ``7x6``."""
        return f"{self.columns}x{self.rows}"

    def to_dict(self) -> dict[str, Any]:
        """Return the rules as JSON-compatible values: board, connect and objective."""
        return {"board": self.size, "connect": self.connect, "objective": self.objective.value}

    @property
    def cell_count(self) -> int:
        """The number of cells of the board."""
        return self.columns * self.rows

    def cells(self) -> Iterator[Cell]:
        """Yield every cell, column by column from the left, each from the bottom up."""
        for column in range(1, self.columns + 1):
            for row in range(1, self.rows + 1):
                yield Cell(column, row)

    def has_cell(self, cell: Cell) -> bool:
        """Return whether *cell* is on the board."""
        return 1 <= cell.column <= self.columns and 1 <= cell.row <= self.rows

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines of the board, each a tuple of *connect* cells."""
        return _lines(_shape_of(self))

    def lines_through(self, cell: Cell) -> tuple[Line, ...]:
        """Return the lines that contain *cell*; raise ValueError if it is not on the board."""
        return _lines_by_cell(_shape_of(self))[self.checked(cell)]

    def cell_value(self, cell: Cell) -> int:
        """Return the value of *cell*: the number of lines that contain it."""
        return len(self.lines_through(cell))

    def cell_values(self) -> list[list[int]]:
        """Return the values of all cells as rows of the board, top row first."""
        return [
            [self.cell_value(Cell(column, row)) for column in range(1, self.columns + 1)]
            for row in range(self.rows, 0, -1)
        ]

    def directions_from(self, cell: Cell) -> tuple[Direction, ...]:
        """Return the directions in which a line that starts at *cell* stays on the board."""
        self.checked(cell)
        return tuple(
            direction
            for direction in Direction
            if self.has_cell(cell.step(direction, self.connect - 1))
        )

    def checked(self, cell: tuple[int, int]) -> Cell:
        """Return *cell*; raise TypeError for anything else, and ValueError if it is not on the board."""
        try:
            column, row = cell
        except (TypeError, ValueError):
            raise TypeError(f"a cell is a column and a row, such as (4, 1), not {cell!r}") from None
        cell = Cell(checked_integer(column, "a column"), checked_integer(row, "a row"))
        if not self.has_cell(cell):
            raise ValueError(
                f"column {cell.column}, row {cell.row} is not on the {self.size} board"
            )
        return cell


def checked_rules(value: object) -> Rules:
    """Return *value*, or the classic rules for None; raise TypeError unless it is Rules."""
    if value is None:
        return Rules()
    if isinstance(value, Rules):
        return value
    raise TypeError(f"expected Rules, such as Rules(columns=7, rows=6), not {value!r}")


# The game that files, program and course of this name are about.
MAX_CONNECT4 = Rules(objective=Objective.MOST_LINES)


def _shape_of(rules: Rules) -> Rules:
    """Return the rules without their objective: the cache key for what depends on the shape only."""
    return replace(rules, objective=Objective.FIRST_LINE)


@lru_cache(maxsize=32)
def _lines(rules: Rules) -> tuple[Line, ...]:
    return tuple(
        tuple(cell.step(direction, i) for i in range(rules.connect))
        for cell in rules.cells()
        for direction in LINE_DIRECTIONS
        if rules.has_cell(cell.step(direction, rules.connect - 1))
    )


@lru_cache(maxsize=32)
def _lines_by_cell(rules: Rules) -> dict[Cell, tuple[Line, ...]]:
    through: dict[Cell, list[Line]] = {cell: [] for cell in rules.cells()}
    for line in _lines(rules):
        for cell in line:
            through[cell].append(line)
    return {cell: tuple(lines) for cell, lines in through.items()}
