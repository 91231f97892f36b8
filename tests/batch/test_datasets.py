"""Data sets: exact scores, the same file after an interruption, and both formats."""

import importlib
import json
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest

import dropfour as d4
from clusters import cluster_in_threads
from commands import run_words
from dropfour.batch import datasets
from dropfour.batch.datasets import DatasetPlan, distinct_positions, parts_path, write_dataset
from dropfour.rules import Objective, Rules
from dropfour.work import open_executor
from dropfour.work.executor import InlineExecutor, Item, Output

RULES = Rules(5, 4)
PLAN = DatasetPlan(RULES, 700, 3, 15, seed=4, columns=True)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datasets, "BLOCK", 100)


def read(path: Path) -> dict[str, Any]:
    with np.load(path) as file:
        return dict(file)


def test_a_data_set_holds_distinct_positions_with_their_exact_scores(tmp_path: Path) -> None:
    out = tmp_path / "some.npz"
    assert write_dataset(PLAN, out, InlineExecutor()) == 700
    data = read(out)
    batch = d4.Batch(data["planes"], RULES)
    assert len(set(batch)) == len(batch) == 700
    assert set(data["ply"]) == set(range(3, 16))
    assert data["ply"].tolist() == [position.ply for position in batch]
    assert np.array_equal(data["score"], d4.solve_many(batch))
    scores, playable = d4.analyse_many(batch)
    assert np.array_equal(data["scores"], scores)
    assert np.array_equal(data["playable"], playable)
    assert json.loads(str(data["plan"])) == {
        "board": "5x4",
        "connect": 4,
        "objective": "first-line",
        "count": 700,
        "first_ply": 3,
        "last_ply": 15,
        "seed": 4,
        "columns": True,
    }
    assert not parts_path(out).exists()


@pytest.mark.parametrize(
    "rules", [Rules(4, 4), Rules(20, 3, objective=Objective.MOST_LINES)], ids=lambda r: r.size
)
def test_other_boards_and_scores_alone(tmp_path: Path, rules: Rules) -> None:
    out = tmp_path / "some.npz"
    last = rules.cell_count - 1
    plan = DatasetPlan(rules, 50, last - 8, last - 2)
    write_dataset(plan, out, InlineExecutor())
    data = read(out)
    assert set(data) == {"plan", "planes", "ply", "score"}
    assert np.array_equal(data["score"], d4.solve_many(d4.Batch(data["planes"], rules)))


class DiesAfter(InlineExecutor):
    """Fails after some blocks, like a killed run."""

    def __init__(self, blocks: int) -> None:
        self._blocks = blocks

    def watch(
        self, work: Callable[[Item], Output], items: Iterable[Item], silence_s: float
    ) -> Generator[tuple[Item, Output] | None, None, None]:
        for done, item in enumerate(items):
            if done == self._blocks:
                raise SystemExit(137)
            yield item, work(item)


def test_an_interrupted_run_is_continued_and_gives_the_same_file(tmp_path: Path) -> None:
    out, uninterrupted = tmp_path / "some.npz", tmp_path / "uninterrupted.npz"
    for blocks in (3, 2):
        with pytest.raises(SystemExit):
            write_dataset(PLAN, out, DiesAfter(blocks))
        assert not out.exists()
    reported: list[tuple[str, int, int]] = []
    assert write_dataset(PLAN, out, InlineExecutor(), lambda *now: reported.append(now)) == 200
    assert reported == [("labelled", done, 700) for done in (500, 600, 700)]
    write_dataset(PLAN, uninterrupted, InlineExecutor())
    assert out.read_bytes() == uninterrupted.read_bytes()


def test_parts_of_another_plan_are_refused_and_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "some.npz"
    with pytest.raises(SystemExit):
        write_dataset(PLAN, out, DiesAfter(2))
    before = sorted(parts_path(out).iterdir())
    with pytest.raises(ValueError, match="parts of another data set"):
        write_dataset(DatasetPlan(RULES, 700, 3, 15, seed=5, columns=True), out, InlineExecutor())
    assert sorted(parts_path(out).iterdir()) == before


def test_processes_and_a_cluster_make_the_same_file(tmp_path: Path) -> None:
    plan = DatasetPlan(RULES, 200, 3, 15, columns=True)
    write_dataset(plan, tmp_path / "inline.npz", InlineExecutor())
    with cluster_in_threads() as address:
        for name, workers, place in (("processes", 2, None), ("cluster", 1, address)):
            with open_executor(workers, place) as executor:
                write_dataset(plan, tmp_path / f"{name}.npz", executor)
            written = (tmp_path / f"{name}.npz").read_bytes()
            assert written == (tmp_path / "inline.npz").read_bytes()


def test_parquet_holds_the_same_as_npz(tmp_path: Path) -> None:
    plan = DatasetPlan(RULES, 150, 3, 15, columns=True)
    write_dataset(plan, tmp_path / "some.npz", InlineExecutor())
    write_dataset(plan, tmp_path / "some.parquet", InlineExecutor())
    table = pyarrow.parquet.read_table(tmp_path / "some.parquet")
    data = read(tmp_path / "some.npz")
    assert table.schema.metadata[b"plan"].decode() == str(data.pop("plan"))
    assert set(table.column_names) == set(data)
    for name, array in data.items():
        stored = np.array(table[name].to_pylist(), array.dtype)
        assert np.array_equal(stored.reshape(array.shape), array)


def test_impossible_data_sets_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.npz or \.parquet file, not some\.csv"):
        write_dataset(PLAN, tmp_path / "some.csv", InlineExecutor())
    with pytest.raises(ValueError, match="reached only 7 distinct positions"):
        distinct_positions(DatasetPlan(Rules(), 100, 1, 1))
    with pytest.raises(ValueError, match="1 position or more"):
        DatasetPlan(RULES, 0, 0, 5)
    with pytest.raises(ValueError, match="ply 0 to 19"):
        write_dataset(DatasetPlan(RULES, 5, 3, 20), tmp_path / "some.npz", InlineExecutor())
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_a_data_set(tmp_path: Path) -> None:
    out = tmp_path / "some.npz"
    result = run_words(f"dataset {out} --board 4x4 --count 100 --seed 3 --workers 1")
    assert result.exit_code == 0
    assert result.stdout == f"{out}: 100 positions, 100 labelled in this run.\n"
    data = read(out)
    assert np.array_equal(d4.solve_many(data["planes"]), data["score"])
    assert set(data["ply"]) <= set(range(14))


def test_the_command_says_how_to_continue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    # Imported by name, since the package's attribute is the command.
    monkeypatch.setattr(
        importlib.import_module("dropfour.cli.dataset"), "write_dataset", interrupted
    )
    result = run_words(f"dataset {tmp_path / 'some.npz'} --workers 1")
    assert result.exit_code == 130
    assert f"The same command continues from {tmp_path / 'some.npz'}.parts" in result.stderr


def test_a_board_that_cannot_be_solved_ends_with_the_time(tmp_path: Path) -> None:
    file = tmp_path / "large.npz"
    large = "--board 20x20 --plies 0 2 --count 20 --time 0.1 --workers 1"
    result = run_words(f"dataset {file} {large}")
    assert result.exit_code == 1
    assert "0 of 20 positions are labelled. The same command continues from" in result.stderr
    assert not file.exists()
