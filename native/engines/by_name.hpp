// The searches for a Board of any shape, with evaluations chosen by name.

#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "board/board.hpp"
#include "engines/alphabeta.hpp"
#include "engines/averaging.hpp"
#include "engines/counting_evaluations.hpp"
#include "engines/minimax.hpp"
#include "engines/parity.hpp"
#include "engines/patterns.hpp"
#include "engines/threats.hpp"
#include "engines/tree_search.hpp"

namespace dropfour::engines {

using namespace board;

template <class Shape>
std::unique_ptr<Evaluation<Shape>> make_evaluation(std::string_view name, const Shape& shape,
                                                   Objective objective) {
  if (name == "cells") return std::make_unique<CellsEvaluation<Shape>>(shape, objective);
  if (name == "convolution")
    return std::make_unique<ConvolutionEvaluation<Shape>>(shape, objective);
  if (name == "lines" || name == "weighted-streaks")
    return std::make_unique<LinesEvaluation<Shape>>(shape, name != "lines");
  if (name == "patterns" && has_patterns(shape, objective))
    return std::make_unique<PatternEvaluation<Shape>>(shape);
  if (name == "parity" || name == "patterns")
    return std::make_unique<ParityEvaluation<Shape>>(shape, objective);
  if (name == "streaks") return std::make_unique<StreaksEvaluation<Shape>>(shape, objective);
  if (name == "threats") return std::make_unique<ThreatsEvaluation<Shape>>(shape, objective);
  throw std::invalid_argument("unknown evaluation: " + std::string(name));
}

inline std::string_view strongest_evaluation(const Board& board) {
  return board.visit([&](const auto& shape, const auto&) {
    return has_patterns(shape, board.objective()) ? "patterns" : "parity";
  });
}

inline double estimate(const Board& board, std::string_view evaluation) {
  return board.visit([&](const auto& shape, const auto& position) {
    return make_evaluation(evaluation, shape, board.objective())->estimate(position);
  });
}

// The depth limit of a search, at most the number of empty cells; 0 means to the end of the game.
inline int plies_within(const Board& board, int depth) {
  const int left = board.visit(
      [](const auto& shape, const auto& position) { return shape.cells() - position.ply; });
  return depth > 0 ? std::min(depth, left) : left;
}

inline void refuse_finished(const Board& board) {
  if (board.is_over()) throw std::invalid_argument("the game is over");
}

// Makes the evaluations of a search, here those of this package.
struct OwnEvaluations {
  template <class Shape>
  std::unique_ptr<Evaluation<Shape>> make(std::string_view name, const Shape& shape,
                                          const Board& root) const {
    return make_evaluation(name, shape, root.objective());
  }
};

template <template <class> class Search, class Evaluations = OwnEvaluations>
Findings search_with(const Board& board, std::string_view evaluation, double discount, int depth,
                     Budget& budget, const Evaluations& evaluations = {}) {
  refuse_finished(board);
  return board.visit([&]<class Shape>(const Shape& shape, const Position<Shape>& position) {
    const auto made = evaluations.make(evaluation, shape, board);
    Search<Shape> search(shape, position, board.objective(), *made, discount, budget);
    return deepen(search, plies_within(board, depth), budget);
  });
}

inline Findings search_averaging(const Board& board, int depth, Budget& budget) {
  refuse_finished(board);
  return board.visit([&]<class Shape>(const Shape& shape, const Position<Shape>& position) {
    Averaging<Shape> search(shape, position, board.objective(), budget);
    return deepen(search, plies_within(board, depth), budget);
  });
}

inline Findings search_tree(const Board& board, std::uint64_t seed, Budget& budget) {
  refuse_finished(board);
  return board.visit([&]<class Shape>(const Shape& shape, const Position<Shape>& position) {
    return TreeSearch<Shape>(shape, position, board.objective(), seed, budget).run();
  });
}

}  // namespace dropfour::engines
