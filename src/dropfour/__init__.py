"""Everything for Connect Four in Python: rules, notation, drawings, engines, players, study."""

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
    from dropfour.players.player import Player, open_player

__version__ = "0.1.0"

__all__ = [
    "RED",
    "YELLOW",
    "Analysis",
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
    "__version__",
    "analyse",
    "engine",
    "explain",
    "open_player",
    "register",
    "review",
    "solve",
]


def __getattr__(name: str) -> Any:
    """Import players, and with them what runs programs, only when they are used."""
    if name not in ("Player", "open_player"):
        raise AttributeError(f"module 'dropfour' has no attribute {name!r}")
    from dropfour.players import player

    return getattr(player, name)
