"""Pulse: whoever looks into the store sees that a tournament is being played right now."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from dropfour.arena.store import SILENCE_S, Store

_BEAT_S = SILENCE_S / 5


@contextmanager
def pulse(store: Store, tournament: int) -> Iterator[None]:
    """Say all the time that *tournament* is being played, until the block ends; then that it is over,
    or, if the block ends by an exception, that it was interrupted.

    A runner that is killed says nothing more, which is how others know.
    """
    is_over, has_ended = False, threading.Event()

    def beat() -> None:
        while not has_ended.wait(_BEAT_S):
            with suppress(OSError):  # if it lasts, whoever plays will hear of it, too
                store.beat(tournament)

    store.beat(tournament)
    thread = threading.Thread(target=beat, name="pulse", daemon=True)
    thread.start()
    try:
        yield
        is_over = True
    finally:
        has_ended.set()
        thread.join()
        with suppress(OSError):
            store.rest(tournament, is_over)
