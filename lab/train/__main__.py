"""`python -m lab.train FOLDER`: teach the evaluation `patterns`, or continue to.

A generation plays games against itself, learns from its own games and those of the generations before
it, and plays a match against `parity`. Weights, positions and the log are in FOLDER, so that a run that
was interrupted continues. The same options give the same weights, however many processes there are.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import click
import numpy as np

from dropfour.cli.options import workers_option
from dropfour.files import write_bytes_atomically, write_text_atomically
from dropfour.rules import Rules
from dropfour.work import open_executor
from dropfour.work.executor import Executor, core_count
from lab.train.program import NATIVE, Match, SelfPlay, positions_of, result_of
from lab.train.regression import Numbers, Positions, learn, surprise

BOARDS = "6x6 7x6 7x7 8x7 8x8 9x7 9x8 8x9 9x9 10x9 10x10 12x10"
MATCH_BOARDS = "9x8 9x9 10x10"
REFERENCE = "parity"
_PER_TASK = 250  # games
_REMEMBERED = 3  # generations


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run does, apart from where and how long; stored in its folder."""

    boards: str
    games: int
    nodes: int
    match_games: int
    match_nodes: int
    epochs: int
    seed: int


class Run:
    """Training in *folder*."""

    def __init__(self, folder: Path, plan: Plan, executor: Executor) -> None:
        self._folder, self._plan, self._executor = folder, plan, executor
        folder.mkdir(parents=True, exist_ok=True)
        stored = folder / "plan.json"
        if stored.exists() and json.loads(stored.read_text()) != asdict(plan):
            raise click.ClickException(f"{folder} holds a run with other options: see {stored}")
        write_text_atomically(stored, json.dumps(asdict(plan)))

    def generation(self, number: int) -> None:
        """Play, learn and compare, unless that has been done."""
        log = self._log()
        if number <= len(log):
            return
        self._play(number)
        recent = range(max(1, number - _REMEMBERED + 1), number + 1)
        boards = [self._positions(each, board) for each in recent for board in self._boards]
        count = len(_parsed(_shipped())) // 2
        start = np.zeros((2, count)) if number == 1 else _numbers(self._weights(number - 1))
        weights = learn(boards, start, self._plan.epochs, self._plan.seed + number)
        write_text_atomically(self._folder / f"{number}.inc", _text(weights))
        error = sum(surprise(board, weights) for board in boards) / len(boards)
        entry = {"generation": number, "positions": sum(len(b.results) for b in boards)}
        log.append({**entry, "error": round(error, 4), "matches": self._compare(number)})
        lines = "".join(json.dumps(each) + "\n" for each in log)
        write_text_atomically(self._folder / "log.jsonl", lines)
        write_text_atomically(self._folder / "strength.svg", plot(log))
        click.echo(json.dumps(log[-1]))

    @property
    def _boards(self) -> list[str]:
        return self._plan.boards.split()

    def _log(self) -> list[dict[str, object]]:
        file = self._folder / "log.jsonl"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    def _weights(self, number: int) -> str:
        return (self._folder / f"{number}.inc").read_text() if number else REFERENCE

    def _file(self, number: int, board: str, seed: int) -> Path:
        return self._folder / f"{number}-{board}-{seed}.positions"

    def _seeds(self, number: int) -> range:
        first = (self._plan.seed * 1000 + number) * 1_000_000
        return range(first, first + self._plan.games, _PER_TASK)

    def _play(self, number: int) -> None:
        weights, plan = self._weights(number - 1), self._plan
        tasks = [
            SelfPlay(board, weights, min(_PER_TASK, plan.games), plan.nodes, seed)
            for board in self._boards
            for seed in self._seeds(number)
            if not self._file(number, board, seed).exists()
        ]
        for task, data in self._executor.run(positions_of, tasks):
            write_bytes_atomically(self._file(number, task.board, task.seed), data)

    def _positions(self, number: int, board: str) -> Positions:
        files = [self._file(number, board, seed) for seed in self._seeds(number)]
        return Positions([file.read_bytes() for file in files], Rules.for_board(board).cell_count)

    def _compare(self, number: int) -> dict[str, list[int]]:
        plan = self._plan
        tasks = [
            Match(board, self._weights(number), REFERENCE, plan.match_games, plan.match_nodes, 1)
            for board in MATCH_BOARDS.split()
        ]
        found = self._executor.run(result_of, tasks)
        return {task.board: list(result) for task, result in sorted(found, key=str)}


