// Questions and answers as bytes, which the page passes between the core on its own thread and
// those of its workers: all of them are the same program.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "policy/machine.hpp"

namespace dropfour::wasm {

using namespace board;

// One byte per cell: column by column from the left, each from the bottom up; 0 is empty, 1 a stone
// of the side to move, 2 one of the other side.
using Cells = std::array<std::uint8_t, kMaxCells>;

struct PackedBoard {
  int columns = 0, rows = 0, connect = 0, most_lines = 0;
  Cells cells = {};

  Board unpacked() const {
    Limbs own(7), occupied(7);
    for (int column = 0; column < columns; ++column)
      for (int row = 0; row < rows; ++row) {
        const std::uint8_t stone = cells[std::size_t(column * rows + row)];
        const int bit_index = column * (rows + 1) + row;
        const std::uint64_t bit = std::uint64_t{1} << bit_index % 64;
        if (stone != 0) occupied[std::size_t(bit_index / 64)] |= bit;
        if (stone == 1) own[std::size_t(bit_index / 64)] |= bit;
      }
    return Board(columns, rows, connect, most_lines ? Objective::kMostLines : Objective::kFirstLine,
                 own, occupied);
  }
};

inline PackedBoard packed_board(const Board& board) {
  return board.visit([&](const auto& shape, const auto& position) {
    PackedBoard packed{shape.columns(),
                       shape.rows(),
                       shape.connect(),
                       board.objective() == Objective::kMostLines,
                       {}};
    using Word = typename std::decay_t<decltype(shape)>::Word;
    for (int column = 0; column < shape.columns(); ++column)
      for (int row = 0; row < shape.rows(); ++row) {
        const Word cell = bit<Word>(shape.bit_of(column, row));
        if (any(position.occupied & cell))
          packed.cells[std::size_t(column * shape.rows() + row)] = any(position.own & cell) ? 1 : 2;
      }
    return packed;
  });
}

struct PackedQuestion {
  PackedQuestion() = default;
  PackedQuestion(int number, const policy::Question& asked)
      : id(number),
        kind(asked.kind),
        window(asked.window),
        column(asked.column),
        time_s(asked.limits.time_s ? std::max(0.0, *asked.limits.time_s) : -1),
        nodes(asked.limits.nodes.value_or(kUnlimited)),
        depth(asked.limits.depth.value_or(0)),
        task(asked.task),
        strategist(asked.strategist),
        board(packed_board(asked.board)) {}

  policy::Question unpacked(std::string_view text) const {
    policy::Question asked{kind,       board.unpacked(), {}, window, column, -1, task,
                           strategist, std::string(text)};
    if (time_s >= 0) asked.limits.time_s = time_s;
    if (nodes != kUnlimited) asked.limits.nodes = nodes;
    if (depth > 0) asked.limits.depth = depth;
    return asked;
  }

  static constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

  // These two are first, so that the page can read them: a kind of 0 may take long.
  int id = 0;
  policy::Question::Kind kind = policy::Question::Kind::kSolve;
  ScoreRange window = {};
  int column = -1;
  double time_s = -1;
  std::uint64_t nodes = kUnlimited;
  int depth = 0;
  plans::Task task = {true, plans::Promise::kWin};
  policy::Colour strategist = policy::Colour::kRed;
  PackedBoard board = {};
};

static_assert(int(policy::Question::Kind::kSolve) == 0);

// A question or an answer as bytes: what has a fixed size, and its text.
template <class Fixed>
std::string packed(const Fixed& fixed, std::string_view text) {
  static_assert(std::is_trivially_copyable_v<Fixed>);
  std::string bytes(reinterpret_cast<const char*>(&fixed), sizeof fixed);
  return bytes.append(text);
}
template <class Fixed>
std::pair<Fixed, std::string_view> unpacked(std::string_view bytes) {
  std::pair<Fixed, std::string_view> parts{{}, bytes.substr(sizeof(Fixed))};
  std::memcpy(static_cast<void*>(&parts.first), bytes.data(), sizeof(Fixed));
  return parts;
}

}  // namespace dropfour::wasm
