// All positions of a ply, one of each pair of mirror images, and the scores that follow from those
// of the next.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "book/book.hpp"

namespace dropfour::books {

using namespace board;
using namespace book;

template <class Word>
struct WordHash {
  std::size_t operator()(const Word& word) const { return std::size_t(hash_of(limbs_in(word), 0)); }
};

template <class Shape>
Position<Shape> position_of_key(const Shape& shape, const typename Shape::Word& key) {
  using Word = typename Shape::Word;
  Position<Shape> position;
  for (int column = 0; column < shape.columns(); ++column) {
    const int from = column * shape.stride();
    const std::uint64_t pile =
        limbs_in(key >> from)[0] & ((std::uint64_t{1} << shape.stride()) - 1);
    if (pile == 0) throw std::invalid_argument("no position has this key");
    const int height = highest(pile);
    position.own |= Word(pile ^ std::uint64_t{1} << height) << from;
    position.occupied |= Word((std::uint64_t{1} << height) - 1) << from;
  }
  position.ply = popcount(position.occupied);
  return position;
}

// All positions of a ply.
template <class Shape>
struct Level {
  std::vector<Position<Shape>> unfinished;  // canonical; siblings and cousins are adjacent
  std::uint64_t finished = 0;               // counting both mirror images
};

template <class Shape>
Level<Shape> next_level(const Shape& shape, const std::vector<Position<Shape>>& parents,
                        Objective objective) {
  using Word = typename Shape::Word;
  Level<Shape> level;
  std::unordered_set<Word, WordHash<Word>> seen;
  seen.reserve(parents.size() * 3);
  for (const Position<Shape>& parent : parents)
    for (Word moves = shape.playable(parent.occupied); any(moves); moves = without_lowest(moves)) {
      const auto child = canonical(shape, parent.play(bit<Word>(lowest(moves))));
      if (!seen.insert(child.key(shape)).second) continue;
      if (is_over(shape, child, objective))
        level.finished += mirrored(shape, child).key(shape) == child.key(shape) ? 1 : 2;
      else
        level.unfinished.push_back(child);
    }
  return level;
}

template <class Shape>
Level<Shape> level_at(const Shape& shape, int ply, Objective objective) {
  Level<Shape> level;
  level.unfinished.push_back({});
  for (int i = 0; i < ply; ++i) level = next_level(shape, level.unfinished, objective);
  return level;
}

// The scores of *parents*, given those of all their children that score_by_rules leaves open.
template <class Shape>
std::vector<int> backed_up(const Shape& shape, Objective objective,
                           const std::vector<Position<Shape>>& parents,
                           const std::vector<Position<Shape>>& children,
                           std::span<const int> child_scores) {
  using Word = typename Shape::Word;
  std::unordered_map<Word, int, WordHash<Word>> known;
  known.reserve(children.size());
  for (std::size_t i = 0; i < children.size(); ++i) known[children[i].key(shape)] = child_scores[i];
  std::vector<int> scores;
  scores.reserve(parents.size());
  for (const Position<Shape>& parent : parents) {
    std::optional<int> best;
    for (Word moves = shape.playable(parent.occupied); any(moves); moves = without_lowest(moves)) {
      const auto child = canonical(shape, parent.play(bit<Word>(lowest(moves))));
      const std::optional<int> ruled = score_by_rules(shape, child, objective);
      const auto found = known.find(child.key(shape));
      if (!ruled && found == known.end())
        throw std::invalid_argument("a child of one of the parents is missing");
      const int score = -(ruled ? *ruled : found->second);
      best = std::max(score, best.value_or(score));
    }
    scores.push_back(best.value());
  }
  return scores;
}

}  // namespace dropfour::books
