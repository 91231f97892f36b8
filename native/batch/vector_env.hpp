// Many games played in lockstep for learners: one action in each game per step.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "batch/positions.hpp"

namespace dropfour::batch {

// Writes two numbers for each cell, top row first and each row from the left: whether it holds a
// stone of the side to move, and whether it holds one of its opponent.
template <class Shape>
void write_planes(const Shape& shape, const Position<Shape>& position, std::int8_t* planes) {
  const auto own = position.own, other = position.other();
  const auto own_limbs = limbs_in(own), other_limbs = limbs_in(other);
  for (int row = shape.rows() - 1; row >= 0; --row)
    for (int column = 0; column < shape.columns(); ++column) {
      const auto cell = std::size_t(shape.bit_of(column, row));
      *planes++ = std::int8_t(own_limbs[cell / 64] >> cell % 64 & 1);
      *planes++ = std::int8_t(other_limbs[cell / 64] >> cell % 64 & 1);
    }
}

template <class Shape>
void write_action_mask(const Shape& shape, const Position<Shape>& position, std::int8_t* mask) {
  for (int column = 0; column < shape.columns(); ++column) {
    const auto top = std::size_t(shape.bit_of(column, shape.rows() - 1));
    *mask++ = std::int8_t(~limbs_in(position.occupied)[top / 64] >> top % 64 & 1);
  }
}

// Where a step writes its results, one entry for each game; final_planes may be null.
struct StepResults {
  std::int8_t* planes;
  std::int8_t* action_masks;
  double* rewards;
  bool* is_terminated;
  bool* is_illegal;
  std::int8_t* final_planes;
};

// *count* games with the rules of *like*, each starting from the empty board.
struct VectorEnv {
  VectorEnv(const Board& board, std::size_t games) : like(board), count(games) {}
  virtual ~VectorEnv() = default;

  // How many numbers the planes of one game have.
  virtual std::size_t plane_size() const = 0;
  virtual void reset() = 0;
  virtual void observe(std::int8_t* planes, std::int8_t* action_masks) const = 0;
  virtual void copy_to(const Positions<std::uint64_t>& positions) const = 0;
  // Continues the games from these positions, which must be valid. Throws, and changes nothing, if
  // a game is over.
  virtual void copy_from(const Positions<const std::uint64_t>& positions) = 0;
  // Plays one action in each game. The reward is that of the side that played: 1 if it has won, -1
  // if it has lost or its column was full, else 0. A game that ends restarts in the same step: the
  // observation is then that of the empty board, and final_planes holds the last position from the
  // point of view of the side that would be to move. Throws, and changes nothing, if an action is
  // not a column.
  virtual void step(const std::int64_t* actions, const StepResults& results) = 0;

  const Board like;
  const std::size_t count;
};

template <class Shape>
class Games final : public VectorEnv {
 public:
  Games(const Shape& shape, const Board& board, std::size_t games)
      : VectorEnv(board, games), shape_(shape), positions_(games) {}

  std::size_t plane_size() const override { return 2 * std::size_t(shape_.cells()); }

  void reset() override { positions_.assign(positions_.size(), {}); }

  void observe(std::int8_t* planes, std::int8_t* action_masks) const override {
    for (std::size_t i = 0; i < positions_.size(); ++i) observe(i, planes, action_masks);
  }

  void copy_to(const Positions<std::uint64_t>& positions) const override {
    for (std::size_t i = 0; i < positions_.size(); ++i) positions.set(i, positions_[i]);
  }

  void copy_from(const Positions<const std::uint64_t>& positions) override {
    std::vector<Position<Shape>> next;
    for (std::size_t i = 0; i < positions.count(); ++i) {
      next.push_back(positions.get(shape_, i));
      if (is_over(shape_, next.back(), like.objective()))
        throw std::invalid_argument("game " + std::to_string(i) + " is over");
    }
    positions_.swap(next);
  }

  void step(const std::int64_t* actions, const StepResults& results) override {
    for (std::size_t i = 0; i < positions_.size(); ++i)
      if (actions[i] < 0 || actions[i] >= shape_.columns())
        throw std::invalid_argument(
            "an action must be 0 to " + std::to_string(shape_.columns() - 1) + ", not " +
            std::to_string(actions[i]) + " as in game " + std::to_string(i));
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      play(i, int(actions[i]), results);
      observe(i, results.planes, results.action_masks);
    }
  }

 private:
  void observe(std::size_t i, std::int8_t* planes, std::int8_t* action_masks) const {
    write_planes(shape_, positions_[i], planes + i * plane_size());
    write_action_mask(shape_, positions_[i], action_masks + i * std::size_t(shape_.columns()));
  }

  void play(std::size_t i, int column, const StepResults& results) {
    Position<Shape>& position = positions_[i];
    const auto move = shape_.playable(position.occupied) & shape_.column_mask(column);
    const bool is_illegal = !any(move);
    if (!is_illegal) position = position.play(move);
    const bool is_terminated = is_illegal || is_over(shape_, position, like.objective());
    results.is_illegal[i] = is_illegal;
    results.is_terminated[i] = is_terminated;
    results.rewards[i] = is_illegal ? -1 : is_terminated ? reward(position) : 0;
    if (!is_terminated) return;
    if (results.final_planes != nullptr)
      write_planes(shape_, position, results.final_planes + i * plane_size());
    position = {};
  }

  // The reward in a finished game for the side that moved last.
  double reward(const Position<Shape>& position) const {
    const int ahead = shape_.count_lines(position.other()) - shape_.count_lines(position.own);
    return (ahead > 0) - (ahead < 0);
  }

  Shape shape_;
  std::vector<Position<Shape>> positions_;
};

inline std::unique_ptr<VectorEnv> make_vector_env(const Board& like, std::size_t count) {
  return like.visit(
      [&]<class Shape>(const Shape& shape, const auto&) -> std::unique_ptr<VectorEnv> {
        return std::make_unique<Games<Shape>>(shape, like, count);
      });
}

}  // namespace dropfour::batch
