// The core for browsers: functions that static/js/core/native.js calls.
//
// The page writes a position into the input buffer, one byte per cell: column by column from the
// left, each from the bottom up; 0 is empty, 1 a stone of the side to move, 2 one of the other
// side. After `set_position` the functions below are about that position. Columns count from 0; a
// time limit below 0 and a node limit of 0 are none. Results are numbers in the output buffer, or
// JSON: a function that returns its length has written it to the text buffer.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board/board.hpp"
#include "book/book_file.hpp"
#include "plans/plans.hpp"
#include "policy/choice.hpp"
#include "policy/estimates.hpp"
#include "policy/json.hpp"
#include "policy/plans.hpp"
#include "policy/review.hpp"
#include "policy/story.hpp"
#include "solver/exact_solver.hpp"

#define DROPFOUR_EXPORT(name) extern "C" __attribute__((export_name(#name)))

// There are no exceptions here: whatever throws stops the module, and the page starts a new one.
extern "C" void* __cxa_allocate_exception(std::size_t) { __builtin_trap(); }
extern "C" void __cxa_throw(void*, void*, void*) { __builtin_trap(); }

// What a long search tells the page: how many nodes it has visited.
extern "C" __attribute__((import_module("page"), import_name("progress"))) void progress(double);

namespace dropfour::wasm {
namespace {

using namespace board;
using engines::Budget;
using solver::Control;

constexpr auto kProgressInterval = std::chrono::milliseconds(200);

std::array<std::uint8_t, kMaxCells> input;
std::array<double, 4> output;
std::string text;

std::optional<Board> current;
std::optional<policy::ColumnScores> columns_known;
std::vector<policy::ReviewedMove> reviewed;
std::optional<policy::Spec> engine;
std::optional<Board> solver_rules;
std::unique_ptr<solver::ExactSolver> exact;
std::optional<book::Book> opening_book;
int threads = 1;             // of a search
solver::StopFlag page_stop;  // set by the page

// The limits of one search.
struct Limited : Control {
  Limited(std::uint64_t nodes, double time_ms) : Control(&page_stop) {
    if (time_ms >= 0) set_time_limit(time_ms / 1000);
    if (nodes != 0) set_node_limit(nodes);
  }
};

void report_progress(const ScoreRange&, std::uint64_t nodes) { progress(double(nodes)); }

// The solver for the rules of the position.
solver::ExactSolver& solver_with(int table_mib) {
  if (!exact || !current->has_rules_of(*solver_rules)) {
    exact.reset();
    exact = std::make_unique<solver::ExactSolver>(*current, table_mib, threads,
                                                  opening_book ? &*opening_book : nullptr);
    solver_rules = current;
  }
  return *exact;
}

// Writes what was found to the text buffer and returns its length.
template <class... Found>
int answer(const Found&... found) {
  policy::Json json;
  policy::write(json, found...);
  text = json.text();
  return int(text.size());
}

// Runs the searches of policies.
constexpr auto run = [](std::optional<double> time_s, std::optional<std::uint64_t> nodes,
                        std::uint64_t nodes_between_checks, const auto& search) {
  Control control;
  if (time_s) control.set_time_limit(*time_s);
  Budget budget(control, nodes.value_or(~std::uint64_t{0}), nodes_between_checks);
  return search(budget);
};

policy::Limits limits_of(int depth, std::uint64_t nodes, double time_ms) {
  policy::Limits limits;
  if (depth > 0) limits.depth = depth;
  if (nodes > 0) limits.nodes = nodes;
  if (time_ms >= 0) limits.time_s = time_ms / 1000;
  return limits;
}

// A name in the input buffer.
std::string_view name_of(int length) {
  return {reinterpret_cast<const char*>(input.data()), std::size_t(length)};
}

plans::Task task_of(int is_own_turn, int is_win) {
  return {is_own_turn != 0, is_win ? plans::Promise::kWin : plans::Promise::kDraw};
}
policy::Colour colour_of(int is_red) {
  return is_red ? policy::Colour::kRed : policy::Colour::kYellow;
}
// 1 is red, 2 yellow, and 0 neither.
std::optional<policy::Colour> maybe_colour(int number) {
  if (number == 0) return std::nullopt;
  return colour_of(number == 1);
}
// The columns of a mask.
std::vector<int> columns_of(unsigned mask) {
  std::vector<int> columns;
  for (int column = 0; mask >> column != 0; ++column)
    if (mask >> column & 1) columns.push_back(column);
  return columns;
}

// The plan in the input, in the order of its parts: the number of cells to take and their columns
// and rows, of pairs, of columns to answer in, of columns in order.
plans::Plan read_plan() {
  const std::uint8_t* next = input.data();
  const int stride = current->visit([](const auto& shape, const auto&) { return shape.stride(); });
  const auto read_cell = [&] {
    const int column = *next++;
    return column * stride + *next++;
  };
  plans::Plan plan;
  for (int count = *next++; count > 0; --count) plan.takes.push_back(read_cell());
  for (int count = *next++; count > 0; --count) {
    const int first = read_cell();
    plan.pairs.emplace_back(first, read_cell());
  }
  for (int count = *next++; count > 0; --count) plan.answers |= std::uint32_t{1} << *next++;
  for (int count = *next++; count > 0; --count) plan.order.push_back(*next++);
  return plan;
}

}  // namespace

DROPFOUR_EXPORT(input_buffer) void* input_buffer() { return input.data(); }
DROPFOUR_EXPORT(output_buffer) void* output_buffer() { return output.data(); }
DROPFOUR_EXPORT(text_buffer) const char* text_buffer() { return text.data(); }
DROPFOUR_EXPORT(allocate) void* allocate(std::size_t bytes) { return std::malloc(bytes); }
DROPFOUR_EXPORT(release) void release(void* memory) { std::free(memory); }

// --- threads -------------------------------------------------------------------------------------

#if defined(__wasm_atomics__)

// The stack of each worker that serves as a thread: enough for a search of the largest board.
struct alignas(16) Stack {
  std::array<std::byte, std::size_t{1} << 20> bytes;
};
static std::array<Stack, solver::desks.size()> stacks;

// Where the stack of a worker begins, which grows downwards.
DROPFOUR_EXPORT(stack_of) void* stack_of(int worker) { return &stacks[std::size_t(worker)] + 1; }
// Serves as a thread, forever.
DROPFOUR_EXPORT(serve) void serve(int worker) { solver::desks[std::size_t(worker)].serve(); }

// Of searches from now on.
DROPFOUR_EXPORT(set_threads) void set_threads(int count) {
  threads = count;
  exact.reset();
}
// A byte: the searches stop while it is not 0.
DROPFOUR_EXPORT(stop_flag) void* stop_flag() { return &page_stop; }

#endif

DROPFOUR_EXPORT(set_position)
void set_position(int columns, int rows, int connect, int most_lines) {
  Limbs own(7), occupied(7);
  for (int column = 0; column < columns; ++column)
    for (int row = 0; row < rows; ++row) {
      const std::uint8_t stone = input[std::size_t(column * rows + row)];
      const int bit_index = column * (rows + 1) + row;
      const std::uint64_t bit = std::uint64_t{1} << bit_index % 64;
      if (stone != 0) occupied[std::size_t(bit_index / 64)] |= bit;
      if (stone == 1) own[std::size_t(bit_index / 64)] |= bit;
    }
  current.emplace(columns, rows, connect,
                  most_lines ? Objective::kMostLines : Objective::kFirstLine, own, occupied);
  columns_known.reset();
}

// --- exact scores --------------------------------------------------------------------------------

// Opens the book in memory from `allocate`, which it keeps; returns its depth, or -1 if it is none.
// The page has compared the file's SHA-256 with the expected one, so its checksum is not computed.
DROPFOUR_EXPORT(open_book) int open_book(const std::uint8_t* bytes, std::size_t size) {
  const book::BookFile file =
      book::BookReader({bytes, size}, nullptr).read([](auto&&...) { return true; });
  if (!file.problem.empty()) return -1;
  opening_book = file.book();
  if (exact) exact->set_book(&*opening_book);
  return opening_book->depth();
}

// Returns whether the book has the position, and its score in the output.
DROPFOUR_EXPORT(look_up) int look_up() {
  if (!opening_book) return 0;
  const std::optional<int> score = opening_book->lookup(*current);
  output[0] = score.value_or(0);
  return score.has_value();
}

// Finds the score as ExactSolver::solve does; the output is the bounds, the nodes, and whether they
// come from the book.
DROPFOUR_EXPORT(solve)
void solve(int table_mib, int low, int high, std::uint64_t nodes, double time_ms) {
  Limited control(nodes, time_ms);
  control.set_hook(report_progress, kProgressInterval);
  const ScoreRange proven = solver_with(table_mib).solve(*current, {low, high}, control);
  output[0] = proven.low;
  output[1] = proven.high;
  output[2] = double(control.nodes());
  output[3] = control.is_looked_up();
}

// The text is what a short search proves of each column: those that it solves, and the open ones,
// the most promising first.
DROPFOUR_EXPORT(glance) int glance(int table_mib) {
  policy::ColumnSearch search(solver_with(table_mib), {});
  const auto found = search.glance_at_all(*current);
  return answer(search, found);
}

// The text is a list of columns: that of *best*, a mask, which is nearest the middle, and the best
// moves after it.
DROPFOUR_EXPORT(find_variation)
int find_variation(int table_mib, unsigned best, int score, double time_ms) {
  policy::ColumnSearch search(solver_with(table_mib), limits_of(0, 0, time_ms));
  const int first = policy::nearest_middle(*current, columns_of(best));
  return answer(search.find_variation(*current, first, score));
}

// Forgets what the solver has proven.
DROPFOUR_EXPORT(clear) void clear() {
  if (exact) exact->clear();
}

// --- verdicts and facts --------------------------------------------------------------------------

// The output is the bounds of the score that the rules prove.
DROPFOUR_EXPORT(by_rules) void by_rules() {
  const ScoreRange known = policy::by_rules(*current);
  output[0] = known.low;
  output[1] = known.high;
}

// The text is the score in the form of the API.
DROPFOUR_EXPORT(score) int score(int low, int high) {
  return answer(*current, ScoreRange{low, high});
}

// Adds what is proven of a column of the position.
DROPFOUR_EXPORT(learn) void learn(int column, int low, int high) {
  if (!columns_known) columns_known.emplace(*current);
  columns_known->learn(column, {low, high});
}

// The text is what the columns prove of the position.
DROPFOUR_EXPORT(conclude) int conclude() {
  if (!columns_known) columns_known.emplace(*current);
  return answer(*columns_known);
}

// The text is the verdict on a move by what is proven of the best one and of itself, or null.
DROPFOUR_EXPORT(judge) int judge(int best_low, int best_high, int played_low, int played_high) {
  return answer(
      policy::judge({best_low, best_high}, {played_low, played_high}, current->objective()));
}

// Adds a move made in the position, by what is proven of it, to the game that `tell_story` tells;
// *best_columns* is a mask.
DROPFOUR_EXPORT(add_reviewed)
void add_reviewed(int is_first, int is_red, int column, int best_low, int best_high, int played_low,
                  int played_high, unsigned best_columns) {
  if (is_first) reviewed.clear();
  reviewed.push_back({*current,
                      colour_of(is_red),
                      column,
                      {best_low, best_high},
                      {played_low, played_high},
                      columns_of(best_columns)});
}

// The text is the story of the game.
DROPFOUR_EXPORT(tell_story) int tell_story(int winner, int reader) {
  return answer(policy::tell_story(reviewed, maybe_colour(winner), maybe_colour(reader)));
}

// The text is what a move allows the opponent, or null.
DROPFOUR_EXPORT(reason_against) int reason_against(int is_red_to_move, int column) {
  const auto fact = policy::reason_against(*current, colour_of(is_red_to_move), column);
  return answer(fact ? std::optional(fact->phrase) : std::nullopt);
}

// The text is a list of facts.
DROPFOUR_EXPORT(facts) int facts(int is_red_to_move) {
  const auto mover = is_red_to_move ? policy::Colour::kRed : policy::Colour::kYellow;
  return answer(policy::find_facts(*current, mover, nullptr));
}

// --- plans ---------------------------------------------------------------------------------------

// The text is a plan for the position, how many positions and replies it was verified with, and how
// its games end; null if none was found.
DROPFOUR_EXPORT(find_plan)
int find_plan(int table_mib, int is_own_turn, int is_win, int is_red, std::uint64_t seed,
              std::uint64_t nodes, double time_ms) {
  Limited control(nodes, time_ms);
  const plans::Task task = task_of(is_own_turn, is_win);
  const auto plan = plans::find_plan(solver_with(table_mib), *current, task, seed, control);
  return answer(*current, plan, task, colour_of(is_red));
}

// The text is a strategy for the position; null if none was found. It reports its progress.
DROPFOUR_EXPORT(find_strategy)
int find_strategy(int table_mib, int is_own_turn, int is_win, int is_red, int most_plans,
                  std::uint64_t nodes, double time_ms) {
  Limited control(nodes, time_ms);
  control.set_hook(report_progress, kProgressInterval);
  const plans::Task task = task_of(is_own_turn, is_win);
  const auto strategy =
      plans::find_strategy(solver_with(table_mib), *current, task, 0, most_plans, control);
  return answer(*current, strategy, task, colour_of(is_red));
}

// The text is the plan in the input as `find_plan` writes it, and whether it keeps its promise.
DROPFOUR_EXPORT(describe_plan) int describe_plan(int is_own_turn, int is_win, int is_red) {
  return answer(*current, read_plan(), task_of(is_own_turn, is_win), colour_of(is_red));
}

// The choice of the plan in the input; *last* is the column of the opponent's last move, -1 if
// there is none.
DROPFOUR_EXPORT(plan_reply) int plan_reply(int last) {
  return answer(plans::reply(*current, read_plan(), last));
}

// --- estimates and moves -------------------------------------------------------------------------

// Reads the spec in the input for `choose`; the text says what it asks for, or why there is no such
// engine.
DROPFOUR_EXPORT(read_spec) int read_spec(int length) {
  const policy::ParsedSpec parsed = policy::parse_spec(name_of(length));
  if (parsed.spec) engine = parsed.spec;
  return answer(parsed);
}

// The text is the move of the engine that was read; the value of its score is the output.
DROPFOUR_EXPORT(choose)
int choose(int table_mib, std::uint64_t seed, int depth, std::uint64_t nodes, double time_ms) {
  std::optional<policy::Exact> exact;
  if (engine->engine.method == policy::Method::kExact) exact.emplace(solver_with(table_mib));
  const policy::Choice choice = policy::choose(
      *engine, *current, seed, limits_of(depth, nodes, time_ms), run, exact ? &*exact : nullptr);
  if (choice.score) output[0] = choice.score->value;
  return answer(choice);
}

// Returns the depth of the search that estimates a column, whose value is the output; 0 if there is
// no estimate.
DROPFOUR_EXPORT(estimate_column) int estimate_column(int column, int depth, double time_ms) {
  const auto found = policy::estimate_column(*current, column, limits_of(depth, 0, time_ms), run);
  if (!found) return 0;
  output[0] = found->value;
  return found->depth;
}

}  // namespace dropfour::wasm
