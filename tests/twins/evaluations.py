"""The evaluations in plain Python: they define what those of ``native/engines`` compute."""

from __future__ import annotations

from collections.abc import Iterator

from dropfour.engines.evaluations import Evaluation
from dropfour.position import Colour, Position
from dropfour.rules import LINE_DIRECTIONS, Objective
from twins.parity import parity
from twins.patterns import patterns
from twins.searches import CONVOLUTION_WIN
from twins.threat_table import threats


def lines(position: Position) -> float:
    """Count each line with stones of one colour only as the square of their number.

    ``X _ _ X`` is +4 for X. In ``X _ _ O _ X`` only O's open line counts, -1 for X. Lines may have any
    length; in MOST_LINES a completed line counts like the others.
    """
    total = 0
    for own, other in _stones_in_lines(position):
        if not other:
            total += own**2
        elif not own:
            total -= other**2
    return total


def cells(position: Position) -> float:
    """Count each stone as the number of lines that run through its cell."""
    values = position.rules.cell_value
    own, other = position.to_move, position.to_move.opponent
    return sum(map(values, position.stones(own))) - sum(map(values, position.stones(other)))


def streaks(position: Position) -> float:
    """Count streaks of two, three and four stones, less the opponent's.

    A streak is a row of adjacent stones of one colour in one of the four directions. Each counts 1, also
    inside a longer one: three in a row are two streaks of two and one of three, 3 in all, and four in a
    row count 6. The cells around a streak do not matter. With another *connect*, all lengths from two
    up to it count.
    """
    own, other = position.to_move, position.to_move.opponent
    return _streaks_of(position, own) - _streaks_of(position, other)


def weighted_streaks(position: Position) -> float:
    """Count streaks that can still become a line, gaps included: a line as 100, 25 if it lacks a stone,
    10 if it lacks two, 1 if it lacks three; less the opponent's."""
    worths = {position.rules.connect - lacks: worth for lacks, worth in enumerate((100, 25, 10, 1))}
    return sum(
        worths.get(own, 0) * (not other) - worths.get(other, 0) * (not own)
        for own, other in _stones_in_lines(position)
    )


def convolution(position: Position) -> float:
    """Weigh the sum of +1 and -1 along each line; add the largest and the smallest weight.

    Own stones weigh a little more than the opponent's, since it is our turn. A completed line is worth
    200, and nothing else counts then. The weight of a line depends on how many stones it lacks: 100 or
    -90 for 1, 60 or -50 for 2, 0.5 or -0.2 for more. In MOST_LINES, where a line does not end the game,
    each completed line is worth 200, and the largest and smallest weights of the others are added.
    """
    connect = position.rules.connect
    sums = [own - other for own, other in _stones_in_lines(position)]
    made = sums.count(connect) - sums.count(-connect)
    if made and position.rules.objective is Objective.FIRST_LINE:
        return CONVOLUTION_WIN if made > 0 else -CONVOLUTION_WIN
    weights = [_convolution_weight(each, connect) for each in sums if abs(each) < connect]
    return CONVOLUTION_WIN * made + (max(weights) + min(weights) if weights else 0.0)


def _convolution_weight(line_sum: int, connect: int) -> float:
    if line_sum == 0:
        return 0.0
    if line_sum > 0:
        return {1: 100.0, 2: 60.0}.get(connect - line_sum, 0.5)
    return {1: -90.0, 2: -50.0}.get(connect + line_sum, -0.2)


def _stones_in_lines(position: Position) -> Iterator[tuple[int, int]]:
    """Yield, for each line of the board, the stones of the side to move and of the opponent in it."""
    own = frozenset(position.stones(position.to_move))
    other = frozenset(position.stones(position.to_move.opponent))
    for line in position.rules.lines:
        yield len(own.intersection(line)), len(other.intersection(line))


def _streaks_of(position: Position, colour: Colour) -> int:
    stones = frozenset(position.stones(colour))
    return sum(
        all(stone.step(direction, i) in stones for i in range(length))
        for stone in stones
        for direction in LINE_DIRECTIONS
        for length in range(2, position.rules.connect + 1)
    )


TWINS: dict[str, Evaluation] = {
    "cells": cells,
    "convolution": convolution,
    "lines": lines,
    "parity": parity,
    "patterns": patterns,
    "streaks": streaks,
    "threats": threats,
    "weighted-streaks": weighted_streaks,
}
