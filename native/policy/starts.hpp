// Fair starts: positions after random moves in which neither side can win at once, of those that
// mirror each other one, that are proven drawn or, where nothing is proven, nearly even by an
// estimate.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "board/random.hpp"
#include "policy/estimates.hpp"
#include "policy/machine.hpp"

namespace dropfour::policy {

// Whether neither side has a line or can make one with its next stone.
inline bool has_no_line_at_hand(const Board& board) {
  const auto [own, other] = board.count_lines();
  return own + other == 0 && board.visit([](const auto& shape, const auto& position) {
    const auto lines =
        shape.completing_cells(position.own) | shape.completing_cells(position.other());
    return !any(lines & shape.playable(position.occupied));
  });
}

class Starts {
 public:
  // The number of stones is chosen anew for each start. Limits are in nodes, so that a seed draws
  // the same starts on every machine.
  Starts(const Board& empty, int least_stones, int most_stones, std::uint64_t seed)
      : empty_(empty), least_(least_stones), most_(most_stones), random_(seed) {}

  const Board& board() const { return board_; }
  // The moves that lead there.
  const std::vector<int>& columns() const { return columns_; }

  // Goes on to a position without a line at hand that was not drawn before; returns false where
  // there are hardly any.
  bool next() {
    for (int i = 0; i < kMostTries; ++i) {
      play(least_ + random_.below(most_ - least_ + 1));
      if (is_over_ || !has_no_line_at_hand(board_)) continue;
      if (drawn_.insert(std::min(board_.key(), board_.mirror().key())).second) return true;
    }
    return false;
  }

  // Whether the position is drawn.
  Question question() const {
    return {Question::Kind::kSolve, board_, {{}, kProofNodes, {}}, {-1, 1}};
  }
  // Returns the answer.
  bool hear(const Answer& found) {
    const bool is_drawn = found.known.is_exact() && found.known.low == 0;
    unproven_ = outcome_of(found.known) ? 0 : unproven_ + 1;
    fruitless_nodes_ = is_drawn ? 0 : fruitless_nodes_ + found.nodes;
    return is_drawn;
  }
  // Whether the board is too large for proofs, or hardly any positions are drawn.
  bool is_hopeless() const {
    return unproven_ >= kMostUnproven || fruitless_nodes_ > kMostFruitlessNodes;
  }

  // Goes on to a position that a search calls nearly even; returns false where there are hardly
  // any. *run* is that of `choose`.
  template <class Run>
  bool next_even(const Run& run) {
    const bool counts_lines = empty_.objective() == Objective::kMostLines;
    for (int i = 0; i < kMostUneven && next(); ++i) {
      const Findings found = search_averaged(board_, {{}, kEstimateNodes, {}}, run);
      const double unit = counts_lines && !found.is_settled ? engines::kLine : 1;
      if (std::abs(found.value) <= unit * (counts_lines ? kEvenLines : kEvenValue)) return true;
    }
    return false;
  }

 private:
  static constexpr int kMostTries = 2000, kMostUnproven = 8, kMostUneven = 100;
  static constexpr std::uint64_t kProofNodes = 100'000, kMostFruitlessNodes = 10'000'000;
  static constexpr std::uint64_t kEstimateNodes = 20'000;
  // A first player who is expected to take 40 to 60 % of the points, or half a line more or less.
  static constexpr double kEvenValue = 0.4 * kShareScale, kEvenLines = 0.5;

  void play(int stones) {
    board_ = empty_;
    columns_.clear();
    is_over_ = board_.is_over();
    while (!is_over_ && int(columns_.size()) < stones) {
      const std::vector<int> legal = board_.legal_columns();
      columns_.push_back(legal[std::size_t(random_.below(int(legal.size())))]);
      board_ = board_.play(columns_.back());
      is_over_ = board_.is_over();
    }
  }

  Board empty_, board_ = empty_;
  int least_, most_;
  Random random_;
  std::vector<int> columns_;
  bool is_over_ = false;
  std::set<Limbs> drawn_;
  int unproven_ = 0;  // in a row
  std::uint64_t fruitless_nodes_ = 0;
};

// A start of 4 to 8 stones that is proven drawn; null at the end if none was found.
class DrawnStart final : public Machine {
 public:
  static constexpr int kLeastStones = 4, kMostStones = 8;

  DrawnStart(const Board& empty, std::uint64_t seed)
      : Machine({}, nullptr), starts_(empty, kLeastStones, kMostStones, seed) {}

 private:
  std::optional<Question> ask() override {
    if (is_waiting() || is_found_ || starts_.is_hopeless() || !starts_.next()) return std::nullopt;
    return starts_.question();
  }
  void hear(const Question&, const Answer& found) override { is_found_ = starts_.hear(found); }
  void write_end(Json& json) const override {
    if (is_found_)
      json.columns(starts_.columns());
    else
      json.raw("null");
  }

  Starts starts_;
  bool is_found_ = false;
};

}  // namespace dropfour::policy
