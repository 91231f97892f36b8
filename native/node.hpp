// A position as the search sees it: with the cells that would complete a line, and with forced
// moves already played.

#pragma once

#include "control.hpp"
#include "position.hpp"

namespace dropfour {

// The score of a win, for the winner: 1 with the last stone that is his, one more for each earlier.
constexpr int win_score(int cells, int stone) { return (cells - stone) / 2 + 1; }

// A position in which the side to move cannot complete a line at once.
//
// Only the cells of the side that just moved change with a stone, so each child costs one look for
// winning cells, which also orders it.
template <class Shape>
struct Node {
  using Word = typename Shape::Word;

  Word own{};         // stones of the side to move
  Word occupied{};    // stones of both
  Word own_wins{};    // empty cells that complete a line of the side to move
  Word other_wins{};  // ... and of the other
  int ply = 0;

  constexpr Word other() const { return own ^ occupied; }

  constexpr Node play(const Shape& shape, const Word& move) const {
    const Word taken = occupied | move;
    return {other(), taken, other_wins & ~move, shape.completing_cells(own | move) & ~taken,
            ply + 1};
  }
};

template <class Shape>
constexpr Node<Shape> make_node(const Shape& shape, const Position<Shape>& position) {
  return {position.own, position.occupied,
          shape.completing_cells(position.own) & ~position.occupied,
          shape.completing_cells(position.other()) & ~position.occupied, position.ply};
}

// Where forced moves lead: a node with a choice of at least two moves that do not lose at once, or
// none and an exact score.
template <class Shape>
struct Settled {
  Node<Shape> node;
  typename Shape::Word moves{};
  ScoreRange range;            // for the side to move in `node`
  bool is_other_side = false;  // an odd number of moves was played: the point of view has changed
};

// Plays as long as there is one sensible move only. Chains of threats and answers cost no node
// and no place in the table.
template <class Shape>
constexpr Settled<Shape> settle(const Shape& shape, Node<Shape> node) {
  using Word = typename Shape::Word;
  const int cells = shape.cells();
  for (bool is_other_side = false;; is_other_side = !is_other_side) {
    const Word playable = shape.playable(node.occupied);
    const Word threats = node.other_wins & playable;
    // A stone below a winning cell of the other side would hand it over.
    Word moves = playable & ~(node.other_wins >> 1);
    if (any(threats)) moves = more_than_one(threats) ? Word{} : moves & threats;
    if (!any(moves)) {
      const int score = any(playable) ? -win_score(cells, node.ply + 2) : 0;
      return {node, moves, {score, score}, is_other_side};
    }
    if (more_than_one(moves)) {
      // Nobody completes a line with the next two stones.
      const int high = node.ply + 3 <= cells ? win_score(cells, node.ply + 3) : 0;
      const int low = node.ply + 4 <= cells ? -win_score(cells, node.ply + 4) : 0;
      return {node, moves, {low, high}, is_other_side};
    }
    node = node.play(shape, moves);
  }
}

}  // namespace dropfour
