"""Checking a book: against itself, against published results, and against the search."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from dropfour.book.reader import Book
from dropfour.rules import Rules
from dropfour.work.executor import Report, silent
from lab.books import core
from lab.books.build import closing_table, solve_all
from lab.books.log import Scores
from lab.books.positions import PlyPositions, pack_keys, position_of_key, positions_at
from lab.books.threads import ThreadExecutor

# Unfinished positions of 7x6 by ply, mirror images once (OEIS A212693 counts both, and finished ones).
KNOWN_UNFINISHED = (1, 4, 25, 121, 568, 2144, 8231, 27109, 91295)
# Win, draw and loss for the first player by ply, all positions of 7x6 (Böck 2025).
KNOWN_RESULTS = {
    1: (1, 2, 4),
    4: (690, 200, 230),
    8: (124_624, 14_676, 44_975),
    10: (1_122_696, 97_532, 442_395),
    12: (8_191_645, 541_825, 3_502_631),
}


@dataclass(frozen=True, slots=True)
class BookCheck:
    """One check of a book; *problem* is None if it passed."""

    name: str
    problem: str | None = None


def verify(
    book: Book,
    sample: int,
    *,
    seed: int = 0,
    workers: int = 1,
    table_mib: int = 64,
    deepest: int | None = None,
    report: Report = silent,
) -> Iterator[BookCheck]:
    """Yield one check after the other, the quick ones first.

    *sample* positions of the deepest ply are solved again without the book: all shallower ones follow
    from these, which another check proves. With *deepest*, deeper plies are not checked.
    """
    depth = book.contents.depth
    last = depth if deepest is None else min(deepest, depth)
    levels, scores = [], []
    for ply in range(last + 1):
        report("plies read", ply, last + 1)
        levels.append(positions_at(book.rules, ply))
        scores.append(_open_scores(book, levels[-1]))
    report("plies read", last + 1, last + 1)
    yield BookCheck("counts by ply", _wrong_counts(book, levels, scores))
    wrong = _wrong_parent(book, levels, scores, report)
    yield BookCheck("shallower plies follow from deeper ones", wrong)
    if book.rules == Rules():
        yield BookCheck("published results for 7x6", _wrong_results(book, levels, scores))
    keys = levels[last].open_keys
    drawn = random.Random(seed).sample(keys, min(sample, len(keys)))
    yield BookCheck("mirror images", _wrong_images(book, drawn))
    wrong = _wrong_scores(book, drawn, workers, table_mib, report)
    yield BookCheck(f"{len(drawn)} positions solved again", wrong)


def verify_against(book: Book, others: Scores) -> BookCheck:
    """Compare the book with scores that another build found, as far as it knows their positions."""
    scores = core.lookup_keys(book.contents, pack_keys(book.rules, others))
    known = 0
    for (key, wanted), score in zip(others.items(), scores, strict=True):
        if score is None:
            continue
        known += 1
        if score != wanted:
            problem = _difference(book.rules, key, score, wanted, "the log")
            return BookCheck("scores of another log", problem)
    name = f"{known} of {len(scores)} scores of another log"
    return BookCheck(name, None if known else "the book holds none of these positions")


def _open_scores(book: Book, level: PlyPositions) -> list[int | None]:
    return core.lookup_keys(book.contents, pack_keys(book.rules, level.open_keys))


def _wrong_counts(
    book: Book, levels: Sequence[PlyPositions], scores: Sequence[Sequence[int | None]]
) -> str | None:
    contents = book.contents
    for level, found in zip(levels, scores, strict=True):
        ply = level.ply
        known = sum(score is not None for score in found)
        if contents.unfinished[ply] != level.unfinished:
            return (
                f"ply {ply} has {level.unfinished} unfinished positions, "
                f"the book says {contents.unfinished[ply]}"
            )
        if not contents.known[ply] == known == len(found):
            return f"ply {ply} answers for {known} positions, the book says {contents.known[ply]}"
    return None


def _wrong_parent(
    book: Book,
    levels: Sequence[PlyPositions],
    scores: Sequence[Sequence[int | None]],
    report: Report,
) -> str | None:
    count = len(levels) - 1
    for ply in range(count):
        report("plies compared", ply, count)
        backed_up = core.back_up(
            book.rules,
            pack_keys(book.rules, levels[ply].open_keys),
            pack_keys(book.rules, levels[ply + 1].open_keys),
            [score or 0 for score in scores[ply + 1]],
        )
        for key, score, wanted in zip(levels[ply].open_keys, scores[ply], backed_up, strict=True):
            if score != wanted:
                return _difference(book.rules, key, score, wanted, "its columns")
    report("plies compared", count, count)
    return None


def _wrong_results(
    book: Book, levels: Sequence[PlyPositions], scores: Sequence[Sequence[int | None]]
) -> str | None:
    for ply, count in enumerate(KNOWN_UNFINISHED[: len(levels)]):
        if levels[ply].unfinished != count:
            return f"ply {ply} has {count} unfinished positions, not {levels[ply].unfinished}"
    for ply, known in KNOWN_RESULTS.items():
        if ply >= len(levels):
            break
        results = count_results(book.rules, levels[ply], [score or 0 for score in scores[ply]])
        if results != known:
            return f"win, draw and loss at ply {ply} are {known}, not {results}"
    return None


def count_all_results(book: Book) -> Iterator[tuple[int, int, int]]:
    """Yield the win, draw and loss counts of each ply, as count_results does."""
    for ply in range(book.contents.depth + 1):
        level = positions_at(book.rules, ply)
        yield count_results(book.rules, level, [score or 0 for score in _open_scores(book, level)])


def count_results(
    rules: Rules, level: PlyPositions, open_scores: Sequence[int]
) -> tuple[int, int, int]:
    """Count win, draw and loss for the first player over all positions of a ply that is not the last:
    finished games, and both mirror images, included."""
    counts: Counter[int] = Counter()
    for keys, outcomes in (
        (level.open_keys, [(score > 0) - (score < 0) for score in open_scores]),
        (level.won_keys, [1] * len(level.won_keys)),
    ):
        images = core.count_images(rules, pack_keys(rules, keys))
        for outcome, image_count in zip(outcomes, images, strict=True):
            counts[outcome] += image_count
    counts[-1] += level.finished  # won by the side that moved last
    win, draw, loss = counts[1], counts[0], counts[-1]
    return (win, draw, loss) if level.ply % 2 == 0 else (loss, draw, win)


def _wrong_images(book: Book, keys: Sequence[int]) -> str | None:
    """Compare positions with their mirror images."""
    for key in keys:
        position = position_of_key(book.rules, key)
        score, other = book.lookup(position), book.lookup(position.mirror())
        if other != score:
            return _difference(book.rules, key, score, other, "its mirror image")
    return None


def _wrong_scores(
    book: Book, keys: Sequence[int], workers: int, table_mib: int, report: Report
) -> str | None:
    """Solve the positions again; return the first difference from the book."""
    done = 0
    report("solved again", done, len(keys))
    with (
        closing_table(),
        ThreadExecutor(workers) as threads,
        closing(solve_all(keys, book.rules, threads, table_mib)) as running,
    ):
        for batch in running:
            for key, wanted in batch.items():
                score = book.lookup(position_of_key(book.rules, key))
                if score != wanted:
                    return _difference(book.rules, key, score, wanted, "the search")
            done += len(batch)
            report("solved again", done, len(keys))
    return None


def _difference(rules: Rules, key: int, score: int | None, wanted: int | None, whose: str) -> str:
    return f"{position_of_key(rules, key)!r} has the score {score}, by {whose} {wanted}"
