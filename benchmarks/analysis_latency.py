"""The time of `d4.analyse` and `d4.solve` for 7x6 positions, ply by ply, as users call them.

Positions come from random moves, from games between random levels, or from games of `perfect` against
levels. Measured with the shipped opening book and, if asked for, without any. Calls share a solver; its
table is cleared before each position, so that none profits from another. The goals, with the book: for
FIRST_LINE up to ply 12 a median below 1 ms, and 99 % below 3 ms; for MOST_LINES from every position a
median below 100 ms, and 99 % below 1 s.
"""

from __future__ import annotations

import argparse
import math
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import dropfour as d4
from benchmarks.positions import try_random_moves
from dropfour.book.reader import Book, open_book, shipped_path
from dropfour.engines.exact import shared_solvers
from dropfour.engines.levels import LADDER
from dropfour.engines.registry import engine
from dropfour.position import Position
from dropfour.rules import Objective, Rules


@dataclass(frozen=True, slots=True)
class Goal:
    """What the book is for: up to *last_ply*, half of the calls and 99 % of them within these times."""

    last_ply: int
    median_ms: int
    p99_ms: int


GOALS = {Objective.FIRST_LINE: Goal(12, 1, 3), Objective.MOST_LINES: Goal(41, 100, 1000)}

Call = Callable[..., d4.Analysis | d4.SolveResult]
CALLS: dict[str, Call] = {"analyse": d4.analyse, "solve": d4.solve}

_FIRST_CALL = """
import time
import dropfour as d4
position = d4.Position()
started = time.perf_counter()
d4.analyse(position)
print(time.perf_counter() - started)
"""


def random_moves(ply: int, rng: random.Random, rules: Rules | None = None) -> str:
    """Return *ply* random moves after which the game is not over."""
    while True:
        moves = try_random_moves(ply, rng, rules)
        if moves is not None:
            return moves


def random_positions(count: int, ply: int, rules: Rules) -> list[Position]:
    """Return random positions of *ply*, the same ones for every call."""
    rng = random.Random(ply)
    return [Position.from_moves(random_moves(ply, rng, rules), rules) for _ in range(count)]


def level_games(count: int, rules: Rules, with_perfect: bool) -> list[list[Position]]:
    """Return the unfinished positions of *count* games between random levels, the same ones for every
    call. With *with_perfect*, `perfect` plays either colour in turn."""
    rng = random.Random(0)
    games = []
    for number in range(count):
        names = [f"{rng.choice(list(LADDER))}:seed={rng.randrange(1000)}" for _ in "12"]
        if with_perfect:
            names[number % 2] = f"perfect:seed={number}"
        engines = [engine(name) for name in names]
        positions = [Position(rules)]
        while not positions[-1].is_over:
            column = engines[len(positions) % 2 - 1].choose(positions[-1]).column
            positions.append(positions[-1].play(column))
        games.append(positions[:-1])
    return games


def time_call(
    call: Call, position: Position, book: bool, limit_s: float, clock: Callable[[], float]
) -> float:
    """Return the seconds that a call takes; infinity if it does not finish within *limit_s*."""
    shared_solvers.get(position.rules, book=book).clear()
    limits = d4.Limits(time_s=limit_s)
    started = clock()
    found = call(position, limits=limits, book=book)
    return clock() - started if found.is_exact else math.inf


def time_first_call() -> float:
    """Return the seconds that the first analysis of a new process takes: it opens the book."""
    command = [sys.executable, "-c", _FIRST_CALL]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def look_ups_us(book: Book, ply: int) -> float:
    """Return the mean time of a book look-up over random positions of *ply*, in microseconds."""
    positions = random_positions(1000, ply, book.rules)
    started = time.perf_counter()
    for position in positions:
        book.lookup(position)
    return (time.perf_counter() - started) / len(positions) * 1e6


