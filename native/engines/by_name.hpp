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
  if (name == "lines") return std::make_unique<LinesEvaluation<Shape>>(shape, objective);
  if (name == "parity") return std::make_unique<ParityEvaluation<Shape>>(shape, objective);
  if (name == "streaks") return std::make_unique<StreaksEvaluation<Shape>>(shape, objective);
  if (name == "threats") return std::make_unique<ThreatsEvaluation<Shape>>(shape, objective);
  throw std::invalid_argument("unknown evaluation: " + std::string(name));
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

template <template <class> class Search>
Findings search_with(const Board& board, std::string_view evaluation, double discount, int depth,
                     Budget& budget) {
  refuse_finished(board);
  return board.visit([&]<class Shape>(const Shape& shape, const Position<Shape>& position) {
    const auto made = make_evaluation(evaluation, shape, board.objective());
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
