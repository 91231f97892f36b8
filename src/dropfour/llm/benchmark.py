"""dropfour-bench-1: how well anything plays Connect Four, on 1,000 frozen positions with exact scores.

The positions are in ``data/dropfour-bench-1.gz``, made by ``python -m lab.shipped.benchmark``: a
row is the kind, the moves and the exact score of each column for the side to move, a dot for a full
column. The rows are in random order, so the first ones are a sample. A later set has a number of
its own.
"""

from __future__ import annotations

import gzip
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from dropfour.arena.rating.elo import Z_95, wilson_interval
from dropfour.engines.engine import Engine, Limits
from dropfour.llm.game import regret_of
from dropfour.llm.prompts import Style
from dropfour.moves import parse_moves
from dropfour.outcome import Fault
from dropfour.players.one_move import PromptPlayer
from dropfour.players.player import EnginePlayer, Player
from dropfour.players.seating import engine_of, open_player
from dropfour.players.spec import parse_player
from dropfour.position import Position

NAME = "dropfour-bench-1"
FILE = Path(__file__).with_name("data") / f"{NAME}.gz"
KINDS = ("win", "draw", "save")
ENGINE_TIME_S, PROMPT_TIME_S = 1.0, 120.0


@dataclass(frozen=True, slots=True)
class Task:
    """A position to find a best column in, with the exact score of each column for the side to move.

    *kind*: in a ``win`` some columns win and others do not, in a ``draw`` some hold the draw and others
    lose, and in a ``save`` exactly one column does not lose.
    """

    kind: str
    moves: tuple[int, ...]
    scores: dict[int, int] = field(hash=False)

    @property
    def position(self) -> Position:
        """The position."""
        return Position.from_moves(self.moves)


@lru_cache(maxsize=1)
def tasks() -> tuple[Task, ...]:
    """Return the positions of dropfour-bench-1.

    >>> len(d4.llm.tasks()), d4.llm.tasks()[0].position.is_over
    (1000, False)
    """
    rows = gzip.decompress(FILE.read_bytes()).decode("ascii").splitlines()
    return tuple(map(_task, rows))


def _task(row: str) -> Task:
    kind, moves, *scores = row.split()
    known = {column: int(score) for column, score in enumerate(scores, 1) if score != "."}
    return Task(kind, parse_moves(moves), known)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player did in one position; *column* is None if it gave no legal move, with the reason.

    *regret* is what it cost in points of the exact score, 0 for a best move. No legal move costs one
    point more than the worst score possible.
    """

    task: Task
    column: int | None
    regret: int
    time_s: float
    nodes: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """How a player did on dropfour-bench-1; *characters* are those of all prompts and answers."""

    player: str
    answers: tuple[Answer, ...]
    characters: int = 0

    @property
    def best_share(self) -> tuple[float, float, float]:
        """The share of best moves, with its 95 % interval (Wilson)."""
        share = fmean(not answer.regret for answer in self.answers)
        return (share, *wilson_interval(share, len(self.answers)))

    @property
    def mean_regret(self) -> tuple[float, float, float]:
        """The mean regret of an answer, with its 95 % interval."""
        costs = [answer.regret for answer in self.answers]
        mean, count = fmean(costs), len(costs)
        error = Z_95 * stdev(costs) / math.sqrt(count) if count > 1 else math.inf
        return mean, max(0.0, mean - error), mean + error

    @property
    def illegal(self) -> int:
        """How many answers were no legal move."""
        return sum(answer.column is None for answer in self.answers)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-compatible values."""
        regret = zip(("mean", "low", "high"), self.mean_regret, strict=True)
        kinds: dict[str, list[bool]] = {kind: [] for kind in KINDS}
        for answer in self.answers:
            kinds[answer.task.kind].append(not answer.regret)
        return {
            "benchmark": NAME,
            "player": self.player,
            "positions": len(self.answers),
            "best": dict(zip(("share", "low", "high"), self.best_share, strict=True)),
            "regret": {name: value if math.isfinite(value) else None for name, value in regret},
            "illegal": self.illegal,
            "first_reason": next((answer.reason for answer in self.answers if answer.reason), None),
            "kinds": {kind: fmean(right) if right else None for kind, right in kinds.items()},
            "time_s": round(sum(answer.time_s for answer in self.answers), 3),
            "nodes": sum(answer.nodes for answer in self.answers),
            "characters": self.characters,
        }

    def __str__(self) -> str:
        values = self.to_dict()
        number, nodes, time_s = values["positions"], values["nodes"], values["time_s"]
        share, low, high = (100 * value for value in self.best_share)
        kinds = ", ".join(
            f"{k} {100 * v:.1f} %" for k, v in values["kinds"].items() if v is not None
        )
        cost = f"{time_s:.1f} s, {1000 * time_s / number:.1f} ms an answer"
        cost += f", {nodes / number:,.0f} nodes an answer" if nodes else ""
        cost += f", {self.characters:,} characters" if self.characters else ""
        rows = [
            f"{NAME}, {number} positions: {self.player}",
            f"best moves       {share:.1f} % ({low:.1f} to {high:.1f}): {kinds}",
            "mean regret      {:.2f} ({:.2f} to {:.2f})".format(*self.mean_regret),
            f"illegal answers  {self.illegal}",
            f"cost             {cost}",
        ]
        reason = values["first_reason"]
        return "\n".join([*rows, f"first reason     {reason}"] if reason else rows)


def run_benchmark(
    player: str | Engine | Callable[[Position], int],
    *,
    count: int | None = None,
    style: Style | None = None,
    time_s: float | None = None,
    seed: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Ask *player* for a move in each position of dropfour-bench-1, or in the first *count*.

    A text is a player as `open_player` has it; ``prompt:COMMAND`` is a program that reads a prompt, in
    *style*, and prints an answer. *time_s* is the limit for each move: by default 1 s, and 120 s for a
    program that answers prompts. *seed* repeats random play. *progress* is called with the number of
    positions done and their total.

    >>> d4.llm.run_benchmark("perfect", count=20).best_share[0]
    1.0
    """
    chosen = tasks()[:count]
    if isinstance(player, str):
        spec = replace(parse_player(player), style=style)
        usual_s = PROMPT_TIME_S if spec.kind == "prompt" else ENGINE_TIME_S
        limits = Limits(time_s=usual_s if time_s is None else time_s)
        with open_player(spec, seed=seed, limits=limits) as opened:
            answers = _ask(opened, chosen, progress)
            characters = opened.characters if isinstance(opened, PromptPlayer) else 0
        return Report(spec.name, answers, characters)
    limits = Limits(time_s=ENGINE_TIME_S if time_s is None else time_s)
    seat = EnginePlayer(engine_of(player), limits)
    return Report(seat.name, _ask(seat, chosen, progress))


def _ask(
    player: Player, chosen: Sequence[Task], progress: Callable[[int, int], None] | None
) -> tuple[Answer, ...]:
    answers = []
    for number, task in enumerate(chosen, start=1):
        position, started = task.position, time.monotonic()
        column, nodes, reason = None, 0, ""
        try:
            choice = player.choose(position, moves=task.moves)
            column, nodes = choice.column, choice.nodes
        except Fault as fault:
            reason = str(fault)
        spent_s = time.monotonic() - started
        if column is not None and column not in task.scores:
            column, reason = None, f"column {column} cannot be played"
        regret = regret_of(position, column, task.scores)
        answers.append(Answer(task, column, regret, spent_s, nodes, reason))
        if progress is not None:
            progress(number, len(chosen))
    return tuple(answers)
