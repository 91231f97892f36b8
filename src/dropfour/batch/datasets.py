"""Data sets of positions with exact scores: drawing the positions, labelling them, and the file.

A data set holds distinct positions from random games, in the order in which they were drawn, so
that the same plan always gives the same file. Positions are labelled in blocks, each a separate
file in a directory beside the data set until all are complete, so that no label is lost when a run
is killed.
"""

from __future__ import annotations

import json
import shutil
import time
from dataclasses import asdict, dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dropfour.batch.positions import Batch, load_numpy, random_positions
from dropfour.batch.scores import BatchSolver, Unfinished
from dropfour.engines.engine import NO_LIMITS, Limits
from dropfour.extras import needed_by
from dropfour.files import write_bytes_atomically
from dropfour.rules import Rules
from dropfour.work.executor import Executor, Report, silent

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK = 1000
_FEWEST_NEW = 0.01  # as a share of those drawn
SUFFIXES = (".npz", ".parquet")


@dataclass(frozen=True, slots=True)
class DatasetPlan:
    """What a data set holds: *count* distinct unfinished positions of plies *first_ply* to *last_ply*,
    each with its exact score and, with *columns*, the score of each column."""

    rules: Rules
    count: int
    first_ply: int
    last_ply: int
    seed: int = 0
    columns: bool = False

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ValueError(f"a data set has 1 position or more, not {self.count}")

    @property
    def facts(self) -> dict[str, Any]:
        """The plan as plain values, which are written to the file."""
        return self.rules.to_dict() | {
            key: value for key, value in asdict(self).items() if key != "rules"
        }


@dataclass(frozen=True, slots=True)
class Block:
    """Positions that are labelled together; *number* counts the blocks of a plan."""

    number: int
    rules: Rules
    masks: Any  # uint64[n, 2, words]
    columns: bool
    deadline: float | None = None  # in seconds of the clock that machines share


