"""Times as the database keeps them: text in UTC, which sorts chronologically."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone


def time_text(after_s: float = 0.0) -> str:
    """Return the time in *after_s* seconds, or so long ago if that is negative."""
    moment = datetime.now(timezone.utc) + timedelta(seconds=after_s)
    return moment.isoformat(timespec="microseconds")
