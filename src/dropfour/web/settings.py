"""What can be set for a server, with what is sensible for one at home."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs


def default_database_url() -> str:
    """Return the URL of the SQLite file in the user's data directory, which is made if need be."""
    folder = Path(platformdirs.user_data_dir("dropfour", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'games.sqlite3'}"


def _spare_cores() -> int:
    """How many searches may run at once: one core is left for answering clicks."""
    return max(1, min(8, (os.cpu_count() or 1) - 1))


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server keeps games and how much it thinks."""

    database_url: str = field(default_factory=default_database_url)
    max_body_bytes: int = 64 * 1024
    engine_time_s: float = 1.0
    hint_time_s: float = 1.0
    analysis_time_s: float = 30.0
    review_time_s: float = 60.0
    # After so long a search makes room as soon as somebody else waits.
    slice_s: float = 3.0
    search_threads: int = field(default_factory=_spare_cores)
    max_waiting: int = 256
    max_waiting_per_client: int = 8
    table_mib: int = 32
