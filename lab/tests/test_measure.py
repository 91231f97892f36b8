"""Drivers, builds and measurement of other solvers; the tests need no checkout of any."""

import os
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.positions import Sample, load
from lab.peers.build import Board, PeerError, build_c4, build_fhourstones, build_pons
from lab.peers.measure import Plan, PositionSet, measure
from lab.peers.workers import Solver, TimeLimit, Worker, dropfour, pick_cores

DRIVERS = Path(__file__).parents[1] / "peers"

# A peer like the others: minimax with a table, quick enough for the end of a game.
MINIMAX = """
#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "driver.hpp"

using Stones = std::uint64_t;  // 7 bits for each column, the lowest row first

bool has_line(Stones stones) {
  for (int shift : {1, 6, 7, 8}) {
    const Stones pairs = stones & (stones >> shift);
    if (pairs & (pairs >> 2 * shift)) return true;
  }
  return false;
}

struct Peer {
  Stones own = 0, other = 0;
  int ply = 0;
  unsigned long long nodes = 0;
  std::map<std::pair<Stones, Stones>, int> table;

  Stones cell(int column) const {
    const Stones above = (own | other) + (Stones(1) << 7 * column);
    return above & (Stones(63) << 7 * column) & ~(own | other);
  }
  void drop(Stones stone) {
    std::swap(own, other);
    other |= stone;
    ++ply;
  }
  const char* set_up(const std::string& moves) {
    own = other = ply = 0;
    for (const char move : moves) {
      if (has_line(other)) return "the game is over";
      if (!cell(move - '1')) return "a column is full";
      drop(cell(move - '1'));
    }
    return has_line(other) || ply == 42 ? "the game is over" : nullptr;
  }
  void clear() { table.clear(); }
  int score() {
    if (has_line(other)) return -(44 - ply) / 2;
    if (ply == 42) return 0;
    const auto found = table.find({own, other});
    if (found != table.end()) return found->second;
    ++nodes;
    int best = -100;
    for (int column = 0; column < 7; ++column) {
      const Stones stone = cell(column);
      if (!stone) continue;
      drop(stone);
      best = std::max(best, -score());
      other ^= stone;
      std::swap(own, other);
      --ply;
    }
    return table[{own, other}] = best;
  }
  driver::Answer solve() {
    nodes = 0;
    const int found = score();
    return {found, nodes};
  }
};

int main() {
  Peer peer;
  return driver::answer_positions(peer);
}
"""


@pytest.fixture(scope="module")
def compiler() -> str:
    found = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")
    if found is None:
        pytest.skip("no C++ compiler")
    return found


