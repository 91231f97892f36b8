"""Checking a book: against itself, against published results, and against the search."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from dropfour import _native
from dropfour.book.positions import (
    PlyPositions,
    canonical_key,
    pack_keys,
    position_of_key,
    positions_at,
    score_by_rules,
)
from dropfour.book.reader import Book, PlainBook
from dropfour.engines.exact import Solver
from dropfour.native import empty_native_board
from dropfour.position import Position
from dropfour.rules import Rules
from dropfour.tools.books.log import SolvedPositions
from dropfour.tools.books.repertoire import walk
from dropfour.tools.books.solving import Job, closing_table, solve_all
from dropfour.tools.progress import Report, silent
from dropfour.work.threads import ThreadExecutor

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

    *sample* positions are solved again without the book. They come from the deepest complete ply and
    the hard positions: all shallower ones follow from these, which another check proves. With *deepest*,
    deeper plies are not checked, and the sample comes from that ply.
    """
    contents = book.contents
    last = contents.last_ply if deepest is None else min(deepest, contents.last_ply)
    levels, scores = [], []
    for ply in range(last + 1):
        report("plies read", ply, last + 1)
        levels.append(positions_at(book.rules, ply))
        scores.append(_open_scores(book, levels[-1]))
    report("plies read", last + 1, last + 1)
    yield BookCheck("counts by ply", _wrong_counts(book, levels, scores))
    wrong = _wrong_parent(book, levels, scores, report)
    yield BookCheck("shallower plies follow from deeper ones", wrong)
    if contents.has_repertoire:
        yield BookCheck("the repertoire has every answer", _wrong_repertoire(book, last))
    if book.rules == Rules():
        yield BookCheck("published results for 7x6", _wrong_results(book, levels, scores))
    keys = [
        key
        for level, found in zip(levels, scores, strict=True)
        if level.ply >= min(last, contents.depth)
        for key, score in zip(level.open_keys, found, strict=True)
        if score is not None
    ]
    drawn = random.Random(seed).sample(keys, min(sample, len(keys)))
    yield BookCheck("mirror images, and the plain reader", _wrong_images(book, levels, drawn, seed))
    wrong = _wrong_scores(book, drawn, workers, table_mib, report)
    yield BookCheck(f"{len(drawn)} positions solved again", wrong)


def verify_against(book: Book, others: SolvedPositions) -> BookCheck:
    """Compare the book with scores that another build found, as far as it knows their positions."""
    scores = book.lookup_keys(pack_keys(book.rules, others.scores))
    known = 0
    for (key, wanted), score in zip(others.scores.items(), scores, strict=True):
        if score is None:
            continue
        known += 1
        if score != wanted:
            problem = _difference(book.rules, key, score, wanted, "the log")
            return BookCheck("scores of another log", problem)
    name = f"{known} of {len(scores)} scores of another log"
    return BookCheck(name, None if known else "the book holds none of these positions")


def _open_scores(book: Book, level: PlyPositions) -> list[int | None]:
    return book.lookup_keys(pack_keys(book.rules, level.open_keys))


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
        if contents.known[ply] != known or (ply <= contents.depth and known != len(found)):
            return f"ply {ply} answers for {known} positions, the book says {contents.known[ply]}"
    return None


def _wrong_parent(
    book: Book,
    levels: Sequence[PlyPositions],
    scores: Sequence[Sequence[int | None]],
    report: Report,
) -> str | None:
    like = empty_native_board(book.rules)
    count = min(book.contents.depth, len(levels) - 1)
    for ply in range(count):
        report("plies compared", ply, count)
        backed_up = _native.back_up(
            like,
            pack_keys(book.rules, levels[ply].open_keys),
            pack_keys(book.rules, levels[ply + 1].open_keys),
            [score or 0 for score in scores[ply + 1]],
        )
        for key, score, wanted in zip(levels[ply].open_keys, scores[ply], backed_up, strict=True):
            if score != wanted:
                return _difference(book.rules, key, score, wanted, "its columns")
    report("plies compared", count, count)
    return None


