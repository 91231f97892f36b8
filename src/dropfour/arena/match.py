"""Match: games between two players, a number of them or until a sequential test is decided."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass

from dropfour.arena.game import Fixture, PlayedGame
from dropfour.arena.openings import OpeningDrawer
from dropfour.arena.plan import DEFAULT_GAMES, Plan, make_plan
from dropfour.arena.rating.elo import Estimate, Tally, tally
from dropfour.arena.rating.sprt import Decision, Sprt
from dropfour.arena.runner import Ledger, in_order, play, refuse_faulty
from dropfour.arena.schedule import seed_of
from dropfour.engines.engine import Engine
from dropfour.players.seating import engine_of
from dropfour.players.spec import PlayerSpec, parse_player
from dropfour.position import Position
from dropfour.rules import Objective, Rules, checked_integer, checked_rules
from dropfour.work import open_executor
from dropfour.work.executor import Executor


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
    swap: bool = False,
    seed: int = 0,
    workers: int = 1,
) -> Match:
    """Let two players play each other from varied openings, each with both colours.

    A player is a text that `dropfour.open_player` opens, an Engine, or a function that takes a Position
    and returns a column. Each has *time_s* seconds for a move, and a fault loses the game; ValueError is
    raised for one that cannot move at all. *openings* are ``drawn``, ``random``, ``empty`` or
    ``first-moves``, or a file; by default drawn, and the first moves where lines are counted. With
    *swap*, games begin on the empty board, and the second player may swap sides after the first move.
    With several *workers*, processes play at the same time, and engines and functions must be
    importable there.

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
        "swap": swap,
        "seed": seed,
        **rules.to_dict(),
    }
    plan = make_plan(settings)
    fixtures = plan.schedule(plan.draw_openings()[0]).fixtures(1)
    with open_executor(workers, None) as executor:
        refuse_faulty(plan.players, plan.conditions, executor)
        played = tuple(in_order(play(fixtures, plan.players, plan.conditions, executor)))
    name, other = plan.names
    return Match(name, other, played, rules)


def _player(given: str | Engine | Callable[[Position], int]) -> PlayerSpec:
    if isinstance(given, str):
        return parse_player(given)
    own = engine_of(given)
    return PlayerSpec(own.name, own.name, "object", own=own)


_PAIRS_AT_ONCE = 32


@dataclass(frozen=True, slots=True)
class Duel:
    """The state of a test: the first player's results so far, and the decision they lead to."""

    tally: Tally
    ratio: float
    decision: Decision | None


def run_sprt(
    plan: Plan,
    test: Sprt,
    executor: Executor,
    ledger: Ledger | None = None,
    on_pair: Callable[[Duel], None] | None = None,
) -> Duel:
    """Let the two players of *plan* play until *test* decides, or for the plan's number of games.

    Pairs are counted in the order of the schedule, not in the order in which they finish, so that a
    plan ends with the same pair on any number of cores.
    """
    first = plan.names[0]
    duel = Duel(Tally(), 0.0, None)
    with closing(_batches(plan, executor, ledger)) as batches:
        games = in_order(batches)
        for pair in zip(games, games, strict=False):  # the games of a pair follow each other
            total = duel.tally + tally(pair, first)
            duel = Duel(total, test.ratio(total.pairs), test.decide(total.pairs))
            if on_pair is not None:
                on_pair(duel)
            if duel.decision is not None:
                break
    return duel


def _batches(
    plan: Plan, executor: Executor, ledger: Ledger | None
) -> Generator[list[PlayedGame], None, None]:
    """Yield the plan's games as they finish; openings are drawn a few at a time until there are no
    more."""
    known = {} if ledger is None else {game.fixture.number: game for game in ledger.games()}
    drawer = OpeningDrawer(plan.openings, plan.conditions.rules, plan.seed)
    first, second = plan.names
    pair = 0
    while 2 * pair < plan.games - 1:
        openings = drawer.draw(min(_PAIRS_AT_ONCE * executor.slots, plan.games // 2 - pair))
        if not openings:
            return
        fixtures = []
        for opening in openings:
            pair += 1
            for number, sides in ((2 * pair - 1, (first, second)), (2 * pair, (second, first))):
                seed = seed_of(plan.seed, number)
                fixtures.append(Fixture(number, pair, *sides, opening, seed))
        yield [known[each.number] for each in fixtures if each.number in known]
        missing = [each for each in fixtures if each.number not in known]
        with closing(play(missing, plan.players, plan.conditions, executor)) as running:
            for games in running:
                if ledger is not None:
                    ledger.add(games)
                yield games
