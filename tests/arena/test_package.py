import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        # A match works without any extra.
        ("dropfour.cli.arena, dropfour.arena.runner, dropfour.arena.sprt", "sqlalchemy scipy rich"),
        # The process for an untrusted function has to start quickly.
        ("dropfour.players.function_host", "sqlalchemy scipy numpy rich click"),
    ],
)
def test_no_more_is_imported_than_is_needed(module: str, unwanted: str) -> None:
    text = f"import sys, {module}; print(*sys.modules)"
    command = [sys.executable, "-c", text]
    loaded = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert not set(unwanted.split()) & set(loaded)
