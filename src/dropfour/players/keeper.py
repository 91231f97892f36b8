"""The keeper: a small process that starts one untrusted program and leaves nothing of it behind.

    runner ──socket── keeper ── program ── whatever the program starts
       └────── stdin, stdout, stderr ──┘

It runs as ``python -I -S keeper.py FD SCRATCH MEMORY_BYTES CPU_S FILE_BYTES COMMAND...`` (``-`` is no
limit) and imports little, since it is started before every program. When the program
ends, takes too much memory, or the runner closes its end of the socket (it does so by dying, too), the
keeper kills the program with all its descendants, says over the socket how it ended, waits for the
runner to have read what it needs, removes the scratch directory and ends.

On Linux the keeper adopts orphans, so that a descendant cannot hide behind a session of its own; on
other systems the process group is killed.
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
if TYPE_CHECKING:  # typing takes longer to import than all the rest
    from collections.abc import Callable, Iterator

_POLL_S = 0.1
_GIVE_UP_S = 30.0
_LAST_CPU_S = 2
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_IS_LINUX = sys.platform == "linux"


def main(arguments: list[str]) -> None:
    runner, scratch = int(arguments[0]), arguments[1]
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
            _become_a_program([runner, woken, waker])
            _limit(memory_bytes, cpu_s, file_bytes)
            os.chdir(scratch)
            os.execvp(arguments[5], arguments[5:])
        except BaseException as error:
            os.write(2, f"cannot start {arguments[5]}: {error}\n".encode())
        os._exit(127)
    ending = _watch(program, runner, woken, memory_bytes)
    _kill_all(program)
    for stream in (0, 1, 2):
        os.close(stream)
    try:
        os.write(runner, ending.encode() + b"\n")
        os.read(runner, 1)
    except OSError:
        pass  # the runner has gone
    _remove(scratch)


def _become_a_program(private: list[int]) -> None:
    """Forget what is the keeper's alone, and start as from a shell, in a session of its own."""
    os.setsid()
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    for handle in private:
        os.close(handle)
    if _IS_LINUX:
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _limit(memory_bytes: int | None, cpu_s: int | None, file_bytes: int | None) -> None:
    """Set the limits that the kernel keeps; a lower one that is there already stays."""
    # RLIMIT_DATA counts what is really asked for; RLIMIT_AS would also count what a Java machine
    # only reserves.
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
        # The kernel says that the processor time is up only if it need not kill at once.
        room = soft + _LAST_CPU_S if kind == resource.RLIMIT_CPU else soft
        try:
            resource.setrlimit(kind, (soft, room if hard == resource.RLIM_INFINITY else hard))
        except (OSError, ValueError):
            continue  # a system that knows the limit but does not keep it


def _watch(program: int, runner: int, woken: int, memory_bytes: int | None) -> str:
    """Wait until the program ends, its memory runs over or the runner lets go; return which."""
    while True:
        ready, _, _ = select.select([runner, woken], [], [], _POLL_S)
        if woken in ready:
            os.read(woken, 4096)
        if runner in ready:
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
    """Kill the program and all that came of it, and wait until they are gone."""
    started = time.monotonic()
    while time.monotonic() - started < _GIVE_UP_S:
        if not _IS_LINUX:
            _signal_group(program)
        # Stopped first, so that none can go on making others while they are killed.
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
    with contextlib.suppress(OSError):  # they have ended
        os.killpg(group, signal.SIGKILL)


def _descendants(ancestor: int) -> list[int]:
    if not _IS_LINUX:
        return []
    children = _children_told if os.path.exists("/proc/thread-self/children") else _children_found()
    found: list[int] = []
    waiting = children(ancestor)
    while waiting:
        process = waiting.pop()
        found.append(process)
        waiting += children(process)
    return found


def _children_told(process: int) -> list[int]:
    """Return a process's children as the kernel lists them."""
    children: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/children", "rb") as stream:
                children += map(int, stream.read().split())
    except OSError:
        pass  # it has ended
    return children


def _children_found() -> Callable[[int], list[int]]:
    """Look at all processes; return a function that tells each one's children."""
    families: dict[int, list[int]] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", "rb") as stream:
                # The name in parentheses may hold anything; the parent is the second word after it.
                parent = int(stream.read().rpartition(b")")[2].split()[1])
        except OSError:
            continue  # it has ended
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
    """Remove a directory with all that can be removed in it."""
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
