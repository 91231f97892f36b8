// The core for browsers: functions that static/js/core/native.js calls.
//
// The page writes a position into the input buffer, one byte per cell: column by column from the
// left, each from the bottom up; 0 is empty, 1 a stone of the side to move, 2 one of the other
// side. After `set_position` the functions below are about that position. Columns count from 0; a
// time limit below 0 and a node limit of 0 are none. Results are numbers in the output buffer.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>

#include "board/board.hpp"
#include "book/book_file.hpp"
#include "engines/levels.hpp"
#include "solver/exact_solver.hpp"

#define DROPFOUR_EXPORT(name) extern "C" __attribute__((export_name(#name)))

// There are no exceptions here: whatever throws stops the module, and the page starts a new one.
extern "C" void* __cxa_allocate_exception(std::size_t) { __builtin_trap(); }
extern "C" void __cxa_throw(void*, void*, void*) { __builtin_trap(); }

namespace dropfour::wasm {
namespace {

using namespace board;
using engines::Budget;
using engines::Findings;
using solver::Control;

std::array<std::uint8_t, kMaxCells> input;
// Some numbers, and a principal variation.
std::array<double, kMaxCells + 16> output;

std::optional<Board> current;
std::optional<Board> solver_rules;
std::unique_ptr<solver::ExactSolver> exact;
std::optional<book::Book> opening_book;

void limit_time(Control& control, double time_ms) {
  if (time_ms >= 0) control.set_time_limit(time_ms / 1000);
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

// The evaluation's name in the input buffer.
std::string_view name_of(int length) {
  return {reinterpret_cast<const char*>(input.data()), std::size_t(length)};
}

template <template <class> class Search>
void search_by_name(int name_length, double discount, int depth, std::uint64_t nodes,
                    double time_ms) {
  write(run(nodes, time_ms, Budget::kNodesBetweenChecks, [&](Budget& budget) {
    return engines::search_with<Search>(*current, name_of(name_length), discount, depth, budget);
  }));
}

}  // namespace

DROPFOUR_EXPORT(input_buffer) void* input_buffer() { return input.data(); }
DROPFOUR_EXPORT(output_buffer) void* output_buffer() { return output.data(); }
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
  if (!exact || !current->has_rules_of(*solver_rules)) {
    exact.reset();
    exact = std::make_unique<solver::ExactSolver>(*current, table_mib, 1,
                                                  opening_book ? &*opening_book : nullptr);
    solver_rules = current;
  }
  Control control;
  limit_time(control, time_ms);
  if (nodes != 0) control.set_node_limit(nodes);
  const ScoreRange proven = exact->solve(*current, {low, high}, control);
  output[0] = proven.low;
  output[1] = proven.high;
  output[2] = double(control.nodes());
  output[3] = control.is_looked_up();
}

// Forgets what the solver has proven.
DROPFOUR_EXPORT(clear) void clear() {
  if (exact) exact->clear();
}

// --- estimates and moves -------------------------------------------------------------------------

DROPFOUR_EXPORT(estimate) double estimate(int name_length) {
  return engines::estimate(*current, name_of(name_length));
}

DROPFOUR_EXPORT(alphabeta)
void alphabeta(int name_length, double discount, int depth, std::uint64_t nodes, double time_ms) {
  search_by_name<engines::AlphaBeta>(name_length, discount, depth, nodes, time_ms);
}

DROPFOUR_EXPORT(minimax)
void minimax(int name_length, double discount, int depth, std::uint64_t nodes, double time_ms) {
  search_by_name<engines::Minimax>(name_length, discount, depth, nodes, time_ms);
}

DROPFOUR_EXPORT(averaging) void averaging(int depth, std::uint64_t nodes, double time_ms) {
  write(run(nodes, time_ms, Budget::kNodesBetweenChecks,
            [&](Budget& budget) { return engines::search_averaging(*current, depth, budget); }));
}

// Each node is a random game here, so every node is checked.
DROPFOUR_EXPORT(tree_search)
void tree_search(std::uint64_t seed, std::uint64_t nodes, double time_ms) {
  write(run(nodes, time_ms, 1,
            [&](Budget& budget) { return engines::search_tree(*current, seed, budget); }));
}

DROPFOUR_EXPORT(level)
void level(int number, std::uint64_t seed, int depth, std::uint64_t nodes, double time_ms) {
  write(engines::choose_as_level(
      *current, number, seed, depth, time_ms / 1000,
      [&](const Board& child, int plies, double share_s) {
        return run(nodes, 1000 * share_s, Budget::kNodesBetweenChecks, [&](Budget& budget) {
          return engines::search_with<engines::AlphaBeta>(child, engines::kLevelEvaluation, 1,
                                                          plies, budget);
        });
      }));
}

// A random number below *count*, the same for the same seed and position.
DROPFOUR_EXPORT(draw) int draw(std::uint64_t seed, int count) {
  return engines::random_for(*current, seed).below(count);
}

}  // namespace dropfour::wasm
