"""Solvers in processes of their own, which answer one move string at a time."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lab.peers.build import Board, PeerError

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Answer:
    """What a solver found, and its cost; nodes are counted as the solver counts them."""

    score: int
    nodes: int | None
    seconds: float


class TimeLimit(Exception):
    """A solver has not answered in time; its process has been ended."""


class Worker:
    """A solver's process, on one processor *core* if given."""

    def __init__(self, name: str, command: Sequence[str], core: int | None = None) -> None:
        self.name = name
        # Huge pages for tables that the solver allocates without asking for them (glibc 2.35).
        environment = os.environ | {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
            )
        except OSError as error:
            raise PeerError(f"{name}: {command[0]} cannot be run: {error.strerror}") from None
        if core is not None:
            os.sched_setaffinity(self._process.pid, {core})
        self._greet()

    def _greet(self) -> None:
        words = self._read()
        if words != ["ready"]:
            reason = f"it said {' '.join(words)!r}, not 'ready'," if words else self._end()
            self.close()
            raise PeerError(f"{self.name}: {reason} before the first position")

    def ask(self, moves: str, limit_s: float | None = None) -> Answer:
        """Return the answer for the position after *moves*.

        Raises TimeLimit after *limit_s*, and PeerError if the solver ends or refuses the position.
        """
        words, seconds = self._exchange(moves, limit_s)
        return self._parse(moves, words, seconds)

    def _parse(self, moves: str, words: list[str], seconds: float) -> Answer:
        if len(words) != 3 or words[0] == "error":
            raise PeerError(
                f"{self.name}: {' '.join(words) or self._end()} on {moves or 'no moves'}"
            )
        return Answer(int(words[0]), int(words[1]), float(words[2]))

    def _exchange(self, moves: str, limit_s: float | None) -> tuple[list[str], float]:
        assert self._process.stdin is not None
        is_late = threading.Event()

        def end() -> None:
            is_late.set()
            self._process.kill()

        timer = threading.Timer(limit_s, end) if limit_s is not None else None
        if timer is not None:
            timer.start()
        started = time.perf_counter()
        try:
            self._process.stdin.write(moves + "\n")
            self._process.stdin.flush()
            words = self._read()
        except (BrokenPipeError, ValueError):  # the process has ended, or has been closed
            words = []
        seconds = time.perf_counter() - started
        if timer is not None:
            timer.cancel()
        if is_late.is_set():
            self.close()
            raise TimeLimit
        return words, seconds

    def _read(self) -> list[str]:
        assert self._process.stdout is not None
        return self._process.stdout.readline().split()

    def _end(self) -> str:
        return f"it ended with status {self._process.wait()}"

    def close(self) -> None:
        """End the process; an `ask` in another thread raises PeerError."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        self._process.stdout.close()


class PonsStyleWorker(Worker):
    """A command-line solver that answers `moves score`. It has no clock: the pipe is timed, too."""

    def _greet(self) -> None:
        pass

    def _parse(self, moves: str, words: list[str], seconds: float) -> Answer:
        if len(words) != 1 + bool(moves):
            raise PeerError(
                f"{self.name}: expected '{moves} score', not '{' '.join(words) or self._end()}'"
            )
        return Answer(int(words[-1]), None, seconds)


@dataclass(frozen=True, slots=True)
class Solver:
    """A column of the table; *command* returns None for a board that the solver does not take."""

    name: str
    command: Callable[[Board], Sequence[str] | None]
    is_exact: bool = True  # False: finds win, draw or loss
    worker: type[Worker] = Worker

    def start(self, board: Board, core: int | None = None) -> Worker:
        command = self.command(board)
        if command is None:
            raise PeerError(f"{self.name} does not take {board}")
        return self.worker(self.name, command, core)


def dropfour(table_mib: int, sweep_mib: int) -> Solver:
    script = str(_HERE / "dropfour_worker.py")

    def command(board: Board) -> list[str]:
        sizes = (board.columns, board.rows, table_mib, sweep_mib)
        return [sys.executable, script, *map(str, sizes)]

    return Solver("Dropfour", command)


def bitbully(python: str, *options: str) -> Solver:
    script = str(_HERE / "bitbully_worker.py")
    command = [python, script, *options]
    return Solver("BitBully", lambda board: command if board == Board() else None)


def pick_cores(jobs: int) -> list[int | None]:
    """Return a processor core for each job: one of each physical core first.

    A single job is left to the operating system, and so are all jobs where it cannot be asked.
    """
    if jobs == 1 or not hasattr(os, "sched_getaffinity"):
        return [None] * jobs
    cores = sorted(os.sched_getaffinity(0))
    if jobs > len(cores):
        raise PeerError(f"{jobs} jobs need as many processor cores; {len(cores)} are available")
    rank: dict[str, int] = {}
    order: list[tuple[int, int]] = []
    for core in cores:
        siblings = _siblings(core)
        rank[siblings] = rank.get(siblings, -1) + 1
        order.append((rank[siblings], core))
    return [core for _, core in sorted(order)[:jobs]]


def _siblings(core: int) -> str:
    path = Path(f"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list")
    try:
        return path.read_text(encoding="ascii")
    except OSError:
        return str(core)
