"""Everything for Connect Four in Python: rules, notation, drawings, engines, players, study."""

import importlib
import warnings
from typing import TYPE_CHECKING, Any

from dropfour.extras import lazy_names

if TYPE_CHECKING:
    from dropfour import arena as arena
    from dropfour import batch as batch
    from dropfour import book as book
    from dropfour import drawing as drawing
    from dropfour import llm as llm
    from dropfour import notation as notation
    from dropfour import notebook as notebook
    from dropfour import players as players
    from dropfour import record as record
    from dropfour import rl as rl
    from dropfour import study as study
    from dropfour import web as web
    from dropfour.arena.match import Match, match
    from dropfour.arena.openings import drawn_start
    from dropfour.batch.positions import Batch, random_positions
    from dropfour.batch.scores import Unfinished, analyse_many, solve_many
    from dropfour.drawing import draw_gif, draw_png, draw_svg, draw_text
    from dropfour.engines.engine import Choice, Engine, Limits, Score, Stop
    from dropfour.engines.exact import Solver, analyse, best_move, solve
    from dropfour.engines.proof import Analysis, SolveResult
    from dropfour.engines.registry import engine, register
    from dropfour.engines.registry import names as engines
    from dropfour.game import Fault, Game, Result, random_game
    from dropfour.layout import InvalidPosition
    from dropfour.moves import InvalidNotation
    from dropfour.players.player import Player
    from dropfour.players.seating import open_player
    from dropfour.position import RED, YELLOW, Colour, IllegalMove, Outcome, Position
    from dropfour.puzzles.collection import shipped_puzzles as puzzles
    from dropfour.record.reading import load
    from dropfour.rules import Cell, Objective, Rules
    from dropfour.scores import ScoreRange
    from dropfour.study.explain import explain
    from dropfour.study.plan_finder import find_plan, find_strategy
    from dropfour.study.plans import Plan
    from dropfour.study.review import Review, review
    from dropfour.study.solutions.solution import Solution, solution

__version__ = "1.1.0"

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
    "Match",
    "Objective",
    "Outcome",
    "Plan",
    "Player",
    "Position",
    "Result",
    "Review",
    "Rules",
    "Score",
    "ScoreRange",
    "Solution",
    "SolveResult",
    "Solver",
    "Stop",
    "Unfinished",
    "__version__",
    "analyse",
    "analyse_many",
    "best_move",
    "draw_gif",
    "draw_png",
    "draw_svg",
    "draw_text",
    "drawn_start",
    "engine",
    "engines",
    "explain",
    "find_plan",
    "find_strategy",
    "load",
    "match",
    "open_player",
    "puzzles",
    "random_game",
    "random_positions",
    "register",
    "review",
    "solution",
    "solve",
    "solve_many",
]


# All of them, so that `dropfour.launch` has Ctrl+C in hand before anything takes time.
_find = lazy_names(
    __name__,
    {
        "dropfour.arena.match": ("Match", "match"),
        "dropfour.arena.openings": ("drawn_start",),
        "dropfour.batch.positions": ("Batch", "random_positions"),
        "dropfour.batch.scores": ("Unfinished", "analyse_many", "solve_many"),
        "dropfour.drawing": ("draw_gif", "draw_png", "draw_svg", "draw_text"),
        "dropfour.engines.engine": ("Choice", "Engine", "Limits", "Score", "Stop"),
        "dropfour.engines.exact": ("Solver", "analyse", "best_move", "solve"),
        "dropfour.engines.proof": ("Analysis", "SolveResult"),
        "dropfour.engines.registry": ("engine", "register"),
        "dropfour.game": ("Fault", "Game", "Result", "random_game"),
        "dropfour.moves": ("InvalidNotation",),
        "dropfour.players.player": ("Player",),
        "dropfour.players.seating": ("open_player",),
        "dropfour.position": ("RED", "YELLOW", "Colour", "IllegalMove", "Outcome", "Position"),
        "dropfour.record.reading": ("load",),
        "dropfour.rules": ("Cell", "Objective", "Rules"),
        "dropfour.scores": ("ScoreRange",),
        "dropfour.study.explain": ("explain",),
        "dropfour.study.plan_finder": ("find_plan", "find_strategy"),
        "dropfour.study.plans": ("Plan",),
        "dropfour.study.review": ("Review", "review"),
        "dropfour.study.solutions.solution": ("Solution", "solution"),
        "dropfour.layout": ("InvalidPosition",),
    },
)


# Imported when they are first used; `engines` and `puzzles` can be called, too.
_PACKAGES = {
    *("arena", "batch", "book", "drawing", "engines", "llm", "notation", "notebook", "players"),
    *("puzzles", "record", "rl", "study", "web"),
}


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return importlib.import_module(f"dropfour.{name}")
    if name in ("SolutionGraph", "Strategy"):
        warnings.warn(f"{name} is now called Solution", DeprecationWarning, stacklevel=2)
        return _find("Solution")
    from dropfour.hints import NAMES_FOR_THE_PACKAGE, unknown_name

    if name in NAMES_FOR_THE_PACKAGE:
        raise unknown_name("module 'dropfour'", name, NAMES_FOR_THE_PACKAGE)
    return _find(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PACKAGES})  # names not yet imported are completed, too