@pytest.fixture(scope="module")
def driver(compiler: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("driver")
    source, program = folder / "minimax.cpp", folder / "minimax"
    source.write_text(MINIMAX, encoding="utf-8")
    flags = ["-std=c++11", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{DRIVERS}"]
    command = [compiler, *flags, str(source), "-o", str(program)]
    built = subprocess.run(command, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return program


def test_a_driver_answers_each_position_from_an_empty_table(driver: Path) -> None:
    samples = load()["end-easy"][:20]
    with closing(Worker("minimax", [str(driver)])) as worker:
        for sample in samples:
            answer = worker.ask(sample.moves)
            assert answer.score == sample.score
            assert answer.seconds > 0
        first, second = worker.ask(samples[0].moves), worker.ask(samples[0].moves)
        assert first.nodes == second.nodes
        assert (first.nodes or 0) > 100
        with pytest.raises(PeerError, match="minimax: error the game is over on 11223344"):
            worker.ask("11223344")
        assert worker.ask(samples[1].moves).score == samples[1].score


def test_programs_that_take_too_long_or_are_no_driver_are_named() -> None:
    worker = dropfour(64, 0).start(Board())
    with pytest.raises(TimeLimit):
        worker.ask("", limit_s=0.05)
    with pytest.raises(PeerError, match="Dropfour: it ended with status"):
        worker.ask("4")
    worker.close()
    with pytest.raises(PeerError, match="odd: it said 'hello', not 'ready'"):
        Worker("odd", [sys.executable, "-c", "print('hello')"])
    with pytest.raises(PeerError, match="odd: it ended with status 3"):
        Worker("odd", [sys.executable, "-c", "raise SystemExit(3)"])
    with pytest.raises(PeerError, match=r"odd: /no/such/program cannot be run"):
        Worker("odd", ["/no/such/program"])


@pytest.mark.parametrize("name", ["c4", "pons", "fhourstones"])
def test_a_folder_that_is_not_a_checkout_is_an_error(name: str, tmp_path: Path) -> None:
    def build(checkout: Path) -> Path:
        if name == "c4":
            return build_c4(checkout, 64, tmp_path, Board())
        return {"pons": build_pons, "fhourstones": build_fhourstones}[name](
            checkout, tmp_path, Board()
        )

    with pytest.raises(PeerError, match="is not a folder"):
        build(tmp_path / "absent")
    with pytest.raises(PeerError, match=r"is not a checkout of it, .* is missing"):
        build(tmp_path)


def test_a_header_without_the_expected_constant_is_an_error(tmp_path: Path) -> None:
    for file in ("Solver.hpp", "Solver.cpp"):
        (tmp_path / file).touch()
    header = tmp_path / "Position.hpp"
    header.write_text("static constexpr int WIDTH = 7;\n", encoding="utf-8")
    with pytest.raises(PeerError, match=r"Pons' connect4: .* should define the constant HEIGHT"):
        build_pons(tmp_path, tmp_path, Board())


def test_a_bad_checkout_fails(
    compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CXX", compiler)
    for file in ("Game.h", "Search.h", "Search.cpp", "Window.h", "Window.cpp"):
        (tmp_path / file).touch()
    with pytest.raises(PeerError, match=r"(?s)Fhourstones 88: .* does not compile.*error:"):
        build_fhourstones(tmp_path, tmp_path, Board())


def test_jobs_share_a_set_and_count_every_answer(driver: Path) -> None:
    samples = load()["end-easy"][:9]
    samples[4] = Sample(samples[4].moves, samples[4].score + 1)
    solvers = [dropfour(1, 0), Solver("minimax", lambda board: [str(driver)])]
    positions = PositionSet("some", samples, Board())
    (row,) = measure([positions], solvers, [None, None], Plan(rounds=2))
    assert (row.set, row.positions) == ("some", 9)
    assert [cell.solver for cell in row.cells] == ["Dropfour", "minimax"]
    for cell in row.cells:
        assert (cell.right, cell.wrong, cell.unsolved) == (8, 1, 0)
        assert cell.mean_s > 0


def test_a_solver_of_outcomes_is_compared_by_outcome(driver: Path) -> None:
    solver = Solver("minimax", lambda board: [str(driver)], is_exact=False)
    samples = [sample for sample in load()["end-easy"] if sample.score in (-1, 0, 1, 2)][:12]
    assert {sample.score for sample in samples} >= {0, 1, 2}
    (row,) = measure([PositionSet("some", samples, Board())], [solver], [None], Plan(rounds=1))
    # The driver answers with scores: 2 is not a win's 1.
    assert row.cells[0].wrong == sum(sample.score == 2 for sample in samples)


def test_a_solver_without_the_board_is_not_in_the_row(driver: Path) -> None:
    solvers = [
        dropfour(1, 0),
        Solver("minimax", lambda board: [str(driver)] if board == Board() else None),
    ]
    small = PositionSet("empty-4x4", [Sample("", 0)], Board(4, 4))
    (row,) = measure([small], solvers, [None, None], Plan(rounds=1))
    assert [(cell.solver, cell.right) for cell in row.cells] == [("Dropfour", 1)]


def test_what_is_given_up_counts_with_the_limit_and_a_failing_solver_ends_all() -> None:
    positions = PositionSet("empty-7x6", [Sample("", 1)], Board())
    (row,) = measure([positions], [dropfour(1, 0)], [None], Plan(rounds=2, limit_s=0.05))
    (cell,) = row.cells
    assert (cell.right, cell.wrong, cell.unsolved, cell.mean_s) == (0, 0, 1, 0.05)
    assert str(cell) == "> 50.0 ms"
    broken = Solver("broken", lambda board: [sys.executable, "-c", "print('ready')"])
    sets = [PositionSet("empty-7x6", [Sample("", 1)], Board())]
    with pytest.raises(PeerError, match="broken: it ended with status"):
        list(measure(sets, [dropfour(1, 0), broken], [None, None], Plan()))


def test_more_jobs_than_cores_are_refused() -> None:
    assert pick_cores(1) == [None]
    if hasattr(os, "sched_getaffinity"):
        cores = os.sched_getaffinity(0)
        with pytest.raises(PeerError, match="jobs need as many processor cores"):
            pick_cores(len(cores) + 1)
        if len(cores) > 1:
            assert {*pick_cores(len(cores))} == cores
