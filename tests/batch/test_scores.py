"""Scores of batches are those of the solver, position by position."""

import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest
from hypothesis import given, settings

import dropfour as d4
from dropfour import Objective, Rules, Solver
from strategies import positions

BOARDS = [
    Rules(),
    Rules(4, 4),
    Rules(5, 4, 3),
    Rules(4, 4, objective=Objective.MOST_LINES),
    Rules(3, 5, 3, Objective.MOST_LINES),
    Rules(1, 1),
]


@pytest.mark.parametrize("rules", BOARDS, ids=lambda rules: f"{rules.size}-{rules.objective.value}")
@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_has_the_scores_of_its_positions(rules: Rules, threads: int) -> None:
    empty = min(rules.cell_count, 22)
    plies = range(rules.cell_count - empty, rules.cell_count)
    batch = d4.random_positions(60, plies, rules=rules, seed=1)
    solver = Solver(rules)
    scores = d4.solve_many(batch, threads=threads)
    assert d4.solve_many(batch, threads=threads, book=False).tolist() == scores.tolist()
    assert scores.dtype == np.int8
    assert scores.tolist() == [solver.solve(position).score for position in batch]
    columns, playable = d4.analyse_many(batch, threads=threads)
    assert columns.dtype == np.int8
    found = [
        {int(i) + 1: int(row[i]) for i in mask.nonzero()[0]}
        for row, mask in zip(columns, playable, strict=True)
    ]
    assert found == [solver.analyse(position).scores for position in batch]
    assert not columns[~playable].any()


@settings(max_examples=30)
@given(positions(of=None))
def test_scores_of_finished_and_set_up_positions(position: d4.Position) -> None:
    if position.rules.cell_count - position.ply > 8:
        return
    assert d4.solve_many([position], threads=1)[0] == d4.solve(position).score


def test_the_book_answers_and_finished_games_have_no_columns() -> None:
    """A search for any of these would take too long for a test."""
    scores, playable = d4.analyse_many(["", "4", "44"])
    assert d4.solve_many(["", "4", "44"]).tolist() == [1, -1, 1]
    assert playable.all()
    assert scores[0].tolist() == [-2, -1, 0, 1, 0, -1, -2]
    assert d4.solve_many(["1122334"]).tolist() == [-18]
    scores, playable = d4.analyse_many(["1122334"])
    assert not playable.any()
    assert not scores.any()


def test_everything_is_solved_like_a_position_and_large_scores_are_int16() -> None:
    texts = ["44455554221666", "121212"]
    batch = d4.Batch(texts)
    expected = d4.solve_many(batch).tolist()
    assert d4.solve_many(texts).tolist() == expected
    assert d4.solve_many(list(batch)).tolist() == expected
    assert d4.solve_many(batch.planes).tolist() == expected
    assert d4.solve_many([]).tolist() == []
    rules = Rules(20, 20)
    texts = ["1122334", "112233"]
    scores = d4.solve_many(texts, rules)
    assert scores.dtype == np.int16
    assert scores.tolist() == [d4.solve(d4.Position.from_moves(t, rules)).score for t in texts]
    assert scores.tolist() == [-197, 197]


@pytest.mark.parametrize("limits", [d4.Limits(nodes=20_000), d4.Limits(time_s=0.2)])
def test_limits_leave_what_is_proven(limits: d4.Limits) -> None:
    """The empty 8x7 board takes hours; the others are over or decided by the next stone."""
    rules = Rules(8, 7)
    with pytest.raises(d4.Unfinished, match="stopped with 1 of 2 positions") as caught:
        d4.solve_many(["112233", ""], rules, limits=limits, threads=1)
    assert caught.value.is_known.tolist() == [True, False]
    assert caught.value.scores[0] == 25
    with pytest.raises(d4.Unfinished) as caught:
        d4.analyse_many(["1122334", ""], rules, limits=limits, threads=1)
    assert caught.value.is_known.tolist() == [True, False]


def test_a_batch_is_stopped_from_another_thread() -> None:
    stop = d4.Stop()
    reported = threading.Event()

    def stop_after_report() -> None:
        reported.wait()
        stop.set()

    waiting = threading.Thread(target=stop_after_report)
    waiting.start()

    def report(done: int, total: int) -> None:
        assert (done, total) in {(0, 2), (1, 2)}
        reported.set()

    with pytest.raises(d4.Unfinished):
        d4.solve_many(["", "1"], Rules(8, 8), limits=d4.Limits(stop=stop), progress=report)
    waiting.join()


def test_an_exception_in_the_progress_callback_ends_the_batch() -> None:
    def report(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        d4.solve_many([""], Rules(8, 8), progress=report)


def test_progress_is_shown_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    d4.solve_many(["4", "44"], progress=True)
    assert capsys.readouterr().err.endswith("\r2 of 2 positions\n")


@pytest.mark.parametrize(("own", "occupied"), [(1, 0), (2, 2), (0, 2**64 - 1)])
@pytest.mark.parametrize("size", ["4x4", "7x6", "9x7", "20x20"])
def test_masks_that_no_game_reaches_are_refused(size: str, own: int, occupied: int) -> None:
    batch = d4.Batch(["1", "12"], Rules.for_board(size))
    batch.masks.flags.writeable = True
    batch.masks[1, 0], batch.masks[1, 1] = own, occupied
    with pytest.raises(ValueError, match="no game can reach position 1"):
        d4.solve_many(batch)
    with pytest.raises(ValueError, match="no game can reach position 1"):
        d4.analyse_many(batch)


def test_an_interrupted_batch_can_be_pickled_with_its_scores() -> None:
    made = d4.Unfinished(np.array([3, 0], np.int8), np.array([True, False]))
    again = pickle.loads(pickle.dumps(made))
    assert str(again) == str(made) == "stopped with 1 of 2 positions solved"
    assert (again.scores.tolist(), again.is_known.tolist()) == ([3, 0], [True, False])


# Each thread reserves 8 MiB for its stack.
REFUSED = """
import resource, dropfour as d4
batch = d4.random_positions(64, 30)
d4.solve_many(batch, threads=1)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (150 << 20), resource.RLIM_INFINITY))
for solve in (lambda: d4.solve_many(batch, threads=64, table_mib=1),
              lambda: d4.solve(d4.Position(d4.Rules(8, 7)), threads=64)):
    try:
        print(solve())
    except (OSError, MemoryError) as error:
        print("refused")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a process like this")
def test_threads_that_the_system_refuses_are_an_error_and_no_crash() -> None:
    done = subprocess.run([sys.executable, "-c", REFUSED], capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("refused\n" * 2, 0), done.stderr
