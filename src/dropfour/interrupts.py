"""Ctrl+C in our programs: an exception, which waits while a block must not be torn apart."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130  # what shells report for a program that Ctrl+C ended: 128 + SIGINT


# A block that takes longer, as with a database that does not answer, is interrupted after all.
_PATIENCE_S = 2

_interrupted = False
_waits = False
_blocks = 0


def was_interrupted() -> bool:
    """Return whether Ctrl+C was pressed since the program started, even if the KeyboardInterrupt has
    become another exception, as happens while pydantic builds a class."""
    return _interrupted


def interrupt(number: int, frame: FrameType | None) -> None:
    """The signal handler of our programs: raise KeyboardInterrupt, but the first one within `whole`
    at the end of the block."""
    global _interrupted, _waits
    _interrupted = True
    if _blocks and not _waits:
        _waits = True
        interrupt_after(_PATIENCE_S)
    else:
        raise KeyboardInterrupt


def interrupt_after(seconds: float) -> None:
    """Interrupt the program in *seconds*, where the system has such a timer; 0 for not at all."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, seconds)


@contextmanager
def whole() -> Iterator[None]:
    """Let Ctrl+C wait until the block ends. Libraries clean up after a KeyboardInterrupt, but not from
    one that arrives in the middle of that: SQLAlchemy logs a traceback, or loses its connection."""
    global _blocks, _waits
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are handled in the main thread only
        return
    _blocks += 1
    try:
        yield
    finally:
        _blocks -= 1
        if _waits and not _blocks:
            _waits = False
            interrupt_after(0)
            raise KeyboardInterrupt
