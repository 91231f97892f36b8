import struct
from dataclasses import replace
from pathlib import Path

import pytest

from dropfour.book.format import MAGIC, Contents, InvalidBook, _checksum, read_book, write_book
from dropfour.book.positions import positions_at
from dropfour.book.reader import open_book
from dropfour.rules import Objective, Rules
from dropfour.tools.books.build import BookPlan, contents_of
from dropfour.tools.books.log import SolvedPositions


def made_up(plan: BookPlan) -> Contents:
    """A book with made-up scores."""
    found = SolvedPositions()
    for ply in range(plan.depth, plan.last_ply + 1):
        for key in positions_at(plan.rules, ply).open_keys:
            if ply == plan.depth or key % 3 == 0:
                found.scores[key] = key % 7 - 3
            else:
                found.easy.setdefault(plan.hard_nodes, set()).add(key)
    return contents_of(plan, found)


@pytest.mark.parametrize(
    "plan",
    [
        BookPlan(Rules(), 3),
        BookPlan(Rules(), 4, every=3),
        BookPlan(Rules(), 2, hard_depth=4),
        BookPlan(Rules(9, 8), 2, hard_depth=3),
        BookPlan(Rules(20, 20, 10), 1),
        BookPlan(Rules(1, 1, 3), 0),
        BookPlan(Rules(5, 5, 4, Objective.MOST_LINES), 3),
    ],
    ids=lambda plan: plan.rules.size,
)
def test_a_file_says_what_was_written(plan: BookPlan) -> None:
    contents = made_up(plan)
    data = write_book(contents)
    assert read_book(data) == contents
    assert write_book(read_book(data)) == data


def test_a_truncated_file_is_refused_wherever_it_ends(small_path: Path) -> None:
    data = small_path.read_bytes()
    for length in range(len(data)):
        with pytest.raises(InvalidBook, match=r"^x.book is (cut short|not an opening book)"):
            read_book(data[:length], "x.book")


def test_a_damaged_file_is_refused_wherever_the_damage_is(small_path: Path) -> None:
    data = small_path.read_bytes()
    for place in range(len(data)):
        damaged = bytearray(data)
        damaged[place] ^= 1 << place % 8
        with pytest.raises(InvalidBook, match=r"^x.book is "):
            read_book(bytes(damaged), "x.book")
    with pytest.raises(InvalidBook, match="checksum"):
        read_book(data + b"\n")


@pytest.mark.parametrize(
    "data", [b"", b"\x89PNG\r\n\x1a\n", b"4455 3\n", MAGIC[:-1], b"\x00" * 5000]
)
def test_a_foreign_file_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "other.book"
    path.write_bytes(data)
    with pytest.raises(InvalidBook, match=r"other.book is not an opening book of Dropfour$"):
        open_book(path)


def test_a_book_of_another_version_is_refused(small_path: Path) -> None:
    data = bytearray(small_path.read_bytes())
    struct.pack_into("<H", data, len(MAGIC), 1)
    with pytest.raises(InvalidBook, match="version 1; this dropfour reads version 2"):
        read_book(bytes(data))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (10, 0),  # columns
        (10, 21),
        (12, 2),  # connect
        (13, 7),  # objective
        (14, 9),  # kind
        (16, 6),  # depth: no shelf has it, and one has an unexpected filter
        (18, 4),  # last ply
        (20, 2),  # shelves
    ],
)
def test_an_impossible_header_is_refused(small_path: Path, place: int, value: int) -> None:
    data = bytearray(small_path.read_bytes()[:-16])
    data[place] = value
    with pytest.raises(InvalidBook):
        read_book(bytes(data) + _checksum(bytes(data)))


@pytest.mark.parametrize(
    "plies",
    [
        (),
        (1, 3, 5),  # the hard plies are missing
        (1, 3, 5, 6),
        (1, 3, 6, 7),  # and the deepest complete one
        (5, 6, 7),  # six plies would be derived from one
        (3, 1, 5, 6, 7),
        (1, 3, 3, 5, 6, 7),
    ],
)
def test_shelves_that_make_no_book_are_refused(small: Contents, plies: tuple[int, ...]) -> None:
    shelves = {shelf.ply: shelf for shelf in small.shelves}
    assert tuple(shelves) == (1, 3, 5, 6, 7)
    chosen = tuple(shelves[ply] for ply in plies)
    with pytest.raises(InvalidBook, match="has an invalid header"):
        read_book(write_book(replace(small, shelves=chosen)))


@pytest.mark.parametrize("ply", [5, 6])
def test_hard_positions_have_a_filter_and_no_others(small: Contents, ply: int) -> None:
    filters = [shelf.filter for shelf in small.shelves if shelf.filter is not None]
    shelves = tuple(
        replace(shelf, filter=filters[0] if ply == 5 else None) if shelf.ply == ply else shelf
        for shelf in small.shelves
    )
    with pytest.raises(InvalidBook, match="has an invalid header"):
        read_book(write_book(replace(small, shelves=shelves)))
