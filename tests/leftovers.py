"""Which processes a test has left running: all that inherit a mark in their environment."""

from __future__ import annotations

import os
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PATIENCE_S = 20.0
_MARK = "DROPFOUR_TEST_MARK"


def marked_processes(mark: str) -> list[int]:
    """Return the processes that were started under *mark*."""
    found = []
    for directory in Path("/proc").glob("[0-9]*"):
        if int(directory.name) == os.getpid():
            continue
        # The command first: of a process that ends in between, nobody can tell what it was.
        command = _command(int(directory.name))
        try:
            is_marked = mark.encode() in (directory / "environ").read_bytes()
        except OSError:
            continue  # it has ended
        # Python's own helper of multiprocessing ends with the process that has it, which is this one.
        if is_marked and command and "multiprocessing.resource_tracker" not in command:
            found.append(int(directory.name))
    return found


def left_running(mark: str) -> list[str]:
    """Return the commands of marked processes that do not end by themselves."""
    until = time.monotonic() + PATIENCE_S
    while (left := marked_processes(mark)) and time.monotonic() < until:
        time.sleep(0.02)
    return [_command(process) for process in left]


@contextmanager
def no_process_left() -> Iterator[str]:
    """Fail if a process started in the block is still running at its end or left a directory."""
    mark = uuid.uuid4().hex
    scratch = _scratch_directories()
    os.environ[_MARK] = mark
    try:
        yield mark
    finally:
        del os.environ[_MARK]
    if sys.platform != "linux":
        return
    assert not left_running(mark)
    until = time.monotonic() + PATIENCE_S
    while (new := _scratch_directories() - scratch) and time.monotonic() < until:
        time.sleep(0.02)  # those of tests that run beside this one go, too
    assert not new


def _scratch_directories() -> set[Path]:
    temporary = Path(os.environ.get("TMPDIR", "/tmp"))
    return set(temporary.glob("dropfour-*"))


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text(errors="replace").replace("\0", " ")
    except OSError:
        return ""  # it has ended


@pytest.fixture(autouse=True)
def nothing_left(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Every test ends with no process and no scratch directory left."""
    # A place of its own for scratch directories: tests beside this one have theirs.
    place = tmp_path_factory.mktemp("scratch")
    monkeypatch.setenv("TMPDIR", str(place))
    monkeypatch.setattr("tempfile.tempdir", None)
    with no_process_left():
        yield
