"""Levels for people: 1 to 10; easy, medium, hard and perfect are four of them.

A level below the top searches a few plies deep, a random number for each move, and adds noise to its
estimates, but not to wins and losses that it sees. So it errs more the deeper a plan is, as people do,
and its games differ. Level 10 plays a column proven best. The levels below it, and how deep each of them
searches, are in ``native/engines/levels.hpp``: the page plays them in the browser, too.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from dropfour import _native
from dropfour.engines import native_search
from dropfour.engines.engine import (
    NO_LIMITS,
    Choice,
    Engine,
    Limits,
    Score,
    check_turn,
    checked_seed,
)
from dropfour.engines.evaluations import WIN
from dropfour.engines.exact_engine import ExactEngine
from dropfour.engines.mood import mood_of
from dropfour.engines.search_engine import SearchEngine
from dropfour.position import Position
from dropfour.rules import Objective, checked_integer

EVALUATION = "parity"
TIME_S = 0.9


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
NAMED = {"easy": 2, "medium": 5, "hard": 8, "perfect": TOP}
NUMBERED = {str(number): number for number in (*LADDER, TOP)}


class LevelEngine:
    """An engine of a level below the top. With a *seed* it repeats its choices."""

    def __init__(self, name: str, number: int, seed: int | None = None) -> None:
        self.name = name
        self._number = number
        self._seed = None if seed is None else checked_seed(seed)

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> Choice:
        """Return the column that seems best; raise ValueError if the game is over."""
        check_turn(position, limits)
        started = time.monotonic()
        seed = _new_seed() if self._seed is None else self._seed
        found = native_search.level(position, self._number, seed, limits, TIME_S)
        score = _score(position, found.value)
        spent = time.monotonic() - started
        return Choice(
            found.column, score, found.depth, found.nodes, (found.column,), spent, mood_of(score)
        )


def _new_seed() -> int:
    return random.SystemRandom().getrandbits(64)


def _is_decided(position: Position, value: float) -> bool:
    return position.rules.objective is Objective.FIRST_LINE and abs(value) >= WIN / 2


def _score(position: Position, value: float) -> Score:
    if _is_decided(position, value):
        return Score(value - WIN if value > 0 else value + WIN)
    return Score(value, EVALUATION)


def level(number: int, *, seed: int | None = None, name: str | None = None) -> Engine:
    """Return the engine of a level from 1 to 10; raise ValueError for another number."""
    number = checked_integer(number, "a level")
    if number != TOP and number not in LADDER:
        raise ValueError(f"a level must be 1 to {TOP}, not {number}")
    name = name or str(number)
    if seed is not None:
        name = f"{name}:seed={seed}"
    if number != TOP:
        return LevelEngine(name, number, seed)
    # People would memorise a fixed game: without a seed it picks among equals at random, too.
    return exact_engine(name, seed=_new_seed() if seed is None else seed)


def exact_engine(name: str, threads: int = 1, seed: int | None = None) -> Engine:
    """Return the exact engine, with alpha-beta as its adviser."""
    adviser = SearchEngine(
        "alphabeta",
        lambda position, limits: native_search.alphabeta(position, EVALUATION, 1.0, limits),
        EVALUATION,
        proves=True,
    )
    return ExactEngine(adviser, name=name, threads=threads, seed=seed)
