// Positions as the search uses them: with the cells that would complete a line, and with forced
// moves played out.

#pragma once

#include "board/position.hpp"
#include "board/score.hpp"

namespace dropfour::solver {

using namespace board;

// A position in which the side to move cannot complete a line immediately.
//
// A stone changes the winning cells of one side only, so each child needs one computation of
// winning cells, whose result also serves to order the moves.
template <class Shape>
struct Node {
  using Word = typename Shape::Word;

  Word own{};         // stones of the side to move
  Word occupied{};    // stones of both
  Word own_wins{};    // empty cells that complete a line of the side to move
  Word other_wins{};  // empty cells that complete a line of the other side
  int ply = 0;

  constexpr Word other() const { return own ^ occupied; }

  DROPFOUR_INLINE constexpr Node play(const Shape& shape, const Word& move) const {
    const Word taken = occupied | move;
    return {other(), taken, other_wins & ~move,
            shape.completing_cells(own | move, shape.board_mask() ^ taken), ply + 1};
  }
};

template <class Shape>
constexpr Node<Shape> make_node(const Shape& shape, const Position<Shape>& position) {
  return {position.own, position.occupied,
          shape.completing_cells(position.own) & ~position.occupied,
          shape.completing_cells(position.other()) & ~position.occupied, position.ply};
}

// The node that forced moves lead to. It has at least two moves that do not lose immediately, or no
// move and an exact score.
template <class Shape>
struct Settled {
  Node<Shape> node;
  typename Shape::Word moves{};
  ScoreRange range;            // for the side to move in `node`
  bool is_other_side = false;  // the side to move in `node` is not the parent's

  // A score or range of `node` from the point of view of the parent's side to move: that of the
  // position before the move and the forced moves.
  constexpr int for_parent(int score) const { return is_other_side ? -score : score; }
  constexpr ScoreRange for_parent(const ScoreRange& score) const {
    return {is_other_side ? -score.high : score.low, is_other_side ? -score.low : score.high};
  }
};

// The possible scores after *ply* stones if neither of the next two completes a line. There must be
// cells for both.
constexpr ScoreRange quiet_range(int cells, int ply) {
  return {1 - win_score(cells, ply + 2), win_score(cells, ply + 1) - 1};
}

// Plays moves while all others lose immediately, so that chains of threats and answers take neither
// nodes nor table entries. *is_other_side*: the side to move in *node* is not the one from whose
// point of view the caller looks at it. The fields of *settled* are written one by one, because
// copying the structure through memory took a quarter of the time of a search; for the same reason
// the range is returned, and not written.
template <class Shape>
DROPFOUR_INLINE constexpr ScoreRange settle_into(const Shape& shape, Node<Shape> node,
                                                 bool is_other_side, Settled<Shape>& settled) {
  using Word = typename Shape::Word;
  const int cells = shape.cells(), first_ply = node.ply;
  Word moves{};
  ScoreRange range;
  for (;;) {
    const Word playable = shape.playable(node.occupied);
    const Word threats = node.other_wins & playable;
    // A stone below a winning cell of the other side lets it complete its line.
    moves = playable & ~(node.other_wins >> 1);
    if (any(threats)) moves = more_than_one(threats) ? Word{} : moves & threats;
    if (!any(moves)) {
      range.low = range.high = any(playable) ? -win_score(cells, node.ply + 2) : 0;
      break;
    }
    if (more_than_one(moves)) {
      range = quiet_range(cells, node.ply);
      break;
    }
    node = node.play(shape, moves);
  }
  settled.node.own = node.own;
  settled.node.occupied = node.occupied;
  settled.node.own_wins = node.own_wins;
  settled.node.other_wins = node.other_wins;
  settled.node.ply = node.ply;
  settled.moves = moves;
  settled.is_other_side = is_other_side != ((node.ply - first_ply) % 2 != 0);
  return range;
}

template <class Shape>
constexpr Settled<Shape> settle(const Shape& shape, const Node<Shape>& node) {
  Settled<Shape> settled;
  settled.range = settle_into(shape, node, false, settled);
  return settled;
}

}  // namespace dropfour::solver
