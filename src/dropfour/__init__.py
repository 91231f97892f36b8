"""Everything for Connect Four in Python: rules, notation, drawings, engines, players, study."""

import importlib
from typing import TYPE_CHECKING, Any

from dropfour.engines.engine import Choice, Engine, Limits, Score, Stop
from dropfour.engines.exact import Solver, analyse, solve
from dropfour.engines.proof import Analysis, Solution
from dropfour.engines.registry import engine, register
from dropfour.game import Fault, Game, Result
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

if TYPE_CHECKING:
    from dropfour.batch.positions import Batch, random_positions
    from dropfour.batch.scores import Unfinished, analyse_many, solve_many
    from dropfour.players.player import Player, open_player

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
    "Fault",
    "Game",
    "IllegalMove",
    "InvalidNotation",
    "InvalidPosition",
    "Limits",
    "Objective",
    "Outcome",
    "Player",
    "Position",
    "Result",
    "Review",
    "Rules",
    "Score",
    "ScoreRange",
    "Solution",
    "Solver",
    "Stop",
    "Unfinished",
    "__version__",
    "analyse",
    "analyse_many",
    "engine",
    "explain",
    "open_player",
    "random_positions",
    "register",
    "review",
    "solve",
    "solve_many",
]


# Imported when they are first used: players run programs, batches need numpy.
_LAZY = {
    "Batch": "dropfour.batch.positions",
    "Player": "dropfour.players.player",
    "Unfinished": "dropfour.batch.scores",
    "analyse_many": "dropfour.batch.scores",
    "open_player": "dropfour.players.player",
    "random_positions": "dropfour.batch.positions",
    "solve_many": "dropfour.batch.scores",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'dropfour' has no attribute {name!r}")
    return getattr(importlib.import_module(_LAZY[name]), name)
