// All positions of a ply, one of each pair of mirror images, and the scores that follow from the
// rules without a search.

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

#include "board/position.hpp"
#include "board/score.hpp"
#include "board/shape.hpp"
#include "book/fuse.hpp"

namespace dropfour::book {

using namespace board;

template <class Word>
struct WordHash {
  std::size_t operator()(const Word& word) const { return std::size_t(hash_of(limbs_in(word), 0)); }
};

// The position or its mirror image, whichever has the smaller key.
template <class Shape>
Position<Shape> canonical(const Shape& shape, const Position<Shape>& position) {
  const Position<Shape> turned = mirrored(shape, position);
  return is_less(turned.key(shape), position.key(shape)) ? turned : position;
}

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

// The score if the game is over or the side to move can complete a line immediately.
template <class Shape>
std::optional<int> score_by_rules(const Shape& shape, const Position<Shape>& position,
                                  Objective objective) {
  const int empty = shape.cells() - position.ply;
  if (objective == Objective::kMostLines) {
    if (empty > 0) return std::nullopt;
    return shape.count_lines(position.own) - shape.count_lines(position.other());
  }
  if (position.is_won(shape)) return -win_score(shape.cells(), position.ply);
  if (empty == 0) return 0;
  if (any(shape.completing_cells(position.own) & shape.playable(position.occupied)))
    return win_score(shape.cells(), position.ply + 1);
  return std::nullopt;
}

// Finds out whether some game leads to a position, by undoing moves down to the empty board. For
// unfinished positions, which have no line that could have ended the game before. Positions that
// were set up by hand may not occur in any game.
template <class Shape>
class GameFinder {
 public:
  using Word = typename Shape::Word;

  bool exists(const Position<Shape>& position) {
    if (popcount(position.own) != position.ply / 2) return false;
    return can_undo(position.own, position.occupied);
  }

 private:
  bool can_undo(const Word& own, const Word& occupied) {
    if (!any(occupied)) return true;
    const Word last_mover = own ^ occupied;
    for (Word tops = last_mover & ~(occupied >> 1); any(tops); tops = without_lowest(tops)) {
      const Word stone = bit<Word>(lowest(tops));
      const Word rest = occupied ^ stone;
      // Stones can be removed in almost any order, so the list of dead ends stays short.
      if (std::find(dead_ends_.begin(), dead_ends_.end(), rest) != dead_ends_.end()) continue;
      if (can_undo(last_mover ^ stone, rest)) return true;
      dead_ends_.push_back(rest);
    }
    return false;
  }

  std::vector<Word> dead_ends_;  // occupied cells; they determine whose stones those are
};

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

// The unfinished positions of a ply that score_by_rules leaves open, in the order of level_at.
template <class Shape>
std::vector<Position<Shape>> open_positions(const Shape& shape, int ply, Objective objective) {
  auto positions = level_at(shape, ply, objective).unfinished;
  std::erase_if(positions, [&](const auto& position) {
    return score_by_rules(shape, position, objective).has_value();
  });
  return positions;
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
      const int score = -(ruled ? *ruled : known.at(child.key(shape)));
      best = std::max(score, best.value_or(score));
    }
    scores.push_back(best.value());
  }
  return scores;
}

}  // namespace dropfour::book