def show_book(path: Path) -> None:
    """Print the time to open the book, and the time of a look-up at the fastest and slowest ply."""
    started = time.perf_counter()
    book = open_book(path)
    opened_ms = (time.perf_counter() - started) * 1e3
    times_us = [look_ups_us(book, ply) for ply in range(1, book.contents.depth + 1)]
    print(
        f"the book opens in {opened_ms:.1f} ms; a look-up takes {min(times_us):.1f} to "
        f"{max(times_us):.1f} us, by ply"
    )


def quantile(times_s: Sequence[float], share: float) -> float:
    """Return the quantile *share* of the times, by the nearest-rank method."""
    return sorted(times_s)[max(0, math.ceil(share * len(times_s)) - 1)]


def milliseconds(time_s: float) -> str:
    return "too long" if time_s == math.inf else f"{time_s * 1e3:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=50, help="per ply (default: 50)")
    parser.add_argument(
        "--from",
        dest="source",
        choices=["random", "levels", "perfect"],
        default="random",
        help="random moves, games between levels, or games of perfect against levels",
    )
    parser.add_argument("--limit", type=float, default=30.0, help="seconds per position")
    parser.add_argument("--first-ply", type=int, default=0)
    parser.add_argument("--last-ply", type=int, help="default: that of the goal")
    parser.add_argument(
        "--objective", default="first-line", choices=[each.value for each in Objective]
    )
    parser.add_argument("--no-book", action="store_true", help="measure without the book, too")
    parser.add_argument(
        "--processor-time",
        action="store_true",
        help="measure the time of this thread on a processor, for busy machines",
    )
    arguments = parser.parse_args()
    clock = time.thread_time if arguments.processor_time else time.perf_counter
    rules = Rules(objective=Objective(arguments.objective))
    goal = GOALS[rules.objective]
    path = shipped_path(rules)
    if path is None:
        print("This installation has no opening book.")
    else:
        show_book(path)
    if path is not None and rules == Rules():
        first = sorted(time_first_call() for _ in range(5))[2]
        print(f"the first analysis of a process takes {milliseconds(first)} ms")
    books = [book for book in (True, False) if (path if book else arguments.no_book or not path)]
    names = {True: "", False: " without"}
    cases = [(name, book) for book in books for name in CALLS]
    head = "".join(f"{name + names[book] + ': median':>24}{'99 %':>10}" for name, book in cases)
    print(f"{'ply':>4}{head}    (ms, {arguments.positions} positions)")
    everything: dict[tuple[str, bool], list[float]] = {case: [] for case in cases}
    last_ply = goal.last_ply if arguments.last_ply is None else arguments.last_ply
    count = arguments.positions
    games = level_games(
        count if arguments.source != "random" else 0, rules, arguments.source == "perfect"
    )
    for ply in range(arguments.first_ply, last_ply + 1):
        positions = [game[ply] for game in games if ply < len(game)]
        if arguments.source == "random":
            positions = random_positions(count if ply else 1, ply, rules)
        if not positions:
            break
        row = f"{ply:4}"
        for name, book in cases:
            times_s = [
                time_call(CALLS[name], position, book, arguments.limit, clock)
                for position in positions
            ]
            if ply <= goal.last_ply:
                everything[name, book] += times_s
            median, most = quantile(times_s, 0.5), quantile(times_s, 0.99)
            row += f"{milliseconds(median):>24}{milliseconds(most):>10}"
        print(row, flush=True)
    plies = f"{arguments.first_ply} to {min(last_ply, goal.last_ply)}"
    for (name, book), times_s in everything.items():
        if not times_s:
            continue
        median, most = quantile(times_s, 0.5), quantile(times_s, 0.99)
        is_reached = median * 1e3 < goal.median_ms and most * 1e3 < goal.p99_ms
        print(
            f"{name}{names[book]}, plies {plies}: median {milliseconds(median)} ms, "
            f"99 % {milliseconds(most)} ms; the goal of {goal.median_ms} and {goal.p99_ms} ms is "
            f"{'' if is_reached else 'not '}reached"
        )


if __name__ == "__main__":
    main()