def _shipped() -> str:
    return (NATIVE / "engines" / "pattern_weights.inc").read_text()


def _parsed(text: str) -> list[int]:
    return [int(weight) for weight in text.split(",") if weight.strip()]


def _numbers(text: str) -> Numbers:
    return np.array(_parsed(text), float).reshape(2, -1)


def _text(weights: Numbers) -> str:
    lines = [""]
    for weight in weights.ravel().astype(int):
        item = f"{weight},"
        if len(lines[-1]) + len(item) > 100:
            lines.append("")
        lines[-1] += item
    return "\n".join(lines) + "\n"


def plot(log: Sequence[dict[str, object]]) -> str:
    """Return the share of points against `parity` by generation as SVG, a line for each board."""
    width, height, left, top = 640, 360, 60, 20
    step = (width - left - 100) / max(1, len(log) - 1)

    def y(share: float) -> float:
        return top + (height - 2 * top) * (1 - share)

    parts = [
        f'<line x1="{left}" x2="{width - 100}" y1="{y(s):.0f}" y2="{y(s):.0f}" stroke="#ccc"/>'
        f'<text x="{left - 8}" y="{y(s) + 4:.0f}" text-anchor="end">{s:.0%}</text>'
        for s in (0, 0.25, 0.5, 0.75, 1)
    ]
    for board, colour in zip(MATCH_BOARDS.split(), ("#c33", "#b80", "#26c"), strict=True):
        shares = []
        for entry in log:
            wins, draws, losses = entry["matches"][board]  # type: ignore[index]
            shares.append((wins + draws / 2) / (wins + draws + losses))
        dots = [(left + i * step, y(share)) for i, share in enumerate(shares)]
        line = " ".join(f"{x:.0f},{at:.1f}" for x, at in dots)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.0f}" cy="{at:.1f}" r="3" fill="{colour}"/>' for x, at in dots]
        x, at = dots[-1]
        parts.append(f'<text x="{x + 8:.0f}" y="{at + 4:.1f}" fill="{colour}">{board}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>'
        f"<title>Points against parity by generation</title>{''.join(parts)}</svg>\n"
    )


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--generations", default=6, show_default=True)
@click.option("--boards", default=BOARDS, help="Where games are played.", show_default=True)
@click.option("--games", default=4000, help="Per board and generation.", show_default=True)
@click.option("--nodes", default=1000, help="Per move of these games.", show_default=True)
@click.option("--match-games", default=200, help="Against parity, per board.", show_default=True)
@click.option("--match-nodes", default=20_000, help="Per move of a match.", show_default=True)
@click.option("--epochs", default=6, help="Of the regression.", show_default=True)
@click.option("--seed", default=1, show_default=True)
@workers_option("Processes that play; default: one per core.")
@click.option("--cluster", metavar="ADDRESS", help="Play on this Dask cluster instead.")
def main(
    folder: Path, generations: int, workers: int | None, cluster: str | None, **plan: object
) -> None:
    """Teach the evaluation `patterns`; FOLDER/N.inc holds the weights of generation N.

    Copy the best over native/engines/pattern_weights.inc and run `make setup wasm`. After an
    interruption the same command continues.

    Example: python -m lab.train build/training
    """
    with open_executor(workers or core_count(), cluster) as executor:
        run = Run(folder, Plan(**plan), executor)  # type: ignore[arg-type]
        for number in range(1, generations + 1):
            run.generation(number)


if __name__ == "__main__":
    main()
