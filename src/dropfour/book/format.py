"""The contents of an opening book, and how they are written to a file; native/book/book_file.hpp reads
and describes it."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass

from dropfour import _native
from dropfour.book.fuse import Fuse
from dropfour.rules import Objective, Rules

MAGIC = b"\x89d4book\n"
VERSION = 2
KIND_SCORES = 1
MOST_STEPS = _native.MOST_STEPS  # the most plies to the next shelf

_OBJECTIVES = (Objective.FIRST_LINE, Objective.MOST_LINES)
_START = struct.Struct("<8sHBBBBBxHHHQ")
_COUNTS = struct.Struct("<QQ")
_FUSE = struct.Struct("<QBBxxI")
_SHELF = struct.Struct("<Hh")
_CHECKSUM_BYTES = 16


class InvalidBook(ValueError):
    """A file that is not a book, or a damaged one; the message says which."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The scores of one ply: of all its positions, or, with a filter, of the hard ones."""

    ply: int
    lowest_score: int
    function: Fuse
    filter: Fuse | None = None

    def score(self, limbs: Sequence[int]) -> int | None:
        """Return the score of the position of the ply with this key; None if it is not held."""
        if self.filter is not None and not self.filter.admits(limbs):
            return None
        value = self.function.value(limbs)
        return None if value == 0 else value - 1 + self.lowest_score


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a book. *known* and *unfinished* count positions by ply, mirror images once;
    positions that the rules can score are not counted as known."""

    rules: Rules
    depth: int
    hard_nodes: int
    known: tuple[int, ...]
    unfinished: tuple[int, ...]
    shelves: tuple[Shelf, ...]

    @property
    def last_ply(self) -> int:
        return len(self.known) - 1

    @property
    def has_repertoire(self) -> bool:
        return self.last_ply > self.depth and self.hard_nodes == 0

    def up_to(self, depth: int) -> Contents:
        """Return the part up to ply *depth*; raise ValueError unless the book has a shelf for it."""
        shelves = tuple(shelf for shelf in self.shelves if shelf.ply <= depth)
        if depth > self.depth or not shelves or shelves[-1].ply != depth:
            plies = [shelf.ply for shelf in self.shelves if shelf.ply <= self.depth]
            raise ValueError(f"the book can be cut after ply {plies}, not after {depth}")
        counts = (self.known[: depth + 1], self.unfinished[: depth + 1])
        return Contents(self.rules, depth, 0, *counts, shelves)


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
            contents.last_ply,
            len(contents.shelves),
            contents.hard_nodes,
        ),
        *(_COUNTS.pack(*pair) for pair in zip(contents.known, contents.unfinished, strict=True)),
    ]
    for shelf in contents.shelves:
        parts.append(_SHELF.pack(shelf.ply, shelf.lowest_score))
        parts += (_pack_fuse(shelf.function), _pack_fuse(shelf.filter))
    for shelf in contents.shelves:
        parts += (bytes(fuse.cells) for fuse in (shelf.function, shelf.filter) if fuse is not None)
    data = b"".join(parts)
    return data + _checksum(data)


def read_book(data: bytes | memoryview, name: str = "the book") -> Contents:
    """Return the contents of a book file; raise InvalidBook, which calls it *name*, if it is not one.

    The entire file is checked; the cells are used in place.
    """
    data = memoryview(data)
    try:
        board, most_lines, depth, hard_nodes, counts, shelves = _native.read_book(data, _checksum)
    except ValueError as error:
        raise InvalidBook(f"{name} {error}") from None

    def fuse(numbers: tuple[int, int, int, int], start: int, end: int) -> Fuse:
        return Fuse(*numbers, data[start:end])

    known, unfinished = zip(*counts, strict=True)
    return Contents(
        Rules(*board, _OBJECTIVES[most_lines]),
        depth,
        hard_nodes,
        known,
        unfinished,
        tuple(
            Shelf(ply, lowest_score, fuse(*function), None if filter_ is None else fuse(*filter_))
            for ply, lowest_score, function, filter_ in shelves
        ),
    )


def _pack_fuse(function: Fuse | None) -> bytes:
    if function is None:
        return bytes(_FUSE.size)
    return _FUSE.pack(
        function.seed, function.segment_bits, function.value_bits, function.segment_count
    )


def _checksum(data: bytes | memoryview) -> bytes:
    return hashlib.blake2b(data, digest_size=_CHECKSUM_BYTES).digest()
