"""Levels for people: 1 to 10; easy, medium, hard and perfect are four of them.

A level below the top searches a few plies deep, a random number for each move, and adds noise to
its estimates, but not to wins and losses that it sees. So it errs more the deeper a plan is, as
people do, and its games differ. Level 10 plays a column proven best. The levels below it, and how
deep each of them searches, are in ``native/engines/levels.hpp``: the page plays them in the
browser, too.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from dropfour import _native
from dropfour.arguments import PositionLike
from dropfour.engines.engine import NO_LIMITS, Choice, Engine, Limits, Score, mood_of, turn_of
from dropfour.engines.evaluations import Evaluation, estimator
from dropfour.engines.exact import SolverCache
from dropfour.native import native_board
from dropfour.rules import checked_integer


@dataclass(frozen=True, slots=True)
class Level:
    """How deep a level searches, and how well it judges: one of *plies* is drawn for each move; *noise*
    is the standard deviation of its estimates, in units of the evaluation."""

    plies: tuple[int, ...]
    noise: float


LADDER = {
    number: Level(tuple(plies), noise)
    for number, (plies, noise) in enumerate(_native.ladder(), start=1)
}
TOP = 10
NAMED = {name: _native.parse_spec(name, []).level for name in ("easy", "medium", "hard", "perfect")}
NUMBERED = {str(number): number for number in (*LADDER, TOP)}

# Levels search to a depth: with these limits, time does not cut them short even on a busy machine.
UNHURRIED = Limits(time_s=600)


class NativeEngine:
    """An engine of Dropfour, chosen by a spec; *evaluation* is a Python function in place of its own.
    Threads may share it."""

    def __init__(self, spec: _native.Spec, evaluation: Evaluation | None = None) -> None:
        self.name = spec.name
        self._spec, self._evaluation = spec, evaluation
        self.is_in_browsers = evaluation is None
        self._solvers = SolverCache(threads=spec.threads) if spec.is_exact else None

    def choose(
        self, position: PositionLike, limits: Limits = NO_LIMITS, *, swap: bool = False
    ) -> Choice:
        """Return the column that seems best; raise ValueError if the game is over. *swap* is whether
        sides can be swapped by this move or the next one."""
        position = turn_of(position, limits)
        started = time.monotonic()
        choice = _native.choose(
            self._spec,
            native_board(position),
            random.SystemRandom().getrandbits(64),
            limits.depth,
            limits.time_s,
            limits.nodes,
            None if limits.stop is None else limits.stop._flag,
            None if self._solvers is None else self._solvers.get(position.rules)._native,
            None if self._evaluation is None else estimator(self._evaluation, position),
            swap,
        )
        score = None if choice.score is None else Score(*choice.score)
        return Choice(
            choice.column,
            score,
            choice.depth or None,
            choice.nodes,
            tuple(choice.variation),
            time.monotonic() - started,
            None if score is None else mood_of(score),
            choice.swap,
        )

    def __repr__(self) -> str:
        return f"<Engine {self.name}>"

    def __reduce__(self) -> tuple[object, ...]:
        # What its solvers have proven is not copied.
        return (_restored, (self._spec.name, self._spec.evaluation, self._evaluation))


def _restored(spec: str, name: str = "", evaluation: Evaluation | None = None) -> NativeEngine:
    return NativeEngine(_native.parse_spec(spec, [name]), evaluation)


def level(number: int, *, seed: int | None = None) -> Engine:
    """Return the engine of a level from 1 to 10; raise ValueError for another number."""
    number = checked_integer(number, "a level")
    if number != TOP and number not in LADDER:
        raise ValueError(f"a level must be 1 to {TOP}, not {number}")
    return _restored(f"{number}{'' if seed is None else f':seed={seed}'}")
