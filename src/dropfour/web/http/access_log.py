"""The access log: one line per request, in the common log format, and the seconds it took."""

from __future__ import annotations

import logging
import logging.handlers
import re
import sys
import time
from collections.abc import Callable

from starlette.types import Scope

from dropfour.web.http.problems import ThrottledLog

_access = logging.getLogger("dropfour.access")
# What could end a line or a quotation in the log.
_ODD = re.compile(r"[^!#-\[\]-~]")


def open_access_log(place: str) -> None:
    """Write the log to the file at *place*, or to standard output if it is ``-``; raise OSError if the
    file cannot be written. A file that was moved away is created again."""
    handler: logging.Handler
    try:
        if place == "-":
            handler = logging.StreamHandler(sys.stdout)
        else:
            handler = logging.handlers.WatchedFileHandler(place, encoding="utf-8")
    except OSError as error:
        raise OSError(f"cannot write the access log {place}: {error.strerror}") from error
    handler.setFormatter(logging.Formatter("%(message)s"))
    handler.handleError = _report_errors(place)  # type: ignore[assignment, method-assign]
    for old in list(_access.handlers):
        _access.removeHandler(old)
        old.close()
    _access.addHandler(handler)
    _access.setLevel(logging.INFO)
    _access.propagate = False


def log_access(scope: Scope, status: int, size: int, time_s: float) -> None:
    """Log an answered request, without its query, cookies and body."""
    if not _access.isEnabledFor(logging.INFO):
        return
    client = scope.get("client")
    when = time.strftime("%d/%b/%Y:%H:%M:%S +0000", time.gmtime())
    _access.info(
        '%s - - [%s] "%s %s HTTP/%s" %d %d %.3f',
        _clean(client[0]) if client else "-",
        when,
        _clean(scope["method"]),
        _clean(scope.get("raw_path", b"").decode("latin-1")),
        scope["http_version"],
        status,
        size,
        time_s,
    )


def _report_errors(place: str) -> Callable[[logging.LogRecord], None]:
    """Return what reports a log that cannot be written, as on a full disk."""
    log = ThrottledLog()
    return lambda record: log.error(f"cannot write the access log {place}: {sys.exc_info()[1]}")


def _clean(text: str) -> str:
    return _ODD.sub(lambda found: f"%{ord(found[0]):02X}", text)
