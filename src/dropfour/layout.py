"""The bit layout of a board, and what follows from it, computed once for each shape; and which
stones on it a game can reach.

A mask is an integer with one bit per cell. Every column has a spare bit on top, so that following a
line by shifting cannot wrap into the next column. The bit numbers on 7x6:

     6 13 20 27 34 41 48    <- spare
     5 12 19 26 33 40 47    row 6
     .  .  .  .  .  .  .
     0  7 14 21 28 35 42    row 1
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from dropfour.rules import Cell, Line, Rules, checked_integer

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
