"""The tournaments in the server's database, rated once for all visitors; other processes play them.

Everything here blocks, and runs on the single thread of a pool.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from dropfour.arena.report import stored as reports
from dropfour.arena.report.standings import Report
from dropfour.arena.store import StoredTournament, TournamentProgress, TournamentStore
from dropfour.database import DatabaseError
from dropfour.web.http.problems import Busy, Conflict, NotFound

_BUSY_S = 2.0
_PATIENCE_S = 2.5
_REMEMBERED = 8
# Rating ten thousand games takes a third of a second. New games are rated only after this multiple of
# the time that the last rating took, and not between a visitor's request for the standings and the
# following one for their games.
_REST, _LEAST_REST_S = 4, 0.5


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A tournament as a visitor sees it."""

    stored: StoredTournament
    progress: TournamentProgress
    report: Report


@dataclass(frozen=True, slots=True)
class _Rated:
    """A report, a key for the games it is based on, and how long it took."""

    key: tuple[object, ...]
    report: Report
    made_at: float
    cost_s: float

    @property
    def is_fresh(self) -> bool:
        return time.monotonic() < self.made_at + max(_LEAST_REST_S, _REST * self.cost_s)


class Tournaments:
    """Reads the tournaments of a database. Raises Busy if the database cannot be read at the moment, and
    Conflict if a package is missing."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._opened: TournamentStore | None = None
        self._rated: dict[int, _Rated] = {}
        self._has_rated = False

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()

    def newest(self, limit: int) -> tuple[list[tuple[StoredTournament, TournamentProgress]], int]:
        """Return the newest tournaments, newest first, and how many there are in total."""
        with self._store() as store:
            progress = store.progress()
            found = [each for each in store.tournaments() if each.id in progress]
        return [(each, progress[each.id]) for each in found[:limit]], len(found)

    def look(self, tournament: int) -> Snapshot:
        """Return the current state of a tournament; while it is running and slow to rate, the state may
        be slightly out of date."""
        with self._store() as store:
            progress = store.progress(tournament).get(tournament)
            stored = store.get(tournament)
            if progress is None or stored is None:
                raise NotFound(f"there is no tournament {tournament}")
            # Games are never removed, so their number identifies them.
            key = (stored.fingerprint, stored.created_at, progress.games, progress.judged)
            rated = self._rated.pop(tournament, None)
            may_wait = rated is not None and rated.is_fresh and progress.state == "running"
            if rated is None or (rated.key != key and not may_wait):
                rated = self._rate(store, stored, key)
            self._rated[tournament] = rated
        if len(self._rated) > _REMEMBERED:
            del self._rated[next(iter(self._rated))]
        return Snapshot(stored, progress, rated.report)

    def _rate(
        self, store: TournamentStore, stored: StoredTournament, key: tuple[object, ...]
    ) -> _Rated:
        started = time.monotonic()
        report = reports.stored_report(store, stored)
        ended = time.monotonic()
        # The very first rating also imports scipy, so its time says nothing about the next one.
        cost_s = ended - started if self._has_rated else 0.0
        self._has_rated = True
        return _Rated(key, report, ended, cost_s)

    @contextmanager
    def _store(self) -> Iterator[TournamentStore]:
        try:
            if self._opened is None:
                self._opened = TournamentStore(self._url, _BUSY_S, _PATIENCE_S)
            yield self._opened
        except DatabaseError as error:
            # Without the error itself, which may contain the server's paths.
            raise Busy("the tournaments cannot be read at the moment: try again later") from error
        except ImportError as error:
            raise Conflict(str(error)) from error
