"""Levels for people: a ladder from 1 to 10, and easy, medium, hard and perfect on it.

A level below the top sees a number of plies ahead, drawn anew for each move, and feels its way beyond:
its estimates are blurred, what it sees to be won or lost is not. So it errs the more the deeper a plan
lies, as people do, and never the same way twice. Level 10 plays what is proven best.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from dropfour.engines import native_search
from dropfour.engines.engine import NO_LIMITS, Choice, Engine, Limits, Score
from dropfour.engines.evaluations import WIN
from dropfour.engines.exact_engine import ExactEngine
from dropfour.engines.mood import mood_of
from dropfour.engines.proof import finished_score
from dropfour.engines.search_engine import SearchEngine
from dropfour.position import Position
from dropfour.rules import Objective

EVALUATION = "parity"
PLACES = "cells"
TIME_S = 0.9


@dataclass(frozen=True, slots=True)
class Level:
    """How far a player sees, and how surely: *plies* are equally likely, *blur* is the spread of its
    estimates, in units of the evaluation."""

    plies: tuple[int, ...]
    blur: float


# From level 2 on a player always sees two plies: its own win, and the opponent's to be blocked.
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
    """A player of a level below the top. Without a *seed*, chance decides anew at each move."""

    def __init__(self, name: str, level: Level, seed: int | None = None) -> None:
        self.name = name
        self._level = level
        self._seed = seed

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> Choice:
        """Return the column that seems best; raise ValueError if the game is over."""
        if position.is_over:
            raise ValueError("the game is over: there is no column to choose")
        started = time.monotonic()
        chance = random.Random()
        if self._seed is not None:
            chance.seed(f"{self._seed} {position.key} {position.to_move}")
        plies = chance.choice(self._level.plies)
        if limits.depth is not None:
            plies = min(plies, limits.depth)
        sight = _Sight(position, plies, limits, started)
        seen = {column: sight.value(column) for column in position.legal_columns}
        felt = {column: self._blurred(position, value, chance) for column, value in seen.items()}
        column = max(position.columns_from_middle, key=lambda column: felt[column])
        score = _score(position, seen[column])
        spent = time.monotonic() - started
        return Choice(column, score, plies, sight.nodes, (column,), spent, mood_of(score))

    def _blurred(self, position: Position, value: float, chance: random.Random) -> float:
        """Return an estimate as the player feels it; what is won or lost before its eyes is clear."""
        if _is_decided(position, value):
            return value
        return value + chance.gauss(0, self._level.blur)


class _Sight:
    """What a player sees of each column within its plies and its time."""

    def __init__(self, position: Position, plies: int, limits: Limits, started: float) -> None:
        self._position, self._plies, self._limits = position, plies, limits
        self._deadline = started + (limits.time_s or TIME_S)
        self._columns_left = len(position.legal_columns)
        self.nodes = 0

    def value(self, column: int) -> float:
        """Return what *column* is worth to the side that plays it, on the scale of searches."""
        child = self._position.play(column)
        share_s = max(1e-3, (self._deadline - time.monotonic()) / self._columns_left)
        self._columns_left -= 1
        if child.is_over:
            score = -finished_score(child)
            first_line = child.rules.objective is Objective.FIRST_LINE
            return score + WIN * ((score > 0) - (score < 0)) if first_line else score
        if self._plies == 1:
            # Without a look at the answer, a good place is all that counts.
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
    if number != TOP and number not in LADDER:
        raise ValueError(f"a level is 1 to {TOP}, not {number}")
    name = name or str(number)
    if seed is not None:
        name = f"{name}:seed={seed}"
    if number != TOP:
        return LevelEngine(name, LADDER[number], seed)
    # People would learn one game by heart: without a seed it draws among equals, too.
    drawn = random.SystemRandom().getrandbits(32) if seed is None else seed
    return exact_engine(name, seed=drawn)


def exact_engine(name: str, threads: int = 1, seed: int | None = None) -> Engine:
    """Return the engine that proves, with alpha-beta as its adviser."""
    adviser = SearchEngine(
        "alphabeta",
        lambda position, limits: native_search.alphabeta(position, EVALUATION, 1.0, limits),
        EVALUATION,
        proves=True,
    )
    return ExactEngine(adviser, name=name, threads=threads, seed=seed)
