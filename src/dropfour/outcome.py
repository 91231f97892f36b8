"""The two colours, and how a position or a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

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
ColourLike: TypeAlias = Colour | str


def colour_of(given: ColourLike) -> Colour:
    """Return the colour that *given* is or names; raise ValueError or TypeError if there is none."""
    if isinstance(given, Colour):
        return given
    if not isinstance(given, str):
        raise TypeError(f"a colour is Colour.RED, Colour.YELLOW or its name, not {given!r}")
    try:
        return Colour[given.upper()]
    except KeyError:
        raise ValueError(f"a colour is red or yellow, not {given!r}") from None


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


class Fault(Exception):
    """A player crashed, hung or broke its protocol, and so loses the game.

    The message continues a sentence that starts with the player's name.
    """


class Late(Fault):
    """A player took too long for a move, or for all moves of a game."""


class Ending(Enum):
    """Why a game is over; the values are the words that files and pages use."""

    LINE = "line"
    FULL_BOARD = "full board"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: *winner* is None for a draw, or if both forfeited, which happens in the arena;
    *reason* explains a forfeit."""

    winner: Colour | None
    ending: Ending
    reason: str = ""

    @property
    def token(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``, red's points first; ``0-0`` if both forfeited."""
        if self.winner is None:
            return "0-0" if self.ending is Ending.FORFEIT else "1/2-1/2"
        return "1-0" if self.winner is RED else "0-1"

    def __str__(self) -> str:
        if self.winner is None:
            return f"both forfeit: {self.reason}" if self.ending is Ending.FORFEIT else "draw"
        how = {Ending.LINE: "", Ending.FULL_BOARD: " by more lines"}
        text = f"{self.winner} wins{how.get(self.ending, f' by {self.ending.value}')}"
        return f"{text}: {self.reason}" if self.reason else text
