"""The contents of an opening book, and how they are written to a file; native/book/book_file.hpp
reads and describes it."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from typing import NamedTuple

from dropfour import _native
from dropfour.rules import Objective, Rules

MAGIC = b"\x89d4book\n"
VERSION = 2
KIND_SCORES = 1
MOST_STEPS = _native.MOST_STEPS  # the most plies to the next shelf

_OBJECTIVES = (Objective.FIRST_LINE, Objective.MOST_LINES)
_START = struct.Struct("<8sHBBBBBxHHH8x")
_COUNTS = struct.Struct("<QQ")
_SHELF = struct.Struct("<HhQBBxxI16x")
_CHECKSUM_BYTES = 16


class InvalidBook(ValueError):
    """A file that is not a book, or a damaged one; the message says which."""


class Shelf(NamedTuple):
    """The scores of all positions of one ply: the value 1 of the function means the lowest score."""

    ply: int
    lowest_score: int
    function: _native.FuseFunction


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a book. *known* and *unfinished* count positions by ply, mirror images once;
    positions that the rules can score are not counted as known."""

    rules: Rules
    known: tuple[int, ...]
    unfinished: tuple[int, ...]
    shelves: tuple[Shelf, ...]

    @property
    def depth(self) -> int:
        """The last ply."""
        return len(self.known) - 1

    def up_to(self, depth: int) -> Contents:
        """Return the part up to ply *depth*; raise ValueError unless the book has a shelf for it."""
        shelves = tuple(shelf for shelf in self.shelves if shelf.ply <= depth)
        if not shelves or shelves[-1].ply != depth:
            plies = [shelf.ply for shelf in self.shelves]
            raise ValueError(f"the book can be cut after ply {plies}, not after {depth}")
        return Contents(self.rules, self.known[: depth + 1], self.unfinished[: depth + 1], shelves)


def write_book(contents: Contents) -> bytes:
    """Return the bytes of a book file; the same contents give the same bytes."""
    rules = contents.rules
    parts = [
        _START.pack(
            MAGIC,
            VERSION,
            rules.columns,
            rules.rows,
            rules.connect,
            _OBJECTIVES.index(rules.objective),
            KIND_SCORES,
            contents.depth,
            contents.depth,
            len(contents.shelves),
        ),
        *(_COUNTS.pack(*pair) for pair in zip(contents.known, contents.unfinished, strict=True)),
    ]
    for shelf in contents.shelves:
        seed, segment_bits, segment_count, value_bits = shelf.function.numbers
        sizes = segment_bits, value_bits, segment_count
        parts.append(_SHELF.pack(shelf.ply, shelf.lowest_score, seed, *sizes))
    data = b"".join([*parts, *(shelf.function.cells for shelf in contents.shelves)])
    return data + _checksum(data)


def read_book(data: bytes | memoryview, name: str = "the book") -> Contents:
    """Return the contents of a book file; raise InvalidBook, which calls it *name*, if it is not one.

    The entire file is checked; the cells are used in place.
    """
    try:
        board, most_lines, counts, shelves = _native.read_book(data, _checksum)
    except ValueError as error:
        raise InvalidBook(f"{name} {error}") from None
    known, unfinished = zip(*counts, strict=True)
    rules = Rules(*board, _OBJECTIVES[most_lines])
    return Contents(rules, known, unfinished, tuple(Shelf(*shelf) for shelf in shelves))


def _checksum(data: bytes | memoryview) -> bytes:
    return hashlib.blake2b(data, digest_size=_CHECKSUM_BYTES).digest()
