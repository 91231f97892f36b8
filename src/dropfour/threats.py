"""Threats: the empty cells that complete a line."""

from __future__ import annotations

from dropfour.position import Colour, Position
from dropfour.rules import Cell, Line


def completing_lines(position: Position, colour: Colour) -> dict[Cell, tuple[Line, ...]]:
    """Return each empty cell that completes a line of *colour*, playable now or not, with the lines."""
    own = frozenset(position.stones(colour))
    found: dict[Cell, list[Line]] = {}
    for line in position.rules.lines:
        missing = [cell for cell in line if cell not in own]
        if len(missing) == 1 and position[missing[0]] is None:
            found.setdefault(missing[0], []).append(line)
    return {cell: tuple(found[cell]) for cell in sorted(found)}
