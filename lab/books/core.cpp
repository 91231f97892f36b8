// What building books takes of native/, for lab.books.core: a library with plain C functions. Keys
// are passed as their limbs, concatenated; each function returns an Answer, which is given back.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "book/book.hpp"
#include "books/fuse.hpp"
#include "books/openings.hpp"

namespace dropfour::books {
namespace {

struct Game {
  int columns, rows, connect;
  bool has_most_lines;

  Board board() const {
    return {columns, rows, connect, has_most_lines ? Objective::kMostLines : Objective::kFirstLine,
            {},      {}};
  }
};

struct Keys {
  const std::uint64_t* limbs;
  std::size_t count;  // of limbs
};

struct ShelfOfBook {
  int ply, lowest_score;
  FuseShape shape;
  const std::uint8_t* cells;
};

// The parts of an answer as bytes, and a number; or why there is none.
struct Answer {
  const char *first = nullptr, *second = nullptr, *problem = nullptr;
  std::size_t first_size = 0, second_size = 0;
  std::uint64_t number = 0;
};
struct Kept : Answer {
  std::string texts[3];
};

template <class Items>
std::string bytes_of(const Items& items) {
  return {reinterpret_cast<const char*>(items.data()), items.size() * sizeof(items[0])};
}

template <class Work>
Answer* answered(const Work& work) {
  auto kept = std::make_unique<Kept>();
  auto& [first, second, problem] = kept->texts;
  try {
    work(*kept, first, second);
  } catch (const std::exception& error) {
    problem = error.what();
    kept->problem = problem.c_str();
  }
  kept->first = first.data();
  kept->first_size = first.size();
  kept->second = second.data();
  kept->second_size = second.size();
  return kept.release();
}

template <class Shape>
std::vector<Position<Shape>> positions_of(const Shape& shape, const Keys& keys) {
  const std::size_t size = limbs_in(Position<Shape>{}.key(shape)).size();
  if (keys.count % size != 0) throw std::invalid_argument("the last key is incomplete");
  const std::span limbs(keys.limbs, keys.count);
  std::vector<Position<Shape>> positions;
  for (std::size_t i = 0; i < limbs.size(); i += size) {
    const auto key =
        word_from_limbs(limbs.subspan(i, size), static_cast<typename Shape::Word*>(nullptr));
    positions.push_back(position_of_key(shape, key));
  }
  return positions;
}

}  // namespace

extern "C" {

// The keys that score_by_rules leaves open, those of immediate wins, and the number of games that
// end at this ply.
Answer* openings(Game game, int ply) {
  return answered([&](Answer& answer, std::string& open, std::string& won) {
    const Board board = game.board();
    board.visit([&](const auto& shape, const auto&) {
      const auto level = level_at(shape, ply, board.objective());
      answer.number = level.finished;
      for (const auto& position : level.unfinished) {
        const bool is_won = score_by_rules(shape, position, board.objective()).has_value();
        (is_won ? won : open) += bytes_of(limbs_in(position.key(shape)));
      }
    });
  });
}

// For each key 1 if the position is its own mirror image, otherwise 2.
Answer* count_images(Game game, Keys keys) {
  return answered([&](Answer&, std::string& counts, std::string&) {
    game.board().visit([&](const auto& shape, const auto&) {
      std::vector<int> found;
      for (const auto& position : positions_of(shape, keys))
        found.push_back(mirrored(shape, position).key(shape) == position.key(shape) ? 1 : 2);
      counts = bytes_of(found);
    });
  });
}

Answer* back_up(Game game, Keys parents, Keys children, const int* child_scores,
                std::size_t score_count) {
  return answered([&](Answer&, std::string& scores, std::string&) {
    const Board board = game.board();
    board.visit([&](const auto& shape, const auto&) {
      const auto below = positions_of(shape, children);
      if (below.size() != score_count) throw std::invalid_argument("each child needs one score");
      scores = bytes_of(backed_up(shape, board.objective(), positions_of(shape, parents), below,
                                  {child_scores, below.size()}));
    });
  });
}

// The function that maps each key to its value: its cells, and its numbers as words.
Answer* fuse_for(Game game, Keys keys, const std::uint32_t* values, int value_bits) {
  return answered([&](Answer&, std::string& cells, std::string& numbers) {
    if (value_bits < 1 || value_bits > kMaxValueBits)
      throw std::invalid_argument("a value has 1 to " + std::to_string(kMaxValueBits) + " bits");
    const std::size_t size = game.board().key().size();
    const FuseFunction function =
        build_fuse({keys.limbs, keys.count}, size, {values, keys.count / size}, value_bits);
    const FuseShape& shape = function.shape();
    cells = bytes_of(function.cells());
    numbers = bytes_of(Limbs{shape.seed, std::uint64_t(shape.segment_bits), shape.segment_count,
                             std::uint64_t(shape.value_bits)});
  });
}

// The scores of many positions; the lowest int for one that is not in the book.
Answer* look_up(Game game, const ShelfOfBook* shelves, std::size_t count, Keys keys) {
  return answered([&](Answer&, std::string& scores, std::string&) {
    std::vector<Shelf> held;
    for (const ShelfOfBook& each : std::span(shelves, count)) {
      const std::shared_ptr<const std::uint8_t> cells(each.cells, [](const auto*) {});
      held.push_back({each.ply, each.lowest_score, {each.shape, cells, each.shape.byte_count()}});
    }
    const Book book(game.board(), std::move(held));
    book.like().visit([&](const auto& shape, const auto&) {
      std::vector<int> found;
      for (const auto& position : positions_of(shape, keys))
        found.push_back(book.find(shape, position).value_or(std::numeric_limits<int>::min()));
      scores = bytes_of(found);
    });
  });
}

void forget(Answer* answer) { delete static_cast<Kept*>(answer); }

}  // extern "C"

}  // namespace dropfour::books
