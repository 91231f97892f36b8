"""The arena: games, tournaments and ratings of players.

Modules that need the extra ``arena`` are not imported here: `store`, `tournament`, `rating.ratings`
and `report`.
"""

from dropfour.arena.game import Fixture, PlayedGame, play_game
from dropfour.arena.match import Duel, Match, match, run_sprt
from dropfour.arena.openings import OpeningSource, draw_openings
from dropfour.arena.plan import Plan, make_plan, read_plan_file
from dropfour.arena.rating.elo import Estimate, Tally, tally
from dropfour.arena.rating.sprt import Sprt
from dropfour.arena.runner import run_tournament
from dropfour.arena.schedule import Schedule

__all__ = [
    "Duel",
    "Estimate",
    "Fixture",
    "Match",
    "OpeningSource",
    "Plan",
    "PlayedGame",
    "Schedule",
    "Sprt",
    "Tally",
    "draw_openings",
    "make_plan",
    "match",
    "play_game",
    "read_plan_file",
    "run_sprt",
    "run_tournament",
    "tally",
]
