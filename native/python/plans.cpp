// Plans, for dropfour.study.plans. Columns and rows count from 1 in Python; a cell is a pair of
// them.

#include "plans/plans.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "policy/plans.hpp"
#include "python/bindings.hpp"
#include "python/checks.hpp"
#include "python/phrases.hpp"
#include "python/signals.hpp"
#include "solver/instances.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dropfour::python {
namespace {

using namespace plans;
using solver::StopFlag;

using Cell = std::pair<int, int>;
// Takes, pairs, columns to answer in, order of columns.
using Parts = std::tuple<std::vector<Cell>, std::vector<std::pair<Cell, Cell>>, std::vector<int>,
                         std::vector<int>>;
using EndingParts = std::tuple<std::string, Cell, std::uint64_t, std::vector<Cell>>;

int bit_of(const Board& board, const Cell& cell) {
  const int column = checked_column(board, cell.first);
  return board.visit([&](const auto& shape, const auto&) {
    if (cell.second < 1 || cell.second > shape.rows())
      throw std::invalid_argument("the row is off the board");
    return shape.bit_of(column, cell.second - 1);
  });
}
Cell cell_of(const Board& board, int bit_index) {
  return board.visit([&](const auto& shape, const auto&) {
    return Cell(shape.column_of(bit_index) + 1, shape.row_of(bit_index) + 1);
  });
}

Plan plan_of(const Board& board, const Parts& parts) {
  const auto& [takes, pairs, answers, order] = parts;
  Plan plan;
  for (const Cell& cell : takes) plan.takes.push_back(bit_of(board, cell));
  for (const auto& [a, b] : pairs) plan.pairs.emplace_back(bit_of(board, a), bit_of(board, b));
  for (const int column : answers)
    plan.answers |= std::uint32_t{1} << checked_column(board, column);
  for (const int column : order) plan.order.push_back(checked_column(board, column));
  return plan;
}

Parts parts_of(const Board& board, const Plan& plan) {
  Parts parts;
  auto& [takes, pairs, answers, order] = parts;
  for (const int cell : plan.takes) takes.push_back(cell_of(board, cell));
  for (const auto& [a, b] : plan.pairs) pairs.emplace_back(cell_of(board, a), cell_of(board, b));
  for (int column = 0; column < kMaxSide; ++column)
    if (plan.answers_in(column)) answers.push_back(column + 1);
  for (const int column : plan.order) order.push_back(column + 1);
  return parts;
}

void require_first_line(const Board& board) {
  if (board.objective() != Objective::kFirstLine)
    throw std::invalid_argument("plans are for the first line");
}

// Runs *search* with the limits, without the lock; a keyboard interrupt ends it.
template <class Search>
auto run_within(std::optional<double> time_s, std::optional<std::uint64_t> nodes,
                const StopFlag& stop, const Search& search) {
  Control control(&stop);
  if (time_s) control.set_time_limit(*time_s);
  if (nodes) control.set_node_limit(*nodes);
  watch_signals(control);
  nb::gil_scoped_release released;
  return search(control);
}

std::optional<Parts> find(ExactSolver& solver, const Board& board, bool is_own_turn, bool is_win,
                          std::uint64_t seed, std::optional<double> time_s,
                          std::optional<std::uint64_t> nodes, const StopFlag& stop,
                          const std::vector<Parts>& known) {
  require_first_line(board);
  const Task task{is_own_turn, is_win ? Promise::kWin : Promise::kDraw};
  std::vector<Plan> others;
  for (const Parts& parts : known) others.push_back(plan_of(board, parts));
  const std::optional<Plan> plan = run_within(time_s, nodes, stop, [&](Control& control) {
    return find_plan(solver, board, task, seed, control, others);
  });
  if (!plan) return std::nullopt;
  return parts_of(board, *plan);
}

// A node is the place of its plan, or its column, and the replies with the places of their nodes.
using NodeParts =
    std::tuple<std::optional<int>, std::optional<int>, std::vector<std::pair<int, int>>>;

std::optional<std::pair<std::vector<NodeParts>, std::vector<Parts>>> find_tree(
    ExactSolver& solver, const Board& board, bool is_own_turn, bool is_win, std::uint64_t seed,
    int most_plans, std::optional<double> time_s, std::optional<std::uint64_t> nodes,
    const StopFlag& stop) {
  require_first_line(board);
  const Task task{is_own_turn, is_win ? Promise::kWin : Promise::kDraw};
  const std::optional<Strategy> found = run_within(time_s, nodes, stop, [&](Control& control) {
    return find_strategy(solver, board, task, seed, most_plans, control);
  });
  if (!found) return std::nullopt;
  std::vector<NodeParts> tree;
  for (const StrategyNode& node : found->nodes) {
    NodeParts parts;
    auto& [plan, column, replies] = parts;
    if (node.plan >= 0) plan = node.plan;
    if (node.move >= 0) column = node.move + 1;
    for (const auto& [reply, next] : node.replies) replies.emplace_back(reply + 1, next);
    tree.push_back(parts);
  }
  std::vector<Parts> plans;
  for (const Plan& plan : found->plans) plans.push_back(parts_of(board, plan));
  return std::pair(tree, plans);
}

// Returns whether the promise is kept, whether all positions were visited, how many positions and
// replies there are, the columns of a line that breaks it, and how the games end.
std::tuple<bool, bool, std::uint64_t, std::uint64_t, std::vector<int>, std::vector<EndingParts>>
verify_plan(const Board& board, const Parts& parts, bool is_own_turn, bool is_win,
            std::uint64_t most_positions) {
  require_first_line(board);
  const Plan plan = plan_of(board, parts);
  Verification found;
  {
    nb::gil_scoped_release released;
    const Promise promise = is_win ? Promise::kWin : Promise::kDraw;
    found = verify(board, plan, {is_own_turn, promise}, most_positions);
  }
  for (int& column : found.line) ++column;
  std::vector<EndingParts> endings;
  for (const Ending& ending : found.endings) {
    std::vector<Cell> line;
    for (const int cell : ending.line) line.push_back(cell_of(board, cell));
    endings.emplace_back(std::string(policy::kPlanEndings[std::size_t(ending.kind)]),
                         cell_of(board, ending.cell), ending.count, line);
  }
  return {found.is_kept, found.is_complete, found.positions, found.replies, found.line, endings};
}

std::vector<int> find_serving_plans(const Board& board, const std::vector<Parts>& all,
                                    bool is_own_turn, bool is_win, std::uint64_t most_positions) {
  require_first_line(board);
  std::vector<Plan> plans;
  for (const Parts& parts : all) plans.push_back(plan_of(board, parts));
  const Promise promise = is_win ? Promise::kWin : Promise::kDraw;
  nb::gil_scoped_release released;
  return find_serving(board, plans, {is_own_turn, promise}, most_positions);
}

// Returns the column, what decided it, and the place of the rule among those of its kind.
std::tuple<int, std::string, int> reply_of(const Board& board, const Parts& parts,
                                           std::optional<int> last) {
  require_first_line(board);
  require_unfinished(board);
  const int column = last ? checked_column(board, *last) : -1;
  const auto [chosen, reason, index] = plans::reply(board, plan_of(board, parts), column);
  return {chosen + 1, std::string(policy::kPlanReasons[std::size_t(reason)]), index};
}

// The promise, the rules and some endings (kind and cell) in words.
nb::list words_of(const Board& board, const Parts& parts, bool is_win, bool is_red,
                  const std::vector<std::pair<std::string, Cell>>& endings) {
  const auto colour = is_red ? policy::Colour::kRed : policy::Colour::kYellow;
  nb::list words;
  words.append(
      phrase_tuple(policy::promise_phrase(is_win ? Promise::kWin : Promise::kDraw, colour)));
  for (const auto& rule : policy::rules_of(board, plan_of(board, parts), colour))
    words.append(phrase_tuple(rule.phrase));
  for (const auto& [kind, cell] : endings) {
    const auto found = std::find(policy::kPlanEndings.begin(), policy::kPlanEndings.end(), kind);
    if (found == policy::kPlanEndings.end()) throw std::invalid_argument("unknown kind of ending");
    words.append(
        phrase_tuple(policy::ending_phrase(EndingKind(found - policy::kPlanEndings.begin()),
                                           {cell.first - 1, cell.second - 1}, colour)));
  }
  return words;
}

}  // namespace

