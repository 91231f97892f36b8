import struct
from dataclasses import replace
from pathlib import Path

import pytest

from cases import cases
from dropfour.book.format import MAGIC, Contents, InvalidBook, _checksum, read_book, write_book
from dropfour.book.reader import open_book
from small_books import SMALL_PATH

SMALL = SMALL_PATH.read_bytes()


def test_a_truncated_file_is_refused_wherever_it_ends() -> None:
    for length in range(len(SMALL)):
        with pytest.raises(InvalidBook, match=r"^x.book is (cut short|not an opening book)"):
            read_book(SMALL[:length], "x.book")


def test_a_damaged_file_is_refused_wherever_the_damage_is() -> None:
    for place in range(len(SMALL)):
        damaged = bytearray(SMALL)
        damaged[place] ^= 1 << place % 8
        with pytest.raises(InvalidBook, match=r"^x.book is "):
            read_book(bytes(damaged), "x.book")
    with pytest.raises(InvalidBook, match="checksum"):
        read_book(SMALL + b"\n")


@pytest.mark.parametrize(
    "data", [b"", b"\x89PNG\r\n\x1a\n", b"4455 3\n", MAGIC[:-1], b"\x00" * 5000]
)
def test_a_foreign_file_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "other.book"
    path.write_bytes(data)
    with pytest.raises(InvalidBook, match=r"other.book is not an opening book of Dropfour$"):
        open_book(path)


def test_a_book_of_another_version_is_refused() -> None:
    data = bytearray(SMALL)
    struct.pack_into("<H", data, len(MAGIC), 1)
    with pytest.raises(InvalidBook, match="version 1; this dropfour reads version 2"):
        read_book(bytes(data))


@pytest.mark.parametrize(("place", "value", "meaning"), cases(__file__, "headers"))
def test_an_impossible_header_is_refused(place: int, value: int, meaning: str) -> None:
    data = bytearray(SMALL[:-16])
    data[place] = value
    with pytest.raises(InvalidBook):
        read_book(bytes(data) + _checksum(bytes(data)))


@pytest.mark.parametrize(("plies", "why"), cases(__file__, "shelves"))
def test_shelves_that_make_no_book_are_refused(small: Contents, plies: list[int], why: str) -> None:
    shelves = {shelf.ply: shelf for shelf in small.shelves}
    assert tuple(shelves) == (1, 3, 5)
    chosen = tuple(shelves[ply] for ply in plies)
    with pytest.raises(InvalidBook, match="has an invalid header"):
        read_book(write_book(replace(small, shelves=chosen)))


def test_a_book_of_an_earlier_version_with_positions_beyond_its_depth_is_refused() -> None:
    data = bytearray(SMALL)
    data[18] = 7  # the last ply
    with pytest.raises(
        InvalidBook, match="is a book with positions beyond its depth, which are no longer read"
    ):
        read_book(bytes(data))
