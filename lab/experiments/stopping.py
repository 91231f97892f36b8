"""`python -m lab.experiments.stopping`: the delay from a stop by another thread to the result."""

from __future__ import annotations

import threading
import time

from dropfour.engines.engine import Limits, Stop
from dropfour.engines.exact import Solver
from dropfour.position import Position
from dropfour.rules import Objective, Rules

BOARDS = (Rules(), Rules(8, 8), Rules(20, 20), Rules(7, 6, 4, Objective.MOST_LINES))
TRIES = 5


def delay_s(rules: Rules, threads: int) -> float:
    """Return the seconds from setting the stop to the return of the search."""
    stop, stopped_at = Stop(), 0.0
    solver = Solver(rules, threads=threads, book=False)

    def cancel() -> None:
        nonlocal stopped_at
        stopped_at = time.monotonic()
        stop.set()

    timer = threading.Timer(0.2, cancel)
    timer.start()
    solver.solve(Position(rules), limits=Limits(stop=stop))
    answered_at = time.monotonic()
    timer.join()
    return answered_at - stopped_at


def main() -> None:
    print(f"{'board':>8} {'objective':>12} {'threads':>8} {'worst of ' + str(TRIES):>12}")
    for rules in BOARDS:
        for threads in (1, 2):
            worst = max(delay_s(rules, threads) for _ in range(TRIES))
            print(f"{rules.size:>8} {rules.objective.value:>12} {threads:8} {worst * 1e3:9.1f} ms")


if __name__ == "__main__":
    main()
