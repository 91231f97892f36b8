// Monte Carlo tree search (UCT): random games from the most promising positions.
//
// Rewards are for the side to move, from 0 (lost) to 1 (won). In random games of FIRST_LINE a side
// completes a line if it can, or else blocks the opponent's. Wins and losses that the tree proves
// override the statistics.

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "board/random.hpp"
#include "engines/deepening.hpp"

namespace dropfour::engines {

// The natural logarithm of a number from 1 on, to eight digits. Standard libraries differ in the
// last bit, which would make games with the same seed differ between platforms.
inline double logarithm(double number) {
  int exponent;
  const double part = 2 * std::frexp(number, &exponent);  // from 1 to 2
  const double ratio = (part - 1) / (part + 1), square = ratio * ratio;
  double sum = 0;
  for (int i = 15; i > 0; i -= 2) sum = sum * square + 1.0 / i;
  return 2 * ratio * sum + (exponent - 1) * 0.6931471805599453;
}

template <class Shape>
class TreeSearch {
 public:
  using Word = typename Shape::Word;

  TreeSearch(const Shape& shape, const Position<Shape>& root, Objective objective,
             std::uint64_t seed, Budget& budget)
      : shape_(shape),
        root_(root),
        is_first_line_(objective == Objective::kFirstLine),
        random_(seed),
        budget_(budget),
        order_(columns_from_middle(shape.columns())) {
    nodes_.push_back({});
  }

  Findings run() {
    expand(root_, 0);
    while (nodes_[0].proof == Proof::kNone && budget_.spend()) grow(0, root_);
    return findings();
  }

 private:
  // For the side to move in the node.
  enum class Proof : std::int8_t { kNone, kWon, kLost };

  struct Node {
    double reward = 0;  // the sum over its games, for the side to move
    std::uint32_t visits = 0;
    std::uint32_t first_child = 0;
    std::int8_t child_count = 0;
    std::int8_t column = -1;
    Proof proof = Proof::kNone;
  };

  static constexpr double kExploration = 0.9;
  static constexpr std::size_t kMaxNodes = 4'000'000;

  // Plays one game from the node and returns its reward for the node's side to move.
  double grow(std::size_t index, const Position<Shape>& position) {
    double reward;
    if (is_over(position)) {
      reward = final_reward(position);
      if (reward == 0 && is_first_line_) nodes_[index].proof = Proof::kLost;
    } else if (nodes_[index].visits == 0 || nodes_.size() > kMaxNodes) {
      reward = random_game(position);
    } else {
      if (nodes_[index].child_count == 0) expand(position, index);
      const std::size_t child = choose(nodes_[index]);
      reward = 1 - grow(child, position.play(cell_in(position, nodes_[child].column)));
      prove(nodes_[index]);
      if (nodes_[index].proof != Proof::kNone) reward = nodes_[index].proof == Proof::kWon;
    }
    nodes_[index].reward += reward;
    ++nodes_[index].visits;
    return reward;
  }

  Word cell_in(const Position<Shape>& position, int column) const {
    return shape_.playable(position.occupied) & shape_.column_mask(column);
  }

  bool is_over(const Position<Shape>& position) const {
    return position.is_full(shape_) || (is_first_line_ && position.is_won(shape_));
  }

  void expand(const Position<Shape>& position, std::size_t index) {
    const auto first = nodes_.size();
    for (const int column : order_) {
      if (!any(cell_in(position, column))) continue;
      Node child;
      child.column = std::int8_t(column);
      nodes_.push_back(child);
    }
    nodes_[index].first_child = std::uint32_t(first);
    nodes_[index].child_count = std::int8_t(nodes_.size() - first);
  }

  // An unvisited child if there is one, otherwise the child with the highest upper confidence
  // bound.
  std::size_t choose(const Node& node) const {
    const double spread = logarithm(double(node.visits) + 1);
    std::size_t best = node.first_child;
    double best_bound = -1e9;
    for (std::size_t child = node.first_child;
         child < node.first_child + std::size_t(node.child_count); ++child) {
      const Node& each = nodes_[child];
      if (each.visits == 0) return child;
      double bound = 1 - each.reward / each.visits + kExploration * std::sqrt(spread / each.visits);
      if (each.proof == Proof::kWon) bound -= 1e6;
      if (bound > best_bound) {
        best_bound = bound;
        best = child;
      }
    }
    return best;
  }

  void prove(Node& node) const {
    bool all_won = true;
    for (std::size_t i = 0; i < std::size_t(node.child_count); ++i) {
      const Proof proof = nodes_[node.first_child + i].proof;
      if (proof == Proof::kLost) node.proof = Proof::kWon;
      all_won = all_won && proof == Proof::kWon;
    }
    if (all_won) node.proof = Proof::kLost;
  }

  double final_reward(const Position<Shape>& position) const {
    if (is_first_line_) return position.is_won(shape_) ? 0 : 0.5;
    // The win counts most; its margin adds a little.
    const int lead = shape_.count_lines(position.own) - shape_.count_lines(position.other());
    const double margin = lead / (10.0 + std::abs(lead)) / 20;
    return 0.5 + margin + (lead > 0 ? 0.45 : lead < 0 ? -0.45 : 0);
  }

  double random_game(Position<Shape> position) {
    const int start = position.ply;
    while (!is_over(position)) {
      Word moves = shape_.playable(position.occupied);
      if (is_first_line_) {
        const Word wins = shape_.completing_cells(position.own) & moves;
        const Word blocks = shape_.completing_cells(position.other()) & moves;
        if (any(wins))
          moves = wins;
        else if (any(blocks))
          moves = blocks;
      }
      for (int skip = random_.below(popcount(moves)); skip > 0; --skip)
        moves = without_lowest(moves);
      position = position.play(bit<Word>(lowest(moves)));
    }
    const double reward = final_reward(position);
    return (position.ply - start) % 2 == 0 ? reward : 1 - reward;
  }

  // The most visited move, but a proven win if there is one, and a proven loss only if all lose.
  Findings findings() const {
    Findings result;
    const Node* node = &nodes_[0];
    for (int ply = 0; node->child_count > 0; ++ply) {
      const Node* best = &nodes_[node->first_child];
      for (int i = 1; i < node->child_count; ++i) {
        const Node* child = &nodes_[node->first_child + std::size_t(i)];
        if (rank(*child) > rank(*best)) best = child;
      }
      if (ply > 0 && best->visits == 0) break;
      result.variation.push_back(best->column);
      if (ply == 0 && best->visits > 0) {
        result.value = 1 - 2 * best->reward / best->visits;
        if (best->proof != Proof::kNone) result.value = best->proof == Proof::kLost ? 1 : -1;
      }
      node = best;
    }
    result.column = result.variation.front();
    result.depth = int(result.variation.size());
    result.nodes = budget_.spent();
    return result;
  }

  static double rank(const Node& node) {
    if (node.proof == Proof::kLost) return 1e12;
    return node.visits - (node.proof == Proof::kWon ? 1e12 : 0);
  }

  Shape shape_;
  Position<Shape> root_;
  bool is_first_line_;
  Random random_;
  Budget& budget_;
  std::vector<int> order_;
  std::vector<Node> nodes_;
};

}  // namespace dropfour::engines
