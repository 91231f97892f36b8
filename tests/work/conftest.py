from __future__ import annotations

from collections.abc import Iterator

import pytest

from leftovers import no_process_left


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """Every test of executors ends with no process left."""
    with no_process_left():
        yield
