"""Looking up scores in books."""

from __future__ import annotations

import mmap
import os
from functools import lru_cache
from pathlib import Path

from dropfour import _native
from dropfour.arguments import PositionLike, position_of
from dropfour.book.format import Contents, InvalidBook, read_book
from dropfour.native import native_board
from dropfour.position import Position
from dropfour.rules import Objective, Rules

_SHIPPED = {Rules(): "7x6.book", Rules(objective=Objective.MOST_LINES): "7x6-most-lines.book"}


class Book:
    """Exact scores of early positions, mirror images included; safe to use from many threads."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self._native = _native.Book(native_board(Position(contents.rules)), contents.shelves)

    @property
    def rules(self) -> Rules:
        """The rules of the positions in the book."""
        return self.contents.rules

    @property
    def native(self) -> _native.Book:
        """The book in the form of the native core."""
        return self._native

    def lookup(self, position: PositionLike) -> int | None:
        """Return the exact score for the side to move.

        None if the book does not hold it: because of other rules, a later ply, a position that no game
        leads to, or a finished game.
        """
        position = position_of(position, self.contents.rules)
        if position.rules != self.contents.rules or position.ply > self.contents.depth:
            return None
        return self._native.lookup(native_board(position))


def load_contents(path: str | os.PathLike[str]) -> Contents:
    """Map a book file into memory and check it; raise OSError, or InvalidBook if it is not a valid book.

    Processes that read the same book share its memory. A new book must replace the file instead of
    being written into it (dropfour.files).
    """
    with Path(path).open("rb") as stream:
        if os.fstat(stream.fileno()).st_size == 0:  # an empty file cannot be mapped
            return read_book(b"", os.fspath(path))
        mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    return read_book(memoryview(mapped), os.fspath(path))


def open_book(path: str | os.PathLike[str]) -> Book:
    """Return the book in a file; errors as in load_contents."""
    return Book(load_contents(path))


@lru_cache(maxsize=8)
def shipped_book(rules: Rules) -> Book | None:
    """Return the book that comes with this package for *rules*; None if there is none.

    >>> book = shipped_book(d4.Rules())
    >>> book.lookup(d4.Position()), book.lookup(d4.Position.from_moves("1"))
    (1, 2)
    """
    path = shipped_path(rules)
    if path is None:
        return None
    try:
        return open_book(path)
    except InvalidBook as error:
        raise InvalidBook(f"{error}; reinstall dropfour, or search without a book") from None


def shipped_path(rules: Rules) -> Path | None:
    """Return the file of the shipped book for *rules*; None if there is none."""
    name = _SHIPPED.get(rules)
    if name is None:
        return None
    path = Path(__file__).with_name("data") / name
    return path if path.is_file() else None
