"""Steps per second of the vector environment on one core, with random legal actions.

    python -m benchmarks.vector_env [--board 7x6] [--seconds 2]

"step" counts the environment alone; "with actions" includes choosing a random legal action in each game
with numpy. Times are CPU times, so that other programs on the machine matter less.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from dropfour.rl import VectorEnv
from dropfour.rules import Rules

GOAL = 500_000


def legal_actions(action_mask: NDArray[np.int8], chance: np.random.Generator) -> NDArray[np.int64]:
    """Return a random legal action for each game."""
    actions: NDArray[np.int64] = (chance.random(action_mask.shape) * action_mask).argmax(axis=1)
    return actions


def measure(count: int, rules: Rules, seconds: float) -> tuple[float, float]:
    """Return the steps per second without and with the choice of actions."""
    env, chance = VectorEnv(count, rules), np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    steps, stepping = 0, 0.0
    started = time.process_time()
    while (now := time.process_time()) - started < seconds:
        actions = legal_actions(seen["action_mask"], chance)
        chosen = time.process_time()
        seen, *_ = env.step(actions)
        stepping += time.process_time() - chosen
        steps += count
    return steps / stepping, steps / (now - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--board", default="7x6")
    parser.add_argument("--seconds", type=float, default=2.0, help="per row")
    options = parser.parse_args()
    rules = Rules.for_board(options.board)
    print(f"{'games':>6}{'step':>16}{'with actions':>16}    steps per second, {rules.size}")
    for count in (1, 16, 256, 1024, 4096):
        alone, together = measure(count, rules, options.seconds)
        print(f"{count:6}{alone:16,.0f}{together:16,.0f}", flush=True)
    print(f"goal: {GOAL:,}")


if __name__ == "__main__":
    main()
