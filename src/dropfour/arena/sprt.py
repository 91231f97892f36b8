"""A match under a sequential test: played until it is decided or reaches its number of games."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass

from dropfour.arena.game import Fixture, PlayedGame
from dropfour.arena.openings import OpeningDrawer
from dropfour.arena.plan import Plan
from dropfour.arena.rating.elo import Tally, tally
from dropfour.arena.rating.sprt import Decision, Sprt
from dropfour.arena.runner import Ledger, in_order, play
from dropfour.arena.schedule import seed_of
from dropfour.work.executor import Executor

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
