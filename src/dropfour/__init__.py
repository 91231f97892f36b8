"""Connect Four for Python, whole: rules and positions, notation, drawings, engines and exact play."""

from dropfour.batch import Batch, Unfinished, analyse_many, random_positions, solve_many
from dropfour.book.reader import shipped_book as _shipped_book
from dropfour.engines.engine import Choice, Engine, Limits, Score, Stop
from dropfour.engines.exact import Solver, analyse, solve
from dropfour.engines.known import provide_scores as _provide_scores
from dropfour.engines.proof import Analysis, ScoreRange, Solution
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
from dropfour.study.explain import explain

__version__ = "0.1.0"

__all__ = [
    "RED",
    "YELLOW",
    "Analysis",
    "Batch",
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
    "Rules",
    "Score",
    "ScoreRange",
    "Seat",
    "Solution",
    "Solver",
    "Stop",
    "Unfinished",
    "__version__",
    "analyse",
    "analyse_many",
    "engine",
    "explain",
    "random_positions",
    "register",
    "solve",
    "solve_many",
]

_provide_scores(_shipped_book)
