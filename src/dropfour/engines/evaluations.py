"""The evaluations of the package, in native code.

An evaluation is a plain function that estimates who is ahead in a position, for the side to move. A
search never calls it for a finished game.
"""

from __future__ import annotations

from collections.abc import Callable

from dropfour import _native
from dropfour.native import native_board, position_of
from dropfour.position import Position
from dropfour.rules import checked_number

Evaluation = Callable[[Position], float]

SUMMARIES = {
    "cells": "Count each stone as the number of lines that run through its cell.",
    "convolution": "Weigh the sum of +1 and -1 along each line; add the largest and the smallest "
    "weight.",
    "lines": "Count each line with stones of one colour only as the square of their number.",
    "parity": "Weigh open lines by the cells they lack and who gets those by parity.",
    "patterns": "Weigh lines and threats by numbers learned from games; the strongest evaluation.",
    "streaks": "Count streaks of two, three and four stones, less the opponent's.",
    "threats": "Score attacks, threats, blockades, and columns that cannot be played by a table.",
    "weighted-streaks": "Count streaks that can become four, by weights of 100, 25, 10 and 1.",
}


def estimator(evaluation: Evaluation, root: Position) -> Callable[[_native.Board], float]:
    """Return *evaluation* as native searches from *root* call it."""

    def estimate(board: _native.Board) -> float:
        value = evaluation(position_of(board, root))
        if not isinstance(value, int | float):
            value = checked_number(value, "the value of an evaluation")
        if value != value:
            raise ValueError("the evaluation returned not a number (NaN)")
        return value

    return estimate


def _evaluation(name: str) -> Evaluation:
    def estimate(position: Position) -> float:
        return _native.estimate(native_board(position), name)

    return estimate


NATIVE_EVALUATIONS = {name: _evaluation(name) for name in SUMMARIES}
