"""Which positions are puzzles, and their solutions and themes: everything by exact scores.

A position is a puzzle if exactly one column achieves its goal, and if that column is not obvious. The
goal is to win as soon as possible if that takes at most four moves, otherwise to win at all, and if that
cannot be done, to draw. The solution continues as long as there is only one such column, against the
most stubborn defence: the reply with the best score; among equals, the one that leaves the fewest
columns that achieve the goal, then the one nearest the middle.

Not obvious means, in the classic game, that the side to move cannot win immediately, and that after at
least three columns the opponent cannot either: blocks and other forced moves are not puzzles. In
Max-Connect4 the column completes no line, stops none from being completed, and is one of at least three.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from dropfour.batch.positions import Batch
from dropfour.batch.scores import BatchSolver
from dropfour.moves import format_moves
from dropfour.position import Colour, IllegalMove, Position
from dropfour.puzzles.puzzle import LONGEST_FAST_WIN, LONGEST_WIN, Kind, Puzzle
from dropfour.rules import MAX_CONNECT4, Objective, Rules
from dropfour.scores import plies_to_end, winning_stones
from dropfour.threats import completing_lines
from dropfour.work.executor import Report, silent
from lab.books.positions import canonical_key

_MOST_MOVES = 5  # of the side that solves the puzzle
_FEWEST_CHOICES = 3
_CHUNK = 1000  # positions that are solved together

Scores = dict[int, int]  # of each playable column


@dataclass(frozen=True, slots=True)
class Candidate:
    """The solution and the themes of a position that is a puzzle."""

    solution: tuple[int, ...]
    themes: tuple[str, ...]


class Finder:
    """Finds puzzles among positions with the same rules."""

    def __init__(self, rules: Rules, threads: int | None = None, report: Report = silent) -> None:
        self._solver = BatchSolver(rules, threads)
        self._report = report

    def find(self, positions: Sequence[Position]) -> list[Candidate | None]:
        """Return what each unfinished position is as a puzzle; None if it is not one."""
        stage = f"positions, {self._solver.rules.objective.value}"
        found: list[Candidate | None] = []
        for first in range(0, len(positions), _CHUNK):
            found += self._find_chunk(positions[first : first + _CHUNK])
            self._report(stage, len(found), len(positions))
        return found

    def _find_chunk(self, positions: Sequence[Position]) -> list[Candidate | None]:
        searches = [
            _Search(position, scores) if _is_puzzle(position, scores) else None
            for position, scores in zip(positions, self._scores(positions), strict=True)
        ]
        running = [search for search in searches if search is not None]
        while running:
            self._advance(running)
            running = [search for search in running if not search.is_finished]
        return [None if search is None else search.candidate() for search in searches]

    def _scores(self, positions: Sequence[Position]) -> Iterator[Scores]:
        if not positions:
            return
        scores, is_playable = self._solver.analyse(Batch(positions))
        for row, playable in zip(scores.tolist(), is_playable.tolist(), strict=True):
            yield {column: row[column - 1] for column, can in enumerate(playable, 1) if can}

    def _advance(self, searches: list[_Search]) -> None:
        """Play the solver's move, the defence, and choose the next move of each search."""
        replying = [search for search in searches if search.play()]
        tied: list[tuple[_Search, int]] = []
        for search, scores in zip(
            replying, self._scores([search.position for search in replying]), strict=True
        ):
            tied += [(search, column) for column in search.replies(scores)]
        children = [search.position.play(column) for search, column in tied]
        options: dict[_Search, list[tuple[int, Position, Scores]]] = {}
        for (search, column), child, scores in zip(
            tied, children, self._scores(children), strict=True
        ):
            options.setdefault(search, []).append((column, child, scores))
        for search, replies in options.items():
            search.take(replies)


