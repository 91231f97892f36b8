"""Fixtures of the terminal tests: a temporary directory, and the program in a pipe."""

from pathlib import Path

import pytest

from leftovers import nothing_left
from terminal.programs import Run, run_in_pipe

__all__ = ["nothing_left"]


@pytest.fixture(autouse=True)
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make tmp_path the current directory, and return the folder of saved games."""
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "XDG_STATE_HOME" / "dropfour"


@pytest.fixture
def run() -> Run:
    return run_in_pipe
