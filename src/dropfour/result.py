"""How a game ended, on the board or by declaration."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from dropfour.outcome import RED, Colour


class Fault(Exception):
    """A player crashed, hung or broke its protocol, and so loses the game.

    The message continues a sentence that starts with the player's name.
    """


class Ending(Enum):
    """Why a game is over; the values are the words that files and pages use."""

    LINE = "line"
    FULL_BOARD = "full board"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: *winner* is None for a draw; *reason* explains a forfeit."""

    winner: Colour | None
    ending: Ending
    reason: str = ""

    @property
    def token(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``, red's points first."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner is RED else "0-1"

    def __str__(self) -> str:
        if self.winner is None:
            return "draw"
        how = {Ending.LINE: "", Ending.FULL_BOARD: " by more lines"}
        text = f"{self.winner} wins{how.get(self.ending, f' by {self.ending.value}')}"
        return f"{text}: {self.reason}" if self.reason else text
