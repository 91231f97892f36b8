"""A small book that several tests use."""

from pathlib import Path

import pytest

from dropfour.book.format import Contents
from dropfour.book.reader import load_contents

# A book of 4x4 that stores every second ply to 5, as `lab.books` builds it.
SMALL_PATH = Path(__file__).parent / "book" / "4x4.book"


@pytest.fixture(scope="session")
def small() -> Contents:
    return load_contents(SMALL_PATH)
