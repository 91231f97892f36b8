"""The evaluations, each as its document tells it: short, readable, and slow.

An evaluation is a plain function: who is ahead in a position, for the side to move. A search never asks
one about a finished game. The engines compute the same numbers in ``native/engines``; what stands here
explains them, and the tests compare the two.

Where a document says four in a row, a board with another *connect* reads as many; how its threes and
twos carry over is said at each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dropfour.engines.parity import parity
from dropfour.engines.threat_table import threats
from dropfour.position import Colour, Position
from dropfour.rules import LINE_DIRECTIONS, Objective

Evaluation = Callable[[Position], float]

# What a won game is worth: more than any estimate. Twin: kWin in native/engines/evaluation.hpp.
WIN = 1_000_000.0
CONVOLUTION_WIN = 200.0


def lines(position: Position) -> float:
    """Count each line that holds stones of one side only as the square of how many (document 004).

    ``X _ _ X`` is +4 for X. In ``X _ _ O _ X`` only O's open line counts, -1 for X. A line may be of
    any length, and a finished one, in MOST_LINES, counts as the others do.
    """
    total = 0
    for own, other in _stones_in_lines(position):
        if not other:
            total += own**2
        elif not own:
            total -= other**2
    return total


def cells(position: Position) -> float:
    """Count each stone as the number of lines that run through its cell (document 004's other idea)."""
    values = position.rules.cell_value
    own, other = position.to_move, position.to_move.opponent
    return sum(map(values, position.stones(own))) - sum(map(values, position.stones(other)))


def streaks(position: Position) -> float:
    """Count streaks of two, three and four stones, the opponent's as minus (document 003).

    A streak is a row of neighbouring stones of one colour in one of the four directions. Each counts 1
    wherever it begins, also inside a longer one: three in a row are two streaks of two and one of three,
    3 in all, and four in a row count 6, so that longer rows weigh more by themselves. What lies around a
    streak does not matter. With another *connect*, all lengths from two up to it count.
    """
    own, other = position.to_move, position.to_move.opponent
    return _streaks_of(position, own) - _streaks_of(position, other)


def convolution(position: Position) -> float:
    """Weigh the sums of +1 and -1 along each line; add the largest and the smallest (document 002).

    Own stones weigh a little more than the opponent's, since it is our turn. A finished line is worth
    200 and returned at once. The weights go by how many stones a line lacks: 1 lacking 100 or -90, 2
    lacking 60 or -50, more 0.5 or -0.2; with four in a row that is the document's table. In MOST_LINES,
    where a line does not end the game, each is 200, and the largest and smallest of the others are
    added.
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
    """Yield for each line of the board how many stones the side to move and the opponent have in it."""
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


# Those that have a native twin of the same name.
NATIVE_EVALUATIONS: dict[str, Evaluation] = {
    "cells": cells,
    "convolution": convolution,
    "lines": lines,
    "parity": parity,
    "streaks": streaks,
    "threats": threats,
}


def discounted_win(name: str) -> float:
    """What a won game is worth to a search with a discount: document 002 says it for its own scale."""
    return CONVOLUTION_WIN if name == "convolution" else WIN
