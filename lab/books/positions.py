"""The positions of a book: all of a ply, one of each pair of mirror images, as keys.

The *canonical key* of a position and its mirror image is the smaller of their two keys.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from dropfour.native import native_board
from dropfour.position import RED, YELLOW, Position
from dropfour.rules import Rules
from lab.books import core

_LIMB_BYTES = 8


class PackedKeys(Sequence[int]):
    """Many keys in the form of the native core: their limbs in sequence, lowest first."""

    def __init__(self, packed: bytes, width: int) -> None:
        self.packed = packed
        self._width = width  # bytes of a key

    def __len__(self) -> int:
        return len(self.packed) // self._width

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> PackedKeys: ...
    def __getitem__(self, index: int | slice) -> int | PackedKeys:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step != 1:
                raise ValueError("a slice of keys must have step 1")
            return PackedKeys(self.packed[start * self._width : stop * self._width], self._width)
        start = range(len(self))[index] * self._width
        return int.from_bytes(self.packed[start : start + self._width], "little")

    def __iter__(self) -> Iterator[int]:
        if self._width == _LIMB_BYTES and sys.byteorder == "little":
            return iter(memoryview(self.packed).cast("Q"))
        return (self[i] for i in range(len(self)))


@dataclass(frozen=True, slots=True)
class PlyPositions:
    """The positions of one ply as canonical keys; those with a common past are adjacent."""

    ply: int
    open_keys: PackedKeys  # those that the rules alone cannot score
    won_keys: PackedKeys  # unfinished, with an immediate win
    finished: int  # games that end at this ply, both mirror images counted

    @property
    def unfinished(self) -> int:
        return len(self.open_keys) + len(self.won_keys)


def positions_at(rules: Rules, ply: int) -> PlyPositions:
    """Return all positions of *ply*; raise ValueError if the board has no such ply.

    This is fast for up to some ten million positions: 7x6 has 14,105,207 unfinished ones at ply 13.
    """
    if not 0 <= ply <= rules.cell_count:
        raise ValueError(f"the {rules.size} board has plies 0 to {rules.cell_count}, not {ply}")
    open_keys, won_keys, finished = core.openings(rules, ply)
    width = key_limbs(rules) * _LIMB_BYTES
    return PlyPositions(ply, PackedKeys(open_keys, width), PackedKeys(won_keys, width), finished)


def canonical_key(position: Position) -> int:
    """Return one number for *position* and its mirror image."""
    return min(position.key, position.mirror().key)


def position_of_key(rules: Rules, key: int) -> Position:
    """Return the position with this key, red having begun."""
    stride = rules.rows + 1
    own_mask = occupied_mask = 0
    for column in range(rules.columns):
        pile = key >> column * stride & ((1 << stride) - 1)
        top = 1 << pile.bit_length() - 1
        own_mask |= (pile ^ top) << column * stride
        occupied_mask |= (top - 1) << column * stride
    other_mask = own_mask ^ occupied_mask
    if occupied_mask.bit_count() % 2 == 0:
        return Position.from_masks(own_mask, other_mask, rules, RED)
    return Position.from_masks(other_mask, own_mask, rules, YELLOW)


def key_limbs(rules: Rules) -> int:
    """Return the number of 64-bit limbs of a native key of this board."""
    return len(native_board(Position(rules)).key()) // _LIMB_BYTES


def pack_keys(rules: Rules, keys: Iterable[int]) -> bytes:
    """Return keys in the form of the native core."""
    if isinstance(keys, PackedKeys):
        return keys.packed
    width = key_limbs(rules) * _LIMB_BYTES
    return b"".join(key.to_bytes(width, "little") for key in keys)
