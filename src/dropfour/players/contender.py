"""Contenders: entrants that have sat down to play one game."""

from __future__ import annotations

import operator
from dataclasses import dataclass, field
from typing import Protocol

from dropfour.engines.engine import Engine
from dropfour.players.builtin import make_engine
from dropfour.players.clock import Clock, TimeControl
from dropfour.players.entrant import Entrant
from dropfour.players.fault import Fault
from dropfour.position import Position
from dropfour.rules import Rules

DEFAULT_DEPTH = 5


@dataclass(frozen=True, slots=True)
class Conditions:
    """What every game of a match has in common. *depth* is told to one-move programs."""

    rules: Rules = field(default_factory=Rules)
    time: TimeControl = field(default_factory=TimeControl)
    depth: int = DEFAULT_DEPTH
    memory_mib: int = 1024

    def __post_init__(self) -> None:
        if self.depth < 1:
            raise ValueError(f"the depth for programs is at least 1, not {self.depth}")
        if self.memory_mib < 16:
            raise ValueError(f"players need 16 MiB of memory or more, not {self.memory_mib}")


class Contender(Protocol):
    """Plays one side of one game."""

    def choose(self, position: Position, columns: tuple[int, ...], clock: Clock) -> int:
        """Return a column for *position*, reached by *columns* from the empty board.

        Raises Fault for what loses the game, and TimeoutError if *clock* allows no more; whether the
        column can be played is for the game to say.
        """
        ...

    def close(self) -> None:
        """Leave; nothing of it stays behind."""
        ...


class EngineContender:
    """An engine in our own process. It is trusted to answer, and not to take it down."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def choose(self, position: Position, columns: tuple[int, ...], clock: Clock) -> int:
        try:
            return operator.index(self._engine.choose(position, clock.limits(position)).column)
        except Exception as error:  # an engine may be anybody's, registered or installed
            raise Fault(f"raised {type(error).__name__}: {error}") from error

    def close(self) -> None:
        pass


def open_contender(entrant: Entrant, conditions: Conditions, seed: int) -> Contender:
    """Sit *entrant* down for one game. Raises Fault if it does not get that far.

    A process of its own is started anew for each game, so that a game does not depend on the ones that
    were played before it, on this machine or another.
    """
    if entrant.kind == "engine":
        return EngineContender(make_engine(entrant.engine, seed))
    if entrant.kind == "program":
        from dropfour.players.program import ProgramContender

        return ProgramContender(entrant.argv, entrant.depth or conditions.depth, conditions)
    from dropfour.players.external import ExternalContender

    if entrant.source is None:
        return ExternalContender(entrant.argv, conditions, seed)
    from dropfour.players.host import host_command

    return ExternalContender(tuple(host_command(entrant.source)), conditions, seed)
