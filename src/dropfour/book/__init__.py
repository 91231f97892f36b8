"""Opening books: exact scores of early positions, looked up instead of searched for."""

from dropfour.book.format import InvalidBook
from dropfour.book.reader import Book, open_book, shipped_book

__all__ = ["Book", "InvalidBook", "open_book", "shipped_book"]
