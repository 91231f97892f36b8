"""Tournaments that the page itself starts, stops and continues, each played by a process of its own.

Everything here blocks, and may be called from any thread.
"""

from __future__ import annotations

import _thread
import multiprocessing
import os
import signal
import sys
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from dropfour.arena.plan import make_plan
from dropfour.arena.store import StoredTournament, TournamentStore
from dropfour.arena.tournament import being_played, run_scheduled
from dropfour.web.engines import check_spec
from dropfour.web.http.problems import Conflict
from dropfour.work.executor import open_executor

_END_S = 20.0
_NICENESS = 10  # moves of people who play on the page come first


class TournamentRunner:
    """Plays one tournament at a time. Raises Conflict if that is not possible."""

    def __init__(self, database_url: str, workers: int) -> None:
        self._database_url = database_url
        self._workers = workers
        self._lock = threading.Lock()
        # The process that plays, what it listens and answers to, and the id of its tournament.
        self._running: tuple[SpawnProcess, Connection, int] | None = None

    def is_playing(self, tournament: int) -> bool:
        """Return whether this server is playing *tournament*."""
        return self._playing() == tournament

    def _playing(self) -> int | None:
        running = self._running
        if running is None:
            return None
        try:
            # The process says nothing more until it is over or has ended.
            return None if running[1].poll() else running[2]
        except OSError:  # it is being stopped
            return None

    def start(self, plan: dict[str, Any]) -> int:
        """Start or continue the tournament of *plan*, settings as in a TOML file; return its id once
        its openings are drawn."""
        for player in plan["player"]:
            check_spec(player if isinstance(player, str) else player["spec"])
        with self._lock:
            if self._playing() is not None:
                raise Conflict("another tournament is being played here: stop it first")
            self._end()
            spawn = multiprocessing.get_context("spawn")
            ours, theirs = spawn.Pipe()
            order = (plan, self._database_url, self._workers, theirs)
            process = spawn.Process(target=_play, args=order, name="tournament")
            process.start()
            theirs.close()
            try:
                answer: int | str = ours.recv()
            except EOFError:
                answer = "its process ended"
            self._running = process, ours, 0 if isinstance(answer, str) else answer
            if isinstance(answer, str):
                self._end()
                raise Conflict(f"the tournament cannot be played: {answer}")
            return answer

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
        if self._running is not None:
            process, caller, _ = self._running
            self._running = None
            caller.close()
            process.join(_END_S)
            process.kill()
            process.join()


def _play(plan: dict[str, Any], database_url: str, workers: int, caller: Connection) -> None:
    """Play a tournament in a process of its own, which ends when *caller* closes, as it does with the
    server. Send the id of the tournament or what is wrong, and None after the last game."""
    if hasattr(os, "nice"):
        os.setsid()  # Ctrl+C is for the server, which then ends the process
        os.nice(_NICENESS)
    try:
        checked = make_plan(plan)
        with (
            TournamentStore(database_url) as store,
            open_executor(workers) as executor,
            being_played(checked, store, executor) as (stored, ledger),
        ):
            caller.send(stored.id)
            threading.Thread(target=_stop_with, args=(caller,), daemon=True).start()
            run_scheduled(checked, stored, executor, ledger)
            caller.send(None)
    except KeyboardInterrupt:
        pass
    except (ValueError, OSError, ImportError) as error:
        with suppress(OSError):
            caller.send(str(error))


def _stop_with(caller: Connection) -> None:
    """Interrupt the main thread, as Ctrl+C does, when *caller* closes."""
    with suppress(EOFError, OSError):
        caller.recv()
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:
        main_thread = threading.main_thread().ident
        assert main_thread is not None
        signal.pthread_kill(main_thread, signal.SIGINT)


def is_continuable(stored: StoredTournament) -> bool:
    """Return whether the page can continue a tournament: one of engines, with openings drawn before."""
    try:
        for player in stored.plan["player"]:
            check_spec(player["spec"])
    except ValueError:
        return False
    return bool(stored.drawn_openings)
