"""Many positions at a time as numpy arrays (extra ``numpy``): random positions, planes, scores."""

from dropfour.batch.positions import Batch, random_positions
from dropfour.batch.scores import Unfinished, analyse_many, solve_many

__all__ = ["Batch", "Unfinished", "analyse_many", "random_positions", "solve_many"]
