"""A tournament from plan to report, and its editions: when players change, only the games that are
affected are played again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import count

from dropfour.arena.game import PlayedGame
from dropfour.arena.machine import machine_text, versions_of
from dropfour.arena.plan import Plan, program_warning
from dropfour.arena.rating.regret import DEFAULT_NODES, GameRegret, RegretWork, judge_games
from dropfour.arena.report.standings import Report, make_report
from dropfour.arena.runner import Ledger, Watcher, run_tournament
from dropfour.arena.store import StoredTournament, TournamentLedger, TournamentStore
from dropfour.database import DatabaseError
from dropfour.work.executor import Executor

_GAMES_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Edition:
    """What is to be played: *plan* as it is *stored* under a title of its own, with the *versions* that
    its players have now. Of a new edition, *taken* games of the one *before*, and the players *changed*
    since."""

    plan: Plan
    stored: StoredTournament
    versions: Mapping[str, str]
    before: StoredTournament | None = None
    taken: int = 0
    changed: tuple[str, ...] = ()


def hold_tournament(
    plan: Plan | Edition,
    store: TournamentStore,
    executor: Executor,
    on_games: Watcher | None = None,
    with_regret: bool = False,
) -> Report:
    """Play the games of *plan* that *store* does not have yet, and return the report.

    However often the tournament was interrupted, each game of the schedule is stored exactly once.
    """
    if isinstance(plan, Plan):
        plan = Edition(plan, store.begin(plan), versions_of(plan.players))
    with being_played(plan, store, executor) as ledger:
        games = run_scheduled(plan, executor, ledger, on_games)
        if with_regret:
            find_regrets(store, plan, games, executor)
    return stored_report(store, plan.stored)


@contextmanager
def being_played(
    edition: Edition, store: TournamentStore, executor: Executor
) -> Iterator[TournamentLedger]:
    """Let the tournament be running in *store* until the block ends; note the machine and the versions
    of its players, before and after."""
    number, before = edition.stored.id, edition.versions
    with store.running(number):
        machine = machine_text(executor.slots, executor.is_cluster)
        store.add_machine(number, machine, before)
        try:
            yield TournamentLedger(store, number)
        finally:
            after = versions_of(edition.plan.players, asks_programs=False)
            changed = {name: now for name, now in after.items() if now not in before[name]}
            with suppress(DatabaseError):
                store.add_machine(number, machine, changed)


def run_scheduled(
    edition: Edition, executor: Executor, ledger: Ledger, on_games: Watcher | None = None
) -> list[PlayedGame]:
    """Play the missing games from the openings that were drawn when the tournament began."""
    plan, schedule = edition.plan, edition.plan.schedule(edition.stored.openings)
    return run_tournament(schedule, plan.players, plan.conditions, executor, ledger, on_games)


def find_regrets(
    store: TournamentStore, edition: Edition, games: Sequence[PlayedGame], executor: Executor
) -> None:
    """Compute and store the regret of the games that have none yet."""
    number, rules = edition.stored.id, edition.plan.conditions.rules
    known = store.regrets(number)
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
        store.add_regrets(number, regrets)


# --- editions -----------------------------------------------------------------------------------------

# Games played under different conditions do not belong in one tournament.
_CONDITIONS = {
    "board", "connect", "objective", "time_s", "game_time_s", "margin_s", "depth", "memory_mib",
    "swap",
}  # fmt: skip


def begin_edition(
    plan: Plan,
    store: TournamentStore,
    *,
    draws_as_it_goes: bool = False,
    may_differ: bool = False,
    check: Callable[[Plan], Mapping[str, str]] | None = None,
    versions: Mapping[str, str] | None = None,
) -> Edition:
    """Return *plan* under its own title or, if that tournament was played by other versions of its
    players, under the title with a number. Other players and settings lead to a new edition only if
    they *may_differ*; otherwise they raise ValueError. *draws_as_it_goes* as in `TournamentStore.begin`.

    A new edition takes over the games of the one before in which neither player has changed. Editions
    before it stay in the store. Before one begins, *check* says who cannot take part, and why.
    Programs are started once to ask for their *versions*, unless these are known.
    """
    versions = versions or versions_of(plan.players)
    previous, edition, known = None, plan, (first := store.find(plan.name))
    for number in count(2):
        if known is None:
            break
        if known.fingerprint == edition.fingerprint and all(
            each == [versions[name]] for name, each in store.versions(known.id).items()
        ):
            return Edition(edition, known, versions)
        previous, edition = known, replace(plan, title=f"{plan.name} ({number})")
        known = store.find(edition.name)
    if check is not None and (absent := check(plan)):
        players = tuple(each for each in plan.players if each.name not in absent)
        left = replace(plan, players=players, absent=(*plan.absent, *absent.items()))
        versions = {name: versions[name] for name in left.names}
        return begin_edition(
            left, store, draws_as_it_goes=draws_as_it_goes, may_differ=may_differ, versions=versions
        )
    if first is not None and first.fingerprint != plan.fingerprint and not may_differ:
        edition = plan  # which raises ValueError
    stored = store.begin(edition, draws_as_it_goes)
    if previous is None:
        return Edition(edition, stored, versions)
    old = store.versions(previous.id)
    changed = tuple(name for name, now in versions.items() if old.get(name, [now]) != [now])
    taken = _take_over(store, previous, stored, edition, versions)
    return Edition(edition, stored, versions, previous, taken, changed)


def _take_over(
    store: TournamentStore,
    previous: StoredTournament,
    stored: StoredTournament,
    plan: Plan,
    versions: Mapping[str, str],
) -> int:
    """Copy the games of *previous* that need not be played again, and return their number."""
    before, now = (
        {key: value for key, value in each.plan.items() if key in _CONDITIONS}
        for each in (previous, stored)
    )
    if plan.round_count != 1 or before != now:
        return 0
    players, known_versions = previous.plan["player"], store.versions(previous.id)
    same = {
        each["name"]
        for each in stored.plan["player"]
        if each in players and known_versions.get(each["name"]) == [versions[each["name"]]]
    }
    played: dict[tuple[str, str, str], list[PlayedGame]] = {}
    for game in store.games(previous.id):
        fixture = game.fixture
        sides = (fixture.red, fixture.yellow)
        first, second = reversed(sides) if game.swapped else sides
        played.setdefault((first, second, fixture.opening), []).append(game)
    regrets, taken, judged = store.regrets(previous.id), [], {}
    for fixture in plan.schedule(stored.openings).fixtures(1):
        games = played.get((fixture.red, fixture.yellow, fixture.opening))
        if games and {fixture.red, fixture.yellow} <= same:
            game = games.pop(0)
            place = {name: getattr(fixture, name) for name in ("number", "pair", "round")}
            taken.append(replace(game, fixture=replace(game.fixture, **place)))
            if game.fixture.number in regrets:
                judged[fixture.number] = regrets[game.fixture.number]
    store.add(stored.id, taken)
    store.add_regrets(stored.id, judged)
    for machine in store.machines(previous.id) if taken else ():
        store.add_machine(stored.id, machine, {})
    return len(taken)


# --- reports ------------------------------------------------------------------------------------------


def stored_report(store: TournamentStore, stored: StoredTournament) -> Report:
    """Return the report of a tournament in *store*, over or not."""
    notices = [stored.notice] if stored.notice else []
    games, regrets = store.games(stored.id), store.regrets(stored.id)
    if regrets:
        notices.append(_regret_notice(regrets))
    if warning := program_warning(stored.plan):
        notices.append(warning)
    notices += [
        f"{each['name']} could not take part: {each['reason']}"
        for each in stored.plan.get("absent", ())
    ]
    versions = store.versions(stored.id)
    notices += [
        f"{name} was changed during the tournament"
        for name, known in versions.items()
        if len(known) > 1
    ]
    return make_report(
        stored.name,
        stored.plan,
        stored.game_count,
        games,
        regrets,
        notices,
        stored.drawn_openings,
        store.machines(stored.id),
        versions,
    )


def _regret_notice(regrets: dict[int, GameRegret]) -> str:
    sides = [side for regret in regrets.values() for side in (regret.red, regret.yellow)]
    judged, moves = sum(side.judged for side in sides), sum(side.moves for side in sides)
    return f"regret covers {judged} of {moves} moves, those that could be solved in time"
