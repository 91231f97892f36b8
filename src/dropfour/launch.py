"""The installed programs: what holds before the modules of a command are imported, which takes most
of the time to start: Ctrl+C ends the program with one sentence, and the standard streams exist."""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from types import FrameType, ModuleType
from typing import TypeVar

from dropfour.interrupts import interrupt, interrupt_after

Item = TypeVar("Item")

_WAKE_S = 0.5


def dropfour() -> None:
    _run("dropfour.cli", "main", "dropfour")


def maxconnect4() -> None:
    _run("dropfour.cli.maxconnect4", "maxconnect4", "maxconnect4")


def end_if_interrupted() -> bool:
    """Let Ctrl+C end the process immediately, with one sentence and no exception in half-imported
    modules; return False and change nothing where it is ignored, as in a background job, or outside the
    main thread."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        return False
    signal.signal(signal.SIGINT, _end)
    return True


@contextmanager
def ending_if_interrupted() -> Iterator[None]:
    """Let Ctrl+C end the process immediately within the block: nothing there needs tidying up."""
    previous = signal.getsignal(signal.SIGINT)
    is_guarded = end_if_interrupted()
    try:
        yield
    finally:
        if is_guarded:
            signal.signal(signal.SIGINT, previous)


def import_for_program(name: str) -> ModuleType:
    """Import a module of a program; Ctrl+C meanwhile ends the process."""
    has_collector = gc.isenabled()
    # Imported objects do not become garbage: looking for some would be a tenth of the time to start.
    gc.disable()
    try:
        with ending_if_interrupted():
            return importlib.import_module(name)
    finally:
        if has_collector:
            gc.enable()


def from_thread(items: Iterable[Item]) -> Iterator[Item]:
    """Yield *items*, which a thread computes, so that Ctrl+C ends the process even while native code
    runs: Python handles signals only between steps of the main thread. For work that writes nothing."""
    found: SimpleQueue[tuple[Item] | BaseException | None] = SimpleQueue()

    def compute() -> None:
        try:
            for item in items:
                found.put((item,))
        except BaseException as error:
            found.put(error)
        found.put(None)

    with ending_if_interrupted():
        threading.Thread(target=compute, daemon=True).start()
        while True:
            try:
                item = found.get(timeout=_WAKE_S)
            except Empty:  # a signal that came right before the wait is handled now
                continue
            if item is None:
                return
            if isinstance(item, BaseException):
                raise item
            yield item[0]


def open_streams() -> None:
    """Open the standard streams that were closed, so that no other file gets their numbers: input is at
    its end, what is written to standard error is lost, and writing to standard output fails."""
    for number, flags in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, flags)  # gets the lowest free number
    if sys.stdin is None:
        sys.stdin = open(0)  # noqa: SIM115 - open as long as the program
    if sys.stdout is None:
        sys.stdout = open(1, "w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w")  # noqa: SIM115


def _run(module: str, function: str, name: str) -> None:
    is_guarded = end_if_interrupted()
    open_streams()
    program = getattr(import_for_program(module), function)
    try:
        if is_guarded:
            signal.signal(signal.SIGINT, interrupt)
            sys.unraisablehook = _repeat_lost_interrupt
        program(prog_name=name)
    except KeyboardInterrupt:
        _end(signal.SIGINT, None)
    finally:
        if is_guarded:  # nothing is left to do that an exception could tidy up
            signal.signal(signal.SIGINT, signal.SIG_DFL)


def _repeat_lost_interrupt(lost: sys.UnraisableHookArgs) -> None:
    """If Ctrl+C arrived in a finalizer, where Python drops every exception, interrupt again soon."""
    if isinstance(lost.exc_value, KeyboardInterrupt) and hasattr(signal, "setitimer"):
        interrupt_after(0.01)
    else:
        sys.__unraisablehook__(lost)


def _end(number: int, frame: FrameType | None) -> None:
    os.write(2, b"\nInterrupted.\n")
    os._exit(128 + number)
