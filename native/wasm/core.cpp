// The core for browsers: functions that static/js/core/native.js calls.
//
// The page writes a position into the input buffer, one byte per cell: column by column from the
// left, each from the bottom up; 0 is empty, 1 a stone of the side to move, 2 one of the other
// side. After `set_position` the functions below are about that position. Columns count from 0; a
// time limit below 0 and a node limit of 0 are none. Results are numbers in the output buffer, or
// JSON: a function that returns its length has written it to the text buffer.

// A page waits for every byte of this module: only what searches is compiled for speed, everything
// else for size.
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#pragma clang attribute pop

#include "engines/by_name.hpp"
#include "plans/verifier.hpp"
#include "solver/exact_solver.hpp"

#pragma clang attribute push(__attribute__((minsize)), apply_to = function)

#include "book/book_file.hpp"
#include "plans/plans.hpp"
#include "policy/analysis.hpp"
#include "policy/choice.hpp"
#include "policy/explainer.hpp"
#include "policy/json.hpp"
#include "policy/plans.hpp"
#include "policy/puzzles.hpp"
#include "policy/rating.hpp"
#include "policy/reviewer.hpp"
#include "policy/starts.hpp"
#include "wasm/exchange.hpp"

#define DROPFOUR_EXPORT(name) extern "C" __attribute__((export_name(#name)))

// There are no exceptions here: whatever throws stops the module, and the page starts a new one.
extern "C" void* __cxa_allocate_exception(std::size_t) { __builtin_trap(); }
extern "C" void __cxa_throw(void*, void*, void*) { __builtin_trap(); }
// Nor is there anything to print what the standard library would say then.
extern "C" void abort_message(const char*, ...) { __builtin_trap(); }
void std::__libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }

// What a long search tells the page: how many nodes it has visited.
extern "C" __attribute__((import_module("page"), import_name("progress"))) void progress(double);

