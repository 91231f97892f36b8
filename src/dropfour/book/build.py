"""Building a book: which positions to solve, in which order, and writing the file of their scores.

Only the deepest complete ply is solved. All shallower ones follow from it, since a position is worth the
best of its moves, so a book need not store every ply. Of deeper plies, a book may hold the hard
positions.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from dropfour import _native
from dropfour.book.checkpoint import Checkpoint, SolvedPositions, merged
from dropfour.book.format import MOST_STEPS, Contents, Shelf, write_book
from dropfour.book.fuse import Fuse
from dropfour.book.pace import BuildProgress, Pace
from dropfour.book.positions import PlyPositions, pack_keys, positions_at
from dropfour.book.solving import Crew, Job, Solved
from dropfour.files import write_bytes_atomically
from dropfour.native import native_board
from dropfour.position import Position
from dropfour.rules import Rules

DEFAULT_HARD_NODES = 100_000

# Neighbours in the tree share most of what must be proven, so they are solved together, in blocks. The
# order of the blocks is random, so that those solved so far predict how long the rest will take.
_BLOCK = 32
_FILTER_BITS = 8
_SAVE_EVERY_S = 1.0


@dataclass(frozen=True, slots=True)
class BookPlan:
    """What a book will hold: all positions up to *depth*, and the hard ones up to *hard_depth*.

    A position is hard if a search from an empty table does not solve it with *hard_nodes* nodes. Of the
    plies up to *depth*, every *every*-th is stored, counted from the deepest; the others follow from
    these.
    """

    rules: Rules
    depth: int
    hard_depth: int | None = None
    hard_nodes: int = DEFAULT_HARD_NODES
    every: int = 1

    def __post_init__(self) -> None:
        last = self.rules.cell_count - 1
        if not 0 <= self.depth <= last:
            raise ValueError(f"a book of the {self.rules.size} board has a depth of 0 to {last}")
        if self.hard_depth is not None and not self.depth < self.hard_depth <= last:
            raise ValueError(
                f"hard positions lie beyond depth {self.depth}, at plies up to {last}, "
                f"not {self.hard_depth}"
            )
        if self.hard_nodes < 1:
            raise ValueError(f"hard nodes must be at least 1, not {self.hard_nodes}")
        if not 1 <= self.every <= MOST_STEPS:
            raise ValueError(
                f"every 1st to {MOST_STEPS}th ply can be stored, not every {self.every}th"
            )

    @property
    def last_ply(self) -> int:
        return self.depth if self.hard_depth is None else self.hard_depth

    def stores(self, ply: int) -> bool:
        return ply > self.depth or (self.depth - ply) % self.every == 0


@dataclass(frozen=True, slots=True)
class Build:
    """How a build ended."""

    is_finished: bool
    solved: int  # in this run
    left: int
    size: int = 0  # bytes of the file


def build(
    plan: BookPlan,
    out: str | os.PathLike[str],
    crew: Crew,
    *,
    logs: Iterable[str | os.PathLike[str]] = (),
    time_limit_s: float | None = None,
    report: Callable[[BuildProgress], None] | None = None,
) -> Build:
    """Write the book of *plan* to *out*.

    Results are logged beside it (see log_path); after an interruption, the same call continues from
    there. *logs* of other machines are read, too. If the time limit comes first, no book is written.
    """
    clock = Pace(time_limit_s)
    solved = 0
    with Checkpoint(log_path(out), plan.rules) as checkpoint:
        _take_over(checkpoint, merged(logs, plan.rules))
        for ply in range(plan.depth, plan.last_ply + 1):
            positions = positions_at(plan.rules, ply)
            hard_nodes = plan.hard_nodes if ply > plan.depth else None
            jobs = jobs_for(positions, checkpoint.found, hard_nodes)
            clock.start(ply, len(positions.open_keys), len(jobs))
            solved += _solve(jobs, checkpoint, crew, clock, report)
            left = len(jobs_for(positions, checkpoint.found, hard_nodes))
            if left:
                return Build(False, solved, left)
        data = write_book(contents_of(plan, checkpoint.found))
    write_bytes_atomically(out, data)
    return Build(True, solved, 0, len(data))


def log_path(out: str | os.PathLike[str]) -> Path:
    """Return the path of the log for the build of *out*."""
    return Path(f"{os.fspath(out)}.log")


def jobs_for(positions: PlyPositions, found: SolvedPositions, hard_nodes: int | None) -> list[Job]:
    """Return the remaining jobs of a ply, in the order in which to do them."""
    keys = positions.open_keys
    blocks = [keys[start : start + _BLOCK] for start in range(0, len(keys), _BLOCK)]
    random.Random(positions.ply).shuffle(blocks)
    return [
        Job(key, hard_nodes)
        for key in chain.from_iterable(blocks)
        if key not in found.scores
        and not (hard_nodes is not None and found.is_easy(key, hard_nodes))
    ]


def contents_of(plan: BookPlan, found: SolvedPositions) -> Contents:
    """Return the contents of the book of *plan*; raise KeyError if a position is not solved."""
    rules = plan.rules
    shelves: list[Shelf] = []
    known: dict[int, int] = {}
    unfinished: dict[int, int] = {}
    below, below_scores = b"", list[int]()
    for ply in range(plan.depth, -1, -1):
        level = positions_at(rules, ply)
        keys = pack_keys(rules, level.open_keys)
        if ply == plan.depth:
            scores = [found.scores[key] for key in level.open_keys]
        else:
            scores = _native.back_up(_like(rules), keys, below, below_scores)
        if plan.stores(ply):
            shelves.insert(0, shelf_of(rules, ply, keys, scores))
        known[ply], unfinished[ply] = len(scores), level.unfinished
        below, below_scores = keys, scores
    for ply in range(plan.depth + 1, plan.last_ply + 1):
        level = positions_at(rules, ply)
        shelf, known[ply] = _hard_shelf(plan, level, found)
        shelves.append(shelf)
        unfinished[ply] = level.unfinished
    plies = range(plan.last_ply + 1)
    return Contents(
        rules,
        plan.depth,
        plan.hard_nodes if plan.hard_depth is not None else 0,
        tuple(known[ply] for ply in plies),
        tuple(unfinished[ply] for ply in plies),
        tuple(shelves),
    )


def shelf_of(
    rules: Rules,
    ply: int,
    keys: bytes,
    scores: Sequence[int | None],
    filter_: Fuse | None = None,
) -> Shelf:
    """Return the shelf with these scores; None is a position that the filter wrongly admits."""
    lowest = min((score for score in scores if score is not None), default=0)
    values = [0 if score is None else score - lowest + 1 for score in scores]
    value_bits = max(max(values, default=0).bit_length(), 1)
    function = _native.fuse_for(_like(rules), keys, values, value_bits)
    return Shelf(ply, lowest, Fuse.of_native(function), filter_)


def _hard_shelf(plan: BookPlan, level: PlyPositions, found: SolvedPositions) -> tuple[Shelf, int]:
    """Return the shelf of a ply's hard positions, and their number."""
    like = _like(plan.rules)
    hard = [key for key in level.open_keys if not found.is_easy(key, plan.hard_nodes)]
    held = set(hard)
    others = [key for key in level.open_keys if key not in held]
    function = _native.filter_for(like, pack_keys(plan.rules, hard), _FILTER_BITS)
    admitted = _native.admitted(like, function, pack_keys(plan.rules, others))
    wrong = [key for key, is_admitted in zip(others, admitted, strict=True) if is_admitted]
    keys = pack_keys(plan.rules, [*hard, *wrong])
    scores = [*(found.scores[key] for key in hard), *(None for _ in wrong)]
    return shelf_of(plan.rules, level.ply, keys, scores, Fuse.of_native(function)), len(hard)


