"""Which processes a test has left running: all that inherit a mark in their environment."""

from __future__ import annotations

import os
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_MARK = "DROPFOUR_TEST_MARK"


def marked_processes(mark: str) -> list[int]:
    """Return the processes, children of whomsoever, that were started under *mark*."""
    found = []
    for directory in Path("/proc").glob("[0-9]*"):
        if int(directory.name) == os.getpid():
            continue
        try:
            if mark.encode() in (directory / "environ").read_bytes():
                found.append(int(directory.name))
        except OSError:
            continue  # it has ended
    # Python's own helper of multiprocessing ends with the process that has it, which is this one.
    return [each for each in found if "multiprocessing.resource_tracker" not in _command(each)]


@contextmanager
def no_process_left(patience_s: float = 20.0) -> Iterator[str]:
    """Fail if a process that was started within is still there at the end; scratch directories, too."""
    mark = uuid.uuid4().hex
    scratch = _scratch_directories()
    os.environ[_MARK] = mark
    try:
        yield mark
    finally:
        del os.environ[_MARK]
    if sys.platform != "linux":
        return
    until = time.monotonic() + patience_s
    while (left := marked_processes(mark)) and time.monotonic() < until:
        time.sleep(0.02)
    assert not left, f"left running: {[_command(process) for process in left]}"
    while (new := _scratch_directories() - scratch) and time.monotonic() < until:
        time.sleep(0.02)  # those of tests that run beside this one go, too
    assert not new


def _scratch_directories() -> set[Path]:
    temporary = Path(os.environ.get("TMPDIR", "/tmp"))
    return set(temporary.glob("dropfour-*"))


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return "one that has just ended"
