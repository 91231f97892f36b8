// One player of a match, for lab.experiments.earlier: compiled with the native core of a revision.
//
//   player SPEC BOARD SECONDS NODES
//
// Each line of the input has the moves so far, from the empty board, with columns from 0 and blanks
// between them. The answer is a column, and the estimate of the engine, which is 0 for a draw. A
// number of 0 is no limit.

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>

// The clock of the searches (earlier.py puts it in): a machine with other work to do takes longer
// for a second of it.
struct ProcessorClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<ProcessorClock>;
  static constexpr bool is_steady = true;

  static time_point now() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time_point(std::chrono::seconds(time.tv_sec) + duration(time.tv_nsec));
  }
};

#include "board/board.hpp"
#include "policy/choice.hpp"
#include "solver/exact_solver.hpp"

using namespace dropfour;

int main(int, char** arguments) {
  constexpr int kTableMib = 64, kConnect = 4;
  const policy::Spec spec = *policy::parse_spec(arguments[1]).spec;
  std::istringstream size(arguments[2]);
  int columns, rows;
  char times;
  size >> columns >> times >> rows;
  policy::Limits limits;
  if (const double time_s = std::atof(arguments[3]); time_s > 0) limits.time_s = time_s;
  if (const auto nodes = std::uint64_t(std::atoll(arguments[4])); nodes > 0) limits.nodes = nodes;

  const board::Board empty(columns, rows, kConnect, board::Objective::kFirstLine, {}, {});
  solver::ExactSolver solver(empty, kTableMib, 1);
  const policy::Exact exact{solver};
  const auto run = [](std::optional<double> time_s, std::optional<std::uint64_t> nodes,
                      std::uint64_t nodes_between_checks, const auto& search) {
    solver::Control control;
    if (time_s) control.set_time_limit(*time_s);
    engines::Budget budget(control, nodes.value_or(~std::uint64_t{0}), nodes_between_checks);
    return search(budget);
  };
  for (std::string line; std::getline(std::cin, line);) {
    board::Board position = empty;
    std::istringstream moves(line);
    for (int column; moves >> column;) position = position.play(column);
    const policy::Choice choice = policy::choose(spec, position, 0, limits, run, &exact);
    std::cout << choice.found.column << ' ' << (choice.score ? choice.score->value : 0)
              << std::endl;
  }
}