def write_dataset(
    plan: DatasetPlan,
    out: str | Path,
    executor: Executor,
    report: Report = silent,
    time_limit_s: float | None = None,
) -> int:
    """Write the data set to *out*, ``.npz`` or ``.parquet``; return how many positions it labelled.

    After an interruption, the same call continues (see parts_path). Raises ValueError for another
    suffix, for parts of another plan, and if there are too few distinct positions; ImportError if
    pyarrow is missing; TimeoutError if the time limit comes first.
    """
    out = Path(out)
    if out.suffix not in SUFFIXES:
        raise ValueError(f"a data set is a {' or '.join(SUFFIXES)} file, not {out.name}")
    if out.suffix == ".parquet":
        _load_pyarrow()
    numpy = load_numpy()
    positions = distinct_positions(plan)
    parts = _open_parts(plan, out)
    numbers = range(-(-plan.count // BLOCK))
    deadline = None if time_limit_s is None else time.time() + time_limit_s
    blocks = [_block(plan, positions, number, deadline) for number in numbers]
    todo = [block for block in blocks if not _part(parts, block.number).exists()]
    labelled, before = 0, plan.count - sum(len(block.masks) for block in todo)
    report("labelled", before, plan.count)
    for block, labels in executor.run(label_block, todo):
        if labels is None:
            continue
        write_bytes_atomically(_part(parts, block.number), labels)
        labelled += len(block.masks)
        report("labelled", before + labelled, plan.count)
    if before + labelled < plan.count:
        raise TimeoutError(f"{before + labelled} of {plan.count} positions are labelled")
    found = [numpy.load(BytesIO(_part(parts, number).read_bytes())) for number in numbers]
    arrays = {"planes": positions.planes, "ply": positions.plies} | {
        name: numpy.concatenate([part[name] for part in found]) for name in found[0].files
    }
    write = _parquet if out.suffix == ".parquet" else _npz
    write_bytes_atomically(out, write(plan, arrays))
    shutil.rmtree(parts)
    return labelled


def parts_path(out: str | Path) -> Path:
    """Return the directory that holds the labels of an unfinished data set."""
    return Path(f"{out}.parts")


def distinct_positions(plan: DatasetPlan) -> Batch:
    """Return the positions of *plan*: the first distinct ones of the random sequence. Raises ValueError
    if random games rarely reach new ones."""
    numpy = load_numpy()
    plies = range(plan.first_ply, plan.last_ply + 1)
    masks = Batch([], plan.rules).masks
    drawn = 0
    while len(masks) < plan.count:
        before, more = len(masks), max(plan.count - len(masks), BLOCK)
        fresh = random_positions(more, plies, rules=plan.rules, seed=plan.seed, first=drawn)
        masks, drawn = numpy.concatenate([masks, fresh.masks]), drawn + more
        rows = masks.reshape(len(masks), -1).view(f"V{16 * masks.shape[2]}").reshape(-1)
        _, firsts = numpy.unique(rows, return_index=True)
        masks = masks[numpy.sort(firsts)]
        if len(masks) - before < more * _FEWEST_NEW and len(masks) < plan.count:
            raise ValueError(
                f"{drawn} random games reached only {len(masks)} distinct positions of these plies, "
                f"not {plan.count}"
            )
    return Batch._of(plan.rules, masks[: plan.count].copy())


def label_block(block: Block) -> bytes | None:
    """Return the labels of a block as an npz file, computed on one core; None if its time is over."""
    numpy = load_numpy()
    limits = NO_LIMITS
    if block.deadline is not None:
        limits = Limits(time_s=max(1e-3, block.deadline - time.time()))
    batch = Batch._of(block.rules, block.masks)
    solver = _solver(block.rules)
    try:
        if block.columns:
            scores, is_playable = solver.analyse(batch, limits)
            lowest = numpy.iinfo(scores.dtype).min
            best = numpy.where(is_playable, scores, lowest).max(axis=1)
            labels = {"score": best, "scores": scores, "playable": is_playable}
        else:
            labels = {"score": solver.solve(batch, limits)}
    except Unfinished:
        return None
    file = BytesIO()
    numpy.savez(file, **labels)
    return file.getvalue()


@lru_cache(maxsize=1)
def _solver(rules: Rules) -> BatchSolver:
    """Return the solver that all threads of this process share."""
    return BatchSolver(rules, threads=1)


# --- files ----------------------------------------------------------------------------------------


def _open_parts(plan: DatasetPlan, out: Path) -> Path:
    """Return the directory of the parts; raise ValueError if it holds those of another plan."""
    parts = parts_path(out)
    parts.mkdir(parents=True, exist_ok=True)
    file, text = parts / "plan.json", json.dumps(plan.facts)
    if not file.exists():
        write_bytes_atomically(file, text.encode())
    elif file.read_text("utf-8") != text:
        raise ValueError(
            f"{parts} holds parts of another data set ({file.read_text('utf-8')}): "
            "use the same options, or remove it"
        )
    return parts


def _part(parts: Path, number: int) -> Path:
    return parts / f"{number:06}.npz"


def _block(plan: DatasetPlan, positions: Batch, number: int, deadline: float | None) -> Block:
    masks = positions.masks[number * BLOCK : (number + 1) * BLOCK]
    return Block(number, plan.rules, masks, plan.columns, deadline)


def _npz(plan: DatasetPlan, arrays: dict[str, NDArray[Any]]) -> bytes:
    numpy = load_numpy()
    file = BytesIO()
    numpy.savez_compressed(file, plan=numpy.array(json.dumps(plan.facts)), **arrays)
    return file.getvalue()


def _parquet(plan: DatasetPlan, arrays: dict[str, NDArray[Any]]) -> bytes:
    """Return a Parquet file with a row for each position and arrays as fixed-size lists."""
    pyarrow, parquet = _load_pyarrow()
    columns = {}
    for name, array in arrays.items():
        values = pyarrow.array(array.reshape(-1))
        if array.ndim > 1:
            values = pyarrow.FixedSizeListArray.from_arrays(values, array[0].size)
        columns[name] = values
    table = pyarrow.table(columns).replace_schema_metadata({"plan": json.dumps(plan.facts)})
    file = BytesIO()
    parquet.write_table(table, file, compression="zstd")
    return file.getvalue()


def _load_pyarrow() -> tuple[Any, Any]:
    with needed_by("Parquet", "data"):
        import pyarrow
        import pyarrow.parquet
    return pyarrow, pyarrow.parquet
