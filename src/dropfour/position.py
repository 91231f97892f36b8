"""Position: a board and its legal moves; the readable reference implementation of the rules.

Conventions, here and everywhere outside ``native/``: columns count from 1 at the left, rows from 1
at the bottom; red moves first; a score is from the point of view of the side to move.

Masks are laid out as `dropfour.layout` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from dropfour.hints import NAMES_FOR_POSITIONS, unknown_name
from dropfour.layout import (
    InvalidPosition,
    Layout,
    check_lines,
    check_stones,
    layout_of,
    lines_in,
    mask_of,
)
from dropfour.moves import parse_moves
from dropfour.outcome import RED as RED
from dropfour.outcome import YELLOW as YELLOW
from dropfour.outcome import Colour as Colour
from dropfour.outcome import ColourLike, colour_of
from dropfour.outcome import Outcome as Outcome
from dropfour.rules import Cell, Line, Objective, Rules, checked_integer, checked_rules


class Forms:
    """The forms of a position; notation and drawing are imported when one is asked for."""

    __slots__ = ()

    @property
    def _it(self) -> Position:
        return cast("Position", self)

    @property
    def text(self) -> str:
        """The position string, which `parse` reads, such as ``7x6.4.first-line.3-ry-ry-2.r``."""
        from dropfour.notation.compact import position_string

        return position_string(self._it)

    def to_rows(self) -> list[list[int]]:
        """Return the board as rows, top row first: 0 for an empty cell, 1 for red, 2 for yellow.

        ``numpy.array(position)`` is the same as ``int8[rows, columns]``.
        """
        from dropfour.notation.rows import rows_of

        return rows_of(self._it)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        from dropfour.notation.rows import array_of

        return array_of(self._it, dtype, copy)

    def __repr__(self) -> str:
        return f"<Position {self.text}>"

    def __str__(self) -> str:
        from dropfour.drawing.text import draw_text

        return draw_text(self._it)

    def _repr_svg_(self) -> str:
        from dropfour.drawing.svg import draw_svg

        return draw_svg(self._it)


class IllegalMove(ValueError):
    """A move that is against the rules; the message says why."""


class Position(Forms):
    """An immutable position.

    Positions are equal if their rules, stones and side to move are equal. The cell that was filled last
    is remembered but not compared.

    >>> position = d4.Position.from_moves("4455")
    >>> position.legal_columns
    (1, 2, 3, 4, 5, 6, 7)
    >>> position.play(3).play(3).play(6).winner is d4.RED
    True
    """

    __slots__ = (
        "_is_over",
        "_last_bit",
        "_layout",
        "_red_mask",
        "_rules",
        "_to_move",
        "_yellow_mask",
    )

    _rules: Rules
    _layout: Layout
    _red_mask: int
    _yellow_mask: int
    _to_move: Colour
    _last_bit: int  # of the cell that the last move filled; 0 if there was none
    _is_over: bool

    def __new__(cls, rules: Rules | None = None) -> Position:
        """Return the empty board, red to move."""
        if rules is None:
            rules = Rules()
        elif not isinstance(rules, Rules):
            raise TypeError(
                f"expected Rules, not {rules!r}; Position.from_moves takes a move string such as '4455'"
            )
        return cls._make(rules, 0, 0, RED, 0)

    # --- making positions -----------------------------------------------------------------------

    @classmethod
    def from_moves(cls, moves: str | Iterable[int], rules: Rules | None = None) -> Position:
        """Return the position after *moves*: a move string such as ``4455``, or a sequence of columns.

        Raises IllegalMove for a move that cannot be played and InvalidNotation for a malformed string.
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
        to_move: ColourLike | None = None,
    ) -> Position:
        """Return the position with these stones; raise InvalidPosition if no game can reach it.

        Without *to_move*, the number of stones decides whose turn it is. With it, each colour may have
        any number of stones (a set-up position), but floating stones and two winners are still refused.
        """
        rules = checked_rules(rules)
        red_mask, yellow_mask = mask_of(red, rules), mask_of(yellow, rules)
        return cls.from_masks(red_mask, yellow_mask, rules, to_move)

    @classmethod
    def from_masks(
        cls, red_mask: int, yellow_mask: int, rules: Rules, to_move: ColourLike | None = None
    ) -> Position:
        """Return the position with these masks (layout: top of this module); see from_cells."""
        check_stones(red_mask, yellow_mask, rules)
        ahead = red_mask.bit_count() - yellow_mask.bit_count()
        if to_move is None:
            if ahead not in (0, 1):
                raise InvalidPosition(
                    f"{red_mask.bit_count()} red and {yellow_mask.bit_count()} yellow stones: "
                    "red must have as many as yellow, or one more"
                )
            to_move = YELLOW if ahead else RED
        to_move = colour_of(to_move)
        if rules.objective is Objective.FIRST_LINE:
            check_lines(red_mask, yellow_mask, rules, is_red_to_move=to_move is RED)
        return cls._make(rules, red_mask, yellow_mask, to_move, 0)

    @classmethod
    def from_rows(
        cls,
        rows: Iterable[Iterable[Any]],
        rules: Rules | None = None,
        to_move: ColourLike | None = None,
    ) -> Position:
        """Return the position with these rows, top row first: lists, texts or a numpy array.

        Empty cells are 0, None or a dot, red stones 1, RED or r, yellow stones 2, -1, YELLOW or y.
        Without *rules*, the size is that of the rows and the other rules are the classic ones; *to_move*
        and errors are those of from_cells.

        >>> d4.Position.from_rows([[0, 0, 0], [0, 2, 0], [0, 1, 0]]).text
        '3x3.4.first-line.1-ry-1.r'
        """
        from dropfour.notation.rows import position_from_rows

        return position_from_rows(rows, rules, to_move)

    @classmethod
    def parse(cls, text: str) -> Position:
        """Return the position of a position string such as ``7x6.4.first-line.3-ry-ry-2.r``.

        Raises InvalidNotation for a malformed one, and InvalidPosition for a board that no game can
        reach.
        """
        from dropfour.notation.compact import parse_position

        return parse_position(text)

    @classmethod
    def from_kaggle(
        cls, observation: Mapping[str, Any], configuration: Mapping[str, Any] | None = None
    ) -> Position:
        """Return the position that a Kaggle ConnectX agent is asked about (see notation.rows)."""
        from dropfour.notation.rows import position_from_kaggle

        return position_from_kaggle(observation, configuration)

    @classmethod
    def _make(
        cls, rules: Rules, red_mask: int, yellow_mask: int, to_move: Colour, last_bit: int
    ) -> Position:
        position = object.__new__(cls)
        position._rules = rules
        position._layout = layout = layout_of(rules)
        position._red_mask = red_mask
        position._yellow_mask = yellow_mask
        position._to_move = to_move
        position._last_bit = last_bit
        position._is_over = red_mask | yellow_mask == layout.board_mask or (
            rules.objective is Objective.FIRST_LINE
            and (layout.has_line(red_mask) or layout.has_line(yellow_mask))
        )
        return position

    def __reduce__(self) -> tuple[object, ...]:
        state = (self._rules, self._red_mask, self._yellow_mask, self._to_move, self._last_bit)
        return (Position._make, state)

    # --- contents -------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def to_move(self) -> Colour:
        """The colour whose turn it is; when the game is over, whose turn it would be."""
        return self._to_move

    @property
    def ply(self) -> int:
        """The number of stones on the board."""
        return self.occupied_mask.bit_count()

    @property
    def last_cell(self) -> Cell | None:
        """The cell that the last move filled; None if the position was not reached by a move."""
        return self._layout.cell(self._last_bit) if self._last_bit else None

    @property
    def red_mask(self) -> int:
        """The mask of red's stones."""
        return self._red_mask

    @property
    def yellow_mask(self) -> int:
        """The mask of yellow's stones."""
        return self._yellow_mask

    @property
    def occupied_mask(self) -> int:
        """The mask of all stones."""
        return self._red_mask | self._yellow_mask

    def mask(self, colour: ColourLike) -> int:
        """Return the mask of *colour*'s stones."""
        if colour.__class__ is not Colour:
            colour = colour_of(colour)
        return self._red_mask if colour is RED else self._yellow_mask

    def stones(self, colour: ColourLike) -> tuple[Cell, ...]:
        """Return the cells that hold *colour*'s stones."""
        colour = colour_of(colour)
        return tuple(cell for cell, owner in self.cells() if owner is colour)

    def __getitem__(self, cell: tuple[int, int]) -> Colour | None:
        """Return the colour of the stone in (column, row), None if empty; ValueError off the board."""
        bit = self._layout.bit(self._rules.checked(cell))
        if self._red_mask & bit:
            return RED
        return YELLOW if self._yellow_mask & bit else None

    __iter__ = None  # otherwise Python would try position[0]; `cells` yields the cells

    def cells(self) -> Iterator[tuple[Cell, Colour | None]]:
        """Yield every cell with its colour, column by column from the left, each from the bottom up."""
        for cell in self._rules.cells():
            yield cell, self[cell]

    def height(self, column: int) -> int:
        """Return the number of stones in *column*; raise ValueError if there is no such column."""
        column = checked_integer(column, "a column")
        if not 1 <= column <= self._rules.columns:
            raise ValueError(f"there is no column {column} on the {self._rules.size} board")
        return (self.occupied_mask & self._layout.column_masks[column]).bit_count()

    # --- moves ----------------------------------------------------------------------------------

    @property
    def legal_columns(self) -> tuple[int, ...]:
        """The columns that can be played, from the left; empty when the game is over."""
        if self._is_over:
            return ()
        return self._layout.open_columns(self._red_mask | self._yellow_mask)

    @property
    def columns_from_middle(self) -> tuple[int, ...]:
        """The legal columns, nearest the middle first, left before right."""
        middle = self._rules.columns + 1
        return tuple(sorted(self.legal_columns, key=lambda column: abs(2 * column - middle)))

    def can_play(self, column: int) -> bool:
        """Return whether *column* is legal now."""
        return checked_integer(column, "a column") in self.legal_columns

    def landing_cell(self, column: int) -> Cell:
        """Return the cell that a stone dropped into *column* would fill; IllegalMove as in play."""
        return self._layout.cell(self._landing_bit(column))

    def play(self, column: int) -> Position:
        """Return the position after a drop in *column*.

        Raises IllegalMove if there is no such column, it is full, or the game is over.
        """
        layout, red_mask, yellow_mask, bit = self._layout, self._red_mask, self._yellow_mask, 0
        if column.__class__ is int and 0 < column < len(layout.bottoms) and not self._is_over:
            bit = (red_mask | yellow_mask) + layout.bottoms[column] & layout.column_masks[column]
        bit = bit or self._landing_bit(column)  # which says what is wrong
        if self._to_move is RED:
            red_mask = moved_mask = red_mask | bit
            to_move = YELLOW
        else:
            yellow_mask = moved_mask = yellow_mask | bit
            to_move = RED
        # As _make does, but only the last stone can have won: this is where rollouts spend their time.
        position = object.__new__(Position)
        position._rules = self._rules
        position._layout = layout
        position._red_mask = red_mask
        position._yellow_mask = yellow_mask
        position._to_move = to_move
        position._last_bit = bit
        position._is_over = red_mask | yellow_mask == layout.board_mask or (
            self._rules.objective is Objective.FIRST_LINE and layout.has_line(moved_mask)
        )
        return position

    def _landing_bit(self, column: int) -> int:
        """Return the mask of the cell that a drop in *column* fills; IllegalMove as in play."""
        if column.__class__ is not int:
            column = checked_integer(column, "a column")
        if not 1 <= column <= self._rules.columns:
            raise IllegalMove(
                f"there is no column {column}: the {self._rules.size} board has columns "
                f"1 to {self._rules.columns}"
            )
        layout, occupied_mask = self._layout, self._red_mask | self._yellow_mask
        # Adding to the lowest bit of a column carries up to its first empty cell.
        bit = occupied_mask + layout.bottoms[column] & layout.column_masks[column]
        if not bit:
            raise IllegalMove(f"column {column} is full")
        if self._is_over:
            raise IllegalMove(f"column {column} cannot be played: the game is over")
        return bit

    # --- lines and outcome ----------------------------------------------------------------------

    def has_line(self, colour: ColourLike) -> bool:
        """Return whether *colour* has completed a line."""
        return self._layout.has_line(self.mask(colour))

    def count_lines(self, colour: ColourLike) -> int:
        """Return the number of lines *colour* has made: its points in Max-Connect4."""
        return sum(map(int.bit_count, self._layout.line_starts(self.mask(colour))))

    def lines(self, colour: ColourLike) -> tuple[Line, ...]:
        """Return the lines that *colour* has made; overlapping lines are listed separately."""
        return lines_in(self.mask(colour), self._rules)

    @property
    def is_full(self) -> bool:
        """Whether every cell holds a stone."""
        return self.occupied_mask == self._layout.board_mask

    @property
    def is_over(self) -> bool:
        """Whether a line or a full board has ended the game."""
        return self._is_over

    @property
    def outcome(self) -> Outcome | None:
        """The winner and the winning lines, or a draw; None while the game is in progress."""
        if not self._is_over:
            return None
        winner = self.winner
        return Outcome(winner, () if winner is None else self.lines(winner))

    @property
    def winner(self) -> Colour | None:
        """Who won; None for a draw and while the game is in progress (`is_over` distinguishes them)."""
        if not self._is_over:
            return None
        red, yellow = self.count_lines(RED), self.count_lines(YELLOW)
        if red == yellow:
            return None
        return RED if red > yellow else YELLOW

    @property
    def is_draw(self) -> bool:
        """Whether the game is over and nobody won."""
        return self._is_over and self.winner is None

    # --- identity -------------------------------------------------------------------------------

    def mirror(self) -> Position:
        """Return the position reflected left to right."""
        red_mask, yellow_mask, last_bit = map(
            self._layout.mirror, (self._red_mask, self._yellow_mask, self._last_bit)
        )
        return self._make(self._rules, red_mask, yellow_mask, self._to_move, last_bit)

    @property
    def key(self) -> int:
        """An integer that identifies the position among those with the same rules and side to move.

        Each column holds one bit per stone from the bottom up, set for the side to move, and one more
        set bit above its stones.
        """
        return self.mask(self._to_move) + self.occupied_mask + self._layout.bottom_mask

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
        return hash((self._red_mask, self._yellow_mask, self._to_move is RED, self._rules.size))

    if not TYPE_CHECKING:  # a type checker must still report every unknown name

        def __getattr__(self, name: str) -> Any:
            raise unknown_name("'Position' object", name, NAMES_FOR_POSITIONS, self)
