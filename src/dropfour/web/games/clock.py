"""Clocks of live games, kept by the server: time for each move, or for the game with an increment.

All times are milliseconds since the epoch, so that a clock continues after a restart and on another
server. Connections take time, too: each player has an allowance for lag that grows with every move.
A move is charged for the time that the player's device says it took, but for at least the time that
the server measured less the allowance.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, PlainSerializer
from pydantic.dataclasses import dataclass as checked_dataclass

from dropfour.position import RED, Colour
from dropfour.web.rows import epoch_ns

_LAG_PER_MOVE_MS = 150
_MOST_LAG_MS = 1000


# What `now_ms` adds to the monotonic clock.
_epoch_ns = time.time_ns() - time.monotonic_ns()


def now_ms() -> int:
    """Return the time: that of the wall clock when the server started, and what has passed since.
    Nobody loses on time because the wall clock is set."""
    return (_epoch_ns + time.monotonic_ns()) // 1_000_000


def start_clock() -> None:
    """Set `now_ms` by the wall clock, or by that of the database (`dropfour.web.rows.use_clock_of`)."""
    global _epoch_ns
    _epoch_ns = epoch_ns() - time.monotonic_ns()


@checked_dataclass(frozen=True, config={"extra": "forbid"})
class ClockSettings:
    """*time_s* for the game and *increment_s* more after each move, or *time_s* for each move."""

    time_s: Annotated[int, Field(ge=1, le=86_400)]
    increment_s: Annotated[int, Field(ge=0, le=3600)] = 0
    per_move: bool = False

    def __post_init__(self) -> None:
        if self.per_move and self.increment_s:
            raise ValueError("time for each move has no increment")

    def values(self) -> list[Any]:
        """Return all fields, as they are stored."""
        return list(vars(self).values())


@dataclass(frozen=True, slots=True)
class GameClock:
    """The time left to both players, red first, at *turn_began* (None: the clock is not running)."""

    settings: Annotated[
        ClockSettings,
        Field(alias="control"),  # as it is stored
        PlainSerializer(ClockSettings.values),
        BeforeValidator(lambda values: ClockSettings(*values)),
    ]
    left_ms: tuple[int, int]
    lag_ms: tuple[int, int] = (_MOST_LAG_MS // 2, _MOST_LAG_MS // 2)
    turn_began: int | None = None

    @classmethod
    def new(cls, settings: ClockSettings) -> GameClock:
        return cls(settings, (settings.time_s * 1000, settings.time_s * 1000))

    def shown_ms(self, mover: Colour | None, now: int) -> tuple[int, int]:
        """Return the time left to red and yellow while *mover* is to move."""
        if mover is None or self.turn_began is None:
            return self.left_ms
        seat, spent = _seat(mover), max(0, now - self.turn_began)
        return _with(self.left_ms, seat, max(0, self.left_ms[seat] - spent))

    def flag_falls_at(self, mover: Colour) -> int | None:
        """Return when *mover* loses on time, including the allowance for lag; None: not yet known."""
        if self.turn_began is None:
            return None
        seat = _seat(mover)
        return self.turn_began + self.left_ms[seat] + self.lag_ms[seat]

    def moved(self, mover: Colour, now: int, thought_ms: int | None) -> GameClock:
        """Return the clock after a move of *mover*, who by their own account thought for *thought_ms*;
        the first move of a game starts it and is not charged."""
        if self.turn_began is None:
            return replace(self, turn_began=now)
        seat = _seat(mover)
        spent = max(0, now - self.turn_began)
        lag = 0 if thought_ms is None else max(0, spent - thought_ms)
        used_lag = min(lag, self.lag_ms[seat])
        if self.settings.per_move:
            left = self.settings.time_s * 1000
        else:
            left = (
                max(0, self.left_ms[seat] - (spent - used_lag)) + self.settings.increment_s * 1000
            )
        allowance = min(_MOST_LAG_MS, self.lag_ms[seat] - used_lag + _LAG_PER_MOVE_MS)
        return replace(
            self,
            left_ms=_with(self.left_ms, seat, left),
            lag_ms=_with(self.lag_ms, seat, allowance),
            turn_began=now,
        )

    def stopped(self, mover: Colour | None, now: int) -> GameClock:
        """Return the clock of a game that has just ended."""
        return replace(self, left_ms=self.shown_ms(mover, now), turn_began=None)

    def loaded(self, started: int, now: int) -> GameClock:
        """Return the clock as a server goes on with it that has run since *started*: a turn is charged
        from then on, and none has begun in the future, whatever the clocks of other servers say."""
        if self.turn_began is None:
            return self
        return replace(self, turn_began=min(now, max(started, self.turn_began)))

    def restarted(self, now: int) -> GameClock:
        """Return the clock with a turn that began no earlier than *now*, after a move was taken back."""
        if self.turn_began is None or self.turn_began >= now:
            return self
        return replace(self, turn_began=now)


def _seat(colour: Colour) -> int:
    return 0 if colour is RED else 1


def _with(pair: tuple[int, int], seat: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)
