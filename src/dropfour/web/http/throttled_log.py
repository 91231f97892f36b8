"""Errors that may occur with every request: logged at the first, and then once a minute."""

from __future__ import annotations

import logging
import time

_EVERY_S = 60


class ThrottledLog:
    def __init__(self) -> None:
        self._logger = logging.getLogger("dropfour")
        self._logged_at = -float(_EVERY_S)
        self._unlogged = 0

    def error(self, message: str) -> None:
        now = time.monotonic()
        if now - self._logged_at < _EVERY_S:
            self._unlogged += 1
            return
        before = f" ({self._unlogged} more times before)" if self._unlogged else ""
        self._logger.error("%s%s", message, before)
        self._logged_at, self._unlogged = now, 0
