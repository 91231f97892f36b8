"""How hard a puzzle is: the share of tries in which each level fails, as an Elo rating.

A try of a level at a puzzle counts as a game between the two. The Elo of the levels is known from their
games against each other; the puzzle's rating is the one that makes the results most likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dropfour.arena.game import PlayedGame
from dropfour.arena.rating.ratings import rate
from dropfour.engines.engine import Limits
from dropfour.engines.levels import LADDER, level
from dropfour.puzzles.puzzle import Puzzle

LEVELS = tuple(LADDER)  # level 10 plays perfectly: it fails at no puzzle
ANCHOR_LEVEL, ANCHOR_ELO = 5, 1500

# Levels search to a depth; time must not cut them short, even on a busy machine.
UNHURRIED = Limits(time_s=600)

# Every puzzle is credited with a draw against a level of average strength, so that the ratings of those
# that everybody or nobody solves are finite.
_PRIOR_TRIES = 1.0
_LOWEST, _HIGHEST = 0.0, 5000.0


def rate_levels(games: Iterable[PlayedGame]) -> dict[int, int]:
    """Return the Elo of each level from games whose players are named by it; level 5 has 1500."""
    ratings = rate(games, [str(number) for number in LEVELS]).elo
    known = {number: ratings[str(number)].value for number in LEVELS}
    anchor = known[ANCHOR_LEVEL]
    missing = [number for number, elo in known.items() if elo is None]
    if anchor is None or missing:
        raise ValueError(f"too few games to rate the levels: there are none of level {missing[0]}")
    return {
        number: round(ANCHOR_ELO + elo - anchor) for number, elo in known.items() if elo is not None
    }


def count_solved(puzzle: Puzzle, tries: int) -> dict[int, int]:
    """Return in how many of its *tries* each level plays every move of the solution."""
    position = puzzle.position
    tasks = []
    for index, column in enumerate(puzzle.solution):
        if index % 2 == 0:
            tasks.append((position, column))
        position = position.play(column)
    return {
        number: sum(
            all(level(number, seed=seed).choose(at, UNHURRIED).column == best for at, best in tasks)
            for seed in range(tries)
        )
        for number in LEVELS
    }


def difficulty(levels: Mapping[int, int], solved: Mapping[int, int], tries: int) -> int:
    """Return the rating of a puzzle that each level solved in so many of its *tries*."""
    mean = sum(levels.values()) / len(levels)
    results = [(float(elo), float(tries), float(solved[number])) for number, elo in levels.items()]
    results.append((mean, _PRIOR_TRIES, _PRIOR_TRIES / 2))
    points = sum(won for _, _, won in results)
    low, high = _LOWEST, _HIGHEST
    # The likelihood is largest where the expected points of the levels equal those they made.
    while high - low > 0.25:
        middle = (low + high) / 2
        expected = sum(count / (1 + 10 ** ((middle - elo) / 400)) for elo, count, _ in results)
        low, high = (middle, high) if expected > points else (low, middle)
    return round((low + high) / 2)
