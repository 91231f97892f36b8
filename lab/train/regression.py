"""Weights of patterns from the results of games, by logistic regression."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Numbers = np.ndarray[Any, np.dtype[Any]]

# A weight of ten units of the evaluation, a hundred in the file, is a factor of e in the odds.
ODDS = 100
_BATCH, _RATE, _SHRINK = 4096, 0.02, 1e-4
_MEAN, _SQUARE = 0.9, 0.999  # what the moving averages of Adam keep


class Positions:
    """Positions of one board: how full it is, the result for the side to move, and the indices of the
    patterns, one row for each position."""

    def __init__(self, files: Sequence[bytes], cells: int) -> None:
        parts = [np.frombuffer(file, np.uint16) for file in files]
        rows = np.concatenate([part[1:].reshape(-1, part[0]) for part in parts if part.size])
        self.shares: Numbers = rows[:, 0] / cells
        self.results: Numbers = rows[:, 1] / 2
        self.patterns: Numbers = rows[:, 2:]

    def batches(self) -> list[tuple[Numbers, Numbers, Numbers]]:
        """Parts of at most a few thousand positions."""
        return [
            (self.shares[i:j], self.results[i:j], self.patterns[i:j])
            for i in range(0, len(self.results), _BATCH)
            for j in [i + _BATCH]
        ]


def learn(boards: Sequence[Positions], weights: Numbers, epochs: int, seed: int) -> Numbers:
    """Return new weights that start from *weights*, in two rows: those on the empty board, and what is
    added to them until it is full. The same seed gives the same weights."""
    parts = [part for board in boards for part in board.batches()]
    chance = np.random.default_rng(seed)
    weights = weights / ODDS
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    steps, step = epochs * len(parts), 0
    for _ in range(epochs):
        for i in chance.permutation(len(parts)):
            shares, results, patterns = parts[i]
            odds = weights[0][patterns].sum(1) + shares * weights[1][patterns].sum(1)
            errors = (1 / (1 + np.exp(-odds)) - results) / len(results)
            count, flat = weights.shape[1], patterns.ravel()
            slope = _SHRINK * weights + [
                np.bincount(flat, np.repeat(each, patterns.shape[1]), count)
                for each in (errors, errors * shares)
            ]
            step += 1
            mean = _MEAN * mean + (1 - _MEAN) * slope
            square = _SQUARE * square + (1 - _SQUARE) * slope**2
            size = np.sqrt(square / (1 - _SQUARE**step)) + 1e-6
            rate = _RATE * (1 - step / steps) + 1e-4
            weights = weights - rate * mean / (1 - _MEAN**step) / size
    return np.rint(weights * ODDS)


def surprise(board: Positions, weights: Numbers) -> float:
    """Return the mean squared error of the expected results."""
    first, added = weights / ODDS
    odds = first[board.patterns].sum(1) + board.shares * added[board.patterns].sum(1)
    return float(((1 / (1 + np.exp(-odds)) - board.results) ** 2).mean())
