// Lines in MOST_LINES by direction, and the cells that matter to strategies of answering above:
// shared by the bounds of lines_ahead.hpp and pairing_bound.hpp. Everything is constexpr, so that
// nvcc compiles it for graphics cards, too.

#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "board/position.hpp"

namespace dropfour::solver {

using namespace board;

template <class Shape>
struct LinesNode {
  using Word = typename Shape::Word;

  Word own{};       // stones of the side to move
  Word occupied{};  // stones of both
  Word skip{};      // empty cells at the top of columns that need not be played
  int empties = 0;  // cells that are neither occupied nor skipped

  constexpr Word other() const { return own ^ occupied; }
};

// The lines that either side can still make and has not made: their lowest cells, by direction.
template <class Shape>
struct OpenLines {
  std::array<typename Shape::Word, 4> own{}, other{};
};

template <class Shape>
class LineGeometry {
 public:
  using Word = typename Shape::Word;
  using Node = LinesNode<Shape>;
  using Lines = OpenLines<Shape>;

  constexpr explicit LineGeometry(const Shape& shape)
      : shape_(shape), directions_(make_directions(shape)), masks_(make_masks(shape)) {}

  constexpr Word playable(const Node& node) const {
    return shape_.playable(node.occupied) & ~node.skip;
  }

  constexpr Lines open_lines(const Node& node) const {
    const Word empty = shape_.board_mask() ^ node.occupied;
    Lines lines;
    std::size_t i = 0;
    for (const int direction : directions()) {
      lines.own[i] = open_starts(node.own, empty, direction);
      lines.other[i++] = open_starts(node.other(), empty, direction);
    }
    return lines;
  }
  // Sets *after* to the open lines after the move to *cell*, for the other side; *lines* are those
  // of *node*. Returns the number of lines that the move completes.
  constexpr int play(const Node& node, const Lines& lines, int cell, Lines& after) const {
    const Word move = bit<Word>(cell);
    int gain = 0;
    std::size_t i = 0;
    for (const int direction : directions()) {
      const Word completed = lines.own[i] & shape_.line_starts(node.own | move, direction);
      gain += popcount(completed);
      after.own[i] = lines.other[i] & ~touched(move, direction);
      after.other[i] = lines.own[i] & ~completed;
      ++i;
    }
    return gain;
  }

  // The lines that *stones* make together with *more* but not alone.
  constexpr int made(const Word& stones, const Word& more) const {
    int count = 0;
    for (const int direction : directions())
      count += popcount(shape_.line_starts(stones | more, direction) &
                        ~shape_.line_starts(stones, direction));
    return count;
  }

 protected:
  struct Directions {
    std::array<int, 4> steps{};
    int count = 0;
    constexpr const int* begin() const { return steps.data(); }
    constexpr const int* end() const { return steps.data() + count; }
  };
  // The directions along which a line fits on the board; the vertical one first.
  static constexpr Directions make_directions(const Shape& shape) {
    Directions result;
    for (const int direction : shape.directions())
      if (shape.line_fits(direction)) result.steps[std::size_t(result.count++)] = direction;
    return result;
  }

  struct Masks {
    Word follow{};  // every second cell from the top
    Word top{};     // the top row
  };
  static constexpr Masks make_masks(const Shape& shape) {
    Masks masks;
    masks.top = shape.bottom_mask() << (shape.rows() - 1);
    for (int row = shape.rows() - 1; row >= 0; row -= 2) masks.follow |= shape.bottom_mask() << row;
    return masks;
  }

  // Compile-time constants if the shape is one.
  constexpr Directions directions() const {
    if constexpr (std::is_empty_v<Shape>) {
      constexpr Directions kDirections = make_directions(Shape{});
      return kDirections;
    } else {
      return directions_;
    }
  }
  constexpr Masks masks() const {
    if constexpr (std::is_empty_v<Shape>) {
      constexpr Masks kMasks = make_masks(Shape{});
      return kMasks;
    } else {
      return masks_;
    }
  }

  // The lowest cells of the lines that can still be made and are not made yet.
  constexpr Word open_starts(const Word& stones, const Word& empty, int direction) const {
    return shape_.line_starts(stones | empty, direction) & ~shape_.line_starts(stones, direction);
  }
  // All cells of the lines that start at *starts*.
  constexpr Word covered(Word starts, int direction) const {
    int reach = 1;
    for (; 2 * reach <= shape_.connect(); reach *= 2) starts |= starts << (reach * direction);
    return starts | starts << ((shape_.connect() - reach) * direction);
  }
  // The lowest cells, on the board or not, of the lines that contain any of *cells*.
  constexpr Word touched(Word cells, int direction) const {
    int reach = 1;
    for (; 2 * reach <= shape_.connect(); reach *= 2) cells |= cells >> (reach * direction);
    return cells | cells >> ((shape_.connect() - reach) * direction);
  }

  Shape shape_;

 private:
  Directions directions_;
  Masks masks_;
};

}  // namespace dropfour::solver
