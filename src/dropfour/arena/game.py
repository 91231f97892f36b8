"""A game of a match: a fixture before it is played, the finished game, and the referee that plays
it to its end, even if the players fail."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from dropfour.engines.engine import Limits
from dropfour.game import Ending, Fault, Game, Result
from dropfour.moves import format_moves
from dropfour.outcome import Late
from dropfour.players.player import (
    DEFAULT_MEMORY_MIB,
    DEFAULT_PROGRAM_DEPTH,
    Clock,
    Player,
    TimeControl,
)
from dropfour.players.seating import open_player
from dropfour.players.spec import PlayerSpec
from dropfour.position import RED, YELLOW, Colour, IllegalMove, Position
from dropfour.rules import Rules

if TYPE_CHECKING:
    from dropfour.players.protocol_player import ProtocolPlayer


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
    """A finished game: *moves* are all columns from the empty board, including the opening.

    *swapped* is that of a Game: the *fixture* says who had the colours in the end.
    """

    fixture: Fixture
    moves: str
    result: Result
    red_time_s: float = 0.0
    yellow_time_s: float = 0.0
    red_lines: int = 0
    yellow_lines: int = 0
    swapped: bool | None = None

    @property
    def is_forfeit(self) -> bool:
        """Whether it was decided by a fault."""
        return self.result.ending is Ending.FORFEIT

    def points(self, name: str) -> float:
        """Return the points of the player called *name*, one of the two: 1 for a win, 0.5 for a draw, 0
        for a loss, and for both if both forfeited."""
        winner = self.result.winner
        if winner is None:
            return 0.0 if self.is_forfeit else 0.5
        return float((winner is RED) == (name == self.fixture.red))

    def lines(self, name: str) -> tuple[int, int]:
        """Return how many lines *name*, one of the two players, made, and how many its opponent made.

        They are those on the board at the end, also of a game that was forfeited.
        """
        if name == self.fixture.red:
            return self.red_lines, self.yellow_lines
        return self.yellow_lines, self.red_lines


@dataclass(frozen=True, slots=True)
class Conditions:
    """What all games of a match have in common: *swap* is the swap rule, *depth* is passed to one-move
    programs.

    A player's own depth and times replace those of all players; its own depth limits every kind of
    player.
    """

    rules: Rules = field(default_factory=Rules)
    time: TimeControl = field(default_factory=TimeControl)
    depth: int = DEFAULT_PROGRAM_DEPTH
    memory_mib: int = DEFAULT_MEMORY_MIB
    swap: bool = False

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


def open_in_arena(
    spec: PlayerSpec, conditions: Conditions, clock: Clock, seed: int | None = None
) -> Player:
    """Open a player under the conditions of a match; raise Fault if it does not start."""
    return open_player(
        spec,
        conditions.rules,
        seed=seed,
        limits=Limits(depth=conditions.depth_for(spec)),
        clock=clock,
        memory_mib=conditions.memory_mib,
    )


def ask_for_move(
    player: Player, colour: Colour, position: Position, moves: tuple[int, ...]
) -> None:
    """Raise Fault if *player* cannot move in *position*, reached by *moves*, or one move later if it is
    the other side's turn."""
    if position.to_move is not colour:
        column = position.columns_from_middle[0]
        position, moves = position.play(column), (*moves, column)
    if not position.is_over:
        try:
            position.play(player.choose(position, moves=moves).column)
        except IllegalMove as error:
            raise Fault(f"chose an illegal move: {error}") from None


def check_player(work: tuple[PlayerSpec, Conditions]) -> str | None:
    """Return why a player cannot make the first move of a game; None if it can, or only takes too long
    for it."""
    spec, conditions = work
    try:
        with open_in_arena(spec, conditions, Clock(conditions.time_for(spec)), seed=0) as player:
            ask_for_move(player, RED, Position(conditions.rules), ())
    except Late:
        return None
    except Fault as fault:
        return str(fault)
    return None


def play_game(
    fixture: Fixture,
    red: PlayerSpec,
    yellow: PlayerSpec,
    conditions: Conditions,
    on_move: Callable[[Game], None] | None = None,
    kept: dict[str, ProtocolPlayer] | None = None,
) -> PlayedGame:
    """Play *fixture* to its end. A player's fault forfeits the game and is recorded as the reason.

    If the opponent has not moved yet, it is asked for a move: if it fails, too, nobody has won.
    Processes of players are started for each game, so that a game does not depend on earlier ones, on
    this machine or another; but programs of the text protocol, which learn when a game begins, are
    taken from *kept* and left there, by their names.
    """
    swapped = False if conditions.swap else None
    game = Game.from_moves(fixture.opening, conditions.rules, swapped=swapped)
    sides = ((RED, red), (YELLOW, yellow))
    clocks = {colour: Clock(conditions.time_for(spec)) for colour, spec in sides}
    opened: dict[Colour, Player] = {}
    faults: dict[Colour, str] = {}
    with ExitStack() as stack:
        for colour, spec in sides:
            # Two copies of the same player must not make the same random moves.
            seed = fixture.seed ^ colour.value
            try:
                if kept is not None and spec.name in kept:
                    player: Player = kept[spec.name]
                    kept[spec.name].new_game(seed, clocks[colour])
                else:
                    player = open_in_arena(spec, conditions, clocks[colour], seed)
            except Fault as fault:
                faults[colour] = f"{spec.name} {fault}"
                continue
            if kept is not None and spec.kind == "protocol":
                kept[spec.name] = player  # type: ignore[assignment]  # by its kind
            else:
                stack.enter_context(player)
            opened[colour] = player
            game.seat(colour, player)
        for colour, reason in islice(faults.items(), 1):
            game.forfeit(colour, reason)
        result = game.run(on_move=on_move)
        if game.swapped:
            fixture = replace(fixture, red=fixture.yellow, yellow=fixture.red)
            clocks, opened = _exchanged(clocks), _exchanged(opened)
        winner = result.winner
        if winner is not None and result.reason and format_moves(game.moves) == fixture.opening:
            try:
                if winner in opened:
                    ask_for_move(opened[winner], winner, game.position, game.moves)
            except Fault as fault:
                faults[winner] = f"{opened[winner].name} {fault}"
            if winner in faults:
                result = Result(None, Ending.FORFEIT, f"{result.reason}; {faults[winner]}")
    return PlayedGame(
        fixture,
        format_moves(game.moves),
        result,
        clocks[RED].spent_s,
        clocks[YELLOW].spent_s,
        game.position.count_lines(RED),
        game.position.count_lines(YELLOW),
        game.swapped,
    )


_Of = TypeVar("_Of")


def _exchanged(sides: dict[Colour, _Of]) -> dict[Colour, _Of]:
    return {colour.opponent: each for colour, each in sides.items()}
