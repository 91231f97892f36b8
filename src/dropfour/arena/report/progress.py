"""The progress display of a running tournament: a bar and the standings so far (needs rich)."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from dropfour.arena.game import PlayedGame
from dropfour.arena.rating.elo import Tally, tally
from dropfour.extras import needed_by

with needed_by("the progress of a tournament", "arena"):
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.table import Table

_REFRESH_S = 0.25
_MAX_ROWS = 20
# In a log file: a row after this share of all games, or after this time.
_LOG_SHARE, _LOG_S = 0.05, 60.0
_LOG_NAMES = 3


class ProgressDisplay:
    """Shows the progress of a tournament on standard error: a display on a terminal, and otherwise, in a
    log file, a row from time to time."""

    def __init__(
        self,
        names: Sequence[str],
        game_count: int,
        console: Console | None = None,
        clock: Callable[[], float] = time.monotonic,
        is_quiet: bool = False,
    ) -> None:
        self._console = console or Console(stderr=True, quiet=is_quiet)
        self._tallies = dict.fromkeys(names, Tally())
        self._progress = Progress(
            TextColumn("games"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=self._console,
        )
        self._task = self._progress.add_task("games", total=game_count)
        self._live: Live | None = None
        self._clock = clock
        self._shown_at = 0.0
        self._game_count = game_count
        self._played = self._logged = 0
        self._started: tuple[float, int] | None = None  # when, and with how many games

    def __enter__(self) -> ProgressDisplay:
        if self._console.is_terminal:
            self._live = Live(
                self._view(), console=self._console, auto_refresh=False, transient=True
            )
            self._live.start(refresh=True)
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def add(self, games: Sequence[PlayedGame]) -> None:
        """Take finished games into account."""
        for game in games:
            for name in (game.fixture.red, game.fixture.yellow):
                self._tallies[name] += tally([game], name)
        self._progress.advance(self._task, len(games))
        self._played += len(games)
        now = self._clock()
        if self._live is None:
            self._log(now)
        elif now - self._shown_at >= _REFRESH_S:
            self._shown_at = now
            self._live.update(self._view(), refresh=True)

    def _log(self, now: float) -> None:
        """Write a row if there is news; the first call is for the games that were played before."""
        if self._started is None:
            self._started = (now, self._played)
        elif self._played == self._logged or (
            self._played < self._game_count
            and self._played - self._logged < _LOG_SHARE * self._game_count
            and now - self._shown_at < _LOG_S
        ):
            return
        self._shown_at, self._logged = now, self._played
        row = f"{self._played} of {self._game_count} games{self._remaining(now)}"
        leaders = [
            f"{name} {one.points:g} of {one.games}" for name, one in self._ranking() if one.games
        ]
        if leaders:
            row = f"{row}; leading: {', '.join(leaders[:_LOG_NAMES])}"
        self._console.print(row, highlight=False, markup=False, emoji=False, soft_wrap=True)

    def _remaining(self, now: float) -> str:
        assert self._started is not None
        started_at, before = self._started
        played, left = self._played - before, self._game_count - self._played
        if played == 0 or left == 0:
            return ""
        minutes = (now - started_at) / played * left / 60
        return f", about {minutes:.0f} min left" if minutes >= 1 else ""

    def _ranking(self) -> list[tuple[str, Tally]]:
        return sorted(self._tallies.items(), key=lambda each: -(each[1].score or 0.0))

    def _view(self) -> Group:
        table = Table(box=None, pad_edge=False)
        table.add_column("player")
        for head in ("points", "games", "%"):
            table.add_column(head, justify="right")
        for name, one in self._ranking()[:_MAX_ROWS]:
            share = "–" if one.score is None else f"{100 * one.score:.1f}"
            table.add_row(name, f"{one.points:g}", str(one.games), share)
        return Group(table, self._progress)
