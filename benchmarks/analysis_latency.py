"""The time until all columns of random 7x6 positions have exact scores, ply by ply.

Measured with the shipped opening book and without any; the transposition table is cleared before each
position. The goal, with the book and 2 threads: up to ply 12 a median below 5 ms, and 99 % below 100 ms.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.positions import try_random_moves
from dropfour.book.reader import Book, open_book, shipped_path
from dropfour.engines.engine import Limits, Stop
from dropfour.engines.exact import Solver
from dropfour.engines.proof import ColumnScore
from dropfour.position import Position
from dropfour.rules import Rules

GOAL_LAST_PLY = 12
GOAL_MEDIAN_MS, GOAL_P99_MS = 5, 100


def random_moves(ply: int, rng: random.Random) -> str:
    """Return *ply* random moves after which the game is not over."""
    while True:
        moves = try_random_moves(ply, rng)
        if moves is not None:
            return moves


def time_until_exact(solver: Solver, position: Position, limit_s: float) -> float:
    """Return the seconds until the scores of all columns are exact; infinity beyond *limit_s*."""
    left = len(position.legal_columns)
    stop = Stop()
    done_at = math.inf

    def on_column(column: ColumnScore) -> None:
        nonlocal left, done_at
        left -= column.range.is_exact
        if left == 0:
            done_at = time.perf_counter()
            stop.set()  # leave out the principal variation, which comes next

    solver.clear()
    started = time.perf_counter()
    solver.analyse(position, limits=Limits(time_s=limit_s, stop=stop), on_column=on_column)
    return done_at - started


def look_ups_us(book: Book, ply: int) -> float:
    """Return the mean time of a book look-up over random positions of *ply*, in microseconds."""
    rng = random.Random(ply)
    positions = [Position.from_moves(random_moves(ply, rng)) for _ in range(1000)]
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
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--limit", type=float, default=30.0, help="seconds per position")
    parser.add_argument("--first-ply", type=int, default=0)
    parser.add_argument("--last-ply", type=int, default=GOAL_LAST_PLY)
    parser.add_argument("--no-search", action="store_true", help="skip the run without a book")
    arguments = parser.parse_args()
    books = [True] if arguments.no_search else [True, False]
    path = shipped_path(Rules())
    if path is None:
        print("This installation has no opening book.")
        books = [False]
    else:
        show_book(path)
    solvers = {book: Solver(threads=arguments.threads, book=book) for book in books}
    names = {True: "with book", False: "without"}
    head = "".join(f"{names[book] + ': median':>20}{'99 %':>12}" for book in books)
    print(f"{'ply':>4}{head}    (ms, {arguments.positions} positions, {arguments.threads} threads)")
    everything: dict[bool, list[float]] = {book: [] for book in books}
    for ply in range(arguments.first_ply, arguments.last_ply + 1):
        rng = random.Random(ply)
        count = arguments.positions if ply else 1
        positions = [Position.from_moves(random_moves(ply, rng)) for _ in range(count)]
        row = f"{ply:4}"
        for book in books:
            times_s = [
                time_until_exact(solvers[book], position, arguments.limit) for position in positions
            ]
            if ply <= GOAL_LAST_PLY:
                everything[book] += times_s
            median, most = quantile(times_s, 0.5), quantile(times_s, 0.99)
            row += f"{milliseconds(median):>20}{milliseconds(most):>12}"
        print(row, flush=True)
    for book in books:
        if not everything[book]:
            continue
        median, most = quantile(everything[book], 0.5), quantile(everything[book], 0.99)
        is_reached = median * 1e3 < GOAL_MEDIAN_MS and most * 1e3 < GOAL_P99_MS
        print(
            f"{names[book]}, to ply {GOAL_LAST_PLY}: median {milliseconds(median)} ms, "
            f"99 % {milliseconds(most)} ms; the goal of {GOAL_MEDIAN_MS} and {GOAL_P99_MS} ms is "
            f"{'' if is_reached else 'not '}reached"
        )


if __name__ == "__main__":
    main()
