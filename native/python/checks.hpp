// What is required of arguments from Python: native code relies on it, and would crash or never
// return otherwise.

#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <stdexcept>
#include <string>

#include "batch/positions.hpp"
#include "board/board.hpp"

namespace dropfour::python {

inline constexpr int kMaxTableMib = 1 << 20;
inline constexpr int kMaxThreads = 256;

inline void require_between(const char* name, int value, int least, int most) {
  if (value < least || value > most)
    throw std::invalid_argument(std::string(name) + " must be " + std::to_string(least) + " to " +
                                std::to_string(most) + ", not " + std::to_string(value));
}

inline void require_sizes(int table_mib, int threads) {
  require_between("table_mib", table_mib, 1, kMaxTableMib);
  require_between("threads", threads, 1, kMaxThreads);
}

// The column, counted from 0.
inline int checked_column(const board::Board& board, int column) {
  const int columns = board.visit([](const auto& shape, const auto&) { return shape.columns(); });
  if (column < 1 || column > columns) throw std::invalid_argument("the column is off the board");
  return column - 1;
}

inline void require_unfinished(const board::Board& board) {
  if (board.is_over()) throw std::invalid_argument("the game is over");
}

// For what is known of a position and used with it.
inline void require_same(const board::Board& board, const board::Board& other) {
  if (!board.has_rules_of(other) || board.key() != other.key())
    throw std::invalid_argument("the scores belong to another position");
}

inline int cells_of(const board::Board& board) {
  return board.visit([](const auto& shape, const auto&) { return shape.cells(); });
}

template <class Shape>
void require_valid(const Shape& shape, const board::Position<Shape>& position,
                   board::Objective objective) {
  if (!batch::is_valid(shape, position, objective))
    throw std::invalid_argument("no game can reach these stones");
}

}  // namespace dropfour::python
