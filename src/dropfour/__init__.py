"""Connect Four for Python, whole: rules and positions, notation, drawings, and exact play."""

from dropfour.game import Game, Result, Seat
from dropfour.moves import InvalidNotation
from dropfour.position import (
    RED,
    YELLOW,
    IllegalMove,
    InvalidPosition,
    Outcome,
    Player,
    Position,
)
from dropfour.rules import Cell, Objective, Rules

__version__ = "0.1.0"

__all__ = [
    "RED",
    "YELLOW",
    "Cell",
    "Game",
    "IllegalMove",
    "InvalidNotation",
    "InvalidPosition",
    "Objective",
    "Outcome",
    "Player",
    "Position",
    "Result",
    "Rules",
    "Seat",
    "__version__",
]
