"""The interface of an engine: Limits in, a Choice out, and the protocol between them."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, SupportsIndex, runtime_checkable

from dropfour import _native
from dropfour.arguments import PositionLike, position_of
from dropfour.position import Position
from dropfour.rules import checked_integer, checked_number

# What native code can count.
MAX_TIME_S = 1_000_000_000
MAX_NODES = (1 << 63) - 1
MAX_DEPTH = (1 << 31) - 1
MAX_SEED = (1 << 64) - 1


class Stop:
    """Ends running searches from another thread; they return what they have found so far."""

    __slots__ = ("_flag",)

    def __init__(self) -> None:
        self._flag = _native.StopFlag()

    def set(self) -> None:
        """End the searches that have this stop in their limits, now and later."""
        self._flag.set()

    @property
    def is_set(self) -> bool:
        """Whether it has ended searches."""
        return self._flag.is_set

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a Stop cannot be pickled or copied: it ends searches of its own process")


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a search; None is no limit, and the first one reached ends it.

    Setting *stop* in another thread ends the search, too.
    """

    time_s: float | None = None
    nodes: int | None = None
    depth: int | None = None
    stop: Stop | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.time_s is not None:
            time_s = checked_number(self.time_s, "a time limit")
            if not 0 < time_s <= MAX_TIME_S:
                raise ValueError(
                    f"a time limit must be more than 0 and at most {MAX_TIME_S} seconds, not {time_s}"
                )
            object.__setattr__(self, "time_s", time_s)
        for name, most in (("nodes", MAX_NODES), ("depth", MAX_DEPTH)):
            value = getattr(self, name)
            if value is None:
                continue
            value = checked_integer(value, f"a limit of {name}")
            if not 1 <= value <= most:
                raise ValueError(f"a limit of {name} must be 1 to {most}, not {value}")
            object.__setattr__(self, name, value)
        if self.stop is not None and not isinstance(self.stop, Stop):
            raise TypeError(f"stop is a Stop, not {self.stop!r}")

    def after(self, time_s: float) -> Limits:
        """Return what remains of the limits *time_s* later; of the time, at least a millisecond."""
        if self.time_s is None:
            return self
        return replace(self, time_s=max(1e-3, self.time_s - time_s))


NO_LIMITS = Limits()


def checked_limits(value: object) -> Limits:
    """Return *value*; raise TypeError unless it is Limits."""
    if isinstance(value, Limits):
        return value
    raise TypeError(f"expected Limits, such as Limits(time_s=1), not {value!r}")


def turn_of(given: PositionLike, limits: Limits) -> Position:
    """Return the position that an engine is asked about.

    Raises TypeError for arguments of the wrong types, and ValueError if the game is over.
    """
    checked_limits(limits)
    position = position_of(given)
    if position.is_over:
        raise ValueError("the game is over: there is no column to choose")
    return position


def checked_seed(seed: SupportsIndex) -> int:
    """Return *seed*; raise ValueError if it is out of range."""
    number = checked_integer(seed, "a seed")
    if not 0 <= number <= MAX_SEED:
        raise ValueError(f"a seed must be 0 to {MAX_SEED}, not {number}")
    return number


EXACT = "exact"


@dataclass(frozen=True, slots=True)
class Score:
    """How good a position is for the side to move, and on which scale.

    On the scale ``exact`` the value is proven: 0 a draw, positive a win, larger is sooner (for
    MOST_LINES the final difference in lines). Any other scale is an estimate, in the unit of the
    evaluation that it names.
    """

    value: float
    scale: str = "estimate"

    @property
    def is_exact(self) -> bool:
        """Whether the value is proven."""
        return self.scale == EXACT

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"value": self.value, "exact": self.is_exact, "scale": self.scale}


@dataclass(frozen=True, slots=True)
class Mood:
    """How an engine feels about its position, by its own estimate."""

    emoji: str
    word: str

    def __str__(self) -> str:
        return f"{self.emoji} {self.word}"


def mood_of(score: Score) -> Mood:
    """Return the mood for *score*; a proven win or loss has the extreme one."""
    return Mood(*_native.mood_of(score.value, score.scale))


@dataclass(frozen=True, slots=True)
class Choice:
    """The column an engine chose, and what it found, for the side to move.

    With *swap* it takes over the opponent's first stone, in *column*, by the swap rule instead, and the
    rest is for the side that it takes.
    """

    column: int
    score: Score | None = None
    depth: int | None = None
    nodes: int = 0
    variation: tuple[int, ...] = ()  # the columns it expects, its own first
    time_s: float = 0.0
    mood: Mood | None = None
    swap: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, as the page's API gives it."""
        mood = self.mood
        return {
            "column": self.column,
            "score": None if self.score is None else self.score.to_dict(),
            "depth": self.depth,
            "nodes": self.nodes,
            "variation": list(self.variation),
            "time_s": round(self.time_s, 6),
            "mood": None if mood is None else {"emoji": mood.emoji, "word": mood.word},
            **({"swap": True} if self.swap else {}),
        }


@runtime_checkable
class Engine(Protocol):
    """Anything that chooses a column.

    It does not change the position, keeps the limits, and repeats its choices if it has a seed.
    """

    @property
    def name(self) -> str:
        """What it is called in results, such as its spec."""
        ...

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> Choice:
        """Return a legal choice; raise ValueError if the game is over."""
        ...


def ask(chooser: Any, *given: Any, swap: bool, **named: Any) -> Any:
    """Return what an engine or player chooses. If its `choose` has the parameter *swap*, it is told by
    that in the first two turns of a game with the swap rule; all others never swap."""
    if swap and "swap" in inspect.signature(chooser.choose).parameters:
        named["swap"] = True
    return chooser.choose(*given, **named)
