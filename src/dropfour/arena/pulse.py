"""Pulse: a heartbeat in the store that shows that a tournament is being played."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from dropfour.arena.store import SILENCE_S, Store

_BEAT_S = SILENCE_S / 5


@contextmanager
def pulse(store: Store, tournament: int) -> Iterator[None]:
    """Send heartbeats for *tournament* until the block ends; then record that it is over, or
    interrupted if the block ends with an exception.

    The heartbeats of a runner that is killed just stop, which is how readers notice.
    """
    is_over, has_ended = False, threading.Event()

    def beat() -> None:
        while not has_ended.wait(_BEAT_S):
            with suppress(OSError):  # a lasting failure also reaches whoever stores games
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
