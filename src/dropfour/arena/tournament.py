"""A tournament from plan to report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from dropfour.arena.game import PlayedGame
from dropfour.arena.machine import machine_text, versions_of
from dropfour.arena.plan import Plan
from dropfour.arena.rating.regret import DEFAULT_NODES, RegretWork, judge_games
from dropfour.arena.report.standings import Report
from dropfour.arena.report.stored import stored_report
from dropfour.arena.runner import Ledger, Watcher, run_tournament
from dropfour.arena.store import StoredTournament, TournamentLedger, TournamentStore
from dropfour.database import DatabaseError
from dropfour.rules import Rules
from dropfour.work.executor import Executor

_GAMES_AT_ONCE = 4


def hold_tournament(
    plan: Plan,
    store: TournamentStore,
    executor: Executor,
    on_games: Watcher | None = None,
    with_regret: bool = False,
) -> Report:
    """Play the games of *plan* that *store* does not have yet, and return the report.

    However often the tournament was interrupted, each game of the schedule is stored exactly once.
    """
    with being_played(plan, store, executor) as (stored, ledger):
        games = run_scheduled(plan, stored, executor, ledger, on_games)
        if with_regret:
            find_regrets(store, stored, plan.conditions.rules, games, executor)
    return stored_report(store, stored)


@contextmanager
def being_played(
    plan: Plan, store: TournamentStore, executor: Executor, draws_as_it_goes: bool = False
) -> Iterator[tuple[StoredTournament, TournamentLedger]]:
    """Begin or continue the tournament of *plan* in *store*, which is running until the block ends; note
    the machine and the versions of its players, before and after. *draws_as_it_goes* as in
    `TournamentStore.begin`."""
    stored = store.begin(plan, draws_as_it_goes)
    with store.running(stored.id):
        machine = machine_text(executor.slots, executor.is_cluster)
        before = versions_of(plan.players)
        store.add_machine(stored.id, machine, before)
        try:
            yield stored, TournamentLedger(store, stored.id)
        finally:
            after = versions_of(plan.players, asks_programs=False)
            changed = {name: now for name, now in after.items() if now not in before[name]}
            with suppress(DatabaseError):
                store.add_machine(stored.id, machine, changed)


def run_scheduled(
    plan: Plan,
    stored: StoredTournament,
    executor: Executor,
    ledger: Ledger,
    on_games: Watcher | None = None,
) -> list[PlayedGame]:
    """Play the missing games from the openings that were drawn when the tournament began."""
    schedule = plan.schedule(stored.openings)
    return run_tournament(schedule, plan.players, plan.conditions, executor, ledger, on_games)


def find_regrets(
    store: TournamentStore,
    stored: StoredTournament,
    rules: Rules,
    games: Sequence[PlayedGame],
    executor: Executor,
) -> None:
    """Compute and store the regret of the games that have none yet."""
    known = store.regrets(stored.id)
    missing = [game for game in games if game.fixture.number not in known]
    work = [
        RegretWork(
            rules,
            tuple(
                (game.fixture.number, game.moves, len(game.fixture.opening))
                for game in missing[start : start + _GAMES_AT_ONCE]
            ),
            DEFAULT_NODES,
        )
        for start in range(0, len(missing), _GAMES_AT_ONCE)
    ]
    for _, regrets in executor.run(judge_games, work):
        store.add_regrets(stored.id, regrets)
