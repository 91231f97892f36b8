"""The runner: plays the missing games of a schedule on free workers and keeps each game once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from dropfour.arena.game import Conditions, Fixture, PlayedGame, check_player, play_game
from dropfour.arena.schedule import Schedule
from dropfour.players.spec import PlayerSpec
from dropfour.work.executor import Executor

if TYPE_CHECKING:
    from dropfour.players.protocol_player import ProtocolPlayer

# How long an assignment should take: long enough to be worth sending, short enough to show progress.
_SHORT_S, _LONG_S = 0.1, 0.5
_MOST_GAMES = 128


class Ledger(Protocol):
    """Where finished games are kept."""

    def games(self) -> list[PlayedGame]:
        """Return all games added so far, each once."""
        ...

    def add(self, games: Sequence[PlayedGame]) -> None:
        """Keep *games*; a ledger on disk has written them when this returns."""
        ...


Watcher = Callable[[Sequence[PlayedGame]], None]


def find_faulty(
    players: Sequence[PlayerSpec], conditions: Conditions, executor: Executor
) -> dict[str, str]:
    """Return why players cannot play, by their names: programs and functions are asked for one move."""
    asked = [
        (player, conditions)
        for player in players
        if player.kind in ("function", "program", "protocol")
    ]
    found = {player.name: why for (player, _), why in executor.run(check_player, asked) if why}
    return {player.name: found[player.name] for player in players if player.name in found}


def refuse_faulty(
    players: Sequence[PlayerSpec], conditions: Conditions, executor: Executor
) -> None:
    """Raise ValueError if one of the players of a match cannot play."""
    for name, reason in find_faulty(players, conditions, executor).items():
        raise ValueError(f"{name} cannot play: it {reason}")


def run_tournament(
    schedule: Schedule,
    players: Sequence[PlayerSpec],
    conditions: Conditions,
    executor: Executor,
    ledger: Ledger | None = None,
    on_games: Watcher | None = None,
) -> list[PlayedGame]:
    """Play all games of *schedule* that *ledger* lacks, and return all there are, by number.

    *on_games* is called with the games already in the ledger, then with new ones, a few at a time, once
    they are kept. An interrupted tournament is continued by a call with the same arguments.
    """
    known = [] if ledger is None else ledger.games()
    done = {game.fixture.number: game for game in known}
    if on_games is not None:
        on_games(known)
    for round in range(1, schedule.rounds + 1):
        before = [game for _, game in sorted(done.items()) if game.fixture.round < round]
        missing = [each for each in schedule.fixtures(round, before) if each.number not in done]
        for games in play(missing, players, conditions, executor):
            if ledger is not None:
                ledger.add(games)
            done.update((game.fixture.number, game) for game in games)
            if on_games is not None:
                on_games(games)
    return [game for _, game in sorted(done.items())]


@dataclass(frozen=True, slots=True)
class Assignment:
    """Games for one worker to play one after the other, with everything that this takes. A *lasting*
    worker keeps engine programs for its next assignment."""

    fixtures: tuple[Fixture, ...]
    players: tuple[PlayerSpec, ...]
    conditions: Conditions
    lasting: bool = False


class _Kept(threading.local):
    """The engine programs that this worker keeps."""

    def __init__(self) -> None:
        self.players: dict[str, ProtocolPlayer] = {}

    def close(self) -> None:
        while self.players:
            self.players.popitem()[1].close()


_kept = _Kept()


def play_assignment(assignment: Assignment) -> tuple[list[PlayedGame], float]:
    """Play the games and return them with the seconds they took. Playing them again does no harm."""
    started = time.monotonic()
    players = {player.name: player for player in assignment.players}
    try:
        games = [
            play_game(
                fixture,
                players[fixture.red],
                players[fixture.yellow],
                assignment.conditions,
                kept=_kept.players,
            )
            for fixture in assignment.fixtures
        ]
    finally:
        if not assignment.lasting:
            _kept.close()
    return games, time.monotonic() - started


def play(
    fixtures: Sequence[Fixture],
    players: Sequence[PlayerSpec],
    conditions: Conditions,
    executor: Executor,
) -> Generator[list[PlayedGame], None, None]:
    """Yield the games of *fixtures*, a few at a time, as they finish; closing the generator drops the
    rest. Quick games are handed out in larger assignments."""
    size, slots = 1, executor.slots

    def assignments() -> Iterator[Assignment]:
        first = 0
        while left := len(fixtures) - first:
            # Towards the end no worker should have many games while others have none.
            last = first + max(min(size, left // (2 * slots)), 1)
            chosen = tuple(fixtures[first:last])
            names = {name for fixture in chosen for name in (fixture.red, fixture.yellow)}
            needed = tuple(player for player in players if player.name in names)
            yield Assignment(chosen, needed, conditions, lasting=not executor.is_cluster)
            first = last

    with closing(_kept), closing(executor.run(play_assignment, assignments())) as running:
        for assignment, (games, time_s) in running:
            count = len(assignment.fixtures)
            if time_s < _SHORT_S and count >= size:
                size = min(size * 2, _MOST_GAMES)
            elif time_s > _LONG_S:
                size = max(count // 2, 1)
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
