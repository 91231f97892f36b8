// A position as explanations see it, for boards of every shape: by colour and cell.

#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "board/board.hpp"
#include "policy/phrase.hpp"

namespace dropfour::policy {

using namespace board;

enum class Colour { kRed, kYellow };

inline constexpr std::array<Colour, 2> kColours{Colour::kRed, Colour::kYellow};

constexpr Colour opponent(Colour colour) {
  return colour == Colour::kRed ? Colour::kYellow : Colour::kRed;
}
constexpr std::string_view name_of(Colour colour) {
  return colour == Colour::kRed ? "red" : "yellow";
}

// Counted from 0.
struct Cell {
  int column = 0;
  int row = 0;

  constexpr Cell above() const { return {column, row + 1}; }
  friend constexpr auto operator<=>(const Cell&, const Cell&) = default;
};

inline Phrase place_of(const Cell& cell) {
  return {"cell", {{"column", cell.column + 1}, {"row", cell.row + 1}}};
}

// The columns of some cells, each once; the cells are sorted.
inline std::vector<int> columns_in(const std::vector<Cell>& cells) {
  std::vector<int> columns;
  for (const Cell& cell : cells)
    if (columns.empty() || columns.back() != cell.column) columns.push_back(cell.column);
  return columns;
}

// An empty cell, playable now or not, in which a stone would complete *lines* lines.
struct Threat {
  Cell cell;
  int lines = 0;
};

class View {
 public:
  // *mover* is the side to move in *board*.
  View(const Board& board, Colour mover) : board_(board), mover_(mover) {
    board.visit([&](const auto& shape, const auto& position) {
      rows_ = shape.rows();
      cells_ = shape.cells();
      connect_ = shape.connect();
      ply_ = position.ply;
      heights_.resize(std::size_t(shape.columns()));
      for (int column = 0; column < shape.columns(); ++column)
        heights_[std::size_t(column)] = popcount(position.occupied & shape.column_mask(column));
      look(shape, position.own, position.occupied, sides_[index(mover)]);
      look(shape, position.other(), position.occupied, sides_[index(opponent(mover))]);
    });
  }

  const Board& board() const { return board_; }
  Colour mover() const { return mover_; }
  Colour other() const { return opponent(mover_); }
  int connect() const { return connect_; }
  bool counts_lines() const { return board_.objective() == Objective::kMostLines; }

  std::vector<int> legal_columns() const { return board_.legal_columns(); }
  Cell landing(int column) const { return {column, heights_[std::size_t(column)]}; }
  bool is_playable(const Cell& cell) const { return landing(cell.column) == cell; }

  // From left to right, and upwards.
  const std::vector<Threat>& threats(Colour colour) const { return side(colour).threats; }

  // How many lines a stone of *colour* in *cell* would complete.
  int lines_completed(Colour colour, const Cell& cell) const {
    for (const Threat& threat : threats(colour))
      if (threat.cell == cell) return threat.lines;
    return 0;
  }
  bool completes(Colour colour, const Cell& cell) const {
    return lines_completed(colour, cell) > 0;
  }

  // The cells in which *colour* would complete a line with a stone dropped now.
  std::vector<Cell> immediate(Colour colour) const {
    std::vector<Cell> cells;
    for (const Threat& threat : threats(colour))
      if (is_playable(threat.cell)) cells.push_back(threat.cell);
    return cells;
  }

  // The columns after which the other side cannot complete a line immediately.
  std::vector<int> safe_columns() const {
    const std::vector<Cell> menaces = immediate(other());
    std::vector<int> columns;
    for (const int column : legal_columns()) {
      const Cell cell = landing(column);
      const bool blocks_all = menaces.empty() || (menaces.size() == 1 && menaces[0] == cell);
      if (blocks_all && !completes(other(), cell.above())) columns.push_back(column);
    }
    return columns;
  }

  // Who plays the empty *cell* once every other column is full.
  Colour falls_to(const Cell& cell) const {
    const int stones_before = cells_ - rows_ + cell.row;
    return (stones_before - ply_) % 2 == 0 ? mover_ : other();
  }

  int lines_made(Colour colour) const { return side(colour).lines_made; }
  // Whether a line without stones of the other side is still incomplete.
  bool has_open_line(Colour colour) const { return side(colour).has_open_line; }

  // The cells of all lines of some colours, sorted.
  std::vector<Cell> cells_in_lines(std::initializer_list<Colour> colours) const {
    std::vector<Cell> cells;
    for (int column = 0; column < int(heights_.size()); ++column)
      for (int row = 0; row < rows_; ++row)
        for (const Colour colour : colours)
          if (side(colour).in_line[std::size_t(column * rows_ + row)])
            cells.push_back({column, row});
    return cells;
  }

  View after(int column) const { return View(board_.play(column), other()); }

  // The same stones with the other side to move.
  View turned() const {
    const Board board = board_.visit([&](const auto&, const auto& position) {
      return board_.with_stones(limbs_of(position.other()), limbs_of(position.occupied));
    });
    return View(board, other());
  }

 private:
  struct Side {
    std::vector<Threat> threats;
    std::vector<bool> in_line;
    int lines_made = 0;
    bool has_open_line = false;
  };

  static constexpr std::size_t index(Colour colour) { return std::size_t(colour); }
  const Side& side(Colour colour) const { return sides_[index(colour)]; }

  template <class Shape>
  static void look(const Shape& shape, const typename Shape::Word& stones,
                   const typename Shape::Word& occupied, Side& side) {
    using Word = typename Shape::Word;
    side.lines_made = shape.count_lines(stones);
    const Word free = shape.board_mask() & (~occupied | stones);
    Word in_line{};
    for (const int direction : shape.directions()) {
      const Word made = shape.line_starts(stones, direction);
      side.has_open_line |= any(shape.line_starts(free, direction) & ~made);
      if (any(made))
        for (int i = 0; i < shape.connect(); ++i) in_line |= made << (i * direction);
    }
    for (int column = 0; column < shape.columns(); ++column)
      for (int row = 0; row < shape.rows(); ++row)
        side.in_line.push_back(any(in_line & bit<Word>(shape.bit_of(column, row))));
    for (Word rest = shape.completing_cells(stones) & ~occupied; any(rest);
         rest = without_lowest(rest)) {
      const int at = lowest(rest);
      const int lines = shape.count_lines(stones | bit<Word>(at)) - side.lines_made;
      side.threats.push_back({{shape.column_of(at), shape.row_of(at)}, lines});
    }
  }

  Board board_;
  Colour mover_;
  int rows_ = 0, cells_ = 0, connect_ = 0, ply_ = 0;
  std::vector<int> heights_;
  std::array<Side, 2> sides_;
};

}  // namespace dropfour::policy
