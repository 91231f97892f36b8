"""How fast the arena is with players that move at once, and what share of the time is its own.

python -m benchmarks.arena_speed [GAMES]
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any

from dropfour.arena.plan import make_plan
from dropfour.arena.runner import run_tournament
from dropfour.arena.store import Store, TournamentLedger
from dropfour.work.executor import InlineExecutor

GOAL_GAMES_A_SECOND = 300
GOAL_SHARE = 0.05
PAIRINGS = (("random", "random"), ("alphabeta:lines,depth=4", "alphabeta:cells,depth=4"))


class TimedExecutor(InlineExecutor):
    """Counts the processor time in which games are played; the rest is the runner's own."""

    def __init__(self) -> None:
        self.playing_s = 0.0

    def watch(
        self, work: Callable[[Any], Any], items: Iterable[Any], silence_s: float
    ) -> Generator[tuple[Any, Any] | None, None, None]:
        def timed(item: Any) -> Any:
            started = time.process_time()
            result = work(item)
            self.playing_s += time.process_time() - started
            return result

        yield from super().watch(timed, items, silence_s)


def measure(players: tuple[str, str], games: int) -> tuple[float, float, float]:
    """Return games a second by the wall and by the processor, and the runner's own share."""
    plan = make_plan({"player": list(players), "games": games, "openings": "random"})
    executor = TimedExecutor()
    with tempfile.TemporaryDirectory() as directory, Store(str(Path(directory) / "x.db")) as store:
        stored = store.begin(plan)
        schedule = plan.schedule(stored.openings)
        wall, processor = time.perf_counter(), time.process_time()
        ledger = TournamentLedger(store, stored.id)
        run_tournament(schedule, plan.players, plan.conditions, executor, ledger)
        wall, processor = time.perf_counter() - wall, time.process_time() - processor
    return games / wall, games / processor, 1 - executor.playing_s / processor


def main(arguments: list[str]) -> None:
    games = int(arguments[0]) if arguments else 2000
    for players in PAIRINGS:
        by_wall, by_processor, share = measure(players, games)
        print(
            f"{' – '.join(players)}: {by_processor:.0f} games a second of one core's time "
            f"({by_wall:.0f} by the wall), the runner's own share {100 * share:.1f} %"
        )
    print(f"goals: {GOAL_GAMES_A_SECOND} games a second for random, share {100 * GOAL_SHARE:.0f} %")


if __name__ == "__main__":
    main(sys.argv[1:])
