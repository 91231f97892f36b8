import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dropfour.work import open_executor
from dropfour.work.executor import Executor, InlineExecutor, WorkFailed
from dropfour.work.processes import ProcessExecutor
from leftovers import left_running, marked_processes
from platforms import linux_only


def square(number: int) -> int:
    return number * number


def fail(number: int) -> int:
    raise ValueError(f"no {number}")


def die_once(path: str) -> str:
    """End the process the first time, succeed the second time."""
    try:
        Path(path).touch(exist_ok=False)
    except FileExistsError:
        return "done"
    os._exit(1)


def die(number: int) -> int:
    os._exit(number)


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


@pytest.fixture(params=[InlineExecutor, lambda: ProcessExecutor(2)])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    with request.param() as opened:
        yield opened


def test_each_item_has_its_result_or_its_exception_once(executor: Executor) -> None:
    assert sorted(executor.run(square, range(20))) == [(n, n * n) for n in range(20)]
    assert sorted(executor.run(square, range(3))) == [(0, 0), (1, 1), (2, 4)]
    with pytest.raises(ValueError, match="no 3"):
        list(executor.run(fail, [3]))
    assert list(executor.run(square, [4])) == [(4, 16)]


def test_items_are_taken_when_a_slot_is_free(executor: Executor) -> None:
    drawn: list[int] = []

    def items() -> Iterator[int]:
        for number in range(10):
            drawn.append(number)
            yield number

    with closing(executor.run(square, items())) as running:
        next(running)
    assert len(drawn) <= 2 * executor.slots + 1


def test_work_is_repeated_if_its_process_died_and_finally_given_up(tmp_path: Path) -> None:
    paths = [str(tmp_path / name) for name in "abcde"]
    with ProcessExecutor(2) as executor:
        assert sorted(executor.run(die_once, paths)) == [(path, "done") for path in paths]
    with ProcessExecutor(2) as executor:
        with pytest.raises(WorkFailed, match="3 worker processes"):
            list(executor.run(die, [1]))
        assert list(executor.run(square, [5])) == [(5, 25)]


def test_closing_ends_the_processes_immediately() -> None:
    with ProcessExecutor(2) as executor, closing(executor.run(sleep, [0.0, 1000.0])) as running:
        next(running)
    # A fixture of all tests here checks that no process is left.


def test_one_worker_works_in_this_process() -> None:
    assert isinstance(open_executor(), InlineExecutor)


@linux_only
def test_workers_end_when_their_runner_is_killed(tmp_path: Path) -> None:
    mark = os.environ["DROPFOUR_TEST_MARK"]
    script = tmp_path / "runner.py"
    script.write_text(
        f"""
import time
from dropfour.work.processes import ProcessExecutor

def rest(path):
    open(path, "w").close()
    time.sleep(1000)

if __name__ == "__main__":
    with ProcessExecutor(2) as executor:
        list(executor.run(rest, [{str(tmp_path / "1")!r}, {str(tmp_path / "2")!r}]))
"""
    )
    with subprocess.Popen([sys.executable, str(script)]) as process:
        try:
            until = time.monotonic() + 60
            while not ((tmp_path / "1").exists() and (tmp_path / "2").exists()):
                assert process.poll() is None
                assert time.monotonic() < until
                time.sleep(0.01)
            assert len(marked_processes(mark)) >= 3
        finally:
            process.kill()
    assert not left_running(mark)
