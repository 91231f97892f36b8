"""The native part of building books: ``core.cpp``, which is compiled when it is first used. Keys are
passed as the bytes of their limbs, concatenated, as `positions.pack_keys` makes them."""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import struct
import subprocess
from array import array
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from dropfour import _native
from dropfour.book.format import Contents
from dropfour.rules import Objective, Rules

ROOT = Path(__file__).parents[2]
_ABSENT = -(2**31)


class _Game(ctypes.Structure):
    _fields_ = [
        ("columns", ctypes.c_int),
        ("rows", ctypes.c_int),
        ("connect", ctypes.c_int),
        ("has_most_lines", ctypes.c_bool),
    ]


class _Keys(ctypes.Structure):
    _fields_ = [("limbs", ctypes.c_char_p), ("count", ctypes.c_size_t)]


class _Shelf(ctypes.Structure):
    _fields_ = [
        ("ply", ctypes.c_int),
        ("lowest_score", ctypes.c_int),
        ("seed", ctypes.c_uint64),
        ("segment_bits", ctypes.c_int),
        ("segment_count", ctypes.c_uint32),
        ("value_bits", ctypes.c_int),
        ("cells", ctypes.c_char_p),
    ]


class _Answer(ctypes.Structure):
    _fields_ = [
        ("first", ctypes.c_void_p),
        ("second", ctypes.c_void_p),
        ("problem", ctypes.c_char_p),
        ("first_size", ctypes.c_size_t),
        ("second_size", ctypes.c_size_t),
        ("number", ctypes.c_uint64),
    ]


@cache
def _library() -> ctypes.CDLL:
    """Compile the library unless that has been done for these sources, and load it."""
    command = [os.environ.get("CXX", "c++"), "-std=c++20", "-O2", "-shared", "-fPIC"]
    command += [
        f"-I{ROOT / 'native'}",
        f"-I{ROOT / 'lab'}",
        str(Path(__file__).with_name("core.cpp")),
    ]
    if platform.machine() == "x86_64":
        command.append("-mpopcnt")  # as in CMakeLists.txt
    digest = hashlib.sha256("\0".join(command).encode())
    for folder in ("native/board", "native/book", "lab/books"):
        for file in sorted((ROOT / folder).glob("*.[ch]pp")):
            digest.update(file.read_bytes())
    path = ROOT / "build" / f"books-{digest.hexdigest()[:16]}.so"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}")
        subprocess.run([*command, "-o", fresh], check=True)
        fresh.replace(path)
    library = ctypes.CDLL(str(path))
    for name in ("openings", "count_images", "back_up", "fuse_for", "look_up"):
        getattr(library, name).restype = ctypes.POINTER(_Answer)
    library.forget.argtypes = [ctypes.POINTER(_Answer)]
    return library


def _ask(name: str, rules: Rules, *arguments: object) -> tuple[bytes, bytes, int]:
    """Return both parts of an answer and its number; raise ValueError if there is a problem."""
    most_lines = rules.objective is Objective.MOST_LINES
    game = _Game(rules.columns, rules.rows, rules.connect, most_lines)
    answer = getattr(_library(), name)(game, *arguments)
    try:
        found = answer.contents
        if found.problem is not None:
            raise ValueError(found.problem.decode())
        parts = (found.first, found.first_size), (found.second, found.second_size)
        first, second = (ctypes.string_at(start, size) for start, size in parts)
        return first, second, found.number
    finally:
        _library().forget(answer)


def _keys(packed: bytes) -> _Keys:
    return _Keys(packed, len(packed) // 8)


def openings(rules: Rules, ply: int) -> tuple[bytes, bytes, int]:
    """Return the keys without a score by the rules alone, those of immediate wins, and the number of
    games that end at *ply*."""
    return _ask("openings", rules, ply)


def count_images(rules: Rules, keys: bytes) -> list[int]:
    """Return 1 for each position that is its own mirror image, otherwise 2."""
    return list(array("i", _ask("count_images", rules, _keys(keys))[0]))


def back_up(
    rules: Rules, parents: bytes, children: bytes, child_scores: Sequence[int]
) -> list[int]:
    """Return the scores of the parents, given those of all children without a score by the rules."""
    scores = (ctypes.c_int * len(child_scores))(*child_scores)
    count = ctypes.c_size_t(len(scores))
    found, _, _ = _ask("back_up", rules, _keys(parents), _keys(children), scores, count)
    return list(array("i", found))


def fuse_for(
    rules: Rules, keys: bytes, values: Sequence[int], value_bits: int
) -> _native.FuseFunction:
    """Return the function that maps each key to its value; raise ValueError if a key comes twice."""
    words = (ctypes.c_uint32 * len(values))(*values)
    cells, numbers, _ = _ask("fuse_for", rules, _keys(keys), words, value_bits)
    return _native.FuseFunction(struct.unpack("4Q", numbers), cells)


def lookup_keys(contents: Contents, keys: bytes) -> list[int | None]:
    """Return the scores of many positions; None for one that the book does not hold."""
    shelves = [
        _Shelf(shelf.ply, shelf.lowest_score, *shelf.function.numbers, shelf.function.cells)
        for shelf in contents.shelves
    ]
    packed = (_Shelf * len(shelves))(*shelves)
    found, _, _ = _ask(
        "look_up", contents.rules, packed, ctypes.c_size_t(len(shelves)), _keys(keys)
    )
    return [None if score == _ABSENT else score for score in array("i", found)]
