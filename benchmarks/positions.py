"""The fixed positions that are measured: read them, or make them anew.

`python -m benchmarks.positions` draws random games from a seed, solves what they reach and sorts it
by stage (how many stones lie) and difficulty (how many plies the game still lasts with best play),
the way the public benchmark sets are sorted; it writes benchmarks/positions.txt.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from dropfour.engines.exact import Solver
from dropfour.moves import format_moves
from dropfour.position import Position
from dropfour.scores import plies_to_end

FILE = Path(__file__).with_name("positions.txt")
SEED = 20261115


@dataclass(frozen=True, slots=True)
class Stage:
    """Positions with *stones* on the board whose games last *plies* more; *count* of them."""

    name: str
    stones: range
    plies: range
    count: int


STAGES = (
    Stage("end-easy", range(28, 38), range(1, 15), 200),
    Stage("middle-easy", range(15, 28), range(1, 15), 200),
    Stage("middle-medium", range(15, 28), range(15, 28), 100),
    Stage("begin-easy", range(4, 15), range(1, 15), 100),
    Stage("begin-medium", range(4, 15), range(15, 29), 40),
    Stage("begin-hard", range(4, 15), range(29, 39), 8),
)


@dataclass(frozen=True, slots=True)
class Sample:
    """A position as its moves, with its known score."""

    moves: str
    score: int


def load(path: Path = FILE) -> dict[str, list[Sample]]:
    """Return the samples of each stage, in the order of the file."""
    stages: dict[str, list[Sample]] = {}
    current: list[Sample] = []
    for line in path.read_text(encoding="ascii").splitlines():
        if line.startswith("["):
            current = stages.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            moves, score = line.split()
            current.append(Sample(moves, int(score)))
    return stages


def load_plain(path: Path) -> list[Sample]:
    """Return the samples of a file of `moves score` lines, such as the public sets."""
    pairs = (line.split() for line in path.read_text(encoding="ascii").splitlines() if line)
    return [Sample(moves, int(score)) for moves, score in pairs]


def random_moves(stones: int, chance: random.Random) -> str | None:
    """Return the moves of a random game of so many stones; None if it ended before."""
    position, columns = Position(), []
    for _ in range(stones):
        if position.is_over:
            return None
        columns.append(chance.choice(position.legal_columns))
        position = position.play(columns[-1])
    return None if position.is_over else format_moves(columns)


def make(chance: random.Random, solver: Solver) -> dict[Stage, list[Sample]]:
    """Return the samples of every stage, each position once."""
    samples: dict[Stage, list[Sample]] = {stage: [] for stage in STAGES}
    seen: set[str] = set()
    while wanting := [stage for stage in STAGES if len(samples[stage]) < stage.count]:
        moves = random_moves(chance.choice(wanting[0].stones), chance)
        if moves is None or moves in seen:
            continue
        seen.add(moves)
        position = Position.from_moves(moves)
        score = solver.solve(position).score
        assert score is not None
        for stage in wanting:
            if position.ply in stage.stones and plies_to_end(position, score) in stage.plies:
                samples[stage].append(Sample(moves, score))
    return samples


def main() -> None:
    lines = [
        "# Made by `python -m benchmarks.positions` from seed "
        f"{SEED}: random games, solved by Dropfour.",
        "# A line is `moves score`, columns from 1, the score for the side to move.",
    ]
    for stage, samples in make(random.Random(SEED), Solver(table_mib=1024)).items():
        lines.append(f"[{stage.name}]")
        lines += [f"{sample.moves} {sample.score}" for sample in samples]
    FILE.write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
