"""Match: games between two players, in this process or several."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dropfour.arena.game import PlayedGame
from dropfour.arena.plan import DEFAULT_GAMES, make_plan
from dropfour.arena.rating.elo import Estimate, Tally, tally
from dropfour.arena.runner import in_order, play
from dropfour.engines.engine import Engine
from dropfour.players.player import engine_of
from dropfour.players.spec import PlayerSpec, parse_player
from dropfour.position import Position
from dropfour.rules import Objective, Rules, checked_integer, checked_rules
from dropfour.work.executor import open_executor


@dataclass(frozen=True, slots=True)
class Match:
    """The games of *first* against *second*, in the order in which they were scheduled."""

    first: str
    second: str
    games: tuple[PlayedGame, ...]
    rules: Rules

    @property
    def tally(self) -> Tally:
        """The results of the first player."""
        return tally(self.games, self.first)

    @property
    def elo(self) -> Estimate:
        """How much stronger the first player is, in Elo."""
        return self.tally.elo

    def __str__(self) -> str:
        from dropfour.arena.report.text import match_summary

        counts_lines = self.rules.objective is Objective.MOST_LINES
        return match_summary(self.games, self.first, self.second, counts_lines)

    def __repr__(self) -> str:
        return f"<Match: {str(self).splitlines()[0]}>"


def match(
    first: str | Engine | Callable[[Position], int],
    second: str | Engine | Callable[[Position], int],
    games: int = DEFAULT_GAMES,
    *,
    rules: Rules | None = None,
    time_s: float = 1.0,
    openings: str | None = None,
    seed: int = 0,
    workers: int = 1,
) -> Match:
    """Let two players play each other from varied openings, each with both colours.

    A player is a text that `dropfour.open_player` opens, an Engine, or a function that takes a Position
    and returns a column. Each has *time_s* seconds for a move, and a fault loses the game. *openings*
    are ``balanced``, ``random``, ``empty`` or ``first-moves``, or a file; by default balanced, and the
    first moves where lines are counted. With several *workers*, processes play at the same time, and
    engines and functions must be importable there.

    >>> result = d4.match("easy", "hard", games=2, time_s=0.1, seed=1)
    >>> result.tally.games, result.first, result.second
    (2, 'easy', 'hard')
    """
    rules = checked_rules(rules)
    settings = {
        "player": [_player(first), _player(second)],
        "games": checked_integer(games, "games"),
        "time_s": time_s,
        "openings": openings,
        "seed": seed,
        "board": rules.size,
        "connect": rules.connect,
        "objective": rules.objective.value,
    }
    plan = make_plan(settings)
    fixtures = plan.schedule(plan.draw_openings()[0]).fixtures(1)
    with open_executor(workers, None) as executor:
        played = tuple(in_order(play(fixtures, plan.players, plan.conditions, executor)))
    name, other = plan.names
    return Match(name, other, played, rules)


def _player(given: str | Engine | Callable[[Position], int]) -> PlayerSpec:
    if isinstance(given, str):
        return parse_player(given)
    own = engine_of(given)
    return PlayerSpec(own.name, own.name, "object", own=own)
