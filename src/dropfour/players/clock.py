"""How long players may think: by the move, by the game, or both."""

from __future__ import annotations

import math
from dataclasses import dataclass

from dropfour.engines.engine import Limits
from dropfour.players.fault import Fault
from dropfour.position import Position


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for each move and for each player's whole game; None is no limit.

    A player is told these; it loses on time only *margin_s* later, which pays for starting programs
    and for a busy machine.
    """

    move_s: float | None = 1.0
    game_s: float | None = None
    margin_s: float = 1.0

    def __post_init__(self) -> None:
        for name in ("move_s", "game_s"):
            value = getattr(self, name)
            if value is not None and not 0 < value < math.inf:
                raise ValueError(f"a time limit is more than 0 seconds, not {value}")
        if not 0 <= self.margin_s < math.inf:
            raise ValueError(f"a margin is 0 seconds or more, not {self.margin_s}")
        if self.move_s is None and self.game_s is None:
            raise ValueError("a match needs a time limit by the move or by the game")


class Clock:
    """One player's time in one game."""

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self.spent_s = 0.0

    @property
    def left_s(self) -> float | None:
        """What is left for the game; None without such a limit."""
        game_s = self._control.game_s
        return None if game_s is None else max(game_s - self.spent_s, 0.001)

    @property
    def most_s(self) -> float:
        """How long the next move may take before the game is lost."""
        limits = (self._control.move_s, self.left_s)
        return min(limit for limit in limits if limit is not None) + self._control.margin_s

    def limits(self, position: Position) -> Limits:
        """Return what to tell an engine: of the game's time an even share for each move to come."""
        shares = []
        if self._control.move_s is not None:
            shares.append(self._control.move_s)
        if self.left_s is not None:
            to_come = (position.rules.cell_count - position.ply + 1) // 2
            shares.append(max(self.left_s / max(to_come, 1), 0.001))
        return Limits(time_s=min(shares))

    def spend(self, time_s: float) -> None:
        """Take what a move took off the clock; raise Fault if that was too long."""
        most_s = self.most_s
        self.spent_s += time_s
        if time_s > most_s:
            raise self.overstepped()

    def overstepped(self) -> Fault:
        """The fault of having thought too long."""
        if self._control.game_s is not None and self.spent_s >= self._control.game_s:
            return Fault(f"used up its {self._control.game_s:g} s for the game")
        return Fault(f"took longer than {self.most_s - self._control.margin_s:g} s for a move")
