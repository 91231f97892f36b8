"""The installed programs, outside `dropfour` so that Ctrl+C is handled while that is imported."""

from __future__ import annotations

import importlib
import os
import signal
from types import FrameType


def dropfour() -> None:
    _run("dropfour.cli", "main", "dropfour")


def maxconnect4() -> None:
    _run("dropfour.cli.maxconnect4", "maxconnect4", "maxconnect4")


def end_if_interrupted() -> bool:
    """Let Ctrl+C end the process immediately, with one sentence and no exception in half-imported
    modules; return False and change nothing where it is ignored, as in a background job."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        return False
    signal.signal(signal.SIGINT, _end)
    return True


def _run(module: str, function: str, name: str) -> None:
    is_guarded = end_if_interrupted()
    program = getattr(importlib.import_module(module), function)
    try:
        if is_guarded:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        program(prog_name=name)
    except KeyboardInterrupt:
        _end(signal.SIGINT, None)
    finally:
        if is_guarded:  # nothing is left to do that an exception could tidy up
            signal.signal(signal.SIGINT, signal.SIG_DFL)


def _end(number: int, frame: FrameType | None) -> None:
    os.write(2, b"\nInterrupted.\n")
    os._exit(128 + number)