@dataclass(eq=False, slots=True)
class _Search:
    """The solution of one puzzle while it is followed.

    The first moves, as long as they are the only ones, are the solution. A win is followed further, to
    see how it ends.
    """

    start: Position
    scores: Scores  # of the columns of *position*, whenever its solver is to move
    position: Position = field(init=False)
    solution: list[int] = field(init=False, default_factory=list)
    is_fast: bool = field(init=False)  # whether the goal is to win as soon as possible
    is_unique: bool = field(init=False, default=True)
    is_finished: bool = field(init=False, default=False)
    ending: Kind | None = field(init=False, default=None)
    first_scores: Scores = field(init=False)

    def __post_init__(self) -> None:
        self.position, self.first_scores = self.start, self.scores
        self.is_fast = _is_fast(self.start, self.scores)

    @property
    def mover(self) -> Colour:
        return self.start.to_move

    @property
    def is_most_lines(self) -> bool:
        return self.start.rules.objective is Objective.MOST_LINES

    def play(self) -> bool:
        """Play the best column; return whether the game continues."""
        best = max(self.scores.values())
        column = next(
            each for each in self.position.columns_from_middle if self.scores[each] == best
        )
        if self.is_unique:
            self.solution.append(column)
        self.position = self.position.play(column)
        self.is_finished = self.position.is_over
        return not self.is_finished

    def replies(self, scores: Scores) -> list[int]:
        """Return the most stubborn replies; none if the search ends here."""
        best = max(scores.values())
        if not self.is_most_lines and best < 0 and plies_to_end(self.position, best) == 2:
            self._end_won()
            return []
        replies = [each for each in self.position.columns_from_middle if scores[each] == best]
        if not self.is_unique:
            return replies[:1]  # it matters only how the win ends
        replies = [column for column in replies if not self.position.play(column).is_over]
        self.is_finished = not replies
        return replies

    def take(self, options: list[tuple[int, Position, Scores]]) -> None:
        """Choose the reply after which the fewest columns achieve the goal."""
        reply, self.position, self.scores = min(
            options, key=lambda each: _count_achieving(each[2], self.is_fast)
        )
        if not self.is_unique:
            return
        stays_unique = (
            _count_achieving(self.scores, self.is_fast) == 1
            and len(self.scores) > 1
            and len(self.solution) < 2 * _MOST_MOVES - 1
        )
        if stays_unique:
            self.solution.append(reply)
            return
        self.is_unique = False
        if self.is_most_lines or max(self.scores.values()) == 0:
            self.is_finished = True

    def _end_won(self) -> None:
        """The winner wins with the next stone, whatever the reply: by threats, or by zugzwang."""
        self.is_finished = True
        threatened = any(
            cell == self.position.landing_cell(cell.column)
            for cell in completing_lines(self.position, self.mover)
        )
        if not threatened:
            self.ending = Kind.ZUGZWANG
        elif self.is_unique:
            self.ending = Kind.TRAP

    def candidate(self) -> Candidate | None:
        """Return the puzzle; None for a win that is too long and has no other theme."""
        best = max(self.first_scores.values())
        themes = []
        if self.is_most_lines:
            themes.append(Kind.MAX_CONNECT4.value)
        if best == 0:
            themes.append(Kind.DRAW.value)
        elif not self.is_most_lines:
            if self.ending is not None:
                themes.append(self.ending.value)
            if sum(score >= 0 for score in self.first_scores.values()) == 1:
                themes.append(Kind.ONLY_MOVE.value)
            stones = winning_stones(self.start, best)
            if stones <= LONGEST_WIN:
                themes.append(f"win-in-{stones}")
        return Candidate(tuple(self.solution), tuple(themes)) if themes else None


def _count_achieving(scores: Scores, is_fast: bool) -> int:
    """Return how many columns have the best result; with *is_fast*, the best score."""
    best = max(scores.values())
    if is_fast:
        return sum(score == best for score in scores.values())
    return sum(_sign(score) == _sign(best) for score in scores.values())


def _is_fast(position: Position, scores: Scores) -> bool:
    """Return whether the goal is to win as soon as possible."""
    best = max(scores.values())
    is_most_lines = position.rules.objective is Objective.MOST_LINES
    return not is_most_lines and best > 0 and winning_stones(position, best) <= LONGEST_FAST_WIN


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


def _is_puzzle(position: Position, scores: Scores) -> bool:
    best = max(scores.values())
    if best < 0 or _count_achieving(scores, _is_fast(position, scores)) > 1:
        return False
    if position.rules.objective is Objective.MOST_LINES:
        column = max(scores, key=scores.__getitem__)
        return len(scores) >= _FEWEST_CHOICES and not _touches_lines(position, column)
    if best > 0 and plies_to_end(position, best) == 1:
        return False
    safe = sum(score >= 0 or plies_to_end(position, score) > 2 for score in scores.values())
    return safe >= _FEWEST_CHOICES


def _touches_lines(position: Position, column: int) -> bool:
    """Return whether a stone in *column* completes a line, or stops one from being completed."""
    cell = position.landing_cell(column)
    return any(cell in completing_lines(position, colour) for colour in Colour)


# --- checking a collection: every puzzle is solved again, and compared with what the file says --------


def verify(
    puzzles: Sequence[Puzzle],
    sample: int | None = None,
    threads: int | None = None,
    report: Report = silent,
) -> list[str]:
    """Return a sentence for each puzzle that is wrong; check all of them, or a random *sample*.

    A puzzle is right if it meets the definition above, with its solution and its themes, and if
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
