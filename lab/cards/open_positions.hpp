// The positions to solve.

#pragma once

#include <vector>

#include "books/openings.hpp"

namespace dropfour::cards {

// The unfinished positions of a ply that score_by_rules leaves open, in the order of level_at.
template <class Shape>
std::vector<board::Position<Shape>> open_positions(const Shape& shape, int ply,
                                                   board::Objective objective) {
  auto positions = books::level_at(shape, ply, objective).unfinished;
  std::erase_if(positions, [&](const auto& position) {
    return book::score_by_rules(shape, position, objective).has_value();
  });
  return positions;
}

}  // namespace dropfour::cards