def _like(rules: Rules) -> _native.Board:
    return native_board(Position(rules))


def _take_over(checkpoint: Checkpoint, found: SolvedPositions) -> None:
    """Add the results of other logs to this one."""
    own = checkpoint.found
    checkpoint.add_scores({k: v for k, v in found.scores.items() if k not in own.scores})
    for hard_nodes, keys in found.easy.items():
        checkpoint.add_easy(keys - own.easy.get(hard_nodes, set()), hard_nodes)


def _solve(
    jobs: Sequence[Job],
    checkpoint: Checkpoint,
    crew: Crew,
    clock: Pace,
    report: Callable[[BuildProgress], None] | None,
) -> int:
    """Do as many *jobs* as the time allows; return their number."""
    unsaved: list[Solved] = []
    saved_at = time.monotonic()
    running = crew.run(jobs) if jobs and not clock.is_over else iter(())
    try:
        for batch in running:
            unsaved += batch
            clock.add(len(batch))
            if time.monotonic() - saved_at >= _SAVE_EVERY_S:
                _save(unsaved, checkpoint)
                unsaved, saved_at = [], time.monotonic()
            if report is not None:
                report(clock.progress)
            if clock.is_over:
                break
    finally:
        close = getattr(running, "close", None)
        if close is not None:
            close()
        _save(unsaved, checkpoint)
    return clock.done


def _save(solved: Sequence[Solved], checkpoint: Checkpoint) -> None:
    scores = {item.job.key: item.score for item in solved if item.score is not None}
    if scores:
        checkpoint.add_scores(scores)
    easy: dict[int, list[int]] = {}
    for item in solved:
        if item.score is None and item.job.hard_nodes is not None:
            easy.setdefault(item.job.hard_nodes, []).append(item.job.key)
    for hard_nodes, keys in easy.items():
        checkpoint.add_easy(keys, hard_nodes)
