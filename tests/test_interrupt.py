"""Ctrl+C at any moment of any command: one sentence and exit code 130, never a traceback."""

from __future__ import annotations

import contextlib
import os
import random
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest

from dropfour.cli import main
from dropfour.exit_codes import INTERRUPTED
from platforms import posix_only

pytestmark = posix_only

# Like the installed program, but the signal is blocked until Python itself has started, since none of
# our code runs before that.
PROGRAM = """
import signal, dropfour_launch
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored if the tests are a background job
dropfour_launch.end_if_interrupted()
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
dropfour_launch.dropfour()
"""
PLAYERS = "--player random --player random --games 100000 --store cup.db"
COMMANDS = [
    "--help",
    "admin --help",
    "analyse 44 --no-book",
    "board 44",
    "book build --depth 5 --out new.book --workers 2 --table-mib 16",
    "book info",
    "book verify",
    "dataset new.npz --count 1000000 --workers 2",
    f"check-engine '{shlex.quote(sys.executable)} -m dropfour engine easy'",
    "engine",
    "engines",
    "interactive in.txt computer-next 30",
    "match random random --games 100000 --openings empty",
    "one-move in.txt out.txt 30",
    "perft 30",
    "play",
    "play --red perfect --yellow human",
    "puzzle",
    "puzzles build new.gz --workers 2",
    "puzzles verify",
    "review -",
    "serve --port 0 --no-open --database games.db",
    "site page",
    "solve 44 --no-book",
    "sprt random random --elo1 1 --games 100000 --workers 2",
    f"tournament {PLAYERS} --workers 1",
    f"tournament {PLAYERS} --workers 2 --openings empty",
]


def test_every_command_is_interrupted_here() -> None:
    names = main.list_commands(click.Context(main))
    assert set(names) <= {command.split()[0] for command in COMMANDS}


@pytest.mark.parametrize("command", COMMANDS)
def test_an_interrupt_ends_a_command_with_one_sentence(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    moments = sorted(random.uniform(0.0, 1.5) for _ in range(3))
    started = time.monotonic()
    processes = [_start(command, tmp_path / str(number)) for number in range(len(moments))]
    for moment, process in zip(moments, processes, strict=True):
        time.sleep(max(0.0, started + moment - time.monotonic()))
        with contextlib.suppress(PermissionError):  # on macOS if the process has ended
            os.killpg(process.pid, signal.SIGINT)  # to all processes, as a terminal does
    for number, (moment, process) in enumerate(zip(moments, processes, strict=True)):
        with process:
            process.wait(60)
        output, errors = ((tmp_path / f"{number}.{kind}").read_text() for kind in ("out", "err"))
        said = f"after {moment:.3f} s:\n{output}\n{errors}"
        # A program that was about to exit is killed by the signal, which shells also report as 130.
        assert process.returncode in (0, INTERRUPTED, -signal.SIGINT), said
        assert "Traceback" not in errors, said
        assert "Aborted" not in errors, said
        if process.returncode == INTERRUPTED:
            assert "Interrupted." in output + errors or "the same command" in errors.lower(), said
    assert not list(tmp_path.glob("dropfour-*"))


def _start(command: str, directory: Path) -> subprocess.Popen[bytes]:
    directory.mkdir()
    output, errors = (directory.with_suffix(kind).open("wb") for kind in (".out", ".err"))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with output, errors:
            return subprocess.Popen(
                [sys.executable, "-c", PROGRAM, *shlex.split(command)],
                cwd=directory,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=errors,
                start_new_session=True,
            )
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
