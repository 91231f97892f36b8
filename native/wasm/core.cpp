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

#include "board/board.hpp"
#include "book/book_file.hpp"
#include "plans/plans.hpp"
#include "policy/choice.hpp"
#include "policy/json.hpp"
#include "policy/mood.hpp"
#include "policy/plans.hpp"
#include "policy/review.hpp"
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
using engines::Findings;
using solver::Control;

constexpr auto kProgressInterval = std::chrono::milliseconds(200);

std::array<std::uint8_t, kMaxCells> input;
// Some numbers, and a principal variation.
std::array<double, kMaxCells + 16> output;
std::string text;

std::optional<Board> current;
std::optional<policy::ColumnScores> columns_known;
std::optional<policy::Spec> engine;
std::optional<Board> solver_rules;
std::unique_ptr<solver::ExactSolver> exact;
std::optional<book::Book> opening_book;

void limit_time(Control& control, double time_ms) {
  if (time_ms >= 0) control.set_time_limit(time_ms / 1000);
}

// The solver for the rules of the position.
solver::ExactSolver& solver_with(int table_mib) {
  if (!exact || !current->has_rules_of(*solver_rules)) {
    exact.reset();
    exact = std::make_unique<solver::ExactSolver>(*current, table_mib, 1,
                                                  opening_book ? &*opening_book : nullptr);
    solver_rules = current;
  }
  return *exact;
}

int answer(const policy::Json& json) {
  text = json.text();
  return int(text.size());
}

void write(const Findings& findings) {
  std::size_t at = 0;
  output[at++] = findings.column;
  output[at++] = findings.value;
  output[at++] = findings.depth;
  output[at++] = double(findings.nodes);
  output[at++] = findings.is_settled;
  output[at++] = double(findings.variation.size());
  for (const int column : findings.variation) output[at++] = column;
}

template <class Search>
Findings run(std::uint64_t nodes, double time_ms, std::uint64_t nodes_between_checks,
             const Search& search) {
  Control control;
  limit_time(control, time_ms);
  Budget budget(control, nodes == 0 ? ~std::uint64_t{0} : nodes, nodes_between_checks);
  return search(budget);
}

// A name in the input buffer.
std::string_view name_of(int length) {
  return {reinterpret_cast<const char*>(input.data()), std::size_t(length)};
}

void write_mood(policy::Json& json, double value, std::string_view scale) {
  const policy::Mood& mood = policy::mood_of(value, scale);
  json.open('{').key("emoji").value(mood.emoji).key("word").value(mood.word).close('}');
}

plans::Task task_of(int is_own_turn, int is_win) {
  return {is_own_turn != 0, is_win ? plans::Promise::kWin : plans::Promise::kDraw};
}

