"""Which boards a game can reach: what is checked before a position is set up from its stones."""

from __future__ import annotations

from collections.abc import Iterable

from dropfour.layout import layout_of
from dropfour.rules import Cell, Rules, checked_integer


class InvalidPosition(ValueError):
    """A board that no game can reach; the message says why."""


def mask_of(cells: Iterable[Cell], rules: Rules) -> int:
    """Return the mask of *cells*; raise InvalidPosition for one that is not on the board."""
    layout, mask = layout_of(rules), 0
    for column, row in cells:
        cell = Cell(checked_integer(column, "a column"), checked_integer(row, "a row"))
        if not rules.has_cell(cell):
            raise InvalidPosition(f"column {column}, row {row} is not on the {rules.size} board")
        mask |= layout.bit(cell)
    return mask


def check_stones(red_mask: int, yellow_mask: int, rules: Rules) -> None:
    """Raise InvalidPosition unless all stones are on the board, one per cell and none floating."""
    layout, occupied_mask = layout_of(rules), red_mask | yellow_mask
    if red_mask < 0 or yellow_mask < 0 or occupied_mask & ~layout.board_mask:
        raise InvalidPosition(f"a stone lies outside the {rules.size} board")
    for cell in rules.cells():
        bit = layout.bit(cell)
        if red_mask & yellow_mask & bit:
            raise InvalidPosition(f"column {cell.column}, row {cell.row} holds two stones")
        if occupied_mask & bit and cell.row > 1 and not occupied_mask & bit >> 1:
            raise InvalidPosition(
                f"the stone in column {cell.column}, row {cell.row} floats over an empty cell"
            )


def check_lines(red_mask: int, yellow_mask: int, rules: Rules, *, is_red_to_move: bool) -> None:
    """Raise InvalidPosition if the lines cannot all have been made by the last stone of a game.

    For games that the first line wins, with stones that `check_stones` accepts.
    """
    layout, occupied_mask = layout_of(rules), red_mask | yellow_mask
    sides = [("red", red_mask), ("yellow", yellow_mask)]
    (to_move, own_mask), (winner, winner_mask) = sides if is_red_to_move else sides[::-1]
    if layout.has_line(own_mask):
        raise InvalidPosition(f"{to_move} already has a line, so {to_move} cannot be to move")
    # The winning stone is the top stone of its column, and without it there is no line.
    tops_mask = occupied_mask & ~(occupied_mask >> 1)
    before = (winner_mask & ~(tops_mask & column) for column in layout.column_masks[1:])
    if layout.has_line(winner_mask) and all(map(layout.has_line, before)):
        raise InvalidPosition(f"{winner} has lines that no single stone can have completed")
