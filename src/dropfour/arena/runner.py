"""The runner: plays what a schedule still lacks, wherever there is room, and keeps each game once."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import Protocol

from dropfour.arena.game import Batch, Fixture, PlayedGame, play_batch
from dropfour.arena.schedule import Schedule
from dropfour.players.contender import Conditions
from dropfour.players.entrant import Entrant
from dropfour.work.executor import Executor

# A batch should take about this long: long enough to be worth its way, short enough to be watched.
_SHORT_S, _LONG_S = 0.1, 0.5
_MOST_IN_A_BATCH = 128


class Ledger(Protocol):
    """Where finished games are kept."""

    def games(self) -> list[PlayedGame]:
        """Return all games that were added, each once."""
        ...

    def add(self, games: Sequence[PlayedGame]) -> None:
        """Keep *games*, on disk if that is what the ledger is for, before this returns."""
        ...


class MemoryLedger:
    """Keeps games as long as the process lives."""

    def __init__(self) -> None:
        self._games: dict[int, PlayedGame] = {}

    def games(self) -> list[PlayedGame]:
        return [self._games[number] for number in sorted(self._games)]

    def add(self, games: Sequence[PlayedGame]) -> None:
        for game in games:
            self._games.setdefault(game.fixture.number, game)


Watcher = Callable[[Sequence[PlayedGame]], None]


def run_tournament(
    schedule: Schedule,
    entrants: Sequence[Entrant],
    conditions: Conditions,
    executor: Executor,
    ledger: Ledger | None = None,
    on_games: Watcher | None = None,
) -> list[PlayedGame]:
    """Play all games of *schedule* that *ledger* lacks, and return all there are, by number.

    *on_games* is told the games that were there, then each batch of new ones once it is kept. It may
    be stopped at any moment and called again with the same arguments.
    """
    ledger = ledger or MemoryLedger()
    done = {game.fixture.number: game for game in ledger.games()}
    if on_games is not None:
        on_games(list(done.values()))
    for round in range(1, schedule.rounds + 1):
        before = [game for _, game in sorted(done.items()) if game.fixture.round < round]
        missing = [each for each in schedule.fixtures(round, before) if each.number not in done]
        for games in play(missing, entrants, conditions, executor):
            ledger.add(games)
            done.update((game.fixture.number, game) for game in games)
            if on_games is not None:
                on_games(games)
    return [game for _, game in sorted(done.items())]


def play(
    fixtures: Sequence[Fixture],
    entrants: Sequence[Entrant],
    conditions: Conditions,
    executor: Executor,
) -> Generator[list[PlayedGame], None, None]:
    """Yield the games of *fixtures* in batches as they are finished; closing it gives up the rest."""
    batches = _Batches(fixtures, tuple(entrants), conditions, executor.slots)
    with closing(executor.run(timed_batch, batches)) as running:
        for batch, (games, time_s) in running:
            batches.learn(len(batch.fixtures), time_s)
            yield games


def in_order(batches: Iterable[Sequence[PlayedGame]]) -> Iterator[PlayedGame]:
    """Yield games by their numbers, from 1, as soon as all before them are there."""
    waiting: dict[int, PlayedGame] = {}
    number = 1
    for games in batches:
        waiting.update((game.fixture.number, game) for game in games)
        while number in waiting:
            yield waiting.pop(number)
            number += 1


def timed_batch(batch: Batch) -> tuple[list[PlayedGame], float]:
    """Play *batch*; return its games and how long it took."""
    started = time.monotonic()
    games = play_batch(batch)
    return games, time.monotonic() - started


class _Batches:
    """Fixtures by the batch, drawn as there is room; quick games go in larger batches."""

    def __init__(
        self,
        fixtures: Sequence[Fixture],
        entrants: tuple[Entrant, ...],
        conditions: Conditions,
        slots: int,
    ) -> None:
        self._fixtures = fixtures
        self._entrants = {entrant.name: entrant for entrant in entrants}
        self._conditions = conditions
        self._slots = slots
        self._next = 0
        self._size = 1

    def __iter__(self) -> Iterator[Batch]:
        return self

    def __next__(self) -> Batch:
        left = len(self._fixtures) - self._next
        if left == 0:
            raise StopIteration
        # Towards the end nobody should be left with a large batch while others have none.
        size = max(min(self._size, left // (2 * self._slots)), 1)
        fixtures = tuple(self._fixtures[self._next : self._next + size])
        self._next += size
        names = {name for fixture in fixtures for name in (fixture.red, fixture.yellow)}
        entrants = tuple(self._entrants[name] for name in sorted(names))
        return Batch(fixtures, entrants, self._conditions)

    def learn(self, size: int, time_s: float) -> None:
        """Take into account how long a batch of *size* games took."""
        if time_s < _SHORT_S and size >= self._size:
            self._size = min(self._size * 2, _MOST_IN_A_BATCH)
        elif time_s > _LONG_S:
            self._size = max(size // 2, 1)