// *found* is a plan or a strategy, or nothing.
template <class Found>
int answer_plan(const std::optional<Found>& found, const plans::Task& task, int is_red) {
  policy::Json json;
  if (found)
    policy::write(json, *current, *found, task,
                  is_red ? policy::Colour::kRed : policy::Colour::kYellow);
  else
    json.value(std::optional<int>());
  return answer(json);
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

DROPFOUR_EXPORT(is_over) int is_over() { return current->is_over(); }

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

// Returns whether the book holds one best move for each position that a player can meet.
DROPFOUR_EXPORT(has_repertoire) int has_repertoire() {
  return opening_book && opening_book->has_repertoire();
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
  Control control;
  limit_time(control, time_ms);
  if (nodes != 0) control.set_node_limit(nodes);
  const ScoreRange proven = solver_with(table_mib).solve(*current, {low, high}, control);
  output[0] = proven.low;
  output[1] = proven.high;
  output[2] = double(control.nodes());
  output[3] = control.is_looked_up();
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
  policy::Json json;
  policy::write(json, *current, ScoreRange{low, high});
  return answer(json);
}

// Adds what is proven of a column of the position.
DROPFOUR_EXPORT(learn) void learn(int column, int low, int high) {
  if (!columns_known) columns_known.emplace(*current);
  columns_known->learn(column, {low, high});
}

// The text is what the columns prove of the position.
DROPFOUR_EXPORT(conclude) int conclude() {
  if (!columns_known) columns_known.emplace(*current);
  policy::Json json;
  policy::write(json, *columns_known);
  return answer(json);
}

// The text is a list of the columns that no other is proven to be better than.
DROPFOUR_EXPORT(not_worse) int not_worse() {
  policy::Json json;
  if (columns_known) json.columns(columns_known->not_worse());
  return answer(json);
}

// The text is the verdict on a move by what is proven of the best one and of itself, or null.
DROPFOUR_EXPORT(judge) int judge(int best_low, int best_high, int played_low, int played_high) {
  policy::Json json;
  json.value(policy::judge({best_low, best_high}, {played_low, played_high}, current->objective()));
  return answer(json);
}

// The text is a list of facts.
DROPFOUR_EXPORT(facts) int facts(int is_red_to_move) {
  const auto mover = is_red_to_move ? policy::Colour::kRed : policy::Colour::kYellow;
  policy::Json json;
  policy::write(json, policy::find_facts(*current, mover, nullptr));
  return answer(json);
}

// --- plans ---------------------------------------------------------------------------------------

// The text is a plan for the position, how many positions and replies it was verified with, and how
// its games end; null if none was found.
DROPFOUR_EXPORT(find_plan)
int find_plan(int table_mib, int is_own_turn, int is_win, int is_red, std::uint64_t seed,
              std::uint64_t nodes, double time_ms) {
  Control control;
  limit_time(control, time_ms);
  if (nodes != 0) control.set_node_limit(nodes);
  const plans::Task task = task_of(is_own_turn, is_win);
  return answer_plan(plans::find_plan(solver_with(table_mib), *current, task, seed, control), task,
                     is_red);
}

// The text is a strategy for the position; null if none was found. It reports its progress.
DROPFOUR_EXPORT(find_strategy)
int find_strategy(int table_mib, int is_own_turn, int is_win, int is_red, int most_plans,
                  std::uint64_t nodes, double time_ms) {
  Control control;
  limit_time(control, time_ms);
  if (nodes != 0) control.set_node_limit(nodes);
  control.set_hook([](const ScoreRange&, std::uint64_t visited) { progress(double(visited)); },
                   kProgressInterval);
  const plans::Task task = task_of(is_own_turn, is_win);
  return answer_plan(
      plans::find_strategy(solver_with(table_mib), *current, task, 0, most_plans, control), task,
      is_red);
}

// The text is the plan in the input as `find_plan` writes it, and whether it keeps its promise.
DROPFOUR_EXPORT(describe_plan) int describe_plan(int is_own_turn, int is_win, int is_red) {
  return answer_plan(std::optional(read_plan()), task_of(is_own_turn, is_win), is_red);
}

// The choice of the plan in the input; *last* is the column of the opponent's last move, -1 if
// there is none.
DROPFOUR_EXPORT(plan_reply) int plan_reply(int last) {
  const auto [column, reason, index] = plans::reply(*current, read_plan(), last);
  policy::Json json;
  json.open('{').key("column").value(column + 1).key("reason");
  json.value(policy::kPlanReasons[std::size_t(reason)]).key("index").value(index).close('}');
  return answer(json);
}

// --- estimates and moves -------------------------------------------------------------------------

DROPFOUR_EXPORT(estimate) double estimate(int name_length) {
  return engines::estimate(*current, name_of(name_length));
}

// Alpha-beta with the evaluation that the input names.
DROPFOUR_EXPORT(alphabeta)
void alphabeta(int name_length, int depth, std::uint64_t nodes, double time_ms) {
  write(run(nodes, time_ms, Budget::kNodesBetweenChecks, [&](Budget& budget) {
    return engines::search_with<engines::AlphaBeta>(*current, name_of(name_length), 1, depth,
                                                    budget);
  }));
}

// Reads the spec in the input for `choose`; the text says what it asks for, or why there is no such
// engine.
DROPFOUR_EXPORT(read_spec) int read_spec(int length) {
  policy::ParsedSpec parsed = policy::parse_spec(name_of(length));
  policy::Json json;
  json.open('{');
  if (parsed.spec) {
    engine = std::move(parsed.spec);
    json.key("isExact").value(engine->engine.method == policy::Method::kExact);
    json.key("level").value(engine->engine.level).key("seed");
    if (engine->seed)
      json.value(std::string_view(std::to_string(*engine->seed)));
    else
      json.value(std::optional<int>());
  } else {
    json.key("problem").value(std::string_view(parsed.problem));
  }
  return answer(json.close('}'));
}

// The move of the engine that was read, unless it is exact; the text is the scale of the value in
// the output and the mood, or null if there is no value.
DROPFOUR_EXPORT(choose)
int choose(std::uint64_t seed, int depth, std::uint64_t nodes, double time_ms) {
  policy::Limits limits;
  if (depth > 0) limits.depth = depth;
  if (nodes > 0) limits.nodes = nodes;
  if (time_ms >= 0) limits.time_s = time_ms / 1000;
  policy::Choice choice = policy::choose(
      *engine, *current, seed, limits,
      [](std::optional<double> time_s, std::optional<std::uint64_t> most_nodes,
         std::uint64_t checks, const auto& search) {
        return run(most_nodes.value_or(0), time_s ? 1000 * *time_s : -1, checks, search);
      });
  policy::Json json;
  if (choice.score) {
    choice.found.value = choice.score->value;
    json.open('{').key("scale").value(std::string_view(choice.score->scale)).key("mood");
    write_mood(json, choice.score->value, choice.score->scale);
    json.close('}');
  } else {
    json.value(std::optional<int>());
  }
  write(choice.found);
  return answer(json);
}

// The text is the mood for an exact score.
DROPFOUR_EXPORT(mood) int mood(double score) {
  policy::Json json;
  write_mood(json, score, "exact");
  return answer(json);
}

// A random number below *count*, the same for the same seed and position.
DROPFOUR_EXPORT(draw) int draw(std::uint64_t seed, int count) {
  return engines::random_for(*current, seed).below(count);
}

}  // namespace dropfour::wasm
