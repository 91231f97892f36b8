from __future__ import annotations

import subprocess
import sys

import pytest

from dropfour import arena


def test_all_names_are_there() -> None:
    assert sorted(arena.__all__) == sorted(arena._HOMES)
    for name in arena.__all__:
        assert getattr(arena, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        arena.nothing  # noqa: B018


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        # A match works in a plain installation.
        (
            "dropfour.cli.arena, dropfour.arena.tournament, dropfour.arena.duel",
            "sqlalchemy scipy rich",
        ),
        # The process of each untrusted function starts quickly.
        ("dropfour.arena.host", "sqlalchemy scipy numpy rich click"),
    ],
)
def test_no_more_is_imported_than_is_needed(module: str, unwanted: str) -> None:
    text = f"import sys, {module}; print(*sys.modules)"
    command = [sys.executable, "-c", text]
    loaded = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert not set(unwanted.split()) & set(loaded)
