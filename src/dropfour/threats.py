"""Threats: the empty cells that complete a line, and the colour that each of them falls to.

If every other column is full, the number of stones on the board when the cell can be played is known,
and with it the side to move. On a board of even height red gets the odd rows and yellow the even ones.
"""

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


def falls_to(position: Position, cell: Cell) -> Colour:
    """Return who plays the empty *cell* once every other column is full."""
    rules = position.rules
    stones_before = (rules.columns - 1) * rules.rows + cell.row - 1
    is_movers = (stones_before - position.ply) % 2 == 0
    return position.to_move if is_movers else position.to_move.opponent
