"""SupervisedProcess: an untrusted program that is kept within limits and never left running."""

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
from functools import cached_property
from pathlib import Path
from typing import IO, Any

from dropfour.engines.engine import Stop
from dropfour.outcome import Fault

_SUPERVISOR = (sys.executable, "-I", "-S", str(Path(__file__).with_name("supervisor.py")))
_CHUNK = 1 << 16
_TAIL = 2000
_END_S = 40.0  # a little more than the supervisor takes at most
_POLL_S = 0.05


@dataclass(frozen=True, slots=True)
class ProcessLimits:
    """What an untrusted program may use; None is no limit. Output is counted from one message sent to
    it to the next."""

    memory_mib: int | None = 1024
    cpu_s: int | None = None
    output_bytes: int = 1 << 20
    file_bytes: int = 64 << 20


class SupervisedProcess:
    """A running program with a scratch directory as its working directory.

    On POSIX systems a supervisor (see `dropfour.players.supervisor`) ends it with all processes that it
    started, even if this process is killed. Elsewhere `close` ends its process tree, and only output
    and time are limited.
    """

    def __init__(
        self,
        argv: list[str],
        limits: ProcessLimits | None = None,
        files: Mapping[str, str] | None = None,
    ) -> None:
        """Start *argv* with *files* in its directory; raise OSError if that fails."""
        self._limits = limits or ProcessLimits()
        self.scratch = Path(tempfile.mkdtemp(prefix="dropfour-"))
        self._messages: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._written = 0
        self._flooded = False
        self._errors = b""
        self._supervisor: socket.socket | None = None
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

    def __enter__(self) -> SupervisedProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- messages -------------------------------------------------------------------------------

    def send(self, message: str) -> None:
        """Send a message to the program. If it has ended, the next `receive` raises Fault."""
        self._written = 0
        stream = self._process.stdin
        assert stream is not None
        with contextlib.suppress(OSError):
            stream.write(message.encode() + b"\n")
            stream.flush()

    def close_input(self) -> None:
        """Close the program's standard input."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def receive(self, time_s: float, stop: Stop | None = None) -> str:
        """Return the next message of the program: a row of its output, without the line end.

        Raises TimeoutError after *time_s*, which may be infinite, and Fault if the program ended, wrote
        too much or *stop* was set.
        """
        message = self._next(time.monotonic() + time_s, stop)
        if self._flooded:
            raise Fault(f"wrote more than {self._limits.output_bytes} bytes of output")
        if message is None:
            self._messages.put(None)
            raise Fault(self._how_it_ended())
        return message.decode("utf-8", "replace").rstrip("\r")

    def wait(self, time_s: float, stop: Stop | None = None) -> str:
        """Wait for the program to end with exit code 0, and return its output.

        Raises TimeoutError after *time_s*, and Fault if it failed, wrote too much or *stop* was set.
        """
        until, rows = time.monotonic() + time_s, []
        try:
            while True:
                rows.append(self.receive(until - time.monotonic(), stop))
        except Fault:
            if self._flooded or (stop is not None and stop.is_set) or self.exit_code != 0:
                raise
        return "\n".join(rows)

    @property
    def exit_code(self) -> int | None:
        """The exit code of a program that ended by itself, once `receive` or `wait` has noticed."""
        how, number = self._ending
        return number if how == "exit" else None

    def close(self) -> None:
        """End the program with all processes that it started, and remove its scratch directory."""
        if self._supervisor is not None:
            self._supervisor.settimeout(_END_S)
            try:
                self._supervisor.shutdown(socket.SHUT_WR)
                while self._supervisor.recv(4096):  # its end of the socket closes when it ends
                    pass
            except OSError:
                self._process.kill()
            self._supervisor.close()
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

    # --- internal -------------------------------------------------------------------------------

    def _next(self, until: float, stop: Stop | None) -> bytes | None:
        while True:
            left_s = max(until - time.monotonic(), 0.0)
            try:
                return self._messages.get(timeout=min(left_s, _POLL_S))
            except queue.Empty:
                if stop is not None and stop.is_set:
                    raise Fault("was stopped") from None
                if left_s == 0.0:
                    raise TimeoutError from None

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
                [*_SUPERVISOR, str(number), str(self.scratch), *words, *argv],
                pass_fds=(number,),
                start_new_session=True,
                **pipes,
            )
        self._supervisor = ours
        return process

    def _read_output(self, stream: IO[bytes]) -> None:
        rest = b""
        while chunk := self._read(stream):
            self._written += len(chunk)
            if self._written > self._limits.output_bytes:
                self._flooded = True
                break
            *messages, rest = (rest + chunk).split(b"\n")
            for message in messages:
                self._messages.put(message)
        if rest and not self._flooded:
            self._messages.put(rest)
        self._messages.put(None)

    def _read_errors(self, stream: IO[bytes]) -> None:
        written = 0
        while chunk := self._read(stream):
            self._errors = (self._errors + chunk)[-_TAIL:]
            written += len(chunk)
            if written > self._limits.output_bytes:
                self._flooded = True
                self._messages.put(None)
                return

    @staticmethod
    def _read(stream: IO[bytes]) -> bytes:
        try:
            return os.read(stream.fileno(), _CHUNK)
        except (OSError, ValueError):  # closed by us
            return b""

    @cached_property
    def _ending(self) -> tuple[str, int]:
        """How the program ended, with its exit code or signal; waits for its end."""
        if self._supervisor is None:
            return "exit", self._process.wait(_END_S)
        self._supervisor.settimeout(_END_S)
        report = b""
        with contextlib.suppress(OSError):
            while not report.endswith(b"\n") and (chunk := self._supervisor.recv(4096)):
                report += chunk
        how, _, number = report.decode().strip().partition(" ")
        return how, int(number or 0)

    def _how_it_ended(self) -> str:
        """Return the end in words, with the last line that the program wrote to standard error."""
        how, number = self._ending
        self._readers[1].join(1.0)
        if how == "memory":
            return f"used more than {self._limits.memory_mib} MiB of memory"
        if how == "signal" and number == getattr(signal, "SIGXCPU", None):
            return f"used more than {self._limits.cpu_s} s of processor time"
        words = {"exit": f"ended with exit code {number}", "signal": f"died of {_signal(number)}"}
        errors = self._errors.decode("utf-8", "replace").strip().splitlines()
        ended = words.get(how, "ended")
        return f"{ended}: {errors[-1][:200]}" if errors else ended


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
