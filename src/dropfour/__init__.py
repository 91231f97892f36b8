"""Everything for Connect Four in Python: rules, notation, drawings, engines, players and exact play."""

from typing import TYPE_CHECKING, Any

from dropfour.book.reader import shipped_book as _shipped_book
from dropfour.engines.engine import Choice, Engine, Limits, Score, Stop
from dropfour.engines.exact import Solver, analyse, solve
from dropfour.engines.known import provide_scores as _provide_scores
from dropfour.engines.proof import Analysis, ScoreRange, Solution
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
from dropfour.study.explain import explain

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
    "solve",
]

_provide_scores(_shipped_book)


def __getattr__(name: str) -> Any:
    """Import players, and with them what runs programs, only when they are used."""
    if name not in ("Player", "open_player"):
        raise AttributeError(f"module 'dropfour' has no attribute {name!r}")
    from dropfour.players import player

    return getattr(player, name)
