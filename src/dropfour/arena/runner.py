"""The runner: plays the missing games of a schedule on free workers and keeps each game once."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import Protocol

from dropfour.arena.game import Batch, Conditions, Fixture, PlayedGame, play_batch
from dropfour.arena.schedule import Schedule
from dropfour.players.spec import PlayerSpec
from dropfour.work.executor import Executor

# How long a batch should take: long enough to be worth sending, short enough to show progress.
_SHORT_S, _LONG_S = 0.1, 0.5
_MOST_IN_A_BATCH = 128


class Ledger(Protocol):
    """Where finished games are kept."""

    def games(self) -> list[PlayedGame]:
        """Return all games added so far, each once."""
        ...

    def add(self, games: Sequence[PlayedGame]) -> None:
        """Keep *games*; a ledger on disk has written them when this returns."""
        ...


class MemoryLedger:
    """Keeps games in memory."""

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
    players: Sequence[PlayerSpec],
    conditions: Conditions,
    executor: Executor,
    ledger: Ledger | None = None,
    on_games: Watcher | None = None,
) -> list[PlayedGame]:
    """Play all games of *schedule* that *ledger* lacks, and return all there are, by number.

    *on_games* is called with the games already in the ledger, then with each batch of new ones once it
    is kept. An interrupted tournament is continued by a call with the same arguments.
    """
    ledger = ledger or MemoryLedger()
    done = {game.fixture.number: game for game in ledger.games()}
    if on_games is not None:
        on_games(list(done.values()))
    for round in range(1, schedule.rounds + 1):
        before = [game for _, game in sorted(done.items()) if game.fixture.round < round]
        missing = [each for each in schedule.fixtures(round, before) if each.number not in done]
        for games in play(missing, players, conditions, executor):
            ledger.add(games)
            done.update((game.fixture.number, game) for game in games)
            if on_games is not None:
                on_games(games)
    return [game for _, game in sorted(done.items())]


def play(
    fixtures: Sequence[Fixture],
    players: Sequence[PlayerSpec],
    conditions: Conditions,
    executor: Executor,
) -> Generator[list[PlayedGame], None, None]:
    """Yield the games of *fixtures* in batches as they finish; closing the generator drops the rest."""
    batches = _Batches(fixtures, tuple(players), conditions, executor.slots)
    with closing(executor.run(timed_batch, batches)) as running:
        for batch, (games, time_s) in running:
            batches.learn(len(batch.fixtures), time_s)
            yield games


def in_order(batches: Iterable[Sequence[PlayedGame]]) -> Iterator[PlayedGame]:
    """Yield games in the order of their numbers, from 1, each as soon as all before it are there."""
    waiting: dict[int, PlayedGame] = {}
    number = 1
    for games in batches:
        waiting.update((game.fixture.number, game) for game in games)
        while number in waiting:
            yield waiting.pop(number)
            number += 1


def timed_batch(batch: Batch) -> tuple[list[PlayedGame], float]:
    """Play *batch*; return its games and the seconds it took."""
    started = time.monotonic()
    games = play_batch(batch)
    return games, time.monotonic() - started


class _Batches:
    """Batches of fixtures, made as workers become free; quick games come in larger batches."""

    def __init__(
        self,
        fixtures: Sequence[Fixture],
        players: tuple[PlayerSpec, ...],
        conditions: Conditions,
        slots: int,
    ) -> None:
        self._fixtures = fixtures
        self._players = {player.name: player for player in players}
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
        # Towards the end no worker should have a large batch while others have none.
        size = max(min(self._size, left // (2 * self._slots)), 1)
        fixtures = tuple(self._fixtures[self._next : self._next + size])
        self._next += size
        names = {name for fixture in fixtures for name in (fixture.red, fixture.yellow)}
        players = tuple(self._players[name] for name in sorted(names))
        return Batch(fixtures, players, self._conditions)

    def learn(self, size: int, time_s: float) -> None:
        """Adapt the batch size to the time that a batch of *size* games took."""
        if time_s < _SHORT_S and size >= self._size:
            self._size = min(self._size * 2, _MOST_IN_A_BATCH)
        elif time_s > _LONG_S:
            self._size = max(size // 2, 1)
