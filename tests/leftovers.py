"""Finds processes that a test has left running, by a mark that they inherit in their environment."""

import os
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

PATIENCE_S = 60.0
_MARK = "DROPFOUR_TEST_MARK"


def marked_processes(mark: str) -> list[int]:
    """Return the processes started under *mark*, even if they have a new parent."""
    found = []
    for directory in Path("/proc").glob("[0-9]*"):
        if int(directory.name) == os.getpid():
            continue
        # The command is read first: a process that ends in between no longer has one.
        command = _command(int(directory.name))
        try:
            is_marked = mark.encode() in (directory / "environ").read_bytes()
        except OSError:
            continue  # it has ended
        # This helper process of multiprocessing ends with its parent, the process of the tests.
        if is_marked and command and "multiprocessing.resource_tracker" not in command:
            found.append(int(directory.name))
    return found


def left_running(mark: str) -> list[str]:
    """Return the commands of marked processes that are still running after a while."""
    until = time.monotonic() + PATIENCE_S
    while (left := marked_processes(mark)) and time.monotonic() < until:
        time.sleep(0.02)
    return [_command(process) for process in left]


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text(errors="replace").replace("\0", " ")
    except OSError:
        return ""  # it has ended


@pytest.fixture(autouse=True)
def nothing_left(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Check that a test leaves no process and no scratch directory behind."""
    # Tests that run in parallel have other places for their scratch directories.
    place, mark = tmp_path_factory.mktemp("scratch"), uuid.uuid4().hex
    monkeypatch.setenv("TMPDIR", str(place))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setenv(_MARK, mark)
    yield
    if sys.platform == "linux":
        assert not left_running(mark)
        until = time.monotonic() + PATIENCE_S
        while (left := list(place.glob("dropfour-*"))) and time.monotonic() < until:
            time.sleep(0.02)
        assert not left
