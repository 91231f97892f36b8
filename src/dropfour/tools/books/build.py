"""Building a book: which positions to solve, in which order, and writing the file of their scores.

Only the deepest complete ply is solved. All shallower ones follow from it, since a position is worth the
best of its moves, so a book need not store every ply. Of deeper plies, a book may hold the hard
positions, or a repertoire for both colours.
"""

from __future__ import annotations

import math
import os
import random
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from pathlib import Path

from dropfour import _native
from dropfour.book.format import MOST_STEPS, Contents, Shelf, write_book
from dropfour.book.fuse import Fuse
from dropfour.book.positions import PlyPositions, pack_keys, position_of_key, positions_at
from dropfour.engines.exact import DEFAULT_TABLE_MIB
from dropfour.files import write_bytes_atomically
from dropfour.native import empty_native_board
from dropfour.rules import Rules
from dropfour.tools.books.log import BuildLog, SolvedPositions, read_logs
from dropfour.tools.books.repertoire import best_key, walk
from dropfour.tools.books.solving import Job, Solved, closing_table, solve_all
from dropfour.tools.progress import Report, silent
from dropfour.work.executor import Executor

DEFAULT_HARD_NODES = 100_000

# Neighbours in the tree share most of what must be proven, so they are solved together, in blocks. The
# order of the blocks is random, so that those solved so far predict how long the rest will take.
_BLOCK = 32
_FILTER_BITS = 8
_SAVE_EVERY_S = 1.0


@dataclass(frozen=True, slots=True)
class BookPlan:
    """What a book will hold: all positions up to *depth*, and some deeper ones.

    Either the hard ones up to *hard_depth*, those that a search from an empty table does not solve with
    *hard_nodes* nodes; or the repertoire up to *play_depth* (see `repertoire`). Of the plies up to
    *depth*, every *every*-th is stored, counted from the deepest; the others follow from these.
    """

    rules: Rules
    depth: int
    hard_depth: int | None = None
    hard_nodes: int = DEFAULT_HARD_NODES
    every: int = 1
    play_depth: int | None = None

    def __post_init__(self) -> None:
        last = self.rules.cell_count - 1
        if not 0 <= self.depth <= last:
            raise ValueError(f"a book of the {self.rules.size} board has a depth of 0 to {last}")
        if self.hard_depth is not None and self.play_depth is not None:
            raise ValueError(
                "beyond its depth a book holds hard positions or a repertoire, not both"
            )
        for what, deepest in (
            ("hard positions", self.hard_depth),
            ("a repertoire", self.play_depth),
        ):
            if deepest is not None and not self.depth < deepest <= last:
                raise ValueError(
                    f"the plies of {what} lie beyond depth {self.depth}, up to {last}, not {deepest}"
                )
        if self.hard_nodes < 1:
            raise ValueError(f"hard nodes must be at least 1, not {self.hard_nodes}")
        if not 1 <= self.every <= MOST_STEPS:
            raise ValueError(
                f"every 1st to {MOST_STEPS}th ply can be stored, not every {self.every}th"
            )

    @property
    def last_ply(self) -> int:
        return self.hard_depth or self.play_depth or self.depth

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
    executor: Executor,
    *,
    table_mib: int = DEFAULT_TABLE_MIB,
    logs: Iterable[str | os.PathLike[str]] = (),
    time_limit_s: float | None = None,
    report: Report = silent,
) -> Build:
    """Write the book of *plan* to *out*.

    Results are logged beside it (see log_path); after an interruption, the same call continues from
    there. *logs* of other machines are read, too. If the time limit comes first, no book is written.
    """
    if time_limit_s is not None and not time_limit_s > 0:
        raise ValueError(f"a time limit must be more than 0 seconds, not {time_limit_s}")
    deadline = math.inf if time_limit_s is None else time.monotonic() + time_limit_s
    solved = 0
    with closing_table(), BuildLog(log_path(out), plan.rules) as log:
        log.add(read_logs(logs, plan.rules))
        for stage in _stages(plan, log.found):
            running = solve_all(stage.jobs(), plan.rules, executor, table_mib)
            solved += _solve(stage, running, log, deadline, report)
            left = len(stage.jobs())
            if left:
                return Build(False, solved, left)
        data = write_book(contents_of(plan, log.found))
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
    known: list[int] = []
    unfinished: list[int] = []
    for level, scores in reversed(list(_complete_plies(plan, found))):
        if plan.stores(level.ply):
            shelves.append(shelf_of(rules, level.ply, level.open_keys.packed, scores))
        known.append(len(scores))
        unfinished.append(level.unfinished)
    played = _played_keys(plan, found)
    for ply in range(plan.depth + 1, plan.last_ply + 1):
        level = positions_at(rules, ply)
        if plan.play_depth is None:
            held = [key for key in level.open_keys if not found.is_easy(key, plan.hard_nodes)]
        else:
            held = [key for key in level.open_keys if key in played[ply]]
        shelves.append(_partial_shelf(plan, level, held, found))
        known.append(len(held))
        unfinished.append(level.unfinished)
    return Contents(
        rules,
        plan.depth,
        plan.hard_nodes if plan.hard_depth is not None else 0,
        tuple(known),
        tuple(unfinished),
        tuple(shelves),
    )


