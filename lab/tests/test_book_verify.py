from dataclasses import replace

import pytest

from dropfour.book.format import Contents
from dropfour.book.reader import Book, shipped_book
from dropfour.rules import Rules
from lab.books.build import BookPlan, contents_of, shelf_of
from lab.books.core import lookup_keys
from lab.books.positions import pack_keys, positions_at
from lab.books.verify import count_results, verify
from small_books import small


def problems(contents: Contents, sample: int = 10_000) -> dict[str, str]:
    checks = verify(Book(contents), sample, table_mib=4)
    return {check.name: check.problem for check in checks if check.problem is not None}


def changed(contents: Contents, ply: int, which: int, by: int) -> Contents:
    """Return the same book with one wrong score."""
    rules = contents.rules
    keys = positions_at(rules, ply).open_keys
    scores = lookup_keys(contents, pack_keys(rules, keys))
    wrong = [(score or 0) + by * (i == which) for i, score in enumerate(scores)]
    shelves = [
        shelf_of(rules, ply, keys.packed, wrong) if shelf.ply == ply else shelf
        for shelf in contents.shelves
    ]
    return replace(contents, shelves=tuple(shelves))


def test_a_good_book_passes_and_planted_errors_are_found(small: Contents) -> None:
    assert problems(small) == {}
    found = problems(changed(small, 3, 3, 1), sample=0)
    assert list(found) == ["shallower plies follow from deeper ones"]
    assert "by its columns" in next(iter(found.values()))
    found = problems(changed(small, small.depth, 40, -1))
    assert any("by the search" in problem for problem in found.values())


def test_wrong_counts_are_found(small: Contents) -> None:
    known = (*small.known[:-1], small.known[-1] + 1)
    assert "ply 5 answers for" in problems(replace(small, known=known), 0)["counts by ply"]
    unfinished = (2, *small.unfinished[1:])
    found = problems(replace(small, unfinished=unfinished), 0)
    assert "ply 0 has 1 unfinished" in found["counts by ply"]


@pytest.fixture(scope="module")
def wrong_7x6() -> Contents:
    """A book of 7x6 in which every position of ply 4 is a draw."""
    return contents_of(BookPlan(Rules(), 4), dict.fromkeys(positions_at(Rules(), 4).open_keys, 0))


def test_known_results_of_7x6_expose_a_wrong_book(wrong_7x6: Contents) -> None:
    found = problems(wrong_7x6, 0)
    assert found == {
        "published results for 7x6": "win, draw and loss at ply 1 are (1, 2, 4), not (0, 7, 0)"
    }


def test_results_are_counted_for_the_first_player_over_all_positions() -> None:
    level = positions_at(Rules(), 7)
    win, draw, loss = count_results(Rules(), level, [0] * len(level.open_keys))
    # 728 games that red has won; yellow's immediate wins, most of them in both mirror images.
    assert win == 728
    assert 1391 < loss <= 2 * 1391
    assert win + draw + loss == 54_859


@pytest.mark.parametrize(
    ("deepest", "sample"), [(10, 2), pytest.param(13, 500, marks=pytest.mark.long)]
)
def test_the_shipped_book_agrees_with_known_results(deepest: int, sample: int) -> None:
    book = shipped_book(Rules())
    assert book is not None
    assert [check for check in verify(book, sample, deepest=deepest) if check.problem] == []


__all__ = ["small"]
