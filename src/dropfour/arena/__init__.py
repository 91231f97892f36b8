"""The arena: matches, tournaments and ratings of engines, functions and other people's programs.

What needs the extra ``arena`` stays in its modules: `store`, `event`, `ratings`, `report`, `page` and
`progress`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dropfour.arena.clock import TimeControl
    from dropfour.arena.contender import Conditions
    from dropfour.arena.duel import Duel, run_sprt
    from dropfour.arena.elo import Estimate, Tally, tally
    from dropfour.arena.entrant import Entrant, parse_entrant
    from dropfour.arena.match import Fixture, PlayedGame, play_game
    from dropfour.arena.openings import OpeningSource, draw_openings
    from dropfour.arena.plan import Plan, make_plan, read_plan_file
    from dropfour.arena.schedule import Schedule
    from dropfour.arena.sprt import Sprt
    from dropfour.arena.tournament import run_tournament
    from dropfour.work.executor import Executor, open_executor

# Each game of an untrusted player starts a process that imports this package and little of it, so a
# module is loaded when the first of its names is asked for.
_HOMES = {
    "Conditions": "contender",
    "Duel": "duel",
    "Entrant": "entrant",
    "Estimate": "elo",
    "Executor": ".work.executor",
    "Fixture": "match",
    "OpeningSource": "openings",
    "Plan": "plan",
    "PlayedGame": "match",
    "Schedule": "schedule",
    "Sprt": "sprt",
    "Tally": "elo",
    "TimeControl": "clock",
    "draw_openings": "openings",
    "make_plan": "plan",
    "open_executor": ".work.executor",
    "parse_entrant": "entrant",
    "play_game": "match",
    "read_plan_file": "plan",
    "run_sprt": "duel",
    "run_tournament": "tournament",
    "tally": "elo",
}

__all__ = [
    "Conditions",
    "Duel",
    "Entrant",
    "Estimate",
    "Executor",
    "Fixture",
    "OpeningSource",
    "Plan",
    "PlayedGame",
    "Schedule",
    "Sprt",
    "Tally",
    "TimeControl",
    "draw_openings",
    "make_plan",
    "open_executor",
    "parse_entrant",
    "play_game",
    "read_plan_file",
    "run_sprt",
    "run_tournament",
    "tally",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
