"""Time per ply of random games with Position, the native board, and OpenSpiel and BitBully if installed.

    python -m benchmarks.rollout [--games 2000]

Each ply checks whether the game is over, lists the legal moves, chooses one at random and plays it. The
time of the random numbers is measured separately, and not subtracted. Times are CPU times.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

from dropfour.native import native_board
from dropfour.position import Position

GOAL_US = 2.0

Rollout = Callable[[Callable[[], float]], int]


def with_position(draw: Callable[[], float]) -> int:
    position, plies = Position(), 0
    while not position.is_over:
        columns = position.legal_columns
        position = position.play(columns[int(draw() * len(columns))])
        plies += 1
    return plies


def with_native_board(draw: Callable[[], float]) -> int:
    board, plies = native_board(Position()), 0
    while not board.is_over:
        columns = board.legal_columns
        board = board.play(columns[int(draw() * len(columns))])
        plies += 1
    return plies


def openspiel() -> Rollout | None:
    """Return the rollout with OpenSpiel; None if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("connect_four")

    def rollout(draw: Callable[[], float]) -> int:
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            plies += 1
        return plies

    return rollout


def bitbully() -> Rollout | None:
    """Return the rollout with BitBully; None if it is not installed."""
    try:
        from bitbully import Board
    except ImportError:
        return None

    def rollout(draw: Callable[[], float]) -> int:
        board, plies = Board(), 0
        while not board.is_game_over():
            columns = board.legal_moves()
            board.play(columns[int(draw() * len(columns))])
            plies += 1
        return plies

    return rollout


def drawing(draw: Callable[[], float]) -> int:
    columns = (1, 2, 3, 4, 5, 6, 7)
    for _ in range(20):
        columns[int(draw() * len(columns))]
    return 20


def microseconds_per_ply(rollout: Rollout, games: int) -> float:
    """Return the best of five measurements."""
    best = float("inf")
    for _ in range(5):
        draw = random.Random(1).random
        started, plies = time.process_time(), 0
        for _ in range(games // 5):
            plies += rollout(draw)
        best = min(best, (time.process_time() - started) / plies * 1e6)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    games = parser.parse_args().games
    rollouts: dict[str, Rollout] = {"Position": with_position, "native board": with_native_board}
    for name, peer in (("OpenSpiel", openspiel()), ("BitBully", bitbully())):
        if peer is not None:
            rollouts[name] = peer
    rollouts["random numbers"] = drawing
    for name, rollout in rollouts.items():
        print(f"{name:14}{microseconds_per_ply(rollout, games):8.2f} us per ply")
    print(f"goal for Position: {GOAL_US} us")


if __name__ == "__main__":
    main()
