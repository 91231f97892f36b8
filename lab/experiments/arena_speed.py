"""The arena's games per second with fast players, and the overhead of the runner.

python -m lab.experiments.arena_speed [GAMES]
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
from dropfour.arena.store import TournamentLedger, TournamentStore
from dropfour.work.executor import InlineExecutor

GOAL_GAMES_PER_S = 300
GOAL_SHARE = 0.05
PAIRINGS = (("random", "random"), ("alphabeta:lines,depth=4", "alphabeta:cells,depth=4"))


class TimedExecutor(InlineExecutor):
    """Measures the CPU time spent in games; the rest is the runner's overhead."""

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
    """Return games per second of wall and of CPU time, and the runner's share of the CPU time."""
    plan = make_plan({"player": list(players), "games": games, "openings": "random"})
    executor = TimedExecutor()
    with (
        tempfile.TemporaryDirectory() as directory,
        TournamentStore(str(Path(directory) / "x.db")) as store,
    ):
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
            f"{' – '.join(players)}: {by_processor:.0f} games per second of CPU time "
            f"({by_wall:.0f} of wall time), {100 * share:.1f} % of the CPU time in the runner"
        )
    print(
        f"goals: {GOAL_GAMES_PER_S} games per second for random, {100 * GOAL_SHARE:.0f} % in the runner"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
