"""The evaluations of the package, in native code.

An evaluation is a plain function that estimates who is ahead in a position, for the side to move. A
search never calls it for a finished game.
"""

from __future__ import annotations

from collections.abc import Callable

from dropfour import _native
from dropfour.native import native_board
from dropfour.position import Position

Evaluation = Callable[[Position], float]

# The value of a won game: more than any estimate. Twin: kWin in native/engines/evaluation.hpp.
WIN = 1_000_000.0
CONVOLUTION_WIN = 200.0

SUMMARIES = {
    "cells": "Count each stone as the number of lines that run through its cell.",
    "convolution": "Weigh the sum of +1 and -1 along each line; add the largest and the smallest "
    "weight.",
    "lines": "Count each line with stones of one colour only as the square of their number.",
    "parity": "Weigh open lines by the cells they lack and who gets those by parity; the strongest "
    "evaluation.",
    "streaks": "Count streaks of two, three and four stones, less the opponent's.",
    "threats": "Score attacks, threats, blockades, and columns that cannot be played by a table.",
}


def _evaluation(name: str) -> Evaluation:
    def estimate(position: Position) -> float:
        return _native.estimate(native_board(position), name)

    return estimate


NATIVE_EVALUATIONS = {name: _evaluation(name) for name in SUMMARIES}


def discounted_win(name: str) -> float:
    """Return what a won game is worth to a search with a discount, on the scale of an evaluation."""
    return CONVOLUTION_WIN if name == "convolution" else WIN
