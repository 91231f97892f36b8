"""An executor on a real Dask cluster, whose workers and scheduler die."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from clusters import Cluster, cluster
from dropfour.work import open_executor
from dropfour.work.executor import WorkFailed


def square(number: int) -> int:
    time.sleep(0.01)
    return number * number


def wait_for_file(path: str) -> None:
    while not Path(path).exists():
        time.sleep(0.01)


def fail(number: int) -> int:
    raise TimeoutError(f"no {number}")


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Cluster, str]]:
    with cluster(tmp_path, workers=2) as started:
        yield started


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[tuple[Cluster, str]]:
    with cluster(tmp_path, workers=0) as started:
        yield started


def test_each_item_has_its_result_once_though_a_worker_dies(pair: tuple[Cluster, str]) -> None:
    done = []
    with open_executor(cluster=pair[1]) as executor:
        assert executor.slots == 2
        for item, result in executor.run(square, range(40)):
            done.append((item, result))
            if len(done) == 10:
                time.sleep(0.3)  # both have results that have not been fetched
                pair[0].kill_worker()
    assert sorted(done) == [(number, number * number) for number in range(40)]


def test_silence_is_reported_and_work_abandoned(pair: tuple[Cluster, str], tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    drawn: list[str] = []

    def items() -> Iterator[str]:
        for _ in range(100):
            drawn.append(str(gate))
            yield str(gate)

    with open_executor(cluster=pair[1]) as executor:
        with closing(executor.watch(wait_for_file, items(), 0.01)) as watched:
            assert next(watched) is None
            gate.touch()
            assert next(done for done in watched if done is not None) == (str(gate), None)
        assert len(drawn) <= 3 * executor.slots
        # Workers are free for other work, and for work that fails.
        assert list(executor.run(square, [5])) == [(5, 25)]
        with pytest.raises(TimeoutError, match="no 3"):
            list(executor.run(fail, [3]))


def test_nobody_waits_forever(empty: tuple[Cluster, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dropfour.work.cluster._NO_WORKERS_S", 0.2)
    with open_executor(cluster=empty[1]) as executor:
        with closing(executor.watch(square, [1], 0.05)) as watched:
            assert next(watched) is None
            with pytest.raises(WorkFailed, match="has had no worker for 0 s"):
                list(watched)

        with closing(executor.watch(square, [1], 0.05)) as watched:
            assert next(watched) is None
            empty[0].kill_scheduler()
            with pytest.raises(WorkFailed, match=r"the Dask scheduler at .* is gone"):
                list(watched)


def test_a_missing_scheduler_is_an_error_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dropfour.work.cluster._CONNECT_S", 0.2)
    with pytest.raises(OSError, match="no Dask scheduler at tcp"):
        open_executor(cluster="tcp://127.0.0.1:9")
