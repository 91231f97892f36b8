"""The settings of a server, with defaults for personal use."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields
from pathlib import Path

import platformdirs

from dropfour.database import DatabaseError

_LARGEST_LIMIT = 1_000_000_000


def default_database_url() -> str:
    """Return the URL of the SQLite file in the user's data directory, which is created if missing."""
    file = Path(platformdirs.user_data_dir("dropfour", appauthor=False)) / "games.sqlite3"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseError(
            f"cannot create {file.parent} for the database: {error.strerror}; "
            "name another place with --store"
        ) from error
    return f"sqlite:///{file}"


def _spare_cores() -> int:
    """Return how many searches may run in parallel, which leaves one core for requests."""
    return max(1, min(8, (os.cpu_count() or 1) - 1))


@dataclass(frozen=True, slots=True)
class Settings:
    """The database of a server, whom it serves, and the limits of each process; those of a client are
    for each visitor, and ten times as high for all visitors at one address."""

    # Not in the repr: it may hold a password.
    database_url: str = field(default_factory=default_database_url, repr=False)
    # Names besides those that only a computer of this network can have; "*" is any name.
    allowed_hosts: tuple[str, ...] = ()
    # Addresses and networks of proxies that say for whom they forward a request.
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    # A file for one line per request, "-" for standard output.
    access_log: str | None = None
    # Whether live games between people count for a rating.
    ratings: bool = False
    # For the engines that only the server has, the operator's.
    engine_time_s: float = 1.0
    engine_threads: int = 1
    search_threads: int = field(default_factory=_spare_cores)
    # Work that waits for a thread.
    max_waiting_per_client: int = 32
    # How long a player of a live game may be away before the other one can claim the win.
    claim_after_s: float = 60.0
    claim_untimed_after_s: float = 180.0
    # The JSON of a game with all the variations that it can have.
    max_body_bytes: int = 128 * 1024
    # By each client; 0 means no limit. Clients at the address of a trusted proxy have none.
    max_requests_per_second: int = 50
    max_games_per_minute: int = 60
    # At one address: a class opens the page within minutes.
    max_new_visitors_per_minute: int = 60
    max_connections: int = 10_000
    max_connections_per_client: int = 100
    header_timeout_s: float = 10.0
    body_timeout_s: float = 20.0
    idle_timeout_s: float = 20.0
    write_timeout_s: float = 30.0


def parse_limits(text: str) -> dict[str, int | float]:
    """Return the limits in *text*, such as ``max_connections=500,engine_time_s=0.5``, by the names of
    fields of Settings; raise ValueError for an unknown name or a number that is out of range."""
    kinds = {each.name: each.type for each in fields(Settings) if each.type in ("int", "float")}
    limits: dict[str, int | float] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name not in kinds:
            raise ValueError(f"there is no limit {name!r}; there are: {', '.join(kinds)}")
        is_integer = kinds[name] == "int"
        # Rates may be 0, which means no limit.
        is_rate = name.endswith(("_per_second", "_per_minute"))
        least = 0 if is_rate else 1 if is_integer else 0.01
        try:
            limits[name] = int(value) if is_integer else float(value)
        except ValueError:
            limits[name] = -1
        if not least <= limits[name] <= _LARGEST_LIMIT:
            kind = "an integer" if is_integer else "a number"
            raise ValueError(f"{name}: expected {kind} from {least} on, not {value!r}")
    return limits
