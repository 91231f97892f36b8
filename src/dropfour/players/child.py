"""Child: an untrusted program that we talk with by lines, kept to its limits and never left behind."""

from __future__ import annotations

import contextlib
import os
import queue
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from dropfour.players.fault import Fault

_KEEPER = (sys.executable, "-I", "-S", str(Path(__file__).with_name("keeper.py")))
_CHUNK = 1 << 16
_TAIL = 2000
_END_S = 40.0  # a little more than the keeper takes at the very most


@dataclass(frozen=True, slots=True)
class ProcessLimits:
    """What an untrusted program may use; None is no limit. Output counts from one line sent to it to
    the next."""

    memory_mib: int | None = 1024
    cpu_s: int | None = None
    output_bytes: int = 1 << 20
    file_bytes: int = 64 << 20


class Child:
    """A running program with a scratch directory as its working directory.

    Where the system is POSIX, a keeper watches over it (see `dropfour.players.keeper`) and ends it with
    all that it started, even if this process is killed. Elsewhere its process tree is ended by `close`
    and only the output and the time are limited.
    """

    def __init__(
        self,
        argv: list[str],
        limits: ProcessLimits | None = None,
        files: Mapping[str, str] | None = None,
    ) -> None:
        """Start *argv* with *files* in its directory; raise OSError if it cannot be."""
        self._limits = limits or ProcessLimits()
        self.scratch = Path(tempfile.mkdtemp(prefix="dropfour-"))
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._written = 0
        self._flooded = False
        self._errors = b""
        self._keeper: socket.socket | None = None
        self._ended: tuple[str, int] | None = None
        try:
            for name, text in (files or {}).items():
                (self.scratch / name).write_text(text, encoding="utf-8", newline="\n")
            self._process = self._start(argv)
        except BaseException:
            shutil.rmtree(self.scratch, ignore_errors=True)
            raise
        self._readers = [
            threading.Thread(target=reader, args=(stream,), daemon=True)
            for reader, stream in (
                (self._read_output, self._process.stdout),
                (self._read_errors, self._process.stderr),
            )
        ]
        for reader in self._readers:
            reader.start()

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- talking --------------------------------------------------------------------------------

    def send(self, line: str) -> None:
        """Write a line to the program. If it has ended, the next read says so."""
        self._written = 0
        stream = self._process.stdin
        assert stream is not None
        with contextlib.suppress(OSError):
            stream.write(line.encode() + b"\n")
            stream.flush()

    def close_input(self) -> None:
        """Let the program see the end of its input."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def read_line(self, time_s: float) -> str:
        """Return the next line the program writes, without its end.

        Raises TimeoutError after *time_s*, and Fault if the program ended or wrote too much.
        """
        try:
            line = self._lines.get(timeout=max(time_s, 0.0))
        except queue.Empty:
            raise TimeoutError from None
        if self._flooded:
            raise Fault(f"wrote more than {self._limits.output_bytes} bytes at once")
        if line is None:
            self._lines.put(None)
            raise Fault(self._how_it_ended())
        return line.decode("utf-8", "replace").rstrip("\r")

    def wait(self, time_s: float) -> None:
        """Wait for the program to end well, whatever it writes.

        Raises TimeoutError after *time_s*, and Fault if it failed or wrote too much.
        """
        until = time.monotonic() + time_s
        try:
            while True:
                self.read_line(until - time.monotonic())
        except Fault:
            if self._flooded or self.exit_code != 0:
                raise

    @property
    def exit_code(self) -> int | None:
        """How the program ended by itself, once `read_line` or `wait` has said that it did."""
        how, number = self._ending()
        return number if how == "exit" else None

    def close(self) -> None:
        """End the program with all that it started, and remove its scratch directory."""
        if self._keeper is not None:
            self._keeper.settimeout(_END_S)
            try:
                self._keeper.shutdown(socket.SHUT_WR)
                while self._keeper.recv(4096):  # its end of the socket closes as it ends
                    pass
            except OSError:
                self._process.kill()
            self._keeper.close()
            self._process.wait()
        else:
            _kill_tree(self._process)
        for reader in self._readers:
            reader.join(1.0)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        shutil.rmtree(self.scratch, ignore_errors=True)

    # --- within ---------------------------------------------------------------------------------

    def _start(self, argv: list[str]) -> subprocess.Popen[bytes]:
        pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        if sys.platform == "win32":
            flags = subprocess.CREATE_NEW_PROCESS_GROUP
            return subprocess.Popen(argv, cwd=self.scratch, creationflags=flags, **pipes)
        limits = self._limits
        memory_bytes = None if limits.memory_mib is None else limits.memory_mib << 20
        most = (memory_bytes, limits.cpu_s, limits.file_bytes)
        words = ["-" if each is None else str(each) for each in most]
        ours, theirs = socket.socketpair()
        with theirs:
            number = theirs.fileno()
            process = subprocess.Popen(
                [*_KEEPER, str(number), str(self.scratch), *words, *argv],
                pass_fds=(number,),
                start_new_session=True,
                **pipes,
            )
        self._keeper = ours
        return process

    def _read_output(self, stream: IO[bytes]) -> None:
        rest = b""
        while chunk := self._read(stream):
            self._written += len(chunk)
            if self._written > self._limits.output_bytes:
                self._flooded = True
                break
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._lines.put(line)
        if rest and not self._flooded:
            self._lines.put(rest)
        self._lines.put(None)

    def _read_errors(self, stream: IO[bytes]) -> None:
        written = 0
        while chunk := self._read(stream):
            self._errors = (self._errors + chunk)[-_TAIL:]
            written += len(chunk)
            if written > self._limits.output_bytes:
                self._flooded = True
                self._lines.put(None)
                return

    @staticmethod
    def _read(stream: IO[bytes]) -> bytes:
        try:
            return os.read(stream.fileno(), _CHUNK)
        except (OSError, ValueError):  # closed by us
            return b""

    def _ending(self) -> tuple[str, int]:
        """Return how the program ended, and a number that goes with it; waits for it to have ended."""
        if self._ended is None:
            self._ended = self._ask_how_it_ended()
        return self._ended

    def _ask_how_it_ended(self) -> tuple[str, int]:
        if self._keeper is None:
            return "exit", self._process.wait(_END_S)
        self._keeper.settimeout(_END_S)
        told = b""
        with contextlib.suppress(OSError):
            while not told.endswith(b"\n") and (chunk := self._keeper.recv(4096)):
                told += chunk
        how, _, number = told.decode().strip().partition(" ")
        return how, int(number or 0)

    def _how_it_ended(self) -> str:
        """Return the end in words, with the last line of what the program had to say about it."""
        how, number = self._ending()
        self._readers[1].join(1.0)
        if how == "memory":
            return f"used more than {self._limits.memory_mib} MiB of memory"
        if how == "signal" and number == getattr(signal, "SIGXCPU", None):
            return f"used more than {self._limits.cpu_s} s of processor time"
        words = {"exit": f"ended with exit code {number}", "signal": f"died of {_signal(number)}"}
        said = self._errors.decode("utf-8", "replace").strip().splitlines()
        ended = words.get(how, "ended")
        return f"{ended}: {said[-1][:200]}" if said else ended


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _kill_tree(process: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32" and process.poll() is None:
        command = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        subprocess.run(command, capture_output=True, check=False)
    if process.poll() is None:
        process.kill()
    process.wait()
