"""Tournaments in the page's database, which others play: how they stand, rated once for all who look.

Everything here blocks, and runs on the one thread of a pool.
"""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import dropfour
from dropfour.arena import tournament as event
from dropfour.arena.report.standings import Report
from dropfour.arena.store import Progress, Store, StoredTournament
from dropfour.web.live import Conflict
from dropfour.web.pool import Busy

_BUSY_S = 2.0
_REMEMBERED = 8
# Rating ten thousand games takes a third of a second: after that, so many times as long is left for
# others before new games are rated. So long, at least, that whoever asks for the standings and then for
# the games is told of the same ones.
_REST, _LEAST_REST_S = 4, 0.5


class NoSuchTournament(LookupError):
    """There is no tournament with that id, or no such game in it."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A tournament as somebody sees it; equal *etag* means that all of it is equal."""

    stored: StoredTournament
    progress: Progress
    report: Report
    etag: str


@dataclass(frozen=True, slots=True)
class _Rated:
    """A report with what it was made from, and what it cost."""

    key: tuple[object, ...]
    report: Report
    made_at: float
    cost_s: float

    @property
    def is_fresh(self) -> bool:
        return time.monotonic() < self.made_at + max(_LEAST_REST_S, _REST * self.cost_s)


class Tournaments:
    """Reads the tournaments of a database. What cannot be read now raises Busy, and what never can
    a ValueError or a Conflict."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._opened: Store | None = None
        self._rated: OrderedDict[int, _Rated] = OrderedDict()
        self._has_rated = False

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()

    def newest(self, limit: int) -> tuple[list[tuple[StoredTournament, Progress]], int]:
        """Return the newest tournaments, the last one first, and how many there are in all."""
        with self._store() as store:
            progress = store.progress()
            found = [each for each in store.tournaments() if each.id in progress]
        return [(each, progress[each.id]) for each in found[:limit]], len(found)

    def look(self, tournament: int) -> Snapshot:
        """Return how a tournament stands; while it runs and rating it takes long, how it stood a moment
        ago."""
        with self._store() as store:
            progress = store.progress(tournament).get(tournament)
            stored = store.get(tournament)
            if progress is None or stored is None:
                raise NoSuchTournament(f"there is no tournament {tournament}")
            # Games are only ever added, so that their number tells them all.
            key = (stored.fingerprint, stored.created_at, progress.games, progress.judged)
            rated = self._rated.pop(tournament, None)
            may_wait = rated is not None and rated.is_fresh and progress.state == "running"
            if rated is None or (rated.key != key and not may_wait):
                rated = self._rate(store, stored, key)
            self._rated[tournament] = rated
        while len(self._rated) > _REMEMBERED:
            self._rated.popitem(last=False)
        return Snapshot(stored, progress, rated.report, fingerprint(*rated.key, progress.state))

    def _rate(self, store: Store, stored: StoredTournament, key: tuple[object, ...]) -> _Rated:
        started = time.monotonic()
        report = event.stored_report(store, stored)
        ended = time.monotonic()
        # The first one of all has waited for scipy, too, and tells nothing of the next.
        cost_s = ended - started if self._has_rated else 0.0
        self._has_rated = True
        return _Rated(key, report, ended, cost_s)

    @contextmanager
    def _store(self) -> Iterator[Store]:
        try:
            if self._opened is None:
                self._opened = Store(self._url, busy_s=_BUSY_S)
            yield self._opened
        except OSError as error:
            raise Busy(f"the tournaments cannot be read now: {error}") from error
        except ImportError as error:
            raise Conflict(str(error)) from error


def fingerprint(*parts: object) -> str:
    """Return an ETag for what follows from *parts*."""
    text = repr((dropfour.__version__, *parts))
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:20]}"'
