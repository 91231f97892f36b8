"""Checking a collection: every puzzle is solved again, and compared with what the file says."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from dropfour.book.positions import canonical_key
from dropfour.moves import format_moves
from dropfour.position import IllegalMove, Position
from dropfour.puzzles.puzzle import Puzzle
from dropfour.rules import MAX_CONNECT4, Objective, Rules
from dropfour.tools.progress import Report, silent
from dropfour.tools.puzzles.finding import Finder


def verify(
    puzzles: Sequence[Puzzle],
    sample: int | None = None,
    threads: int | None = None,
    report: Report = silent,
) -> list[str]:
    """Return a sentence for each puzzle that is wrong; check all of them, or a random *sample*.

    A puzzle is right if it meets the definition in `finding`, with its solution and its themes, and if
    no other one has the same position or its mirror image. Needs numpy.
    """
    positions: list[tuple[Puzzle, Position]] = []
    faults: list[str] = []
    for puzzle in puzzles:
        try:
            positions.append((puzzle, puzzle.position))
        except IllegalMove as error:
            faults.append(f"puzzle {puzzle.id}: {error}")
    faults += _duplicates(positions)
    if sample is not None and sample < len(positions):
        positions = random.SystemRandom().sample(positions, sample)
    for rules in (Rules(), MAX_CONNECT4):
        chosen = [each for each in positions if each[0].rules == rules]
        faults += _differences(chosen, Finder(rules, threads, report))
    return faults


def _duplicates(positions: list[tuple[Puzzle, Position]]) -> Iterator[str]:
    first: dict[tuple[Objective, int], Puzzle] = {}
    for puzzle, position in positions:
        other = first.setdefault((puzzle.rules.objective, canonical_key(position)), puzzle)
        if other is not puzzle:
            yield f"puzzle {puzzle.id} is the same as {other.id}, or its mirror image"


def _differences(chosen: list[tuple[Puzzle, Position]], finder: Finder) -> Iterator[str]:
    unfinished = [each for each in chosen if not each[1].is_over]
    for puzzle, position in chosen:
        if position.is_over:
            yield f"puzzle {puzzle.id}: the game is over"
    results = finder.find([position for _, position in unfinished])
    for (puzzle, _), found in zip(unfinished, results, strict=True):
        if found is None:
            yield f"puzzle {puzzle.id}: {puzzle.moves} is not a puzzle"
        elif found.solution != puzzle.solution:
            right, said = format_moves(found.solution), format_moves(puzzle.solution)
            yield f"puzzle {puzzle.id}: the solution is {right}, not {said}"
        elif found.themes != puzzle.themes:
            right, said = ", ".join(found.themes), ", ".join(puzzle.themes)
            yield f"puzzle {puzzle.id}: the themes are {right}, not {said}"
