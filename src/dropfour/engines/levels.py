"""Levels for people: 1 to 10; easy, medium, hard and perfect are four of them.

A level below the top searches a few plies deep, a random number for each move, and adds noise to its
estimates, but not to wins and losses that it sees. So it errs more the deeper a plan is, as people do,
and its games differ. Level 10 plays a column proven best.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

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
from dropfour.scores import finished_score

EVALUATION = "parity"
PLACES = "cells"
TIME_S = 0.9


@dataclass(frozen=True, slots=True)
class Level:
    """How deep a level searches, and how well it judges: one of *plies* is drawn for each move; *noise*
    is the standard deviation of its estimates, in units of the evaluation."""

    plies: tuple[int, ...]
    noise: float


# From level 2 on a level always sees two plies: its own immediate win, and the opponent's.
LADDER = {
    1: Level((1, 2, 2, 2), 60.0),
    2: Level((2, 2, 2, 3), 40.0),
    3: Level((2, 2, 3, 4), 30.0),
    4: Level((2, 3, 4, 4), 22.0),
    5: Level((3, 4, 4, 5), 16.0),
    6: Level((4, 5, 5, 6), 12.0),
    7: Level((5, 6, 6, 7), 9.0),
    8: Level((6, 7, 7, 8), 6.0),
    9: Level((8, 9, 10, 10), 3.0),
}
TOP = 10
NAMED = {"easy": 2, "medium": 5, "hard": 8, "perfect": TOP}
NUMBERED = {str(number): number for number in (*LADDER, TOP)}


class LevelEngine:
    """An engine of a level below the top. With a *seed* it repeats its choices."""

    def __init__(self, name: str, level: Level, seed: int | None = None) -> None:
        self.name = name
        self._level = level
        self._seed = None if seed is None else checked_seed(seed)

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> Choice:
        """Return the column that seems best; raise ValueError if the game is over."""
        check_turn(position, limits)
        started = time.monotonic()
        chance = random.Random()
        if self._seed is not None:
            chance.seed(f"{self._seed} {position.key} {position.to_move}")
        plies = chance.choice(self._level.plies)
        if limits.depth is not None:
            plies = min(plies, limits.depth)
        search = _Search(position, plies, limits, started)
        values = {column: search.value(column) for column in position.legal_columns}
        noisy = {
            column: self._with_noise(position, value, chance) for column, value in values.items()
        }
        column = max(position.columns_from_middle, key=noisy.__getitem__)
        score = _score(position, values[column])
        spent = time.monotonic() - started
        return Choice(column, score, plies, search.nodes, (column,), spent, mood_of(score))

    def _with_noise(self, position: Position, value: float, chance: random.Random) -> float:
        """Return an estimate with noise; a win or loss that the search sees is returned as it is."""
        if _is_decided(position, value):
            return value
        return value + chance.gauss(0, self._level.noise)


class _Search:
    """Searches the columns, each within the same depth and a share of the time."""

    def __init__(self, position: Position, plies: int, limits: Limits, started: float) -> None:
        self._position, self._plies, self._limits = position, plies, limits
        self._deadline = started + (limits.time_s or TIME_S)
        self._columns_left = len(position.legal_columns)
        self.nodes = 0

    def value(self, column: int) -> float:
        """Return the value of *column* for the side that plays it, on the scale of searches."""
        child = self._position.play(column)
        share_s = max(1e-3, (self._deadline - time.monotonic()) / self._columns_left)
        self._columns_left -= 1
        if child.is_over:
            score = -finished_score(child)
            first_line = child.rules.objective is Objective.FIRST_LINE
            return score + WIN * ((score > 0) - (score < 0)) if first_line else score
        if self._plies == 1:
            # Without a search of the reply, only the place of the stone counts.
            return -native_search.estimate(child, PLACES)
        limits = Limits(
            time_s=share_s,
            nodes=self._limits.nodes,
            depth=self._plies - 1,
            stop=self._limits.stop,
        )
        found = native_search.alphabeta(child, EVALUATION, 1.0, limits)
        self.nodes += found.nodes
        return -found.value


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
        return LevelEngine(name, LADDER[number], seed)
    # People would memorise a fixed game: without a seed it picks among equals at random, too.
    drawn = random.SystemRandom().getrandbits(32) if seed is None else seed
    return exact_engine(name, seed=drawn)


def exact_engine(name: str, threads: int = 1, seed: int | None = None) -> Engine:
    """Return the exact engine, with alpha-beta as its adviser."""
    adviser = SearchEngine(
        "alphabeta",
        lambda position, limits: native_search.alphabeta(position, EVALUATION, 1.0, limits),
        EVALUATION,
        proves=True,
    )
    return ExactEngine(adviser, name=name, threads=threads, seed=seed)
