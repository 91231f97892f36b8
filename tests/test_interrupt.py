"""Ctrl+C at any moment of any command: one sentence and exit code 130, never a traceback."""

import contextlib
import os
import random
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from dropfour.cli import main
from dropfour.interrupts import INTERRUPTED
from dropfour.launch import from_thread
from platforms import posix_only

pytestmark = posix_only

# Like the installed program, but the signal is blocked until Python itself has started, since none of
# our code runs before that.
PROGRAM = """
import signal, dropfour.launch
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored if the tests are a background job
dropfour.launch.end_if_interrupted()
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
dropfour.launch.dropfour()
"""
COMMANDS = [
    command.replace("PYTHON", shlex.quote(sys.executable))
    for command in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()[1:]
]


# Several at a time, since most of the time is waiting.
BATCHES = [
    *(COMMANDS[start::8] for start in range(8)),
    *(pytest.param([command] * 4, marks=pytest.mark.long) for command in COMMANDS),
]


def test_every_command_is_interrupted_here() -> None:
    names = main.list_commands(click.Context(main))
    assert set(names) <= {command.split()[0] for command in COMMANDS}


@pytest.mark.parametrize("commands", BATCHES, ids=lambda commands: commands[0])
def test_an_interrupt_ends_a_command_with_one_sentence(
    commands: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    commands = random.sample(commands, len(commands))
    moments = sorted(random.uniform(0.0, 2.0) for _ in commands)
    started = time.monotonic()
    with contextlib.ExitStack() as stack:
        processes = [
            _start(command, tmp_path / str(number), stack)
            for number, command in enumerate(commands)
        ]
        for moment, process in zip(moments, processes, strict=True):
            time.sleep(max(0.0, started + moment - time.monotonic()))
            _send(signal.SIGINT, process)
        for number, (moment, process) in enumerate(zip(moments, processes, strict=True)):
            process.wait(60)
            output, errors = (
                (tmp_path / f"{number}.{kind}").read_text() for kind in ("out", "err")
            )
            said = f"{commands[number]} after {moment:.3f} s:\n{output}\n{errors}"
            # A program that was about to exit is killed by the signal, which shells also report as 130.
            assert process.returncode in (0, INTERRUPTED, -signal.SIGINT), said
            assert "Traceback" not in errors, said
            assert "Aborted" not in errors, said
            if process.returncode == INTERRUPTED:
                assert "Interrupted." in output + errors or "the same command" in errors.lower(), (
                    said
                )
    assert not list(tmp_path.glob("dropfour-*"))


UNUSUAL = """
import atexit, signal, time, dropfour.launch
from concurrent.futures import ThreadPoolExecutor
from dropfour import interrupts
from dropfour.cli import main
from dropfour.interrupts import whole

@main.command()
def converted():
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        raise ValueError("as pydantic and dataclasses do") from None

@main.command()
def lost():
    class Finalized:
        def __del__(self):
            signal.raise_signal(signal.SIGINT)

    Finalized()
    time.sleep(60)

@main.command()
def inside():
    with whole():
        with whole():
            signal.raise_signal(signal.SIGINT)
        finished.append("block")
    finished.append("more")

@main.command()
def impatient():
    with whole():
        signal.raise_signal(signal.SIGINT)
        finished.append("block")
        signal.raise_signal(signal.SIGINT)
        finished.append("more")

@main.command()
def endless():
    with whole():
        signal.raise_signal(signal.SIGINT)
        finished.append("block")
        time.sleep(60)

@main.command()
def elsewhere():
    with whole(), ThreadPoolExecutor() as threads:
        threads.submit(lambda: whole().__enter__()).result()
    finished.append("block")
    signal.raise_signal(signal.SIGINT)

finished = []
interrupts._PATIENCE_S = 0.1
atexit.register(lambda: print(*finished))
signal.signal(signal.SIGINT, signal.default_int_handler)
dropfour.launch.dropfour()
"""


def said_by(program: str, *arguments: str) -> str:
    """Return what a program prints that is interrupted."""
    command = [sys.executable, "-c", program, *arguments]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stderr.strip()) == (INTERRUPTED, "Interrupted.")
    return result.stdout.strip()


@pytest.mark.parametrize("command", ["converted", "lost"])
def test_an_interrupt_survives_the_code_that_it_meets(command: str) -> None:
    assert said_by(UNUSUAL, command) == ""


@pytest.mark.parametrize("command", ["inside", "impatient", "endless", "elsewhere"])
def test_an_interrupt_waits_for_the_end_of_a_block_but_not_for_long(command: str) -> None:
    assert said_by(UNUSUAL, command) == "block"


IN_A_THREAD = """
import os, signal, threading, time, dropfour.launch
signal.signal(signal.SIGINT, signal.default_int_handler)

printed = threading.Event()

def items():
    yield 1
    printed.wait()
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(600)  # as native code does, without a chance for Python

for item in dropfour.launch.from_thread(items()):
    print(item, flush=True)
    printed.set()
"""


def test_an_interrupt_does_not_wait_for_native_code() -> None:
    assert said_by(IN_A_THREAD) == "1"


def test_an_exception_in_the_thread_is_raised() -> None:
    def items() -> Iterator[int]:
        yield 1
        raise ValueError("no more")

    found = from_thread(items())
    assert next(found) == 1
    with pytest.raises(ValueError, match="no more"):
        next(found)


def _start(command: str, directory: Path, stack: contextlib.ExitStack) -> subprocess.Popen[bytes]:
    """Start a command in a new directory; it is killed when the stack is closed."""
    directory.mkdir()
    output, errors = (directory.with_suffix(kind).open("wb") for kind in (".out", ".err"))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with output, errors:
            process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, *shlex.split(command)],
                cwd=directory,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=errors,
                start_new_session=True,
            )
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    stack.enter_context(process)
    stack.callback(_send, signal.SIGKILL, process)
    return process


def _send(number: signal.Signals, process: subprocess.Popen[bytes]) -> None:
    """Send a signal to a program and all its processes, as a terminal does."""
    # macOS refuses once the process has ended.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
