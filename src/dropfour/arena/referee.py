"""The referee: plays one game between two players to its end, even if they fail."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field

from dropfour.arena.game import Fixture, PlayedGame
from dropfour.engines.engine import Limits
from dropfour.game import Fault, Game
from dropfour.moves import format_moves
from dropfour.players.clock import Clock, TimeControl
from dropfour.players.player import DEFAULT_MEMORY_MIB, DEFAULT_PROGRAM_DEPTH, open_player
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
    depth: int = DEFAULT_PROGRAM_DEPTH
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
    game = Game.from_moves(fixture.opening, conditions.rules)
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
