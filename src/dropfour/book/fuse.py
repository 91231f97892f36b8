"""A static function in plain Python; native/book/fuse.hpp describes its layout and how it works."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dropfour import _native

_MASK_64 = (1 << 64) - 1
_FACTOR = 0xD6E8FEB86659FD93
_MARK_SEED = _MASK_64  # no function is built with it


@dataclass(frozen=True, slots=True)
class Fuse:
    """A function on keys; its value for a key that it was not built for is arbitrary."""

    seed: int
    segment_bits: int
    segment_count: int
    value_bits: int
    cells: bytes | memoryview

    @classmethod
    def of_native(cls, function: _native.FuseFunction) -> Fuse:
        return cls(*function.numbers, function.cells)

    def to_native(self) -> _native.FuseFunction:
        numbers = (self.seed, self.segment_bits, self.segment_count, self.value_bits)
        return _native.FuseFunction(numbers, self.cells)

    def value(self, limbs: Sequence[int]) -> int:
        hashed = _hash(limbs, self.seed)
        within = (1 << self.segment_bits) - 1
        first = (hashed >> 32) * (self.segment_count << self.segment_bits) >> 32
        second = (first + within + 1) ^ (hashed >> 16 & within)
        third = (first + 2 * (within + 1)) ^ (hashed & within)
        return self._cell(first) ^ self._cell(second) ^ self._cell(third)

    def admits(self, limbs: Sequence[int]) -> bool:
        """Whether a filter admits this key."""
        return self.value(limbs) == _hash(limbs, _MARK_SEED) & ((1 << self.value_bits) - 1)

    def _cell(self, number: int) -> int:
        start = number * self.value_bits
        part = int.from_bytes(self.cells[start // 8 : start // 8 + 8], "little")
        return part >> start % 8 & ((1 << self.value_bits) - 1)


def _hash(limbs: Sequence[int], seed: int) -> int:
    hashed = _mixed(seed)
    for limb in limbs:
        hashed = _mixed(hashed ^ limb)
    return hashed


def _mixed(word: int) -> int:
    word ^= word >> 32
    word = word * _FACTOR & _MASK_64
    word ^= word >> 32
    word = word * _FACTOR & _MASK_64
    return word ^ word >> 32
