"""No argument crashes or hangs a public or native function, or raises what only our faults raise."""

import subprocess
import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).parents[1] / "load" / "fuzz.py"


def fuzz(seconds: int, folder: Path, *seed: str) -> None:
    command = [sys.executable, "-W", "ignore", str(FUZZ), str(seconds), *seed]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    last = folder / "last_call"
    assert done.returncode == 0, "\n".join(
        (done.stdout, done.stderr, last.read_text("utf-8") if last.exists() else "")
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no alarms")
def test_two_seconds_of_arguments_of_every_kind(tmp_path: Path) -> None:
    fuzz(2, tmp_path, "1")


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no alarms")
def test_ten_minutes_of_arguments_of_every_kind(tmp_path: Path) -> None:
    fuzz(600, tmp_path)