def _complete_plies(
    plan: BookPlan, found: SolvedPositions
) -> Iterator[tuple[PlyPositions, list[int]]]:
    """Yield the plies from *depth* down to 0 with the scores of their open positions."""
    below, below_scores = b"", list[int]()
    for ply in range(plan.depth, -1, -1):
        level = positions_at(plan.rules, ply)
        keys = level.open_keys.packed
        if ply == plan.depth:
            scores = [found.scores[key] for key in level.open_keys]
        else:
            scores = _native.back_up(empty_native_board(plan.rules), keys, below, below_scores)
        yield level, scores
        below, below_scores = keys, scores


def _chooser(plan: BookPlan, found: SolvedPositions) -> Callable[[int, int], int]:
    """Return the function that chooses the moves of a repertoire (see `walk`): from *depth* on those in
    *found*, before it the best ones by the scores of the complete plies."""
    scores = {
        key: score
        for level, of_level in _complete_plies(plan, found)
        for key, score in zip(level.open_keys, of_level, strict=True)
    }

    @cache
    def choose(ply: int, key: int) -> int:
        if ply >= plan.depth:
            return found.best[key]
        return best_key(position_of_key(plan.rules, key), scores)

    return choose


def _played_keys(plan: BookPlan, found: SolvedPositions) -> dict[int, set[int]]:
    """Return the keys of the repertoire by ply: turns, and positions after the chosen moves."""
    played: dict[int, set[int]] = defaultdict(set)
    if plan.play_depth is not None:
        choose = _chooser(plan, found)
        for ply, turns in walk(plan.rules, plan.play_depth, choose):
            played[ply] |= turns
            played[ply + 1].update(choose(ply, key) for key in turns)
    return played


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
    function = _native.fuse_for(empty_native_board(rules), keys, values, value_bits)
    return Shelf(ply, lowest, Fuse.of_native(function), filter_)


def _partial_shelf(
    plan: BookPlan, level: PlyPositions, held: Sequence[int], found: SolvedPositions
) -> Shelf:
    """Return the shelf of some positions of a ply."""
    like = empty_native_board(plan.rules)
    held_keys = set(held)
    others = [key for key in level.open_keys if key not in held_keys]
    function = _native.filter_for(like, pack_keys(plan.rules, held), _FILTER_BITS)
    admitted = _native.admitted(like, function, pack_keys(plan.rules, others))
    wrong = [key for key, is_admitted in zip(others, admitted, strict=True) if is_admitted]
    keys = pack_keys(plan.rules, [*held, *wrong])
    scores = [*(found.scores[key] for key in held), *(None for _ in wrong)]
    return shelf_of(plan.rules, level.ply, keys, scores, Fuse.of_native(function))


@dataclass(frozen=True, slots=True)
class _Stage:
    """*total* positions of a ply to solve; *jobs* returns those that are left."""

    ply: int
    total: int
    jobs: Callable[[], list[Job]]


def _stages(plan: BookPlan, found: SolvedPositions) -> Iterator[_Stage]:
    """Yield what to solve, in an order in which each stage depends only on those before it."""
    for ply in range(plan.depth, (plan.hard_depth or plan.depth) + 1):
        positions = positions_at(plan.rules, ply)
        hard_nodes = plan.hard_nodes if ply > plan.depth else None
        jobs = partial(jobs_for, positions, found, hard_nodes)
        yield _Stage(ply, len(positions.open_keys), jobs)
    if plan.play_depth is not None:
        for ply, turns in walk(plan.rules, plan.play_depth, _chooser(plan, found)):
            if ply >= plan.depth:
                yield _Stage(ply, len(turns), partial(_move_jobs, turns, found))


def _move_jobs(turns: frozenset[int], found: SolvedPositions) -> list[Job]:
    return [Job(key, wants_move=True) for key in sorted(turns) if key not in found.best]


def _solve(
    stage: _Stage,
    running: Generator[list[Solved], None, None],
    log: BuildLog,
    deadline: float,
    report: Report,
) -> int:
    """Take results until *deadline* and log them every second; return their number."""
    unsaved = SolvedPositions()
    solved, saved_at = 0, time.monotonic()
    before = stage.total - len(stage.jobs())
    with closing(running):
        try:
            while time.monotonic() < deadline and (batch := next(running, None)) is not None:
                for result in batch:
                    _note(result, unsaved)
                solved += len(batch)
                if time.monotonic() - saved_at >= _SAVE_EVERY_S:
                    log.add(unsaved)
                    unsaved, saved_at = SolvedPositions(), time.monotonic()
                report(f"ply {stage.ply}", before + solved, stage.total)
        finally:
            log.add(unsaved)
    return solved


def _note(result: Solved, solved: SolvedPositions) -> None:
    job = result.job
    if result.score is None:
        assert job.hard_nodes is not None
        solved.easy.setdefault(job.hard_nodes, set()).add(job.key)
        return
    solved.scores[job.key] = result.score
    if result.best is not None:
        solved.best[job.key] = result.best
        solved.scores[result.best] = -result.score
