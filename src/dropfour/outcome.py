"""The two colours, and how a position that is over ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from dropfour.rules import Cell, Line


class Colour(Enum):
    """Red or yellow; the values are the digits of Max-Connect4 files."""

    RED = 1
    YELLOW = 2

    @property
    def opponent(self) -> Colour:
        """The other colour."""
        return Colour.YELLOW if self is Colour.RED else Colour.RED

    def __str__(self) -> str:
        return self.name.lower()


RED, YELLOW = Colour.RED, Colour.YELLOW


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: *winner* is None for a draw; *lines* are all lines of the winner."""

    winner: Colour | None
    lines: tuple[Line, ...] = ()

    @property
    def is_draw(self) -> bool:
        """Whether nobody won."""
        return self.winner is None

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells of all the winner's lines."""
        return frozenset(cell for line in self.lines for cell in line)
