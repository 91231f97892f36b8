"""Player: whoever takes a seat and is not a person; its clock; and the moves that it may be sent."""

from __future__ import annotations

import math
import operator
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from dropfour.arguments import PositionLike
from dropfour.engines.engine import NO_LIMITS, Choice, Engine, Limits, Stop, ask, turn_of
from dropfour.outcome import Fault, Late
from dropfour.position import RED, Colour, Position
from dropfour.rules import Cell, checked_number


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for each move and for all moves of a player's game; None is no limit.

    Players are sent these limits, but lose on time only *margin_s* later, which allows for starting
    programs and for a busy machine.
    """

    move_s: float | None = 1.0
    game_s: float | None = None
    margin_s: float = 1.0

    def __post_init__(self) -> None:
        for name in ("move_s", "game_s"):
            value = getattr(self, name)
            if value is not None:
                value = Limits(time_s=value).time_s  # raises ValueError if it is out of range
            object.__setattr__(self, name, value)
        margin_s = checked_number(self.margin_s, "a margin")
        if not 0 <= margin_s < math.inf:
            raise ValueError(f"a margin must be 0 seconds or more, not {margin_s}")
        object.__setattr__(self, "margin_s", margin_s)
        if self.move_s is None and self.game_s is None:
            raise ValueError("a match needs a time limit for the move or for the game")

    def time_for(self, moves: int) -> float | None:
        """Return about how many seconds *moves* may take in all."""
        return self.game_s if self.move_s is None else (self.move_s + 1) * moves


class Clock:
    """One player's time in one game."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.spent_s = 0.0

    @property
    def left_s(self) -> float | None:
        """The seconds left for the game; None without such a limit."""
        game_s = self.control.game_s
        return None if game_s is None else max(game_s - self.spent_s, 0.001)

    @property
    def most_s(self) -> float:
        """How long the next move may take before the game is lost."""
        limits = (self.control.move_s, self.left_s)
        return min(limit for limit in limits if limit is not None) + self.control.margin_s

    def share_s(self, position: Position) -> float:
        """Return how long the next move should take: of the game's time, an equal share for each of
        the moves to come."""
        shares = []
        if self.control.move_s is not None:
            shares.append(self.control.move_s)
        if self.left_s is not None:
            to_come = (position.rules.cell_count - position.ply + 1) // 2
            shares.append(max(self.left_s / max(to_come, 1), 0.001))
        return min(shares)

    def spend(self, time_s: float) -> None:
        """Charge a move to the clock; raise Fault if it took too long."""
        most_s = self.most_s
        self.spent_s += time_s
        if time_s > most_s:
            raise self.overstepped()

    def overstepped(self) -> Fault:
        """Return the fault of having thought too long."""
        if self.control.game_s is not None and self.spent_s >= self.control.game_s:
            return Late(f"used up its {self.control.game_s:g} s for the game")
        return late_move(self.most_s - self.control.margin_s, self.control.margin_s)


def late_move(limit_s: float, margin_s: float) -> Fault:
    """Return the fault of a move that took longer than its limit and the margin."""
    margin = f" and a margin of {margin_s:g} s" if margin_s else ""
    return Late(f"took longer than {limit_s:g} s{margin} for a move")


DEFAULT_LIMITS = Limits(time_s=1.0)
DEFAULT_MEMORY_MIB = 1024
DEFAULT_PROGRAM_DEPTH = 5  # passed to one-move programs
MARGIN_S = 5.0  # where there is no clock with a margin of its own

Self = TypeVar("Self", bound="Player")


class ChosenColumn(Protocol):
    """A choice, of which a game needs the column only."""

    @property
    def column(self) -> int: ...


class SeatedPlayer(Protocol):
    """A player that chooses its own moves; `dropfour.open_player` opens one."""

    @property
    def name(self) -> str: ...

    def choose(self, position: Position, *, moves: tuple[int, ...] | None = None) -> ChosenColumn:
        """Choose a column for *position*, reached by *moves* from the empty board (None: unknown).

        Raises Fault for what loses the game; whether the column is legal is checked by the game.
        """
        ...


Seatable = SeatedPlayer | Engine | str | Callable[[Position], int]


