"""Finished games for tests of ratings and reports."""

from typing import Any

from dropfour import RED, Colour, Result
from dropfour.arena import Fixture, PlayedGame
from dropfour.game import Ending


def played(
    number: int,
    red: str,
    yellow: str,
    winner: Colour | None = RED,
    reason: str = "",
    /,
    **more: Any,
) -> PlayedGame:
    """A game that was won by a line, drawn, or forfeited for a *reason*; 1 and 2, 3 and 4 are pairs."""
    ending = Ending.FORFEIT if reason else Ending.LINE if winner else Ending.FULL_BOARD
    fixture = Fixture(number, (number + 1) // 2, red, yellow, "44", number * 7)
    return PlayedGame(fixture, "4455", Result(winner, ending, reason), **more)
