"""Position: the board at one moment, and the moves from it; the readable reference for the rules.

Conventions, here and everywhere outside ``native/``: columns count from 1 at the left, rows from 1 at
the bottom; red moves first; a score belongs to the side to move.

A mask is a plain integer with one bit a cell. Every column has a spare bit on top, so that walking
along a line by a shift cannot wrap into the next column; on 7x6, bit numbers from column 1:

     6 13 20 27 34 41 48    <- spare
     5 12 19 26 33 40 47    row 6
     .  .  .  .  .  .  .
     0  7 14 21 28 35 42    row 1
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from dropfour.moves import parse_moves
from dropfour.rules import Cell, Line, Objective, Rules


class Colour(Enum):
    """The two sides; the values are the digits of Max-Connect4 files."""

    RED = 1
    YELLOW = 2

    @property
    def opponent(self) -> Colour:
        return Colour.YELLOW if self is Colour.RED else Colour.RED

    def __str__(self) -> str:
        return self.name.lower()


RED, YELLOW = Colour.RED, Colour.YELLOW


class IllegalMove(ValueError):
    """A move that the rules forbid; the message says why."""


class InvalidPosition(ValueError):
    """A board that no game can reach, or text that describes none; the message says why."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: *winner* is None for a draw; *lines* are the winner's, all of them."""

    winner: Colour | None
    lines: tuple[Line, ...] = ()

    @property
    def is_draw(self) -> bool:
        return self.winner is None

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells of all the winner's lines."""
        return frozenset(cell for line in self.lines for cell in line)


