"""Regular reports to the database that a tournament is being played."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from dropfour.arena.store import SILENCE_S, TournamentStore
from dropfour.database import DatabaseError

_BEAT_S = SILENCE_S / 5


@contextmanager
def pulse(store: TournamentStore, tournament: int) -> Iterator[None]:
    """Report regularly that *tournament* is being played, until the block ends; then that it is over,
    or, if the block ends with an exception, that it was interrupted.

    The reports of a runner that is killed just end, and readers conclude that it is gone.
    """
    is_over, has_ended = False, threading.Event()

    def beat() -> None:
        while not has_ended.wait(_BEAT_S):
            with suppress(DatabaseError):  # if it persists, storing the next game fails, too
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
        with suppress(DatabaseError):
            store.rest(tournament, is_over)
