// Plans and solutions, for dropfour.study. A plan is the text that it has in files.

#include "plans/plans.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "plans/text.hpp"
#include "policy/json.hpp"
#include "python/bindings.hpp"
#include "python/checks.hpp"
#include "python/signals.hpp"
#include "solver/instances.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dropfour::python {
namespace {

using namespace plans;
using solver::StopFlag;

void require_first_line(const Board& board) {
  if (board.objective() != Objective::kFirstLine)
    throw std::invalid_argument("plans are for the first line");
}

Plan plan_of(const Board& board, std::string_view text) {
  require_first_line(board);
  const std::optional<Plan> plan = read_plan(board, text);
  if (!plan) throw std::invalid_argument("this is not a plan for this board");
  return *plan;
}
std::vector<Plan> plans_of(const Board& board, const std::vector<std::string>& texts) {
  std::vector<Plan> plans;
  for (const std::string& text : texts) plans.push_back(plan_of(board, text));
  return plans;
}

Task task_of(bool is_own_turn, bool is_win) {
  return {is_own_turn, is_win ? Promise::kWin : Promise::kDraw};
}
policy::Colour colour_of(bool is_red) {
  return is_red ? policy::Colour::kRed : policy::Colour::kYellow;
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

std::optional<std::string> find(ExactSolver& solver, const Board& board, bool is_own_turn,
                                bool is_win, std::uint64_t seed, std::optional<double> time_s,
                                std::optional<std::uint64_t> nodes, const StopFlag& stop,
                                const std::vector<std::string>& known) {
  require_first_line(board);
  const std::vector<Plan> others = plans_of(board, known);
  const std::optional<Plan> plan = run_within(time_s, nodes, stop, [&](Control& control) {
    return find_plan(solver, board, task_of(is_own_turn, is_win), seed, control, others);
  });
  if (!plan) return std::nullopt;
  return write_plan(board, *plan);
}

// Its plans and positions, without the head of the file.
std::optional<std::string> find_whole(ExactSolver& solver, const Board& board, bool is_own_turn,
                                      bool is_win, std::uint64_t seed, int most_plans,
                                      std::optional<double> time_s,
                                      std::optional<std::uint64_t> nodes, const StopFlag& stop) {
  require_first_line(board);
  const std::optional<Solution> found = run_within(time_s, nodes, stop, [&](Control& control) {
    return find_solution(solver, board, task_of(is_own_turn, is_win), seed, most_plans, control);
  });
  if (!found) return std::nullopt;
  return write_solution(board, *found);
}

// The plan in words and what playing it out shows, as JSON.
std::string describe_plan(const Board& board, std::string_view text, bool is_own_turn, bool is_win,
                          bool is_red, std::uint64_t most_positions) {
  const Plan plan = plan_of(board, text);
  nb::gil_scoped_release released;
  policy::Json json;
  policy::write(json, board, plan, task_of(is_own_turn, is_win), colour_of(is_red), most_positions);
  return json.text();
}

int plan_size(const Board& board, std::string_view text) {
  const Plan plan = plan_of(board, text);
  return board.visit([&](const auto& shape, const auto&) { return plan.size(shape.columns()); });
}

// A plan with less to remember that keeps the promise in all of the positions.
std::string simplify_plan(const std::vector<Board>& boards, std::string_view text, bool is_own_turn,
                          bool is_win, std::uint64_t most_positions) {
  if (boards.empty()) throw std::invalid_argument("a plan is for a position");
  const Plan plan = plan_of(boards[0], text);
  nb::gil_scoped_release released;
  return write_plan(boards[0],
                    simplify(boards, plan, task_of(is_own_turn, is_win), most_positions));
}

std::vector<int> find_serving_plans(const Board& board, const std::vector<std::string>& texts,
                                    bool is_own_turn, bool is_win, std::uint64_t most_positions) {
  const std::vector<Plan> plans = plans_of(board, texts);
  nb::gil_scoped_release released;
  return find_serving(board, plans, task_of(is_own_turn, is_win), most_positions);
}

// Returns the column, what decided it, and the place of the rule among those of its kind.
std::tuple<int, std::string, int> reply_of(const Board& board, std::string_view text,
                                           std::optional<int> last) {
  require_unfinished(board);
  const int column = last ? checked_column(board, *last) : -1;
  const auto [chosen, reason, index] = plans::reply(board, plan_of(board, text), column);
  return {chosen + 1, std::string(policy::kPlanReasons[std::size_t(reason)]), index};
}

std::string mirror_plan(const Board& board, std::string_view text) {
  return write_plan(board, mirrored(board, plan_of(board, text)));
}

}  // namespace

void bind_plans(nb::module_& module) {
  module.def("find_plan", &find, "solver"_a, "board"_a, "is_own_turn"_a, "is_win"_a, "seed"_a,
             "time_s"_a.none(), "nodes"_a.none(), "stop"_a, "known"_a = std::vector<std::string>());
  module.def("find_solution", &find_whole, "solver"_a, "board"_a, "is_own_turn"_a, "is_win"_a,
             "seed"_a, "most_plans"_a, "time_s"_a.none(), "nodes"_a.none(), "stop"_a);
  module.def("describe_plan", &describe_plan, "board"_a, "plan"_a, "is_own_turn"_a, "is_win"_a,
             "is_red"_a, "most_positions"_a);
  module.def("plan_size", &plan_size, "board"_a, "plan"_a);
  module.def("simplify_plan", &simplify_plan, "boards"_a, "plan"_a, "is_own_turn"_a, "is_win"_a,
             "most_positions"_a);
  module.def("find_serving_plans", &find_serving_plans, "board"_a, "plans"_a, "is_own_turn"_a,
             "is_win"_a, "most_positions"_a);
  module.def("plan_reply", &reply_of, "board"_a, "plan"_a, "last"_a.none());
  module.def("mirror_plan", &mirror_plan, "board"_a, "plan"_a);
}

}  // namespace dropfour::python
