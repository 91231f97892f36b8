"""Editions: when players change, only the games that are affected are played again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count

from dropfour.arena.game import PlayedGame
from dropfour.arena.machine import versions_of
from dropfour.arena.plan import Plan
from dropfour.arena.store import StoredTournament, TournamentStore

# Games played under different conditions do not belong in one tournament.
_CONDITIONS = (
    "board", "connect", "objective", "time_s", "game_time_s", "margin_s", "depth", "memory_mib",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Edition:
    """What is to be played: *plan* under a title of its own, *taken* games of the edition before, and
    the players that have *changed* since."""

    plan: Plan
    taken: int = 0
    changed: tuple[str, ...] = ()


def begin_edition(
    plan: Plan,
    store: TournamentStore,
    *,
    draws_as_it_goes: bool = False,
    may_differ: bool = False,
) -> Edition:
    """Return *plan* under its own title or, if that tournament was played by other versions of its
    players, under the title with a number. Other players and settings lead to a new edition only if
    they *may_differ*; otherwise they raise ValueError. *draws_as_it_goes* as in `TournamentStore.begin`.

    A new edition takes over the games of the one before in which neither player has changed. Editions
    before it stay in the store.
    """
    versions = versions_of(plan.players)
    previous = None
    if not may_differ:
        store.begin(plan, draws_as_it_goes)
    for number in count(1):
        edition = plan if number == 1 else replace(plan, title=f"{plan.name} ({number})")
        known = store.find(edition.name)
        if known is None:
            stored = store.begin(edition, draws_as_it_goes)
            if previous is None:
                return Edition(edition)
            old = store.versions(previous.id)
            changed = tuple(name for name, now in versions.items() if old.get(name, [now]) != [now])
            taken = _take_over(store, previous, stored, edition, versions)
            return Edition(edition, taken, changed)
        if known.fingerprint == edition.fingerprint and all(
            each == [versions[name]] for name, each in store.versions(known.id).items()
        ):
            return Edition(edition)
        previous = known
    raise AssertionError


def _take_over(
    store: TournamentStore,
    previous: StoredTournament,
    stored: StoredTournament,
    plan: Plan,
    versions: Mapping[str, str],
) -> int:
    """Copy the games of *previous* that need not be played again, and return their number."""
    if plan.round_count != 1 or any(previous.plan[key] != stored.plan[key] for key in _CONDITIONS):
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
        played.setdefault((fixture.red, fixture.yellow, fixture.opening), []).append(game)
    regrets, taken, judged = store.regrets(previous.id), [], {}
    for fixture in plan.schedule(stored.openings).fixtures(1):
        games = played.get((fixture.red, fixture.yellow, fixture.opening))
        if games and {fixture.red, fixture.yellow} <= same:
            game = games.pop(0)
            taken.append(replace(game, fixture=replace(fixture, seed=game.fixture.seed)))
            if game.fixture.number in regrets:
                judged[fixture.number] = regrets[game.fixture.number]
    store.add(stored.id, taken)
    store.add_regrets(stored.id, judged)
    for machine in store.machines(previous.id) if taken else ():
        store.add_machine(stored.id, machine, {})
    return len(taken)
