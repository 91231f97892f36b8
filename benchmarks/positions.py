"""The fixed positions of the benchmarks: read them, or generate them.

`python -m benchmarks.positions` plays random games from a seed, solves the positions they reach and
sorts them by stage (stones on the board) and difficulty (plies left with best play), like the public
benchmark sets; it writes benchmarks/positions.txt.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from dropfour.engines.exact import Solver
from dropfour.moves import format_moves
from dropfour.position import Position
from dropfour.rules import Rules
from dropfour.scores import plies_to_end

FILE = Path(__file__).with_name("positions.txt")
SEED = 20261115
PUBLIC = ("L3_R1", "L2_R1", "L2_R2", "L1_R1", "L1_R2", "L1_R3")


@dataclass(frozen=True, slots=True)
class Stage:
    """*count* positions with *stones* on the board and *plies* to the end of the game."""

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
    """A position, as its moves, and its exact score."""

    moves: str
    score: int


def load(path: Path = FILE) -> dict[str, list[Sample]]:
    """Return the samples of each stage, in the order of the file."""
    stages: dict[str, list[Sample]] = {}
    current: list[Sample] = []
    for text in path.read_text(encoding="ascii").splitlines():
        if text.startswith("["):
            current = stages.setdefault(text.strip("[]"), [])
        elif text and not text.startswith("#"):
            moves, score = text.split()
            current.append(Sample(moves, int(score)))
    return stages


def load_plain(path: Path) -> list[Sample]:
    """Return the samples of a file with `moves score` on each line, such as the public sets."""
    samples = []
    for number, text in enumerate(path.read_text(encoding="ascii").splitlines(), 1):
        if not text:
            continue
        match text.split():
            case [moves, score] if moves.isdigit() and score.lstrip("-").isdigit():
                samples.append(Sample(moves, int(score)))
            case _:
                raise ValueError(f"{path}, line {number}: expected 'moves score', not {text!r}")
    return samples


def load_public(folder: Path) -> dict[str, list[Sample]]:
    """Return the samples of each file in *folder*: the public sets first, from the easiest on.

    Pons names his files Test_L3_R1 and so on; the name of a set is the part after Test_.
    """
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder")
    files = [path for path in folder.iterdir() if path.is_file() and path.suffix in ("", ".txt")]
    found = {path.stem.removeprefix("Test_"): load_plain(path) for path in sorted(files)}
    if not found:
        raise ValueError(f"{folder} has no sets: files without suffix or with .txt")
    return {name: found[name] for name in (*PUBLIC, *found) if name in found}


def try_random_moves(stones: int, chance: random.Random, rules: Rules | None = None) -> str | None:
    """Return *stones* random moves; None if the game is over by then."""
    position, columns = Position(rules or Rules()), []
    for _ in range(stones):
        if position.is_over:
            return None
        columns.append(chance.choice(position.legal_columns))
        position = position.play(columns[-1])
    return None if position.is_over else format_moves(columns)


def random_openings(count: int, rules: Rules, plies: int, seed: int) -> list[Position]:
    """Return different positions after *plies* random moves, without a move that ends the game."""
    chance = random.Random(seed)
    found: dict[Position, None] = {}
    while len(found) < count:
        columns = [chance.randint(1, rules.columns) for _ in range(plies)]
        position = Position.from_moves(columns, rules)
        if not any(position.play(column).is_over for column in position.legal_columns):
            found[position] = None
    return list(found)


def make(chance: random.Random, solver: Solver) -> dict[Stage, list[Sample]]:
    """Return the samples of every stage, each position once."""
    samples: dict[Stage, list[Sample]] = {stage: [] for stage in STAGES}
    seen: set[str] = set()
    while incomplete := [stage for stage in STAGES if len(samples[stage]) < stage.count]:
        moves = try_random_moves(chance.choice(incomplete[0].stones), chance)
        if moves is None or moves in seen:
            continue
        seen.add(moves)
        position = Position.from_moves(moves)
        score = solver.solve(position).score
        assert score is not None
        for stage in incomplete:
            if position.ply in stage.stones and plies_to_end(position, score) in stage.plies:
                samples[stage].append(Sample(moves, score))
    return samples


def main() -> None:
    text = [
        "# Made by `python -m benchmarks.positions` from seed "
        f"{SEED}: random games, solved by Dropfour.",
        "# Each line is `moves score`: columns from 1, the score for the side to move.",
    ]
    for stage, samples in make(random.Random(SEED), Solver(table_mib=1024)).items():
        text.append(f"[{stage.name}]")
        text += [f"{sample.moves} {sample.score}" for sample in samples]
    FILE.write_text("\n".join(text) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
