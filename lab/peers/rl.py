"""Dropfour beside PettingZoo, OpenSpiel and BitBully in one run: environments, rollouts, exact analysis.

    python -m lab.peers.rl [--seconds 1]

A peer that is not installed is left out: ``pip install pettingzoo open_spiel bitbully``. All play the
same random games on 7x6; analysis is of every column of positions of ply 12 to 20, without a book on
either side. Times are CPU times, the best of five measurements.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from benchmarks.rollout import openspiel, with_native_board, with_position
from dropfour.batch import random_positions
from dropfour.engines.exact import Solver
from dropfour.rl import aec_env

Work = Callable[[Callable[[], float]], int]
SHARE = 5


def environment(make: Callable[[], Any]) -> Work:
    """Return the work of one game: observe, choose a legal action at random, step."""
    env = make()

    def play(draw: Callable[[], float]) -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            actions = seen["action_mask"].nonzero()[0]
            env.step(actions[int(draw() * len(actions))])
            steps += 1
        return steps

    return play


def peer(module: str, work: Callable[[Any], Work]) -> Work | None:
    """Return the work of a peer; None if it is not installed."""
    try:
        return work(import_module(module))
    except ImportError:
        return None


def analysis() -> Work:
    solver, positions = Solver(book=False), list(random_positions(60, range(12, 21), seed=1))

    def work(_: Callable[[], float]) -> int:
        solver.clear()
        for position in positions:
            solver.analyse(position)
        return len(positions)

    return work


def bitbully(module: Any) -> Work:
    boards = []
    for position in random_positions(60, range(12, 21), seed=1):
        columns = [list(column)[::-1] for column in zip(*position.to_rows(), strict=True)]
        boards.append(module.Board(columns))

    def work(_: Callable[[], float]) -> int:
        agent = module.BitBully(opening_book=None)
        for board in boards:
            agent.score_all_moves(board)
        return len(boards)

    return work


def per_second(work: Work, seconds: float) -> float:
    """Return the best of five measurements."""
    best = 0.0
    for _ in range(SHARE):
        draw = random.Random(1).random
        started, done = time.process_time(), 0
        while (elapsed := time.process_time() - started) < seconds / SHARE or not done:
            done += work(draw)
        best = max(best, done / elapsed)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="for each row")
    seconds = parser.parse_args().seconds
    rows: dict[str, list[tuple[str, Work | None]]] = {
        "environment, steps": [
            ("dropfour.rl.aec_env", environment(aec_env)),
            (
                "PettingZoo connect_four_v3",
                peer("pettingzoo.classic.connect_four_v3", lambda zoo: environment(zoo.env)),
            ),
        ],
        "random games, plies": [
            ("dropfour.Position", with_position),
            ("native board", with_native_board),
            ("OpenSpiel", openspiel()),
        ],
        "all columns solved, positions": [
            ("dropfour.Solver", analysis()),
            ("BitBully", peer("bitbully", bitbully)),
        ],
    }
    for title, works in rows.items():
        print(f"{title} a second")
        for name, work in works:
            found = "not installed" if work is None else f"{per_second(work, seconds):,.0f}"
            print(f"  {name:28}{found:>14}", flush=True)


if __name__ == "__main__":
    main()
