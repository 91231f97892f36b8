from dataclasses import replace
from pathlib import Path

import pytest

from dropfour.book.format import Contents
from dropfour.book.positions import pack_keys, positions_at
from dropfour.book.reader import Book, load_contents
from dropfour.rules import Rules
from dropfour.tools.books.build import BookPlan, build, contents_of, shelf_of
from dropfour.tools.books.log import SolvedPositions
from dropfour.tools.books.verify import count_results, verify
from dropfour.work.threads import ThreadExecutor


def problems(contents: Contents, sample: int = 10_000) -> dict[str, str]:
    checks = verify(Book(contents), sample, table_mib=4)
    return {check.name: check.problem for check in checks if check.problem is not None}


def changed(contents: Contents, ply: int, which: int, by: int) -> Contents:
    """Return the same book with one wrong score."""
    rules = contents.rules
    keys = positions_at(rules, ply).open_keys
    scores = Book(contents).lookup_keys(pack_keys(rules, keys))
    held = [i for i, score in enumerate(scores) if score is not None]
    scores[held[which]] = (scores[held[which]] or 0) + by
    shelves = [
        shelf_of(rules, ply, pack_keys(rules, keys), scores, shelf.filter)
        if shelf.ply == ply
        else shelf
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


def test_a_planted_error_in_a_hard_position_is_found_by_search(tmp_path: Path) -> None:
    plan = BookPlan(Rules(5, 4), depth=3, hard_depth=4, hard_nodes=30)
    path = tmp_path / "5x4.book"
    assert build(plan, path, ThreadExecutor(2), table_mib=4).is_finished
    hard = load_contents(path)
    assert hard.known[4] > 0
    found = problems(changed(hard, 4, 0, 1))
    assert list(found) == [f"{hard.known[3] + hard.known[4]} positions solved again"]


def test_wrong_counts_are_found(small: Contents) -> None:
    known = (*small.known[:-1], small.known[-1] + 1)
    assert "ply 7 answers for" in problems(replace(small, known=known), 0)["counts by ply"]
    unfinished = (2, *small.unfinished[1:])
    found = problems(replace(small, unfinished=unfinished), 0)
    assert "ply 0 has 1 unfinished" in found["counts by ply"]


@pytest.fixture(scope="module")
def wrong_7x6() -> Contents:
    """A book of 7x6 in which every position of ply 4 is a draw."""
    found = SolvedPositions(dict.fromkeys(positions_at(Rules(), 4).open_keys, 0))
    return contents_of(BookPlan(Rules(), 4), found)


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