void bind_plans(nb::module_& module) {
  module.def("find_plan", &find, "solver"_a, "board"_a, "is_own_turn"_a, "is_win"_a, "seed"_a,
             "time_s"_a.none(), "nodes"_a.none(), "stop"_a, "known"_a = std::vector<Parts>());
  module.def("find_strategy", &find_tree, "solver"_a, "board"_a, "is_own_turn"_a, "is_win"_a,
             "seed"_a, "most_plans"_a, "time_s"_a.none(), "nodes"_a.none(), "stop"_a);
  module.def("verify_plan", &verify_plan, "board"_a, "plan"_a, "is_own_turn"_a, "is_win"_a,
             "most_positions"_a);
  module.def("find_serving_plans", &find_serving_plans, "board"_a, "plans"_a, "is_own_turn"_a,
             "is_win"_a, "most_positions"_a);
  module.def("plan_words", &words_of, "board"_a, "plan"_a, "is_win"_a, "is_red"_a, "endings"_a,
             nb::sig("def plan_words(board: Board, plan: object, is_win: bool, is_red: bool, "
                     "endings: list[tuple[str, tuple[int, int]]]) -> list[tuple[str, dict[str, "
                     "object]]]"));
  module.def("plan_reply", &reply_of, "board"_a, "plan"_a, "last"_a.none());
}

}  // namespace dropfour::python
