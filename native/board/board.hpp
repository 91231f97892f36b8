// A position whose shape is known at run time. The choice between the compile-time standard board
// and the general shapes is made once, when the Board is constructed.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "board/position.hpp"
#include "board/shape.hpp"

namespace dropfour::board {

template <class Shape>
struct Setup {
  Shape shape;
  Position<Shape> position;
};

// One alternative per word size; 20x20 needs 20 * 21 = 420 bits. Another one for up to 256 bits
// would save a third of the time on boards such as 12x12, but each costs a seventh of the compile
// time.
using AnySetup = std::variant<Setup<Standard>, Setup<AnyShape<std::uint64_t>>,
                              Setup<AnyShape<Wide<2>>>, Setup<AnyShape<Wide<7>>>>;

// Calls *act* with the alternative that *setup* holds. Used instead of std::visit, since clang 19
// does not emit everything that a generic lambda with an explicit return type first uses there.
template <std::size_t I = 0, class Setup, class Act>
decltype(auto) visit_setup(Setup& setup, Act&& act) {
  if constexpr (I + 1 < std::variant_size_v<AnySetup>)
    if (setup.index() != I) return visit_setup<I + 1>(setup, act);
  return act(*std::get_if<I>(&setup));
}

// A word of any size as limbs, lowest first: the form in which stones are passed in and out.
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
template <class Word>
Limbs limbs_of(const Word& word) {
  const auto limbs = limbs_in(word);
  return {limbs.begin(), limbs.end()};
}

class Board {
 public:
  // *own* holds the stones of the side to move. The stones must form a valid position, which is not
  // checked here: dropfour.Position has done so.
  Board(int columns, int rows, int connect, Objective objective, std::span<const std::uint64_t> own,
        std::span<const std::uint64_t> occupied)
      : setup_(choose(columns, rows, connect, own, occupied)), objective_(objective) {}

  Objective objective() const { return objective_; }
  const AnySetup& setup() const { return setup_; }

  // Calls *act* with the shape and the position in their static types.
  template <class Act>
  decltype(auto) visit(Act&& act) const {
    return visit_setup(setup_, [&](const auto& setup) -> decltype(auto) {
      return act(setup.shape, setup.position);
    });
  }

  // The position with these stones and the same rules.
  Board with_stones(std::span<const std::uint64_t> own,
                    std::span<const std::uint64_t> occupied) const {
    Board other = *this;
    visit_setup(other.setup_, [&](auto& setup) { setup = make(setup.shape, own, occupied); });
    return other;
  }

  // Another position of the shape that this board has.
  template <class Shape>
  Board with_position(const Position<Shape>& position) const {
    Board other = *this;
    std::get<Setup<Shape>>(other.setup_).position = position;
    return other;
  }

  bool has_rules_of(const Board& other) const {
    return objective_ == other.objective_ && setup_.index() == other.setup_.index() &&
           visit_setup(setup_, [&](const auto& setup) {
             using Same = std::decay_t<decltype(setup)>;
             return setup.shape == std::get_if<Same>(&other.setup_)->shape;
           });
  }

  bool is_over() const {
    return visit([&](const auto& shape, const auto& position) {
      return board::is_over(shape, position, objective_);
    });
  }

  // From left to right; empty if the game is over.
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
    visit_setup(next.setup_, [&](auto& setup) {
      const auto move =
          setup.shape.playable(setup.position.occupied) & setup.shape.column_mask(column);
      if (!any(move)) throw std::invalid_argument("the column is full");
      setup.position = setup.position.play(move);
    });
    return next;
  }

  // The lines of the side to move and those of the other side.
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
    visit_setup(turned.setup_,
                [](auto& setup) { setup.position = mirrored(setup.shape, setup.position); });
    return turned;
  }

  std::uint64_t perft(int depth) const {
    return visit([&](const auto& shape, const auto& position) {
      return board::perft(shape, position, objective_, depth);
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
      throw std::invalid_argument("the board size is out of range");
    if (columns == Standard::columns() && rows == Standard::rows() &&
        connect == Standard::connect())
      return make(Standard{}, own, occupied);
    const int bits = columns * (rows + 1);
    if (bits <= 64) return make(AnyShape<std::uint64_t>(columns, rows, connect), own, occupied);
    if (bits <= 128) return make(AnyShape<Wide<2>>(columns, rows, connect), own, occupied);
    return make(AnyShape<Wide<7>>(columns, rows, connect), own, occupied);
  }

  AnySetup setup_;
  Objective objective_;
};

}  // namespace dropfour::board
