"""The host's side of the text protocol: a player in a process of its own."""

from __future__ import annotations

import os
import time

from dropfour.players.child import Child, ProcessLimits
from dropfour.players.clock import Clock
from dropfour.players.contender import Conditions
from dropfour.players.fault import Fault
from dropfour.players.protocol import (
    MAX_LINE,
    VERSION,
    GameLine,
    GoLine,
    ProtocolError,
    parse_moved_column,
    position_line,
)
from dropfour.position import Position

START_S = 20.0  # for starting, greeting and setting up a game
_SPARE_CPU_S = 30


class Refused(Fault):
    """The engine answered by an ``error`` line."""


class Talk:
    """A conversation with an engine: what is sent, and the answer that must follow."""

    def __init__(self, argv: tuple[str, ...], limits: ProcessLimits) -> None:
        try:
            self._child = Child(list(argv), limits)
        except OSError as error:
            raise Fault(f"cannot be started: {error}") from None
        self.name: str | None = None

    def close(self) -> None:
        self._child.close()

    def send(self, line: str) -> None:
        self._child.send(line)

    def greet(self) -> None:
        """Say hello and learn the engine's name."""
        self.send(f"dropfour {VERSION}")
        self._await("ready", START_S)

    def begin(self, game: GameLine) -> None:
        """Set up a game."""
        self.send(str(game))
        self._await("ready", START_S)

    def ask(self, columns: tuple[int, ...], go: GoLine, time_s: float) -> int:
        """Return the column that the engine answers within *time_s*; TimeoutError if it does not."""
        self.send(position_line(columns))
        self.send(str(go))
        try:
            return parse_moved_column(self._await("move", time_s))
        except ProtocolError as error:
            raise Fault(str(error)) from None

    def expect_error(self, time_s: float) -> None:
        """Wait for an ``error`` line; raise Fault for any other answer."""
        word, rest = self._next(time.monotonic() + time_s)
        if word != "error":
            raise Fault(f"answered {' '.join([word, *rest])[:80]!r}, expected error")

    def end(self, time_s: float) -> int | None:
        """Say goodbye and return the exit code; TimeoutError if the engine does not end."""
        self.send("quit")
        self._child.wait(time_s)
        return self._child.exit_code

    def _await(self, expected: str, time_s: float) -> list[str]:
        """Return the words after *expected*; what may come before it is passed over."""
        until = time.monotonic() + time_s
        while True:
            word, rest = self._next(until)
            if word == expected:
                return rest
            if word == "error":
                raise Refused(f"reported an error: {' '.join(rest)[:200]}")
            if word == "name":
                self.name = " ".join(rest)[:60] or None
            elif word not in ("info", "author"):
                raise Fault(f"answered {' '.join([word, *rest])[:80]!r}, expected {expected}")

    def _next(self, until: float) -> tuple[str, list[str]]:
        """Return the first word of the next line that is not empty, and the others."""
        while True:
            line = self._child.read_line(until - time.monotonic())
            if len(line) > MAX_LINE:
                raise Fault(f"wrote a line of more than {MAX_LINE} characters")
            if words := line.split():
                return words[0], words[1:]


class ExternalContender:
    """An external engine, or a hosted function, sat down for one game."""

    def __init__(self, argv: tuple[str, ...], conditions: Conditions, seed: int) -> None:
        self._talk = Talk(argv, process_limits(conditions))
        try:
            self._talk.greet()
            self._talk.begin(GameLine(conditions.rules, seed))
        except TimeoutError:
            self._talk.close()
            raise Fault(f"did not get ready within {START_S:g} s") from None
        except BaseException:
            self._talk.close()
            raise

    def choose(self, position: Position, columns: tuple[int, ...], clock: Clock) -> int:
        return self._talk.ask(columns, GoLine(clock.limits(position), clock.left_s), clock.most_s)

    def close(self) -> None:
        self._talk.close()


def process_limits(conditions: Conditions, moves: int | None = None) -> ProcessLimits:
    """Return what a player's process may use for *moves*, by default a whole game.

    Time is kept by the clock; the limit of processor time is for what goes on behind its back.
    """
    control = conditions.time
    if moves is None:
        moves = (conditions.rules.cell_count + 1) // 2
    time_s = control.game_s if control.move_s is None else (control.move_s + 1) * moves
    assert time_s is not None
    cores = os.cpu_count() or 1
    return ProcessLimits(conditions.memory_mib, int(time_s * cores) + _SPARE_CPU_S)
