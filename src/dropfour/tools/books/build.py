"""Building a book: which positions to solve, in which order, and writing the file of their scores.

Only the deepest complete ply is solved. All shallower ones follow from it, since a position is worth the
best of its moves, so a book need not store every ply. Of deeper plies, a book may hold the hard
positions, or a repertoire for both colours.
"""

from __future__ import annotations

import os
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from dropfour import _native
from dropfour.book.format import MOST_STEPS, Contents, Shelf, write_book
from dropfour.book.fuse import Fuse
from dropfour.book.positions import PlyPositions, pack_keys, position_of_key, positions_at
from dropfour.files import write_bytes_atomically
from dropfour.native import native_board
from dropfour.position import Position
from dropfour.rules import Rules
from dropfour.tools.books.log import Checkpoint, SolvedPositions, merged
from dropfour.tools.books.pace import BuildProgress, Pace
from dropfour.tools.books.repertoire import RepertoirePly, best_key, walk
from dropfour.tools.books.solving import Crew, Job, Solved

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
        for ply in range(plan.depth, (plan.hard_depth or plan.depth) + 1):
            positions = positions_at(plan.rules, ply)
            hard_nodes = plan.hard_nodes if ply > plan.depth else None
            jobs = jobs_for(positions, checkpoint.found, hard_nodes)
            clock.start(ply, len(positions.open_keys), len(jobs))
            solved += _solve(jobs, checkpoint, crew, clock, report)
            left = len(jobs_for(positions, checkpoint.found, hard_nodes))
            if left:
                return Build(False, solved, left)

        left = 0

        def solve_turns(ply: int, turns: frozenset[int]) -> bool:
            """Find a best move for each of *turns*; return False if the time did not suffice."""
            nonlocal solved, left
            best = checkpoint.found.best
            jobs = [Job(key, wants_move=True) for key in sorted(turns) if key not in best]
            clock.start(ply, len(turns), len(jobs))
            solved += _solve(jobs, checkpoint, crew, clock, report)
            left = sum(job.key not in best for job in jobs)
            return left == 0

        for _ in _repertoire(plan, checkpoint.found, solve_turns):
            pass
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
            scores = _native.back_up(_like(plan.rules), keys, below, below_scores)
        yield level, scores
        below, below_scores = keys, scores


def _repertoire(
    plan: BookPlan,
    found: SolvedPositions,
    prepare: Callable[[int, frozenset[int]], bool] = lambda ply, turns: True,
) -> Iterator[RepertoirePly]:
    """Yield the repertoire of *plan*, if it has one.

    From *depth* on the chosen moves are those of *found*; *prepare* is called first, and ends it by
    returning False.
    """
    if plan.play_depth is None:
        return
    scores = {
        key: score
        for level, of_level in _complete_plies(plan, found)
        for key, score in zip(level.open_keys, of_level, strict=True)
    }

    def choose(ply: int, turns: frozenset[int]) -> Mapping[int, int] | None:
        if ply < plan.depth:
            return {key: best_key(position_of_key(plan.rules, key), scores) for key in turns}
        return {key: found.best[key] for key in turns} if prepare(ply, turns) else None

    yield from walk(plan.rules, plan.play_depth, choose)


def _played_keys(plan: BookPlan, found: SolvedPositions) -> dict[int, set[int]]:
    """Return the keys of the repertoire by ply: turns, and positions after the chosen moves."""
    played: dict[int, set[int]] = defaultdict(set)
    for turns in _repertoire(plan, found):
        played[turns.ply].update(turns.chosen)
        played[turns.ply + 1].update(turns.chosen.values())
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
    function = _native.fuse_for(_like(rules), keys, values, value_bits)
    return Shelf(ply, lowest, Fuse.of_native(function), filter_)


def _partial_shelf(
    plan: BookPlan, level: PlyPositions, held: Sequence[int], found: SolvedPositions
) -> Shelf:
    """Return the shelf of some positions of a ply."""
    like = _like(plan.rules)
    held_keys = set(held)
    others = [key for key in level.open_keys if key not in held_keys]
    function = _native.filter_for(like, pack_keys(plan.rules, held), _FILTER_BITS)
    admitted = _native.admitted(like, function, pack_keys(plan.rules, others))
    wrong = [key for key, is_admitted in zip(others, admitted, strict=True) if is_admitted]
    keys = pack_keys(plan.rules, [*held, *wrong])
    scores = [*(found.scores[key] for key in held), *(None for _ in wrong)]
    return shelf_of(plan.rules, level.ply, keys, scores, Fuse.of_native(function))


def _like(rules: Rules) -> _native.Board:
    return native_board(Position(rules))


def _take_over(checkpoint: Checkpoint, found: SolvedPositions) -> None:
    """Add the results of other logs to this one."""
    own = checkpoint.found
    checkpoint.add_scores({k: v for k, v in found.scores.items() if k not in own.scores})
    checkpoint.add_best({k: v for k, v in found.best.items() if k not in own.best})
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
    best = {item.job.key: item.best for item in solved if item.best is not None}
    scores |= {key: -scores[before] for before, key in best.items()}
    if scores:
        checkpoint.add_scores(scores)
    if best:
        checkpoint.add_best(best)
    easy: dict[int, list[int]] = {}
    for item in solved:
        if item.score is None and item.job.hard_nodes is not None:
            easy.setdefault(item.job.hard_nodes, []).append(item.job.key)
    for hard_nodes, keys in easy.items():
        checkpoint.add_easy(keys, hard_nodes)
