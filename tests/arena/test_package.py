import pytest

from commands import run_python


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        # A match works without any extra.
        ("dropfour.cli.arena, dropfour.arena.runner, dropfour.arena.sprt", "sqlalchemy scipy rich"),
        # The process for an untrusted function has to start quickly.
        ("dropfour.players.function_host", "sqlalchemy scipy numpy rich click"),
        ("dropfour.web", "scipy rich"),
    ],
)
def test_no_more_is_imported_than_is_needed(module: str, unwanted: str) -> None:
    loaded = run_python(f"import sys, {module}; print(*sys.modules)").split()
    assert not set(unwanted.split()) & set(loaded)
