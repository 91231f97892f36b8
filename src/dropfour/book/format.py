"""The file of an opening book.

All numbers are little-endian. A book is read whole, checked, and then never read again:

    magic, version                     what it is
    columns, rows, connect, objective  of which game
    kind                               what is stored: exact scores
    depth, last ply                    complete up to the one; hard positions up to the other
    hard nodes                         a position beyond *depth* is held if a search with an empty
                                       table needs more nodes than this
    lowest score                       what the stored value 1 means; 0 is a position not held
    function, filter                   seed, sizes (dropfour.book.fuse); no filter: all zero
    counts                             two for each ply: positions held, and unfinished ones
    cells                              of the function, then of the filter
    checksum                           BLAKE2b over all of this

Positions with a win at hand are not stored: the rules score them.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass

from dropfour.book import fuse
from dropfour.book.fuse import Fuse
from dropfour.rules import Objective, Rules

MAGIC = b"\x89d4book\n"
VERSION = 1
KIND_SCORES = 1

_OBJECTIVES = (Objective.FIRST_LINE, Objective.MOST_LINES)
_START = struct.Struct("<8sHBBBBBxHHhQ")
_FUSE = struct.Struct("<QBBxxI")
_COUNTS = struct.Struct("<QQ")
_CHECKSUM_BYTES = 16


class InvalidBook(ValueError):
    """A file that is no book, or no whole one; the message says which."""


@dataclass(frozen=True, slots=True)
class Contents:
    """All that a book says. *held* and *unfinished* count positions by ply, mirror images once."""

    rules: Rules
    depth: int
    last_ply: int
    hard_nodes: int
    lowest_score: int
    held: tuple[int, ...]
    unfinished: tuple[int, ...]
    function: Fuse
    filter: Fuse | None


def write_book(contents: Contents) -> bytes:
    """Return the bytes of a book's file; the same contents give the same bytes."""
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
            contents.lowest_score,
            contents.hard_nodes,
        ),
        _pack_fuse(contents.function),
        _pack_fuse(contents.filter),
        *(_COUNTS.pack(*pair) for pair in zip(contents.held, contents.unfinished, strict=True)),
        contents.function.cells,
        contents.filter.cells if contents.filter else b"",
    ]
    data = b"".join(parts)
    return data + _checksum(data)


def read_book(data: bytes, name: str = "the book") -> Contents:
    """Return what a book's file holds; raise InvalidBook, which calls it *name*, for any other."""
    if not data.startswith(MAGIC):
        raise InvalidBook(f"{name} is no opening book of dropfour")
    if len(data) < _START.size + 2 * _FUSE.size:
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
        lowest_score,
        hard_nodes,
    ) = _START.unpack_from(data)
    if version != VERSION:
        raise InvalidBook(
            f"{name} is a book of version {version}; this dropfour reads version {VERSION}"
        )
    function_shape = _FUSE.unpack_from(data, _START.size)
    filter_shape = _FUSE.unpack_from(data, _START.size + _FUSE.size)
    counts_at = _START.size + 2 * _FUSE.size
    cells_at = counts_at + _COUNTS.size * (last_ply + 1)
    filter_at = cells_at + _cell_bytes(function_shape)
    end = filter_at + _cell_bytes(filter_shape)
    if len(data) < end + _CHECKSUM_BYTES:
        raise InvalidBook(
            f"{name} is cut short: {len(data)} bytes of {end + _CHECKSUM_BYTES}, "
            "unless its header is damaged"
        )
    if len(data) > end + _CHECKSUM_BYTES or _checksum(data[:end]) != data[end:]:
        raise InvalidBook(f"{name} is damaged: its checksum does not match")
    # What follows can only fail for a file that somebody made wrong on purpose.
    if kind != KIND_SCORES or objective >= len(_OBJECTIVES) or depth > last_ply:
        raise InvalidBook(f"{name} has a header that makes no sense")
    try:
        rules = Rules(columns, rows, connect, _OBJECTIVES[objective])
    except ValueError as error:
        raise InvalidBook(f"{name} is for no board: {error}") from None
    counts = [
        _COUNTS.unpack_from(data, counts_at + _COUNTS.size * ply) for ply in range(last_ply + 1)
    ]
    function = _fuse(function_shape, data[cells_at:filter_at])
    held_back = _fuse(filter_shape, data[filter_at:end])
    if function is None or (last_ply > depth) != (held_back is not None):
        raise InvalidBook(f"{name} has a header that makes no sense")
    return Contents(
        rules,
        depth,
        last_ply,
        hard_nodes,
        lowest_score,
        tuple(held for held, _ in counts),
        tuple(unfinished for _, unfinished in counts),
        function,
        held_back,
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
    return fuse.byte_count(min(segment_bits, fuse.MAX_SEGMENT_BITS), segment_count, value_bits)


def _fuse(shape: tuple[int, ...], cells: bytes) -> Fuse | None:
    seed, segment_bits, value_bits, segment_count = shape
    if not (segment_bits <= fuse.MAX_SEGMENT_BITS and 1 <= value_bits <= fuse.MAX_VALUE_BITS):
        return None
    return Fuse(seed, segment_bits, segment_count, value_bits, cells)


def _checksum(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_CHECKSUM_BYTES).digest()