class Position:
    """An immutable position. Equal positions have equal rules, stones and side to move; which cell was
    filled last is remembered, but does not tell two positions apart."""

    __slots__ = ("_last_cell", "_red_mask", "_rules", "_to_move", "_yellow_mask")

    _rules: Rules
    _red_mask: int
    _yellow_mask: int
    _to_move: Colour
    _last_cell: Cell | None

    def __init__(self, rules: Rules | None = None) -> None:
        """The empty board, red to move."""
        self._set(rules or Rules(), 0, 0, RED, None)

    # --- making positions -----------------------------------------------------------------------

    @classmethod
    def from_moves(cls, moves: str | Iterable[int], rules: Rules | None = None) -> Position:
        """Return the position after *moves*: a move string such as ``4455``, or columns in order.

        Raises IllegalMove for a move that cannot be played, and ValueError for text that is none.
        """
        position = cls(rules)
        for column in parse_moves(moves) if isinstance(moves, str) else moves:
            position = position.play(column)
        return position

    @classmethod
    def from_cells(
        cls,
        red: Iterable[Cell],
        yellow: Iterable[Cell],
        rules: Rules | None = None,
        to_move: Colour | None = None,
    ) -> Position:
        """Return the position with these stones; raise InvalidPosition if no game can reach it.

        Without *to_move* the stones decide whose turn it is. With it, the counts of the two colours
        may be any (a set-up position); floating stones and a second winner are refused all the same.
        """
        rules = rules or Rules()
        red_mask, yellow_mask = _mask_of(red, rules), _mask_of(yellow, rules)
        return cls.from_masks(red_mask, yellow_mask, rules, to_move)

    @classmethod
    def from_masks(
        cls, red_mask: int, yellow_mask: int, rules: Rules, to_move: Colour | None = None
    ) -> Position:
        """Return the position with these masks (layout: top of this module); otherwise as from_cells."""
        _check_masks(red_mask, yellow_mask, rules)
        ahead = red_mask.bit_count() - yellow_mask.bit_count()
        if to_move is None:
            if ahead not in (0, 1):
                raise InvalidPosition(
                    f"{red_mask.bit_count()} red and {yellow_mask.bit_count()} yellow stones: "
                    "red must have as many as yellow, or one more"
                )
            to_move = YELLOW if ahead else RED
        position = cls._make(rules, red_mask, yellow_mask, to_move, None)
        if rules.objective is Objective.FIRST_LINE:
            _check_wins(position)
        return position

    @classmethod
    def from_kaggle(
        cls, observation: Mapping[str, Any], configuration: Mapping[str, Any]
    ) -> Position:
        """Return the position that a Kaggle ConnectX agent is asked about (see notation.kaggle)."""
        from dropfour.notation.kaggle import position_from_kaggle

        return position_from_kaggle(observation, configuration)

    @classmethod
    def _make(
        cls, rules: Rules, red_mask: int, yellow_mask: int, to_move: Colour, last: Cell | None
    ) -> Position:
        position = cls.__new__(cls)
        position._set(rules, red_mask, yellow_mask, to_move, last)
        return position

    def _set(
        self, rules: Rules, red_mask: int, yellow_mask: int, to_move: Colour, last: Cell | None
    ) -> None:
        object.__setattr__(self, "_rules", rules)
        object.__setattr__(self, "_red_mask", red_mask)
        object.__setattr__(self, "_yellow_mask", yellow_mask)
        object.__setattr__(self, "_to_move", to_move)
        object.__setattr__(self, "_last_cell", last)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Position is immutable: cannot set {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Position is immutable: cannot delete {name}")

    def __reduce__(self) -> tuple[object, ...]:
        state = (self._rules, self._red_mask, self._yellow_mask, self._to_move, self._last_cell)
        return (Position._make, state)

    # --- what is on the board -------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        return self._rules

    @property
    def to_move(self) -> Colour:
        return self._to_move

    @property
    def ply(self) -> int:
        """How many stones lie on the board."""
        return self.occupied_mask.bit_count()

    @property
    def last_cell(self) -> Cell | None:
        """The cell that the last move filled; None on a board that was not played to."""
        return self._last_cell

    @property
    def red_mask(self) -> int:
        return self._red_mask

    @property
    def yellow_mask(self) -> int:
        return self._yellow_mask

    @property
    def occupied_mask(self) -> int:
        return self._red_mask | self._yellow_mask

    def mask(self, colour: Colour) -> int:
        """Return the mask of *colour*'s stones."""
        return self._red_mask if colour is RED else self._yellow_mask

    def stones(self, colour: Colour) -> tuple[Cell, ...]:
        """Return the cells that hold *colour*'s stones."""
        return tuple(cell for cell, owner in self.cells() if owner is colour)

    def __getitem__(self, cell: tuple[int, int]) -> Colour | None:
        """Return whose stone lies in (column, row), None if it is empty; ValueError off the board."""
        column, row = cell
        if not self._rules.has_cell(Cell(column, row)):
            raise ValueError(f"column {column}, row {row} is not on the {self._rules.size} board")
        bit = 1 << _bit_of(Cell(column, row), self._rules)
        if self._red_mask & bit:
            return RED
        return YELLOW if self._yellow_mask & bit else None

    def cells(self) -> Iterator[tuple[Cell, Colour | None]]:
        """Yield every cell with its owner, column by column from the left, each from the bottom up."""
        for cell in self._rules.cells():
            yield cell, self[cell]

    def height(self, column: int) -> int:
        """Return how many stones lie in *column*; raise ValueError if there is no such column."""
        if not 1 <= column <= self._rules.columns:
            raise ValueError(f"there is no column {column} on the {self._rules.size} board")
        pile = self.occupied_mask >> (column - 1) * (self._rules.rows + 1)
        return (pile & ((1 << self._rules.rows) - 1)).bit_count()

    # --- moves ----------------------------------------------------------------------------------

    @property
    def legal_columns(self) -> tuple[int, ...]:
        """The columns that can be played, from the left; none when the game is over."""
        if self.is_over:
            return ()
        return tuple(
            column
            for column in range(1, self._rules.columns + 1)
            if self.height(column) < self._rules.rows
        )

    @property
    def columns_from_middle(self) -> tuple[int, ...]:
        """The legal columns, nearest the middle first, left before right."""
        middle = self._rules.columns + 1
        return tuple(sorted(self.legal_columns, key=lambda column: abs(2 * column - middle)))

    def can_play(self, column: int) -> bool:
        return (
            1 <= column <= self._rules.columns
            and self.height(column) < self._rules.rows
            and not self.is_over
        )

    def landing_cell(self, column: int) -> Cell:
        """Return the cell that a stone dropped into *column* would take; IllegalMove as in play."""
        if not 1 <= column <= self._rules.columns:
            raise IllegalMove(
                f"there is no column {column}: the {self._rules.size} board has columns "
                f"1 to {self._rules.columns}"
            )
        height = self.height(column)
        if height == self._rules.rows:
            raise IllegalMove(f"column {column} is full")
        if self.is_over:
            raise IllegalMove(f"column {column} cannot be played: the game is over")
        return Cell(column, height + 1)

    def play(self, column: int) -> Position:
        """Return the position after a drop in *column*; raise IllegalMove if there is no such column,
        it is full, or the game is over."""
        cell = self.landing_cell(column)
        bit = 1 << _bit_of(cell, self._rules)
        red_mask, yellow_mask = self._red_mask, self._yellow_mask
        if self._to_move is RED:
            red_mask |= bit
        else:
            yellow_mask |= bit
        return self._make(self._rules, red_mask, yellow_mask, self._to_move.opponent, cell)

    # --- lines and the end ----------------------------------------------------------------------

    def has_line(self, colour: Colour) -> bool:
        mask = self.mask(colour)
        return any(_line_starts(mask, shift, self._rules) for shift in _shifts(self._rules))

    def count_lines(self, colour: Colour) -> int:
        """Return how many lines *colour* has made: the points of Max-Connect4."""
        mask = self.mask(colour)
        return sum(
            _line_starts(mask, shift, self._rules).bit_count() for shift in _shifts(self._rules)
        )

    def lines(self, colour: Colour) -> tuple[Line, ...]:
        """Return the lines that *colour* has made; overlapping ones count each."""
        if not self.has_line(colour):
            return ()
        mask = self.mask(colour)
        return tuple(
            line
            for line in self._rules.lines
            if all(mask >> _bit_of(cell, self._rules) & 1 for cell in line)
        )

    @property
    def is_full(self) -> bool:
        return self.ply == self._rules.cell_count

    @property
    def is_over(self) -> bool:
        if self.is_full:
            return True
        if self._rules.objective is Objective.MOST_LINES:
            return False
        # A position that was played to can only have been won by the last stone.
        movers = (self._to_move.opponent,) if self._last_cell else (RED, YELLOW)
        return any(self.has_line(colour) for colour in movers)

    @property
    def outcome(self) -> Outcome | None:
        """Who won and with which lines, or a draw; None while the game goes on."""
        if not self.is_over:
            return None
        red, yellow = self.count_lines(RED), self.count_lines(YELLOW)
        if red == yellow:
            return Outcome(None)
        winner = RED if red > yellow else YELLOW
        return Outcome(winner, self.lines(winner))

    # --- identity -------------------------------------------------------------------------------

    def mirror(self) -> Position:
        """Return the position seen from behind the board."""
        stride = self._rules.rows + 1

        def turned(mask: int) -> int:
            columns = range(self._rules.columns)
            piles = [mask >> stride * i & ((1 << stride) - 1) for i in columns]
            return sum(pile << stride * i for i, pile in enumerate(reversed(piles)))

        last = self._last_cell
        if last is not None:
            last = Cell(self._rules.columns + 1 - last.column, last.row)
        return self._make(
            self._rules, turned(self._red_mask), turned(self._yellow_mask), self._to_move, last
        )

    @property
    def key(self) -> int:
        """One number for each position of the same rules and side to move: in each column the stones
        of the side to move as bits from the bottom, and one more bit on top of the pile."""
        bottom = sum(1 << i * (self._rules.rows + 1) for i in range(self._rules.columns))
        return self.mask(self._to_move) + self.occupied_mask + bottom

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self._red_mask == other._red_mask
            and self._yellow_mask == other._yellow_mask
            and self._to_move is other._to_move
            and self._rules == other._rules
        )

    def __hash__(self) -> int:
        return hash((self._red_mask, self._yellow_mask, self._to_move.value, self._rules))

    def __repr__(self) -> str:
        from dropfour.notation.compact import position_string

        return f"<Position {position_string(self)}>"

    def __str__(self) -> str:
        from dropfour.drawing.text import draw_text

        return draw_text(self)

    def _repr_svg_(self) -> str:
        from dropfour.drawing.svg import draw_svg

        return draw_svg(self)


