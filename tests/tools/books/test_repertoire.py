import random
from dataclasses import replace
from pathlib import Path

import pytest

from dropfour import Limits, Objective, Position, Rules, Solver
from dropfour.book.format import Contents
from dropfour.book.reader import Book, load_contents
from dropfour.tools.books.build import BookPlan, build, log_path
from dropfour.tools.books.log import read_log
from dropfour.tools.books.verify import verify
from dropfour.work.threads import ThreadExecutor
from strategies import random_moves

RULES = Rules(5, 4, objective=Objective.MOST_LINES)
PLAN = BookPlan(RULES, depth=3, play_depth=9)


def build_plan(plan: BookPlan, path: Path, time_limit_s: float | None = None) -> bool:
    with ThreadExecutor(2) as threads:
        return build(plan, path, threads, table_mib=4, time_limit_s=time_limit_s).is_finished


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("repertoire") / "5x4.book"
    assert build_plan(PLAN, path)
    return path


def problems(contents: Contents) -> list[str]:
    return [check.name for check in verify(Book(contents), 20) if check.problem is not None]


@pytest.mark.parametrize("colour", [0, 1])
def test_the_repertoire_has_a_best_move_for_everything(path: Path, colour: int) -> None:
    book = Book(load_contents(path))
    with_book = Solver(RULES, table_mib=1, book=book)
    without = Solver(RULES, table_mib=4, book=False)
    rng = random.Random(colour)
    for _ in range(30):
        position = Position(RULES)
        while position.ply < 9:
            column = rng.choice(position.legal_columns)
            if position.ply % 2 == colour:
                score = book.lookup(position)
                assert score is not None
                best = [
                    column
                    for column in position.legal_columns
                    if book.lookup(position.play(column)) == -score
                ]
                preferred = with_book.prefer(position, best)
                column = best[0] if preferred is None else preferred
                assert column in without.analyse(position).best
                assert preferred is not None or position.ply + 2 >= 9  # the end
            position = position.play(column)


def test_a_classic_repertoire_ends_games(tmp_path: Path) -> None:
    plan = BookPlan(Rules(4, 4, 3), depth=2, play_depth=7)
    assert build_plan(plan, tmp_path / "4x4.book")
    assert problems(load_contents(tmp_path / "4x4.book")) == []


def test_an_interrupted_build_continues_from_its_log(tmp_path: Path, path: Path) -> None:
    out = tmp_path / "5x4.book"
    log = log_path(path).read_bytes()
    log_path(out).write_bytes(log[: len(log) * 2 // 3])
    assert not build_plan(PLAN, out, time_limit_s=1e-6)
    assert build_plan(PLAN, out)
    assert problems(load_contents(out)) == []


def test_the_log_holds_best_moves(path: Path) -> None:
    found = read_log(log_path(path), RULES)
    assert found.best
    assert all(found.scores[after] == -found.scores[key] for key, after in found.best.items())


def test_verification_finds_a_repertoire_without_an_answer(tmp_path: Path, path: Path) -> None:
    assert problems(load_contents(path)) == []
    plan = BookPlan(RULES, depth=3, hard_depth=5, hard_nodes=30)
    assert build_plan(plan, tmp_path / "hard.book")
    hard = load_contents(tmp_path / "hard.book")
    assert problems(hard) == []
    assert problems(replace(hard, hard_nodes=0)) == ["the repertoire has every answer"]


def test_a_solver_without_a_repertoire_prefers_no_column(path: Path) -> None:
    start = Position(RULES)
    assert Solver(RULES, table_mib=1, book=False).prefer(start, [3]) is None
    assert Solver(RULES, table_mib=1, book=Book(load_contents(path))).prefer(start, [3]) == 3


def test_find_best_returns_a_best_column() -> None:
    solver = Solver(RULES, table_mib=4, book=False)
    rng = random.Random(2)
    for _ in range(20):
        position = Position.from_moves(random_moves(RULES, rng, 8), RULES)
        analysis = solver.analyse(position)
        assert analysis.score is not None
        assert solver.find_best(position, analysis.score) in analysis.best
        spent = solver.find_best(position, analysis.score + 1, limits=Limits(nodes=1))
        assert spent is None


def test_a_book_has_hard_positions_or_a_repertoire_not_both() -> None:
    with pytest.raises(ValueError, match="not both"):
        BookPlan(RULES, 3, hard_depth=5, play_depth=5)
    with pytest.raises(ValueError, match="a repertoire lie beyond depth 3, up to 19, not 3"):
        BookPlan(RULES, 3, play_depth=3)
