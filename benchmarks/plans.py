"""`python -m benchmarks.plans`: for how many positions a plan is found, and how short it is.

The positions in benchmarks/plans.txt come from games of our levels, with some random moves; the side to
move wins, but not at once, or holds a draw. `python -m benchmarks.plans --make` plays and solves them
again, from a seed.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from dropfour.engines.engine import Engine, Limits
from dropfour.engines.exact import Solver
from dropfour.engines.registry import engine
from dropfour.moves import format_moves
from dropfour.position import Position
from dropfour.study.plan_finder import find_plan, find_strategy

FILE = Path(__file__).with_name("plans.txt")
SEED = 20261117
LEVELS = ("easy", "medium", "hard")
POSITIONS = 60  # of each kind

# How many per cent of the positions should have a plan after one second, by promise and ply.
AIMS = {
    ("win", 10): 35,
    ("win", 12): 60,
    ("win", 14): 75,
    ("win", 16): 88,
    ("win", 20): 98,
    ("win", 24): 99,
    ("draw", 12): 30,
    ("draw", 14): 50,
    ("draw", 16): 70,
    ("draw", 20): 90,
    ("draw", 24): 97,
}
# Limits are in nodes, so that the same seed makes the same positions on every machine.
_NODES_PER_MOVE = 2_000
_NODES_TO_SOLVE = 20_000_000


@dataclass(frozen=True, slots=True)
class Task:
    """A position, as its moves, of which a plan can promise *promise*."""

    promise: str
    ply: int
    moves: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """What became of a task: how many things its plan has to remember (None: no plan was found), how
    many positions it reaches, and how much processor time the search took."""

    task: Task
    rules: int | None
    positions: int
    time_s: float


def load(path: Path = FILE) -> list[Task]:
    """Return the tasks in the order of the file."""
    rows = path.read_text(encoding="ascii").splitlines()
    parts = (row.split() for row in rows if row and not row.startswith("#"))
    return [Task(promise, int(ply), moves) for promise, ply, moves in parts]


def attempt(task: Task, limits: Limits, with_strategy: bool = False) -> Attempt:
    """Search for a plan or a strategy, and play it out; the rules of a strategy are its plans."""
    started = time.process_time()
    if with_strategy:
        strategy = find_strategy(task.moves, limits=limits)
        taken_s = time.process_time() - started
        if strategy is None:
            return Attempt(task, None, 0, taken_s)
        proof = strategy.verify()
        positions = proof.positions + proof.plan_positions
        return Attempt(task, len(strategy.plans), positions, taken_s)
    plan = find_plan(task.moves, limits=limits)
    taken_s = time.process_time() - started
    if plan is None:
        return Attempt(task, None, 0, taken_s)
    if plan.promise != task.promise:
        raise ValueError(f"{task.moves} is a {plan.promise}, not a {task.promise}")
    return Attempt(task, plan.size, plan.verify().positions, taken_s)


def summarise(attempts: Sequence[Attempt]) -> Iterator[str]:
    """Yield the rows of a table in Markdown."""
    yield "| promise | ply | tried | found | share | aim | named (median, most) | positions | seconds |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for (promise, ply), aim in AIMS.items():
        tried = [each for each in attempts if (each.task.promise, each.task.ply) == (promise, ply)]
        if not tried:
            continue
        found = [each for each in tried if each.rules is not None]
        sizes = [each.rules for each in found if each.rules is not None]
        rules = f"{statistics.median(sizes):g}, {max(sizes)}" if sizes else ""
        positions = f"{statistics.median(each.positions for each in found):.0f}" if found else ""
        seconds = statistics.mean(each.time_s for each in tried)
        share = 100 * len(found) / len(tried)
        yield (
            f"| {'win' if promise == 'win' else 'not lose'} | {ply} | {len(tried)} | {len(found)} "
            f"| {share:.0f} % | {aim} % | {rules} | {positions} | {seconds:.2f} |"
        )


def make(chance: random.Random, solver: Solver) -> Iterator[Task]:
    """Yield POSITIONS tasks of each kind, each position once."""
    missing = dict.fromkeys(AIMS, POSITIONS)
    seen: set[Position] = set()
    while missing:
        players = [engine(f"{chance.choice(LEVELS)}:seed={chance.randrange(10**6)}") for _ in "ry"]
        last = max(ply for _, ply in missing)
        for moves, position in _play(players, chance, last):
            kinds = [kind for kind in missing if kind[1] == position.ply]
            if not kinds or position in seen or chance.random() < 0.5 or _wins_now(position):
                continue
            seen.add(position)
            outcome = solver.solve(
                position, weak=True, limits=Limits(nodes=_NODES_TO_SOLVE)
            ).range.outcome
            kind = (outcome or "", position.ply)
            if kind not in missing:
                continue
            yield Task(*kind, moves)
            missing[kind] -= 1
            if not missing[kind]:
                del missing[kind]


def _play(
    players: Sequence[Engine], chance: random.Random, plies: int
) -> Iterator[tuple[str, Position]]:
    """Yield the positions of a game that begins with up to six random moves."""
    position, columns = Position(), list[int]()
    first = chance.choice((0, 2, 4, 6))
    while position.ply < plies:
        if position.ply < first or chance.random() < 0.12:
            column = chance.choice(position.legal_columns)
        else:
            player = players[position.ply % 2]
            column = player.choose(position, Limits(nodes=_NODES_PER_MOVE)).column
        columns.append(column)
        position = position.play(column)
        if position.is_over:
            return
        yield format_moves(columns), position


def _wins_now(position: Position) -> bool:
    return any(position.play(column).is_over for column in position.legal_columns)


def write(path: Path = FILE) -> None:
    """Make the tasks and write them."""
    text = [
        f"# Made by `python -m benchmarks.plans --make` from seed {SEED}: games of our levels.",
        "# Each line is `promise ply moves`: what a plan of the side to move can promise there.",
    ]
    tasks = sorted(
        make(random.Random(SEED), Solver(table_mib=64)),
        key=lambda task: list(AIMS).index((task.promise, task.ply)),
    )
    text += [f"{task.promise} {task.ply} {task.moves}" for task in tasks]
    path.write_text("\n".join(text) + "\n", encoding="ascii")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--make", action="store_true", help="write the positions, and do not search"
    )
    parser.add_argument("--positions", type=int, default=40, help="of each promise and ply")
    parser.add_argument("--time", type=float, default=1.0, help="seconds for each position")
    parser.add_argument("--nodes", type=int, help="a limit that finds the same on every machine")
    parser.add_argument(
        "--strategy",
        action="store_true",
        help="strategies of up to 30 plans, which are counted as rules",
    )
    parser.add_argument("--plies", type=int, nargs="*", help="default: all of the file")
    parser.add_argument("--processes", type=int, default=1, help="of one thread each")
    options = parser.parse_args()
    if options.make:
        write()
        return
    tasks: list[Task] = []
    for kind in AIMS:
        if not options.plies or kind[1] in options.plies:
            same = [task for task in load() if (task.promise, task.ply) == kind]
            tasks += same[: options.positions]
    limits = Limits(nodes=options.nodes) if options.nodes else Limits(time_s=options.time)
    work = partial(attempt, limits=limits, with_strategy=options.strategy)
    with ProcessPoolExecutor(options.processes) as pool:
        attempts = list(pool.map(work, tasks))
    print("\n".join(summarise(attempts)))


if __name__ == "__main__":
    main()
