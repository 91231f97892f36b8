// The children of a node, for the lanes and the proof tree.

#pragma once

#include <cstddef>

#include "solver/node.hpp"

namespace dropfour::cards {

using namespace solver;

// The child after *move*, settled.
template <class Shape>
constexpr Settled<Shape> settle_child(const Shape& shape, const Node<Shape>& parent,
                                      const typename Shape::Word& move) {
  Settled<Shape> settled;
  settled.range = settle_into(shape, parent.play(shape, move), true, settled);
  return settled;
}

// What insert_sorted of native/board does, for graphics cards, whose registers have no index:
// compares with all *items*, of which those not used yet have the lowest priority.
template <class Item, std::size_t Size, class PriorityOf>
constexpr void insert_sorted_unrolled(Item (&items)[Size], Item item,
                                      const PriorityOf& priority_of) {
  for (Item& each : items)
    if (priority_of(each) < priority_of(item)) {
      const Item later = each;
      each = item;
      item = later;
    }
}

}  // namespace dropfour::cards
