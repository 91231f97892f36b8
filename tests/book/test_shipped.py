"""The opening book in the package."""

import random

import pytest

import dropfour as d4
from dropfour.book.reader import Book, shipped_book, shipped_path
from dropfour.rules import Rules
from dropfour.tools.books.verify import verify


def test_the_shipped_book_is_complete_small_and_agrees_with_known_results() -> None:
    path, book = shipped_path(Rules()), shipped_book(Rules())
    assert path is not None
    assert book is not None
    assert path.stat().st_size < 10_000_000
    assert book.contents.depth == 13
    assert [check for check in verify(book, 2, deepest=10) if check.problem] == []
    assert _wrong_by_search(book, 13, 40) == []


def _wrong_by_search(book: Book, ply: int, count: int) -> list[str]:
    """Return those of *count* positions of random games whose score the search does not confirm."""
    rng, solver = random.Random(ply), d4.Solver(book=False)
    wrong = []
    while count:
        position = d4.Position()
        while position.ply < ply and not position.is_over:
            position = position.play(rng.choice(position.legal_columns))
        if position.is_over:
            continue
        count -= 1
        if book.lookup(position) != solver.solve(position).score:
            wrong.append(repr(position))
    return wrong


@pytest.mark.long
def test_every_ply_of_the_shipped_book_agrees_with_known_results() -> None:
    book = shipped_book(Rules())
    assert book is not None
    assert [check for check in verify(book, 500) if check.problem] == []
