"""Player: whoever takes a seat and is not a person, opened from a text by `open_player`."""

from __future__ import annotations

import inspect
import math
import operator
import os
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from dropfour.arguments import PositionLike
from dropfour.engines.engine import NO_LIMITS, Choice, Engine, Limits, Stop, checked_limits, turn_of
from dropfour.engines.registry import engine
from dropfour.game import Fault, SeatedPlayer
from dropfour.players.clock import Clock, late_move
from dropfour.players.functions import engine_by
from dropfour.players.process import ProcessLimits
from dropfour.players.spec import PlayerSpec, parse_player, read_plan
from dropfour.position import Position
from dropfour.rules import Rules

DEFAULT_LIMITS = Limits(time_s=1.0)
DEFAULT_MEMORY_MIB = 1024
DEFAULT_PROGRAM_DEPTH = 5  # passed to one-move programs
MARGIN_S = 5.0  # where there is no clock with a margin of its own
_SPARE_CPU_S = 30

Self = TypeVar("Self", bound="Player")
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

    def choose(self, position: PositionLike, *, moves: tuple[int, ...] | None = None) -> Choice:
        """Return the player's choice for *position*, reached by *moves* from the empty board.

        Without *moves* a program that needs them is given any order of moves that leads to the
        position. Raises Fault for what loses the game, and ValueError if the game is over or no order
        of moves leads to the position. Whether the column is legal is checked by the game.
        """
        position = turn_of(position, self._limits)
        stop = self._stop
        with self._lock:
            if self._is_closed:
                raise ValueError(f"{self.name} is closed")
            self.last_choice = None
            self._get_ready(stop)
            limits = replace(self._limits, stop=stop)
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
            choice = self._engine.choose(position, limits)
            return replace(choice, column=operator.index(choice.column))
        except Exception as error:  # an engine may come from any installed package
            raise Fault(f"raised {type(error).__name__}: {error}") from error


def open_player(
    spec: str | PlayerSpec,
    rules: Rules | None = None,
    *,
    seed: int | None = None,
    limits: Limits = DEFAULT_LIMITS,
    clock: Clock | None = None,
    memory_mib: int = DEFAULT_MEMORY_MIB,
) -> Player:
    """Open a player for one game: an engine, a Python file or function, or a program.

    *spec* is a text such as ``easy``, ``alphabeta:lines,depth=6``, ``mine.py``,
    ``package.module:function``, ``program:./mine one-move``, ``engine:./mine`` or ``plan:mine.json``,
    with an optional ``NAME=`` in front. All but engines and plans run in a process of their own, limited
    to *memory_mib*, that ends when the player is closed. *seed* repeats random play. *limits* apply to
    every move, and setting their *stop* ends the choice in progress. Raises ValueError for a text that
    does not describe a player, and Fault if a program does not start.

    >>> with d4.open_player("easy", seed=1) as player:
    ...     player.choose(d4.Position.from_moves("443443")).column in range(1, 8)
    True
    """
    checked_limits(limits)
    if isinstance(spec, str):
        spec = parse_player(spec)
    elif not isinstance(spec, PlayerSpec):
        raise TypeError(f"a player is described by a text, such as 'easy', not {spec!r}")
    rules = rules or Rules()
    if spec.kind == "engine":
        return EnginePlayer(engine(spec.engine, seed), limits, clock, spec.name, spec.absolute)
    if spec.own is not None:
        return EnginePlayer(spec.own, limits, clock, spec.name, spec.absolute)
    if spec.kind == "plan":
        try:
            plan = read_plan(spec.argv[0])
        except (OSError, ValueError) as error:
            raise Fault(f"cannot be read: {error}") from None
        return EnginePlayer(plan, limits, clock, spec.name, spec.absolute)
    if spec.kind == "program":
        from dropfour.players.one_move import OneMovePlayer

        process_limits = _process_limits(limits, clock, memory_mib, moves=1)
        return OneMovePlayer(spec, process_limits, limits, clock)
    from dropfour.players.protocol_player import ProtocolPlayer

    process_limits = _process_limits(limits, clock, memory_mib, (rules.cell_count + 1) // 2)
    return ProtocolPlayer(spec, rules, seed, process_limits, limits, clock)


def seated(player: Seatable, rules: Rules, limits: Limits | None = None) -> SeatedPlayer:
    """Return *player* as a game asks it: an Engine or a function becomes a Player, a text is opened.

    *limits* are those of a player made here. Raises TypeError for anything else, and the errors of
    `open_player`.
    """
    if isinstance(player, str):
        return open_player(player, rules, limits=DEFAULT_LIMITS if limits is None else limits)
    engine = engine_of(player)
    if "moves" in inspect.signature(engine.choose).parameters:
        return engine  # type: ignore[return-value]  # a SeatedPlayer
    return EnginePlayer(engine, NO_LIMITS if limits is None else checked_limits(limits))


def engine_of(player: object) -> Engine:
    """Return an Engine itself, and the engine that plays by a function; raise TypeError otherwise."""
    if isinstance(player, Engine) and not isinstance(player, type):
        return player
    if callable(player) and not isinstance(player, type):
        return engine_by(player)
    raise TypeError(
        "a player is an engine, a Player, a text such as 'easy', or a function that takes a Position "
        f"and returns a column, not {player!r}"
    )


def _process_limits(
    limits: Limits, clock: Clock | None, memory_mib: int, moves: int
) -> ProcessLimits:
    """Return what a process may use for *moves*.

    The time is kept by whoever waits for the answer; the limit on processor time is for work that
    continues in the background.
    """
    time_s = None if limits.time_s is None else (limits.time_s + 1) * moves
    if clock is not None:
        time_s = clock.control.time_for(moves)
    cpu_s = None if time_s is None else int(time_s * (os.cpu_count() or 1)) + _SPARE_CPU_S
    return ProcessLimits(memory_mib, cpu_s)