class Player(ABC):
    """Plays one side of one game. A context manager: leaving the block closes the player.

    *limits* apply to every move; with a *clock*, their time comes from the clock, and overstepping it
    loses the game. *spec* is a text that opens the player again from any directory.
    """

    def __init__(
        self, name: str, limits: Limits = NO_LIMITS, clock: Clock | None = None, spec: str = ""
    ) -> None:
        self.name = name
        self.spec = spec or name
        self.clock = clock
        self.last_choice: Choice | None = None
        self._limits = limits
        self._lock = threading.Lock()
        self._is_closed = False
        self._has_swap = False  # whether the game of the choice in progress has the swap rule
        self._stop = limits.stop or Stop()

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError(
            f"a Player cannot be pickled or copied; open another one with {self.spec!r}"
        )

    def __repr__(self) -> str:
        return f"<Player {self.name}>"

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def choose(
        self, position: PositionLike, *, moves: tuple[int, ...] | None = None, swap: bool = False
    ) -> Choice:
        """Return the player's choice for *position*, reached by *moves* from the empty board.

        Without *moves* a program that needs them is given any order of moves that leads to the
        position. *swap* is whether sides can be swapped by this move or the next one. Raises Fault for
        what loses the game, and ValueError if the game is over or no order of moves leads to the
        position. Whether the column is legal is checked by the game.
        """
        position = turn_of(position, self._limits)
        stop = self._stop
        with self._lock:
            if self._is_closed:
                raise ValueError(f"{self.name} is closed")
            self.last_choice = None
            self._get_ready(stop)
            limits, self._has_swap = replace(self._limits, stop=stop), swap
            if self.clock is not None:
                limits = replace(limits, time_s=self.clock.share_s(position))
            choice = self._timed_choice(position, moves, limits)
            if not stop.is_set:
                self.last_choice = choice
        return choice

    def stop(self) -> None:
        """End the choice in progress, from another thread: an engine returns the best it has found,
        any other player raises Fault."""
        self._stop.set()
        self._stop = Stop()

    def close(self) -> None:
        """End the player with all its processes, from any thread."""
        self.stop()
        with self._lock:
            self._is_closed = True
            self._end_process()

    @abstractmethod
    def _choose(self, position: Position, moves: tuple[int, ...] | None, limits: Limits) -> Choice:
        """Choose within *limits*; raise TimeoutError after `_patience_s`, and Fault."""

    def _get_ready(self, stop: Stop) -> None:
        """Start the process that the player needs to choose; this time is not charged to it."""
        return

    def _end_process(self) -> None:
        """End that process."""
        return

    @property
    def _patience_s(self) -> float:
        """How long to wait for the choice of a process."""
        if self.clock is not None:
            return self.clock.most_s
        return math.inf if self._limits.time_s is None else self._limits.time_s + MARGIN_S

    def _timed_choice(
        self, position: Position, moves: tuple[int, ...] | None, limits: Limits
    ) -> Choice:
        started = time.monotonic()
        try:
            choice = self._choose(position, moves, limits)
        except TimeoutError:
            if self.clock is None:
                raise late_move(limits.time_s or 0.0, MARGIN_S) from None
            self.clock.spent_s += time.monotonic() - started
            raise self.clock.overstepped() from None
        if self.clock is not None:
            self.clock.spend(time.monotonic() - started)
        return choice


class EnginePlayer(Player):
    """An engine in our own process. It is trusted to keep its limits and not to crash the process."""

    def __init__(
        self,
        engine: Engine,
        limits: Limits = NO_LIMITS,
        clock: Clock | None = None,
        name: str = "",
        spec: str = "",
    ) -> None:
        super().__init__(name or engine.name, limits, clock, spec)
        self._engine = engine

    def _choose(self, position: Position, moves: tuple[int, ...] | None, limits: Limits) -> Choice:
        try:
            choice: Choice = ask(self._engine, position, limits, swap=self._has_swap)
            return replace(choice, column=operator.index(choice.column))
        except Exception as error:  # an engine may come from any installed package
            raise Fault(f"raised {type(error).__name__}: {error}") from error


_MOST_STATES = 100_000


def find_moves(position: Position) -> tuple[int, ...]:
    """Return columns that lead from the empty board to *position*, in which the game is not over.

    Raises ValueError if there is no such order of moves, or none was found in reasonable time. Only the
    colours must alternate: a line made on the way would still be on the board.
    """
    piles = [
        [
            stone
            for row in range(1, position.rules.rows + 1)
            if (stone := position[Cell(column, row)])
        ]
        for column in range(1, position.rules.columns + 1)
    ]
    heights = [0] * len(piles)
    moves: list[int] = []
    # For each move the columns not tried yet, the best last.
    untried = [_candidates(piles, heights, RED)]
    dead: set[tuple[int, ...]] = set()
    while len(moves) < position.ply:
        if untried[-1]:
            column = untried[-1].pop()
            heights[column] += 1
            moves.append(column + 1)
            colour = RED if len(moves) % 2 == 0 else RED.opponent
            untried.append([] if tuple(heights) in dead else _candidates(piles, heights, colour))
            continue
        dead.add(tuple(heights))
        untried.pop()
        if not untried or len(dead) > _MOST_STATES:
            raise ValueError("no order of moves leads to this position")
        heights[moves.pop() - 1] -= 1
    if position.to_move is not (RED if len(moves) % 2 == 0 else RED.opponent):
        raise ValueError("no order of moves leads to this position: it is the other side's turn")
    return tuple(moves)


def _candidates(piles: list[list[Colour]], heights: list[int], colour: Colour) -> list[int]:
    """Return the columns whose next stone is of *colour*: first those that cover no other colour,
    last the ones with the most stones to come."""
    found = [
        column
        for column, pile in enumerate(piles)
        if heights[column] < len(pile) and pile[heights[column]] is colour
    ]

    def urgency(column: int) -> tuple[bool, int]:
        pile, above = piles[column], heights[column] + 1
        uncovers = above < len(pile) and pile[above] is not colour
        return uncovers, len(pile) - above

    return sorted(found, key=urgency)
