"""The bit layout of a board, and what follows from it, computed once for each shape.

A mask is an integer with one bit per cell. Every column has a spare bit on top, so that following a
line by shifting cannot wrap into the next column. The bit numbers on 7x6:

     6 13 20 27 34 41 48    <- spare
     5 12 19 26 33 40 47    row 6
     .  .  .  .  .  .  .
     0  7 14 21 28 35 42    row 1
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from dropfour.rules import Cell, Line, Rules

_MOST_REMEMBERED = 4096


class Layout:
    """The masks of one board shape; columns count from 1, so index 0 of a list by column is unused."""

    def __init__(self, columns: int, rows: int, connect: int) -> None:
        stride = rows + 1
        self.stride = stride
        self.bottoms = [0, *(1 << stride * i for i in range(columns))]
        self.column_masks = [bottom * ((1 << rows) - 1) for bottom in self.bottoms]
        self.board_mask = sum(self.column_masks)
        self.bottom_mask = sum(self.bottoms)
        self._top_mask = self.bottom_mask << rows - 1
        # One step up, down-right, right and up-right, then the shifts that find lines along it.
        self._line_shifts = [_shifts(step, connect) for step in (1, rows, rows + 1, rows + 2)]
        self._pairs = [(s[0], s[1]) for s in self._line_shifts if len(s) == 2]
        self._open_columns: dict[int, tuple[int, ...]] = {}

    def bit(self, cell: Cell) -> int:
        """Return the mask of *cell*, which must be on the board."""
        return 1 << (cell.column - 1) * self.stride + cell.row - 1

    def cell(self, bit: int) -> Cell:
        """Return the cell of a mask with one bit."""
        column, row = divmod(bit.bit_length() - 1, self.stride)
        return Cell(column + 1, row + 1)

    def open_columns(self, occupied_mask: int) -> tuple[int, ...]:
        """Return the columns that are not full."""
        full_mask = occupied_mask & self._top_mask
        columns = self._open_columns.get(full_mask)
        if columns is None:
            if len(self._open_columns) >= _MOST_REMEMBERED:
                self._open_columns.clear()
            numbers = range(1, len(self.bottoms))
            columns = tuple(each for each in numbers if not full_mask & self.column_masks[each])
            self._open_columns[full_mask] = columns
        return columns

    def has_line(self, mask: int) -> bool:
        """Return whether *mask* contains a line."""
        if self._pairs:  # the same without a loop within the loop: rollouts spend their time here
            for near, far in self._pairs:
                starts = mask & mask >> near
                if starts & starts >> far:
                    return True
            return False
        for shifts in self._line_shifts:
            starts = mask
            for shift in shifts:
                starts &= starts >> shift
            if starts:
                return True
        return False

    def line_starts(self, mask: int) -> Iterator[int]:
        """Yield a mask of the first cells of the lines in *mask*, one mask for each direction."""
        for shifts in self._line_shifts:
            starts = mask
            for shift in shifts:
                starts &= starts >> shift
            yield starts

    def mirror(self, mask: int) -> int:
        """Return *mask* reflected left to right."""
        columns = range(1, len(self.bottoms))
        piles = ((mask & self.column_masks[each]) // self.bottoms[each] for each in columns)
        return sum(pile * self.bottoms[-each] for pile, each in zip(piles, columns, strict=True))


def _shifts(step: int, connect: int) -> tuple[int, ...]:
    """Return shifts that turn a mask into the starts of its lines, doubling the length found so far."""
    shifts = []
    length = 1
    while length < connect:
        grown = min(length, connect - length)
        shifts.append(grown * step)
        length += grown
    return tuple(shifts)


@lru_cache(maxsize=128)
def _layout(columns: int, rows: int, connect: int) -> Layout:
    return Layout(columns, rows, connect)


def layout_of(rules: Rules) -> Layout:
    return _layout(rules.columns, rules.rows, rules.connect)


def lines_in(mask: int, rules: Rules) -> tuple[Line, ...]:
    """Return the lines with all cells in *mask*; overlapping lines are listed separately."""
    layout = layout_of(rules)
    if not layout.has_line(mask):
        return ()
    return tuple(line for line in rules.lines if all(mask & layout.bit(cell) for cell in line))
