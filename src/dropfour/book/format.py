"""The file of an opening book.

All numbers are little-endian. The entire file is checked when a book is opened; its cells are used in
place, usually in a file that is mapped into memory:

    magic, version                     identify the format
    columns, rows, connect, objective  the game
    kind                               what is stored: exact scores
    depth, last ply                    complete up to the one; some positions up to the other
    hard nodes                         a position beyond *depth* is held if a search with an empty
                                       table needs more nodes than this; 0: if it belongs to the
                                       repertoire (dropfour.tools.books.repertoire)
    counts                             two for each ply: positions known, and unfinished ones
    shelves                            each with its ply, its lowest score, which the value 1 means
                                       (0 is a position not held), and seed and sizes of its
                                       function and filter (dropfour.book.fuse; no filter: all zero)
    cells                              for each shelf those of the function, then of the filter
    checksum                           BLAKE2b over all of this

A ply up to *depth* without a shelf follows from the next deeper one. Positions with an immediate win are
not stored: the rules score them.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from dropfour.book.fuse import MAX_SEGMENT_BITS, MAX_VALUE_BITS, Fuse, byte_count
from dropfour.rules import Objective, Rules

MAGIC = b"\x89d4book\n"
VERSION = 2
KIND_SCORES = 1
# The most plies to the next shelf: each step multiplies the cost of a look-up by the number of moves.
MOST_STEPS = 4

_OBJECTIVES = (Objective.FIRST_LINE, Objective.MOST_LINES)
_START = struct.Struct("<8sHBBBBBxHHHQ")
_COUNTS = struct.Struct("<QQ")
_FUSE = struct.Struct("<QBBxxI")
_SHELF = struct.Struct("<Hh")
_SHELF_SIZE = _SHELF.size + 2 * _FUSE.size
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
    """Return the contents of a book file; raise InvalidBook, which calls it *name*, if it is not one."""
    data = memoryview(data)
    if data[: len(MAGIC)] != MAGIC:
        raise InvalidBook(f"{name} is not an opening book of Dropfour")
    if len(data) < _START.size:
        raise InvalidBook(f"{name} is cut short: it ends within the header")
    (
        _,
        version,
        columns,
        rows,
        connect,
        objective,
        kind,
        depth,
        last_ply,
        shelf_count,
        hard_nodes,
    ) = _START.unpack_from(data)
    if version != VERSION:
        raise InvalidBook(
            f"{name} is a book of version {version}; this dropfour reads version {VERSION}"
        )
    shelves_at = _START.size + _COUNTS.size * (last_ply + 1)
    cells_at = shelves_at + _SHELF_SIZE * shelf_count
    if len(data) < cells_at:
        raise InvalidBook(f"{name} is cut short: it ends within the header")
    heads = [_read_head(data, shelves_at + _SHELF_SIZE * i) for i in range(shelf_count)]
    end = cells_at + sum(head.cell_bytes for head in heads)
    if len(data) < end + _CHECKSUM_BYTES:
        raise InvalidBook(
            f"{name} is cut short: {len(data)} bytes of {end + _CHECKSUM_BYTES}, "
            "unless its header is damaged"
        )
    if len(data) > end + _CHECKSUM_BYTES or _checksum(data[:end]) != data[end:]:
        raise InvalidBook(f"{name} is damaged: its checksum does not match")
    # With a valid checksum, the checks below fail only for a file that was forged.
    if kind != KIND_SCORES or objective >= len(_OBJECTIVES) or depth > last_ply:
        raise InvalidBook(f"{name} has an invalid header")
    try:
        rules = Rules(columns, rows, connect, _OBJECTIVES[objective])
    except ValueError as error:
        raise InvalidBook(f"{name} is for an invalid board: {error}") from None
    counts = [
        _COUNTS.unpack_from(data, _START.size + _COUNTS.size * i) for i in range(last_ply + 1)
    ]
    shelves: list[Shelf] = []
    for head in heads:
        shelf = head.shelf(data[cells_at : cells_at + head.cell_bytes])
        if shelf is None or (shelf.filter is not None) != (shelf.ply > depth):
            raise InvalidBook(f"{name} has an invalid header")
        cells_at += head.cell_bytes
        shelves.append(shelf)
    if not _are_complete([shelf.ply for shelf in shelves], depth, last_ply):
        raise InvalidBook(f"{name} has an invalid header")
    known, unfinished = zip(*counts, strict=True)
    return Contents(rules, depth, hard_nodes, known, unfinished, tuple(shelves))


def _are_complete(plies: Sequence[int], depth: int, last_ply: int) -> bool:
    """Whether a shelf is near enough for every ply to *depth*, and every deeper ply has its own."""
    shallow = [ply for ply in plies if ply <= depth]
    gaps = [below - above for above, below in pairwise([-1, *shallow])]
    return (
        bool(shallow)
        and shallow[-1] == depth
        and all(1 <= gap <= MOST_STEPS for gap in gaps)
        and list(plies[len(shallow) :]) == list(range(depth + 1, last_ply + 1))
    )


class _ShelfHead(NamedTuple):
    """The header of a shelf."""

    ply: int
    lowest_score: int
    function: tuple[int, ...]
    filter: tuple[int, ...]

    @property
    def cell_bytes(self) -> int:
        return _cell_bytes(self.function) + _cell_bytes(self.filter)

    def shelf(self, cells: memoryview) -> Shelf | None:
        """Return the shelf with these cells; None if its function is invalid."""
        middle = _cell_bytes(self.function)
        function = _fuse(self.function, cells[:middle])
        if function is None:
            return None
        return Shelf(self.ply, self.lowest_score, function, _fuse(self.filter, cells[middle:]))


def _read_head(data: memoryview, start: int) -> _ShelfHead:
    ply, lowest_score = _SHELF.unpack_from(data, start)
    function_at = start + _SHELF.size
    return _ShelfHead(
        ply,
        lowest_score,
        _FUSE.unpack_from(data, function_at),
        _FUSE.unpack_from(data, function_at + _FUSE.size),
    )


def _pack_fuse(function: Fuse | None) -> bytes:
    if function is None:
        return bytes(_FUSE.size)
    return _FUSE.pack(
        function.seed, function.segment_bits, function.value_bits, function.segment_count
    )


def _cell_bytes(shape: tuple[int, ...]) -> int:
    _, segment_bits, value_bits, segment_count = shape
    if value_bits == 0:
        return 0
    return byte_count(min(segment_bits, MAX_SEGMENT_BITS), segment_count, value_bits)


def _fuse(shape: tuple[int, ...], cells: memoryview) -> Fuse | None:
    seed, segment_bits, value_bits, segment_count = shape
    if not (segment_bits <= MAX_SEGMENT_BITS and 1 <= value_bits <= MAX_VALUE_BITS):
        return None
    return Fuse(seed, segment_bits, segment_count, value_bits, cells)


def _checksum(data: bytes | memoryview) -> bytes:
    return hashlib.blake2b(data, digest_size=_CHECKSUM_BYTES).digest()
