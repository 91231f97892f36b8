"""The progress display of a running tournament: a bar and the standings so far (needs rich)."""

from __future__ import annotations

import time
from collections.abc import Sequence

from dropfour.arena.game import PlayedGame

try:
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
except ImportError:
    raise ImportError('progress needs rich: pip install "dropfour[arena]"') from None

_REFRESH_S = 0.25
_MAX_ROWS = 20


class ProgressDisplay:
    """Shows the progress of a tournament on standard error if that is a terminal; otherwise nothing."""

    def __init__(
        self, names: Sequence[str], game_count: int, console: Console | None = None
    ) -> None:
        self._console = console or Console(stderr=True)
        self._points = dict.fromkeys(names, 0.0)
        self._games = dict.fromkeys(names, 0)
        self._progress = Progress(
            TextColumn("games"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=self._console,
        )
        self._task = self._progress.add_task("games", total=game_count)
        self._live: Live | None = None
        self._shown_at = 0.0

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
                self._points[name] += game.points(name)
                self._games[name] += 1
        self._progress.advance(self._task, len(games))
        now = time.monotonic()
        if self._live is not None and now - self._shown_at >= _REFRESH_S:
            self._shown_at = now
            self._live.update(self._view(), refresh=True)

    def _view(self) -> Group:
        table = Table(box=None, pad_edge=False)
        table.add_column("player")
        for head in ("points", "games", "%"):
            table.add_column(head, justify="right")
        names = sorted(self._points, key=lambda name: -self._share(name))
        for name in names[:_MAX_ROWS]:
            share = f"{100 * self._share(name):.1f}" if self._games[name] else "–"
            table.add_row(name, f"{self._points[name]:g}", str(self._games[name]), share)
        return Group(table, self._progress)

    def _share(self, name: str) -> float:
        return self._points[name] / self._games[name] if self._games[name] else 0.0