def perft(position: Position, depth: int) -> int:
    """Count the move sequences of *depth* plies; a game that is over has none."""
    if depth == 0:
        return 1
    columns = position.legal_columns
    if depth == 1:
        return len(columns)
    return sum(perft(position.play(column), depth - 1) for column in columns)


def _bit_of(cell: Cell, rules: Rules) -> int:
    return (cell.column - 1) * (rules.rows + 1) + cell.row - 1


def _shifts(rules: Rules) -> tuple[int, int, int, int]:
    """How many bits one step is: up, right and down, right, right and up."""
    return (1, rules.rows, rules.rows + 1, rules.rows + 2)


def _line_starts(mask: int, shift: int, rules: Rules) -> int:
    """Mark the first cell of each line that lies along *shift*."""
    starts = mask
    for i in range(1, rules.connect):
        starts &= mask >> i * shift
    return starts


def _mask_of(cells: Iterable[Cell], rules: Rules) -> int:
    mask = 0
    for cell in cells:
        if not rules.has_cell(Cell(*cell)):
            column, row = cell
            raise InvalidPosition(f"column {column}, row {row} is not on the {rules.size} board")
        mask |= 1 << _bit_of(Cell(*cell), rules)
    return mask


def _check_masks(red_mask: int, yellow_mask: int, rules: Rules) -> None:
    """Raise InvalidPosition unless the stones lie on the board, one to a cell, none floating."""
    board = sum(1 << _bit_of(cell, rules) for cell in rules.cells())
    if red_mask < 0 or yellow_mask < 0 or (red_mask | yellow_mask) & ~board:
        raise InvalidPosition(f"a stone lies outside the {rules.size} board")
    for cell in rules.cells():
        bit = 1 << _bit_of(cell, rules)
        if red_mask & yellow_mask & bit:
            raise InvalidPosition(f"column {cell.column}, row {cell.row} holds two stones")
        below = bit >> 1
        if (red_mask | yellow_mask) & bit and cell.row > 1 and not (red_mask | yellow_mask) & below:
            raise InvalidPosition(
                f"the stone in column {cell.column}, row {cell.row} floats over an empty cell"
            )


def _check_wins(position: Position) -> None:
    """Raise InvalidPosition unless a line, if there is one, was made by the last stone of a game."""
    if position.has_line(position.to_move):
        raise InvalidPosition(
            f"{position.to_move} has a line already, so {position.to_move} cannot be to move"
        )
    winner = position.to_move.opponent
    lines = position.lines(winner)
    if not lines:
        return
    # All lines of a won game hold the winning stone, which lies on top of its column.
    shared = frozenset.intersection(*(frozenset(line) for line in lines))
    if not any(cell.row == position.height(cell.column) for cell in shared):
        raise InvalidPosition(f"{winner} has lines that no single last stone can have made")
