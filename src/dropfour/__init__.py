"""Everything for Connect Four in Python: rules, notation, drawings, engines, exact play and study."""

from dropfour.engines.engine import Choice, Engine, Limits, Score, Stop
from dropfour.engines.exact import Solver, analyse, solve
from dropfour.engines.proof import Analysis, Solution
from dropfour.engines.registry import engine, register
from dropfour.game import Game, Result, Seat
from dropfour.moves import InvalidNotation
from dropfour.position import (
    RED,
    YELLOW,
    Colour,
    IllegalMove,
    InvalidPosition,
    Outcome,
    Position,
)
from dropfour.rules import Cell, Objective, Rules
from dropfour.scores import ScoreRange
from dropfour.study.explain import explain
from dropfour.study.review import Review, review

__version__ = "0.1.0"

__all__ = [
    "RED",
    "YELLOW",
    "Analysis",
    "Cell",
    "Choice",
    "Colour",
    "Engine",
    "Game",
    "IllegalMove",
    "InvalidNotation",
    "InvalidPosition",
    "Limits",
    "Objective",
    "Outcome",
    "Position",
    "Result",
    "Review",
    "Rules",
    "Score",
    "ScoreRange",
    "Seat",
    "Solution",
    "Solver",
    "Stop",
    "__version__",
    "analyse",
    "engine",
    "explain",
    "register",
    "review",
    "solve",
]
