"""The process that plays a tournament for the page; `dropfour.web.tournaments.runner` starts it.

It reads its order, a JSON object, from the first row of standard input, and answers with the id of the
tournament or with ``error`` and a sentence; after the last game it says ``over``. When standard input
closes, as it does with the end of the server, it stops.
"""

from __future__ import annotations

import _thread
import contextlib
import json
import os
import signal
import sys
import threading
from typing import Any

from dropfour.arena.plan import make_plan
from dropfour.arena.store import TournamentStore
from dropfour.arena.tournament import being_played, run_scheduled
from dropfour.work.executor import open_executor

_NICENESS = 10  # moves of people who play on the page come first


def main() -> None:
    order = json.loads(sys.stdin.readline())
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    try:
        _play(order)
    except KeyboardInterrupt:
        pass
    except (ValueError, OSError, ImportError) as error:
        print(f"error {error}", flush=True)


def _play(order: dict[str, Any]) -> None:
    plan = make_plan(order["plan"])
    with (
        TournamentStore(order["database"]) as store,
        open_executor(order["workers"]) as executor,
        being_played(plan, store, executor) as (stored, ledger),
    ):
        print(stored.id, flush=True)
        threading.Thread(target=_stop_with_caller, daemon=True).start()
        run_scheduled(plan, stored, executor, ledger)
        print("over", flush=True)


def _stop_with_caller() -> None:
    """Interrupt the main thread, as Ctrl+C does, when standard input closes."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdin.read()
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:
        main_thread = threading.main_thread().ident
        assert main_thread is not None
        signal.pthread_kill(main_thread, signal.SIGINT)


if __name__ == "__main__":
    main()