def _wrong_repertoire(book: Book, last: int) -> str | None:
    """Walk through the repertoire up to ply *last*, as a player that stays within it."""
    solver = Solver(book.rules, table_mib=1, book=book)

    def choose(_: int, key: int) -> int:
        position = position_of_key(book.rules, key)
        score = _known_score(book, position)
        best = [
            column
            for column in position.columns_from_middle
            if score is not None and _known_score(book, position.play(column)) == -score
        ]
        if not best:
            raise _DeadEnd(f"{position!r} has no move in it")
        return canonical_key(position.play(solver.prefer(position, best) or best[0]))

    try:
        for _ in walk(book.rules, last, choose):
            pass
    except _DeadEnd as error:
        return str(error)
    return None


class _DeadEnd(Exception):
    """A turn of a repertoire without a best move in the book."""


def _known_score(book: Book, position: Position) -> int | None:
    score = score_by_rules(position)
    return book.lookup(position) if score is None else score


def _wrong_results(
    book: Book, levels: Sequence[PlyPositions], scores: Sequence[Sequence[int | None]]
) -> str | None:
    for ply, count in enumerate(KNOWN_UNFINISHED[: len(levels)]):
        if levels[ply].unfinished != count:
            return f"ply {ply} has {count} unfinished positions, not {levels[ply].unfinished}"
    for ply, known in KNOWN_RESULTS.items():
        if ply > book.contents.depth or ply >= len(levels):
            break
        results = count_results(book.rules, levels[ply], [score or 0 for score in scores[ply]])
        if results != known:
            return f"win, draw and loss at ply {ply} are {known}, not {results}"
    return None


def count_all_results(book: Book) -> Iterator[tuple[int, int, int]]:
    """Yield the win, draw and loss counts of the complete plies, as count_results does."""
    for ply in range(book.contents.depth + 1):
        level = positions_at(book.rules, ply)
        yield count_results(book.rules, level, [score or 0 for score in _open_scores(book, level)])


def count_results(
    rules: Rules, level: PlyPositions, open_scores: Sequence[int]
) -> tuple[int, int, int]:
    """Count win, draw and loss for the first player over all positions of a ply that is not the last:
    finished games, and both mirror images, included."""
    like = empty_native_board(rules)
    counts: Counter[int] = Counter()
    for keys, outcomes in (
        (level.open_keys, [(score > 0) - (score < 0) for score in open_scores]),
        (level.won_keys, [1] * len(level.won_keys)),
    ):
        images = _native.count_images(like, pack_keys(rules, keys))
        for outcome, image_count in zip(outcomes, images, strict=True):
            counts[outcome] += image_count
    counts[-1] += level.finished  # won by the side that moved last
    win, draw, loss = counts[1], counts[0], counts[-1]
    return (win, draw, loss) if level.ply % 2 == 0 else (loss, draw, win)


def _wrong_images(
    book: Book, levels: Sequence[PlyPositions], drawn: Sequence[int], seed: int
) -> str | None:
    """Compare both readers on positions in the book and on others, and with their mirror images."""
    plain = PlainBook(book.contents)
    beyond = [level.open_keys for level in levels[book.contents.depth + 1 :]]
    others = [keys for keys in (*(level.won_keys for level in levels), *beyond) if keys]
    rng = random.Random(seed)
    mixed = [rng.choice(rng.choice(others)) for _ in drawn] if others else []
    for key in (*drawn, *mixed):
        position = position_of_key(book.rules, key)
        score = book.lookup(position)
        for other, name in (
            (book.lookup(position.mirror()), "its mirror image"),
            (plain.lookup(position), "the plain reader"),
        ):
            if other != score:
                return _difference(book.rules, key, score, other, name)
    return None


def _wrong_scores(
    book: Book, keys: Sequence[int], workers: int, table_mib: int, report: Report
) -> str | None:
    """Solve the positions again; return the first difference from the book."""
    done = 0
    report("solved again", done, len(keys))
    jobs = map(Job, keys)
    with (
        closing_table(),
        ThreadExecutor(workers) as threads,
        closing(solve_all(jobs, book.rules, threads, table_mib)) as running,
    ):
        for batch in running:
            for solved in batch:
                key = solved.job.key
                score = book.lookup(position_of_key(book.rules, key))
                if score != solved.score:
                    return _difference(book.rules, key, score, solved.score, "the search")
            done += len(batch)
            report("solved again", done, len(keys))
    return None


def _difference(rules: Rules, key: int, score: int | None, wanted: int | None, whose: str) -> str:
    return f"{position_of_key(rules, key)!r} has the score {score}, by {whose} {wanted}"
