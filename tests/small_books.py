"""Small books that several tests use."""

from pathlib import Path

import pytest

from dropfour.book.format import Contents
from dropfour.book.reader import load_contents
from dropfour.rules import Rules
from dropfour.tools.books.build import BookPlan, build
from dropfour.work.threads import ThreadExecutor

SMALL = BookPlan(Rules(4, 4), depth=5, hard_depth=7, hard_nodes=30, every=2)


@pytest.fixture(scope="session")
def small_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of 4x4 that stores every second ply and hard positions beyond its depth, as an
    uninterrupted build makes it."""
    path = tmp_path_factory.mktemp("books") / "4x4.book"
    assert build(SMALL, path, ThreadExecutor(2), table_mib=4).is_finished
    return path


@pytest.fixture(scope="session")
def small(small_path: Path) -> Contents:
    return load_contents(small_path)
