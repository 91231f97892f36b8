"""How the builders tell their progress."""

from __future__ import annotations

from collections.abc import Callable

# Called with the name of a stage, how many steps of it are done, and how many there are.
Report = Callable[[str, int, int], None]


def silent(stage: str, done: int, total: int) -> None:
    """Show nothing."""
