"""The health of a server: whether its database can be written."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from dropfour.database import DatabaseError

_VALID_S = 2.0


class Health:
    """Checks the database, at most once every two seconds however often it is asked. Any thread may use
    it."""

    def __init__(self, check: Callable[[], None]) -> None:
        self._check = check
        self._lock = threading.Lock()
        self._checked_at = -_VALID_S
        self._error: DatabaseError | None = None

    def error(self) -> DatabaseError | None:
        """Return what is wrong with the database, None if it can be written."""
        with self._lock:
            if time.monotonic() - self._checked_at >= _VALID_S:
                self._error = None
                try:
                    self._check()
                except DatabaseError as error:
                    self._error = error
                self._checked_at = time.monotonic()
            return self._error