namespace dropfour::wasm {
namespace {

using namespace board;
using engines::Budget;
using solver::Control;

constexpr auto kProgressInterval = std::chrono::milliseconds(200);

Cells input;
std::array<double, 4> output;
std::string text;

std::optional<Board> current;
std::optional<policy::ColumnScores> columns_known;
std::vector<policy::ReviewedMove> reviewed;
std::optional<policy::Spec> engine;

std::map<int, std::unique_ptr<policy::Machine>> machines;  // of the page
std::vector<Board> boards;                                 // of a game to review
std::vector<int> moves;
// Of a worker: the question, and what is known of it so far.
std::optional<policy::Question> question;
std::optional<policy::Allowance> allowance;
policy::Answer found;
std::string exchange;  // a question or an answer as bytes
std::optional<plans::ListedSolution> solution;
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

void report_progress(const ScoreRange&, std::uint64_t nodes) {
  progress(double(found.nodes + nodes));
}

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

policy::Aim aim_of(int length, int most_moves) {
  return {name_of(length), most_moves > 0 ? std::optional(most_moves) : std::nullopt};
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

int start(std::unique_ptr<policy::Machine> machine) {
  static int last = 0;
  machines.emplace(++last, std::move(machine));
  return last;
}

// The columns of a mask.
std::vector<int> columns_of(unsigned mask) {
  std::vector<int> columns;
  for (int column = 0; mask >> column != 0; ++column)
    if (mask >> column & 1) columns.push_back(column);
  return columns;
}

// The plan in the input, which is valid, or its mirror image.
plans::Plan read_plan(int length, int is_mirrored) {
  const auto plan = plans::read_plan(*current, name_of(length));
  if (!plan) __builtin_trap();
  return is_mirrored ? plans::mirrored(*current, *plan) : *plan;
}

policy::Question plan_question(int is_own_turn, int is_win, int is_red) {
  policy::Question asked{policy::Question::Kind::kPlan, *current};
  asked.task = task_of(is_own_turn, is_win);
  asked.strategist = colour_of(is_red);
  return asked;
}
int answer_with_plan(const policy::Question& asked, Control& control) {
  policy::Answer answered;
  policy::answer_with_plan(asked, control, answered);
  text = answered.text.empty() ? "null" : answered.text;
  return int(text.size());
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
  current = PackedBoard{columns, rows, connect, most_lines, input}.unpacked();
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

// Forgets what the solver has proven.
DROPFOUR_EXPORT(clear) void clear() {
  if (exact) exact->clear();
}

// --- verdicts and facts --------------------------------------------------------------------------

// Adds what is proven of a column of the position.
DROPFOUR_EXPORT(learn) void learn(int column, int low, int high) {
  if (!columns_known) columns_known.emplace(*current);
  columns_known->learn(column, {low, high});
}

// The text is what the coach says of a move by what was learned of the columns.
DROPFOUR_EXPORT(warn) int warn(int column, int is_final) {
  if (!columns_known) columns_known.emplace(*current);
  return answer(policy::warn(*columns_known, column, is_final != 0));
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

// The text is a list of facts.
DROPFOUR_EXPORT(facts) int facts(int is_red_to_move) {
  const auto mover = is_red_to_move ? policy::Colour::kRed : policy::Colour::kYellow;
  return answer(policy::find_facts(*current, mover, nullptr));
}

// --- plans ---------------------------------------------------------------------------------------

// The text is a plan for the position, how many positions and replies it was verified with, and how
// its games end; null if none was found.
DROPFOUR_EXPORT(find_plan)
int find_plan(int is_own_turn, int is_win, int is_red, std::uint64_t nodes, double time_ms) {
  Limited control(nodes, time_ms);
  return answer_with_plan(plan_question(is_own_turn, is_win, is_red), control);
}

// The text is the plan in the input as `find_plan` writes it, and whether it keeps its promise.
DROPFOUR_EXPORT(describe_plan)
int describe_plan(int length, int is_mirrored, int is_own_turn, int is_win, int is_red) {
  policy::Question asked = plan_question(is_own_turn, is_win, is_red);
  asked.text = plans::write_plan(*current, read_plan(length, is_mirrored));
  Limited control(0, -1);
  return answer_with_plan(asked, control);
}

// The choice of the plan in the input; *last* is the column of the opponent's last move, -1 if
// there is none.
DROPFOUR_EXPORT(plan_reply) int plan_reply(int length, int is_mirrored, int last) {
  return answer(plans::reply(*current, read_plan(length, is_mirrored), last));
}

// --- machines ------------------------------------------------------------------------------------

DROPFOUR_EXPORT(start_proof) int start_proof() {
  return start(std::make_unique<policy::Proof>(*current, policy::Limits{}, nullptr));
}

// The position is the empty board.
DROPFOUR_EXPORT(find_drawn_start) int find_drawn_start(std::uint64_t seed) {
  return start(std::make_unique<policy::DrawnStart>(*current, seed));
}

DROPFOUR_EXPORT(start_analysis) int start_analysis(double time_ms) {
  return start(
      std::make_unique<policy::Analysis>(*current, limits_of(0, 0, time_ms), nullptr, true));
}

// Adds a position to the game that `start_review` is about; *column* is the move that led to it.
DROPFOUR_EXPORT(add_position) void add_position(int is_first, int column) {
  if (is_first) {
    boards.clear();
    moves.clear();
  } else {
    moves.push_back(column);
  }
  boards.push_back(*current);
}

DROPFOUR_EXPORT(start_review) int start_review(int is_red_to_move, double time_ms) {
  return start(std::make_unique<policy::Reviewer>(boards, moves, colour_of(is_red_to_move),
                                                  limits_of(0, 0, time_ms), nullptr, false));
}

// The goal is in the input; *most_moves* is 0 where the number of moves does not matter.
DROPFOUR_EXPORT(start_refutation)
int start_refutation(int is_red_to_move, int column, int length, int most_moves, double time_ms) {
  return start(std::make_unique<policy::Refutation>(*current, colour_of(is_red_to_move), column,
                                                    aim_of(length, most_moves),
                                                    limits_of(0, 0, time_ms), nullptr));
}

// Reads the solution whose text is in memory from `allocate`; the position is the empty board.
DROPFOUR_EXPORT(open_solution) void open_solution(const char* bytes, std::size_t size) {
  solution.emplace(*current, std::string_view(bytes, size));
}

// Of what was learned of the columns, nothing is searched again.
DROPFOUR_EXPORT(start_explanation)
int start_explanation(int is_red_to_move, std::uint64_t nodes, double time_ms) {
  if (!columns_known) columns_known.emplace(*current);
  const auto listed = solution ? solution->find(*current) : std::nullopt;
  return start(std::make_unique<policy::Explainer>(*current, colour_of(is_red_to_move),
                                                   *columns_known, listed,
                                                   limits_of(0, nodes, time_ms), nullptr));
}

// Returns the size of the next question, which is in the exchange buffer; 0 if there is none now.
DROPFOUR_EXPORT(next_question) int next_question(int machine, int is_estimate) {
  const auto running = machines.find(machine);
  if (running == machines.end()) return 0;
  policy::Machine& asking = *running->second;
  const auto asked = is_estimate ? asking.next_estimate() : asking.next();
  if (!asked) return 0;
  exchange = packed(PackedQuestion(asked->id, asked->question), asked->question.text);
  return int(exchange.size());
}
// The exchange buffer, with room for *size* bytes if that is not 0.
DROPFOUR_EXPORT(exchange_buffer) void* exchange_buffer(std::size_t size) {
  if (size != 0) exchange.resize(size);
  return exchange.data();
}

// Tells a machine the answer in the exchange buffer, to the question with this number.
DROPFOUR_EXPORT(tell) void tell(int machine, int id) {
  const auto [proven, words] = unpacked<policy::Proven>(exchange);
  const auto running = machines.find(machine);
  if (running != machines.end()) running->second->tell(id, {proven, std::string(words)});
}
DROPFOUR_EXPORT(tell_progress) void tell_progress(int machine, int id, double nodes) {
  const auto running = machines.find(machine);
  if (running != machines.end()) running->second->progress(id, std::uint64_t(nodes));
}

// The text is a list of what has happened since the last call.
DROPFOUR_EXPORT(take_events) int take_events(int machine) {
  text = "[";
  const auto running = machines.find(machine);
  if (running != machines.end())
    for (const std::string& event : running->second->take_events())
      text += (text.size() > 1 ? "," : "") + event;
  text += "]";
  return int(text.size());
}
DROPFOUR_EXPORT(finish) void finish(int machine) { machines.erase(machine); }

// Takes the question in the exchange buffer, for `work`.
DROPFOUR_EXPORT(ask) void ask() {
  const auto [asked, words] = unpacked<PackedQuestion>(exchange);
  question = asked.unpacked(words);
  allowance.emplace(question->limits, &page_stop);
  found = {};
  found.known = policy::score_limits(question->board);
}

// Works on the question for about *slice* nodes, or to its end if that is 0. Returns whether it is
// done: then `take_answer` has it. The solver keeps what each slice has proven.
DROPFOUR_EXPORT(work) int work(int table_mib, std::uint64_t slice) {
  policy::Question part = *question;
  if (part.kind == policy::Question::Kind::kEstimate) {
    found.estimate = policy::estimate_column(part.board, part.column, part.limits, run)
                         .value_or(policy::ColumnEstimate{});
    return 1;
  }
  current = part.board;
  const bool is_solving = part.kind == policy::Question::Kind::kSolve;
  part.limits = allowance->left(found.nodes);
  if (slice != 0 && is_solving)
    part.limits.nodes = std::min(slice, part.limits.nodes.value_or(slice));
  const policy::Answer before = found;
  found = policy::answer(part, solver_with(table_mib), &page_stop, [](Control& control) {
    control.set_hook(report_progress, kProgressInterval);
  });
  found.nodes += before.nodes;
  found.is_searched |= before.is_searched;
  if (!is_solving) return 1;
  found.known = policy::both(before.known, found.known);
  const auto& [low, high] = found.known;
  const bool is_open = std::max(low, part.window.low) < std::min(high, part.window.high);
  if (slice == 0 || !is_open || allowance->is_spent(allowance->left(found.nodes))) return 1;
  progress(double(found.nodes));
  return 0;
}

// Returns the size of the answer, which is in the exchange buffer.
DROPFOUR_EXPORT(take_answer) int take_answer() {
  exchange = packed(static_cast<const policy::Proven&>(found), found.text);
  return int(exchange.size());
}

// --- puzzles -------------------------------------------------------------------------------------

// The text is what a puzzle asks for. The goal is in the input.
DROPFOUR_EXPORT(task) int task(int is_red_to_move, int length, int most_moves) {
  return answer(
      policy::task_phrase(aim_of(length, most_moves), *current, colour_of(is_red_to_move)));
}

// The text is what to look for in a puzzle. The themes are in the input, separated by spaces.
DROPFOUR_EXPORT(idea) int idea(int is_red_to_move, int length) {
  std::vector<std::string_view> themes;
  for (std::string_view rest = name_of(length); !rest.empty();) {
    themes.push_back(rest.substr(0, rest.find(' ')));
    rest.remove_prefix(std::min(rest.size(), themes.back().size() + 1));
  }
  return answer(policy::idea_phrase(*current, colour_of(is_red_to_move), themes));
}

// The rating after a puzzle is in the output, with its deviation and volatility; *points* are 1 if
// it was solved.
DROPFOUR_EXPORT(rate)
void rate(double value, double deviation, double volatility, double puzzle, double puzzle_deviation,
          double points) {
  const auto after =
      policy::rated({value, deviation, volatility}, {{{puzzle, puzzle_deviation}, points}});
  output = {after.value, after.deviation, after.volatility};
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
// *has_swap* is whether the game has the swap rule.
DROPFOUR_EXPORT(choose)
int choose(int table_mib, std::uint64_t seed, int has_swap, int depth, std::uint64_t nodes,
           double time_ms) {
  std::optional<policy::Exact> exact;
  if (engine->engine.method == policy::Method::kExact) exact.emplace(solver_with(table_mib));
  const policy::Choice choice =
      policy::take_turn(*engine, *current, seed, limits_of(depth, nodes, time_ms), has_swap != 0,
                        run, exact ? &*exact : nullptr);
  if (choice.score) output[0] = choice.score->value;
  return answer(choice);
}

}  // namespace dropfour::wasm

#pragma clang attribute pop
