"""The supervisor: a small process that starts one untrusted program and leaves nothing of it running.

    caller ──socket── supervisor ── program ── the program's own children
       └───────── stdin, stdout, stderr ──┘

It runs as ``python -I -S supervisor.py FD SCRATCH MEMORY_BYTES CPU_S FILE_BYTES COMMAND...`` (``-``
is no limit) and imports little, since it is started before every program. When the program ends or
exceeds its memory, or when the caller closes its end of the socket (also by dying), the supervisor
kills the program with all its descendants, reports over the socket how it ended, waits until the
caller has read the results, removes the scratch directory and ends.

On Linux the supervisor adopts orphans, so that a descendant cannot escape into a session of its
own; on other systems the process group is killed.
"""

from __future__ import annotations

import contextlib
import os
import resource
import select
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing takes longer to import than everything else here
    from collections.abc import Callable, Iterator

_POLL_S = 0.1
_GIVE_UP_S = 30.0
_LAST_CPU_S = 2
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_IS_LINUX = sys.platform == "linux"


def main(arguments: list[str]) -> None:
    caller, scratch = int(arguments[0]), arguments[1]
    memory_bytes, cpu_s, file_bytes = (
        None if word == "-" else int(word) for word in arguments[2:5]
    )
    if _IS_LINUX:
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    woken, waker = os.pipe()
    for end in (woken, waker):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(waker)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    program = os.fork()
    if program == 0:
        try:
            _detach([caller, woken, waker])
            _limit(memory_bytes, cpu_s, file_bytes)
            os.chdir(scratch)
            os.execvp(arguments[5], arguments[5:])
        except BaseException as error:
            os.write(2, f"cannot start {arguments[5]}: {error}\n".encode())
        os._exit(127)
    ending = _watch(program, caller, woken, memory_bytes)
    _kill_all(program)
    for stream in (0, 1, 2):
        os.close(stream)
    try:
        os.write(caller, ending.encode() + b"\n")
        os.read(caller, 1)
    except OSError:
        pass  # the caller has ended
    _remove(scratch)


def _detach(private: list[int]) -> None:
    """Drop the supervisor's handles and signal handlers, and enter a new session."""
    os.setsid()
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    for handle in private:
        os.close(handle)
    if _IS_LINUX:
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _limit(memory_bytes: int | None, cpu_s: int | None, file_bytes: int | None) -> None:
    """Set the limits that the kernel enforces; a lower limit already in force is kept."""
    # RLIMIT_DATA counts allocated memory; RLIMIT_AS would also count what a Java VM only reserves.
    memory = resource.RLIMIT_DATA if _IS_LINUX else resource.RLIMIT_AS
    wanted = [
        (memory, memory_bytes),
        (resource.RLIMIT_CPU, cpu_s),
        (resource.RLIMIT_FSIZE, file_bytes),
        (resource.RLIMIT_CORE, 0),
    ]
    for kind, most in wanted:
        if most is None:
            continue
        _, hard = resource.getrlimit(kind)
        soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
        # With equal limits the kernel kills immediately, without the signal that names the reason.
        most_hard = soft + _LAST_CPU_S if kind == resource.RLIMIT_CPU else soft
        try:
            resource.setrlimit(kind, (soft, most_hard if hard == resource.RLIM_INFINITY else hard))
        except (OSError, ValueError):
            continue  # the system knows the limit but does not support it


def _watch(program: int, caller: int, woken: int, memory_bytes: int | None) -> str:
    """Wait until the program ends, exceeds its memory or is let go by the caller; return which."""
    while True:
        ready, _, _ = select.select([caller, woken], [], [], _POLL_S)
        if woken in ready:
            os.read(woken, 4096)
        if caller in ready:
            return "stopped"
        for ended, status in _reap():
            if ended == program:
                code = os.waitstatus_to_exitcode(status)
                return f"exit {code}" if code >= 0 else f"signal {-code}"
        if memory_bytes is not None and _resident_bytes() > memory_bytes:
            return "memory"


def _reap() -> Iterator[tuple[int, int]]:
    while True:
        try:
            ended, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if ended == 0:
            return
        yield ended, status


def _kill_all(program: int) -> None:
    """Kill the program and all its descendants, and wait until they have ended."""
    started = time.monotonic()
    while time.monotonic() - started < _GIVE_UP_S:
        if not _IS_LINUX:
            _signal_group(program)
        # Stop them first, so that none can start others while they are being killed.
        for action in (signal.SIGSTOP, signal.SIGKILL):
            for process in _descendants(os.getpid()):
                try:
                    os.kill(process, action)
                except OSError:
                    continue
        for _ in _reap():
            pass
        try:
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        time.sleep(0.002)


def _signal_group(group: int) -> None:
    with contextlib.suppress(OSError):  # already ended
        os.killpg(group, signal.SIGKILL)


def _descendants(ancestor: int) -> list[int]:
    if not _IS_LINUX:
        return []
    children = (
        _listed_children if os.path.exists("/proc/thread-self/children") else _scanned_children()
    )
    found: list[int] = []
    waiting = children(ancestor)
    while waiting:
        process = waiting.pop()
        found.append(process)
        waiting += children(process)
    return found


def _listed_children(process: int) -> list[int]:
    """Return the children of a process as listed by the kernel."""
    children: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/children", "rb") as stream:
                children += map(int, stream.read().split())
    except OSError:
        pass  # already ended
    return children


def _scanned_children() -> Callable[[int], list[int]]:
    """Scan all processes; return a function that gives the children of each."""
    families: dict[int, list[int]] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", "rb") as stream:
                # The name in parentheses may contain anything; the parent is the second field after it.
                parent = int(stream.read().rpartition(b")")[2].split()[1])
        except OSError:
            continue  # already ended
        families.setdefault(parent, []).append(int(name))
    return lambda process: list(families.get(process, ()))


def _resident_bytes() -> int:
    total, page = 0, resource.getpagesize()
    for process in _descendants(os.getpid()):
        try:
            with open(f"/proc/{process}/statm", "rb") as stream:
                total += int(stream.read().split()[1]) * page
        except OSError:
            continue
    return total


def _remove(directory: str) -> None:
    """Remove a directory and everything in it that can be removed."""
    for path, directories, files in os.walk(directory, topdown=False):
        for remove, names in ((os.unlink, files), (os.rmdir, directories)):
            for name in names:
                try:
                    remove(os.path.join(path, name))
                except OSError:
                    continue
    if os.path.isdir(directory) and not os.listdir(directory):
        os.rmdir(directory)


def _prctl(option: int, value: int) -> None:
    import ctypes

    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    main(sys.argv[1:])
