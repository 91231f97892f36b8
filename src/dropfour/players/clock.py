"""How long players may think: for each move, for the game, or both."""

from __future__ import annotations

import math
from dataclasses import dataclass

from dropfour.engines.engine import Limits
from dropfour.game import Fault
from dropfour.position import Position
from dropfour.rules import checked_number


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
            return Fault(f"used up its {self.control.game_s:g} s for the game")
        return late_move(self.most_s - self.control.margin_s, self.control.margin_s)


def late_move(limit_s: float, margin_s: float) -> Fault:
    """Return the fault of a move that took longer than its limit and the margin."""
    margin = f" and a margin of {margin_s:g} s" if margin_s else ""
    return Fault(f"took longer than {limit_s:g} s{margin} for a move")
