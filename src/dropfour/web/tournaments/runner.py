"""Tournaments that the page itself starts, stops and continues, each played by a process of its own.

Everything here blocks, and may be called from any thread.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from contextlib import suppress
from typing import IO, Any

from dropfour.arena.store import StoredTournament
from dropfour.web.engines import check_spec
from dropfour.web.http.problems import Conflict

_END_S = 20.0


class TournamentRunner:
    """Plays one tournament at a time. Raises Conflict if that is not possible."""

    def __init__(self, database_url: str, workers: int) -> None:
        self._database_url = database_url
        self._workers = workers
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._playing: int | None = None
        self._is_over = threading.Event()

    def is_playing(self, tournament: int) -> bool:
        """Return whether this server is playing *tournament*."""
        return tournament == self._playing and not self._is_over.is_set()

    def start(self, plan: dict[str, Any]) -> int:
        """Start or continue the tournament of *plan*, settings as in a TOML file; return its id once
        its openings are drawn."""
        for player in plan["player"]:
            check_spec(player if isinstance(player, str) else player["spec"])
        with self._lock:
            if self._playing is not None and not self._is_over.is_set():
                raise Conflict("another tournament is being played here: stop it first")
            self._end()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "dropfour.web.tournaments.process"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                start_new_session=True,  # Ctrl+C is for the server, which then ends the process
            )
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            order = {"plan": plan, "database": self._database_url, "workers": self._workers}
            try:
                self._process.stdin.write(f"{json.dumps(order)}\n")
                self._process.stdin.flush()
                answer = self._process.stdout.readline().strip()
            except OSError:
                answer = ""
            if not answer.isdecimal():
                self._is_over.set()
                self._end()
                reason = answer.removeprefix("error ") or "its process ended"
                raise Conflict(f"the tournament cannot be played: {reason}")
            self._is_over = threading.Event()
            watch = (self._process.stdout, self._is_over)
            threading.Thread(target=_watch, args=watch, daemon=True).start()
            self._playing = int(answer)
            return self._playing

    def stop(self, tournament: int) -> None:
        """Stop *tournament*; its finished games are kept, and it can be continued."""
        with self._lock:
            if not self.is_playing(tournament):
                raise Conflict("this tournament is not played by the page: stop it where it runs")
            self._end()

    def close(self) -> None:
        """Stop the tournament that is being played, if any."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        process, self._process, self._playing = self._process, None, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        if not self._is_over.is_set():
            with suppress(OSError):  # it may have ended by itself
                process.stdin.close()
        try:
            process.wait(_END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        with suppress(OSError):
            process.stdin.close()
        if self._is_over.wait(_END_S):  # nobody reads its output any more
            process.stdout.close()


def _watch(output: IO[str], is_over: threading.Event) -> None:
    """Set *is_over* when the process says that it is over, or ends."""
    with suppress(OSError, ValueError):
        output.readline()
    is_over.set()


def is_continuable(stored: StoredTournament) -> bool:
    """Return whether the page can continue a tournament: one of engines, with openings drawn before."""
    try:
        for player in stored.plan["player"]:
            check_spec(player["spec"])
    except ValueError:
        return False
    return bool(stored.drawn_openings)
