"""The book that comes with the package."""

from __future__ import annotations

import dropfour as d4
from dropfour.book.reader import shipped_book, shipped_path
from dropfour.book.verify import verify
from dropfour.rules import Rules


def test_the_shipped_book_is_whole_small_and_agrees_with_what_is_known() -> None:
    path, book = shipped_path(Rules()), shipped_book(Rules())
    assert path is not None
    assert book is not None
    assert path.stat().st_size < 10_000_000
    assert book.contents.depth >= 8
    assert [check for check in verify(book, 2, table_mib=64) if check.problem] == []


def test_the_first_move_of_7x6() -> None:
    scores: dict[int, int] = {}
    book = shipped_book(Rules())
    assert book is not None
    for column in range(1, 8):
        score = book.lookup(d4.Position().play(column))
        assert score is not None
        scores[column] = -score
    assert scores == {1: -2, 2: -1, 3: 0, 4: 1, 5: 0, 6: -1, 7: -2}
