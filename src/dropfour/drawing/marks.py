"""The lines that a drawing marks, each from end to end."""

from __future__ import annotations

from dataclasses import dataclass

from dropfour.position import Colour, Position
from dropfour.rules import Cell, Direction


@dataclass(frozen=True, slots=True)
class Run:
    """All adjacent stones of one colour in one direction, as many as make a line or more."""

    colour: Colour
    cells: tuple[Cell, ...]


def find_runs(position: Position) -> tuple[Run, ...]:
    """Return the runs on the board, red's first; overlapping lines in one direction are one run.

    In a classic game only the winner has any; in Max-Connect4 both colours may have runs at any time.
    """
    runs = []
    for colour in Colour:
        starts = {(line[0], _direction_of(line[0], line[1])) for line in position.lines(colour)}
        for first, direction in starts:
            if (first.step(direction, -1), direction) in starts:
                continue
            length = position.rules.connect
            while (first.step(direction, length - position.rules.connect + 1), direction) in starts:
                length += 1
            cells = tuple(first.step(direction, i) for i in range(length))
            runs.append(Run(colour, cells))
    return tuple(sorted(runs, key=lambda run: (run.colour.value, run.cells)))


def _direction_of(first: Cell, second: Cell) -> Direction:
    return Direction((second.column - first.column, second.row - first.row))
