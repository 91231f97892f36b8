from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from leftovers import no_process_left


@pytest.fixture(autouse=True)
def nothing_left(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Every test of the arena ends with no process and no scratch directory left."""
    # A place of its own for scratch directories: tests beside this one have theirs.
    place: Path = tmp_path_factory.mktemp("scratch")
    monkeypatch.setenv("TMPDIR", str(place))
    monkeypatch.setattr("tempfile.tempdir", None)
    with no_process_left():
        yield
