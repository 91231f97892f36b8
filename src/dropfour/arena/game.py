"""One game between two entrants, played to its end whatever they do."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from dropfour.game import Game, Result, Seat
from dropfour.moves import format_moves, parse_moves
from dropfour.players.clock import Clock
from dropfour.players.contender import Conditions, Contender, open_contender
from dropfour.players.entrant import Entrant
from dropfour.players.fault import Fault
from dropfour.position import RED, YELLOW, Colour, Position


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played: *red* and *yellow* are names, *opening* the moves it starts with.

    Two games with the same *pair* are played by the same two from the same opening, sides swapped.
    """

    number: int
    pair: int
    red: str
    yellow: str
    opening: str
    seed: int
    round: int = 1


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played: *moves* are all columns from the empty board, the opening's included."""

    fixture: Fixture
    moves: str
    result: Result
    red_time_s: float = 0.0
    yellow_time_s: float = 0.0

    @property
    def red_points(self) -> float:
        """1 for a win of red, 0.5 for a draw, 0 for a loss."""
        winner = self.result.winner
        return 0.5 if winner is None else float(winner is RED)

    def points(self, name: str) -> float:
        """Return the points of the entrant called *name*, one of the two."""
        return self.red_points if name == self.fixture.red else 1 - self.red_points


@dataclass(frozen=True, slots=True)
class Batch:
    """Games to be played one after the other in one place, with all that this takes."""

    fixtures: tuple[Fixture, ...]
    entrants: tuple[Entrant, ...]
    conditions: Conditions


def play_batch(batch: Batch) -> list[PlayedGame]:
    """Play the games of *batch*. Playing them again, here or elsewhere, does no harm."""
    entrants = {entrant.name: entrant for entrant in batch.entrants}
    return [
        play_game(fixture, entrants[fixture.red], entrants[fixture.yellow], batch.conditions)
        for fixture in batch.fixtures
    ]


def play_game(
    fixture: Fixture,
    red: Entrant,
    yellow: Entrant,
    conditions: Conditions,
    on_move: Callable[[Game], None] | None = None,
) -> PlayedGame:
    """Play *fixture* to its end. A player's fault forfeits the game, with the reason kept."""
    table = _Table(fixture, conditions)
    with ExitStack() as stack:
        try:
            for player, entrant in ((RED, red), (YELLOW, yellow)):
                table.sit_down(player, entrant, stack)
            table.game.run(on_move=on_move)
        except Fault as fault:
            loser = table.to_blame
            name = (red if loser is RED else yellow).name
            table.game.forfeit(loser, f"{name} {fault}")
    assert table.game.result is not None
    moves = format_moves(table.opening + table.game.moves)
    red_time_s, yellow_time_s = (table.clocks[player].spent_s for player in (RED, YELLOW))
    return PlayedGame(fixture, moves, table.game.result, red_time_s, yellow_time_s)


class _Table:
    """What lies between two contenders: the game and both clocks."""

    def __init__(self, fixture: Fixture, conditions: Conditions) -> None:
        self._conditions = conditions
        self._seed = fixture.seed
        self.opening = parse_moves(fixture.opening)
        self.game = Game(Position.from_moves(self.opening, conditions.rules))
        self.clocks = {player: Clock(conditions.time) for player in (RED, YELLOW)}
        self.to_blame = self.game.position.to_move  # for a fault that happens now

    def sit_down(self, player: Colour, entrant: Entrant, stack: ExitStack) -> None:
        """Give *player*'s seat to *entrant* until *stack* is unwound."""
        self.to_blame = player
        # Two of the same entrant must not play by the same chance.
        contender = open_contender(entrant, self._conditions, self._seed ^ player.value)
        stack.callback(contender.close)
        seat = Seat(entrant.name, lambda position: self._choose(contender, position))
        if player is RED:
            self.game.red = seat
        else:
            self.game.yellow = seat

    def _choose(self, contender: Contender, position: Position) -> int:
        """Let *contender* choose, and keep its clock."""
        self.to_blame = position.to_move
        clock = self.clocks[position.to_move]
        started = time.monotonic()
        try:
            column = contender.choose(position, self.opening + self.game.moves, clock)
        except TimeoutError:
            clock.spent_s += time.monotonic() - started
            raise clock.overstepped() from None
        clock.spend(time.monotonic() - started)
        return column
