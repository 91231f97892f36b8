"""The opening book in the package."""

import pytest

import dropfour as d4
from dropfour.book.reader import shipped_book, shipped_path
from dropfour.rules import Rules
from dropfour.tools.books.verify import verify


def test_the_shipped_book_is_complete_small_and_agrees_with_known_results() -> None:
    path, book = shipped_path(Rules()), shipped_book(Rules())
    assert path is not None
    assert book is not None
    assert path.stat().st_size < 10_000_000
    assert book.contents.depth == 13
    assert [check for check in verify(book, 2, deepest=10) if check.problem] == []
    solver = d4.Solver(book=False)
    for position in d4.random_positions(40, 13, seed=13):
        assert book.lookup(position) == solver.solve(position).score


@pytest.mark.long
def test_every_ply_of_the_shipped_book_agrees_with_known_results() -> None:
    book = shipped_book(Rules())
    assert book is not None
    assert [check for check in verify(book, 500) if check.problem] == []
