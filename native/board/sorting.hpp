// Insertion sort, for the few moves of a position.

#pragma once

#include <cstddef>

#include "board/words.hpp"

namespace dropfour::board {

// Inserts *item* into the first *count* of *items*, which are sorted by *priority_of*, the highest
// first; behind those of the same priority.
template <class Items, class Item, class PriorityOf>
DROPFOUR_INLINE constexpr void insert_sorted(Items& items, int count, const Item& item,
                                             const PriorityOf& priority_of) {
  int i = count;
  for (; i > 0 && priority_of(items[std::size_t(i - 1)]) < priority_of(item); --i)
    items[std::size_t(i)] = items[std::size_t(i - 1)];
  items[std::size_t(i)] = item;
}

}  // namespace dropfour::board
