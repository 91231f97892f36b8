"""One game between two players, played to its end even if they fail."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field

from dropfour.engines.engine import Limits
from dropfour.game import Fault, Game, Result
from dropfour.moves import format_moves, parse_moves
from dropfour.players.clock import Clock, TimeControl
from dropfour.players.one_move import DEFAULT_DEPTH
from dropfour.players.player import DEFAULT_MEMORY_MIB, open_player
from dropfour.players.spec import PlayerSpec
from dropfour.position import RED, YELLOW
from dropfour.rules import Rules


@dataclass(frozen=True, slots=True)
class Conditions:
    """What all games of a match have in common. *depth* is passed to one-move programs.

    A player's own depth and times replace those of all players; its own depth limits every kind of
    player.
    """

    rules: Rules = field(default_factory=Rules)
    time: TimeControl = field(default_factory=TimeControl)
    depth: int = DEFAULT_DEPTH
    memory_mib: int = DEFAULT_MEMORY_MIB

    def __post_init__(self) -> None:
        if self.depth < 1:
            raise ValueError(f"the depth for programs is at least 1, not {self.depth}")
        if self.memory_mib < 16:
            raise ValueError(f"players need 16 MiB of memory or more, not {self.memory_mib}")

    def time_for(self, player: PlayerSpec) -> TimeControl:
        """Return how long *player* may think."""
        if player.time_s is None and player.game_time_s is None:
            return self.time
        return TimeControl(player.time_s, player.game_time_s, self.time.margin_s)

    def depth_for(self, player: PlayerSpec) -> int | None:
        """Return how deep *player* is asked to search; None is no limit."""
        return player.depth or (self.depth if player.kind == "program" else None)


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played: *red* and *yellow* are names, *opening* the moves it starts with.

    Two games with the same *pair* have the same players and opening, with colours swapped.
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
    """A finished game: *moves* are all columns from the empty board, including the opening."""

    fixture: Fixture
    moves: str
    result: Result
    red_time_s: float = 0.0
    yellow_time_s: float = 0.0
    red_lines: int = 0
    yellow_lines: int = 0

    @property
    def red_points(self) -> float:
        """1 for a win of red, 0.5 for a draw, 0 for a loss."""
        winner = self.result.winner
        return 0.5 if winner is None else float(winner is RED)

    def points(self, name: str) -> float:
        """Return the points of the player called *name*, one of the two."""
        return self.red_points if name == self.fixture.red else 1 - self.red_points

    def lines(self, name: str) -> tuple[int, int]:
        """Return how many lines *name*, one of the two players, made, and how many its opponent made.

        They are those on the board at the end, also of a game that was forfeited.
        """
        if name == self.fixture.red:
            return self.red_lines, self.yellow_lines
        return self.yellow_lines, self.red_lines


@dataclass(frozen=True, slots=True)
class Batch:
    """Games to be played one after the other by one worker, with everything that this takes."""

    fixtures: tuple[Fixture, ...]
    players: tuple[PlayerSpec, ...]
    conditions: Conditions


def play_batch(batch: Batch) -> list[PlayedGame]:
    """Play the games of *batch*. Playing them again, here or elsewhere, does no harm."""
    players = {player.name: player for player in batch.players}
    return [
        play_game(fixture, players[fixture.red], players[fixture.yellow], batch.conditions)
        for fixture in batch.fixtures
    ]


def play_game(
    fixture: Fixture,
    red: PlayerSpec,
    yellow: PlayerSpec,
    conditions: Conditions,
    on_move: Callable[[Game], None] | None = None,
) -> PlayedGame:
    """Play *fixture* to its end. A player's fault forfeits the game and is recorded as the reason.

    Processes of players are started for each game, so that a game does not depend on earlier ones, on
    this machine or another.
    """
    game = Game(conditions.rules)
    for column in parse_moves(fixture.opening):
        game.play(column)
    sides = ((RED, red), (YELLOW, yellow))
    clocks = {colour: Clock(conditions.time_for(spec)) for colour, spec in sides}
    with ExitStack() as stack:
        for colour, spec in sides:
            try:
                player = open_player(
                    spec,
                    conditions.rules,
                    # Two copies of the same player must not make the same random moves.
                    seed=fixture.seed ^ colour.value,
                    limits=Limits(depth=conditions.depth_for(spec)),
                    clock=clocks[colour],
                    memory_mib=conditions.memory_mib,
                )
            except Fault as fault:
                game.forfeit(colour, f"{spec.name} {fault}")
                break
            stack.enter_context(player)
            game.seat(colour, player)
        result = game.run(on_move=on_move)
    return PlayedGame(
        fixture,
        format_moves(game.moves),
        result,
        clocks[RED].spent_s,
        clocks[YELLOW].spent_s,
        game.position.count_lines(RED),
        game.position.count_lines(YELLOW),
    )
