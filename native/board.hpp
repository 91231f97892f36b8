// A position whose shape is only known when the program runs: the one choice between the fixed
// standard board and the general ones, made when a Board is built and never again.

#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "position.hpp"
#include "shape.hpp"

namespace dropfour {

template <class Shape>
struct Setup {
  Shape shape;
  Position<Shape> position;
};

// One alternative a word size; 20x20 needs 20 * 21 = 420 bits.
using AnySetup =
    std::variant<Setup<Standard>, Setup<AnyShape<std::uint64_t>>, Setup<AnyShape<Wide<2>>>,
                 Setup<AnyShape<Wide<4>>>, Setup<AnyShape<Wide<7>>>>;

// The widest word as limbs, lowest first: how stones come in and go out.
using Limbs = std::vector<std::uint64_t>;

inline std::uint64_t word_from_limbs(std::span<const std::uint64_t> limbs, std::uint64_t*) {
  return limbs.empty() ? 0 : limbs[0];
}
template <int N>
Wide<N> word_from_limbs(std::span<const std::uint64_t> limbs, Wide<N>*) {
  Wide<N> word;
  for (std::size_t i = 0; i < N && i < limbs.size(); ++i) word.limbs[i] = limbs[i];
  return word;
}
inline Limbs limbs_of(std::uint64_t word) { return {word}; }
template <int N>
Limbs limbs_of(const Wide<N>& word) {
  return {word.limbs.begin(), word.limbs.end()};
}

class Board {
 public:
  // *own* holds the stones of the side to move. The caller vouches that the stones are a position:
  // dropfour.Position has checked them.
  Board(int columns, int rows, int connect, Objective objective, std::span<const std::uint64_t> own,
        std::span<const std::uint64_t> occupied)
      : setup_(choose(columns, rows, connect, own, occupied)), objective_(objective) {}

  Objective objective() const { return objective_; }
  const AnySetup& setup() const { return setup_; }

  // Calls *act* with the shape and the position, each of its own type.
  template <class Act>
  decltype(auto) visit(Act&& act) const {
    return std::visit(
        [&](const auto& setup) -> decltype(auto) { return act(setup.shape, setup.position); },
        setup_);
  }

  bool is_over() const {
    return visit([&](const auto& shape, const auto& position) {
      return position.is_full(shape) ||
             (objective_ == Objective::kFirstLine && position.is_won(shape));
    });
  }

  // Columns from 0, from the left; none when the game is over.
  std::vector<int> legal_columns() const {
    if (is_over()) return {};
    return visit([](const auto& shape, const auto& position) {
      std::vector<int> columns;
      for (auto moves = shape.playable(position.occupied); any(moves);
           moves = without_lowest(moves))
        columns.push_back(shape.column_of(lowest(moves)));
      return columns;
    });
  }

  Board play(int column) const {
    Board next = *this;
    std::visit(
        [&](auto& setup) {
          const auto move =
              setup.shape.playable(setup.position.occupied) & setup.shape.column_mask(column);
          if (!any(move)) throw std::invalid_argument("the column is full");
          setup.position = setup.position.play(move);
        },
        next.setup_);
    return next;
  }

  // Lines of the side to move, and of the other side.
  std::pair<int, int> count_lines() const {
    return visit([](const auto& shape, const auto& position) {
      return std::pair(shape.count_lines(position.own), shape.count_lines(position.other()));
    });
  }

  Limbs key() const {
    return visit(
        [](const auto& shape, const auto& position) { return limbs_of(position.key(shape)); });
  }

  Board mirror() const {
    Board turned = *this;
    std::visit([](auto& setup) { setup.position = mirrored(setup.shape, setup.position); },
               turned.setup_);
    return turned;
  }

  std::uint64_t perft(int depth) const {
    return visit([&](const auto& shape, const auto& position) {
      return dropfour::perft(shape, position, objective_, depth);
    });
  }

 private:
  template <class Shape>
  static Setup<Shape> make(const Shape& shape, std::span<const std::uint64_t> own,
                           std::span<const std::uint64_t> occupied) {
    using Word = typename Shape::Word;
    Position<Shape> position;
    position.own = word_from_limbs(own, static_cast<Word*>(nullptr));
    position.occupied = word_from_limbs(occupied, static_cast<Word*>(nullptr));
    position.ply = popcount(position.occupied);
    return {shape, position};
  }

  static AnySetup choose(int columns, int rows, int connect, std::span<const std::uint64_t> own,
                         std::span<const std::uint64_t> occupied) {
    if (columns < 1 || columns > kMaxSide || rows < 1 || rows > kMaxSide || connect < kMinConnect ||
        connect > kMaxConnect)
      throw std::invalid_argument("no such board");
    if (columns == Standard::columns() && rows == Standard::rows() &&
        connect == Standard::connect())
      return make(Standard{}, own, occupied);
    const int bits = columns * (rows + 1);
    if (bits <= 64) return make(AnyShape<std::uint64_t>(columns, rows, connect), own, occupied);
    if (bits <= 128) return make(AnyShape<Wide<2>>(columns, rows, connect), own, occupied);
    if (bits <= 256) return make(AnyShape<Wide<4>>(columns, rows, connect), own, occupied);
    return make(AnyShape<Wide<7>>(columns, rows, connect), own, occupied);
  }

  AnySetup setup_;
  Objective objective_;
};

}  // namespace dropfour
