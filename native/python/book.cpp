// The opening book, for dropfour.book. Keys are passed as the bytes of their limbs, concatenated.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "book/book_file.hpp"
#include "python/bindings.hpp"
#include "python/checks.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dropfour::python {
namespace {

using namespace board;
using namespace book;

using FuseNumbers = std::tuple<std::uint64_t, int, std::uint32_t, int>;

Limbs limbs_of_keys(const nb::bytes& keys, std::size_t limbs_per_key) {
  if (limbs_per_key == 0 || keys.size() % (8 * limbs_per_key) != 0)
    throw std::invalid_argument("the last key is incomplete");
  Limbs limbs(keys.size() / 8);
  std::memcpy(limbs.data(), keys.data(), keys.size());
  return limbs;
}

std::size_t limbs_per_key(const Board& like) { return like.key().size(); }

template <class Shape>
std::vector<Position<Shape>> positions_of(const Shape& shape, const Limbs& limbs,
                                          std::size_t limbs_per_key) {
  std::vector<Position<Shape>> positions;
  for (std::size_t i = 0; i < limbs.size(); i += limbs_per_key) {
    const auto key = word_from_limbs(std::span(limbs).subspan(i, limbs_per_key),
                                     static_cast<typename Shape::Word*>(nullptr));
    positions.push_back(position_of_key(shape, key));
  }
  return positions;
}

nb::bytes bytes_of(const Limbs& limbs) {
  return nb::bytes(reinterpret_cast<const char*>(limbs.data()), limbs.size() * 8);
}

// The keys that score_by_rules leaves open, those of immediate wins, and the number of games that
// end at this ply.
std::tuple<nb::bytes, nb::bytes, std::uint64_t> openings(const Board& like, int ply) {
  require_between("a ply", ply, 0, cells_of(like));
  Limbs open, won;
  std::uint64_t finished = 0;
  {
    nb::gil_scoped_release released;
    like.visit([&](const auto& shape, const auto&) {
      const auto level = level_at(shape, ply, like.objective());
      finished = level.finished;
      for (const auto& position : level.unfinished) {
        const auto key = position.key(shape);
        const auto limbs = limbs_in(key);
        Limbs& kind = score_by_rules(shape, position, like.objective()) ? won : open;
        kind.insert(kind.end(), limbs.begin(), limbs.end());
      }
    });
  }
  return {bytes_of(open), bytes_of(won), finished};
}

// For each key 1 if the position is its own mirror image, otherwise 2.
std::vector<int> count_images(const Board& like, const nb::bytes& keys) {
  const Limbs limbs = limbs_of_keys(keys, limbs_per_key(like));
  return like.visit([&](const auto& shape, const auto&) {
    std::vector<int> counts;
    for (const auto& position : positions_of(shape, limbs, limbs_per_key(like)))
      counts.push_back(mirrored(shape, position).key(shape) == position.key(shape) ? 1 : 2);
    return counts;
  });
}

std::vector<int> back_up(const Board& like, const nb::bytes& parents, const nb::bytes& children,
                         const std::vector<int>& child_scores) {
  const Limbs parent_limbs = limbs_of_keys(parents, limbs_per_key(like));
  const Limbs child_limbs = limbs_of_keys(children, limbs_per_key(like));
  if (child_scores.size() * limbs_per_key(like) != child_limbs.size())
    throw std::invalid_argument("each child needs one score");
  nb::gil_scoped_release released;
  try {
    return like.visit([&](const auto& shape, const auto&) {
      return backed_up(shape, like.objective(),
                       positions_of(shape, parent_limbs, limbs_per_key(like)),
                       positions_of(shape, child_limbs, limbs_per_key(like)), child_scores);
    });
  } catch (const std::out_of_range&) {
    throw std::invalid_argument("a child of one of the parents is missing");
  }
}

// The bytes of an object, not copied; the object is kept alive while they are in use.
std::shared_ptr<const Py_buffer> buffer_of(const nb::object& object) {
  auto view = std::make_unique<Py_buffer>();
  if (PyObject_GetBuffer(object.ptr(), view.get(), PyBUF_SIMPLE) != 0) throw nb::python_error();
  return {view.release(), [](Py_buffer* held) {
            PyBuffer_Release(held);
            delete held;
          }};
}

FuseNumbers numbers_of(const FuseFunction& function) {
  const FuseShape& shape = function.shape();
  return {shape.seed, shape.segment_bits, shape.segment_count, shape.value_bits};
}

FuseFunction make_fuse(const FuseNumbers& numbers, const nb::object& cells) {
  const auto [seed, segment_bits, segment_count, value_bits] = numbers;
  const auto view = buffer_of(cells);
  return FuseFunction({seed, segment_bits, segment_count, value_bits},
                      {view, static_cast<const std::uint8_t*>(view->buf)}, std::size_t(view->len));
}

void check_value_bits(int value_bits) {
  if (value_bits < 1 || value_bits > kMaxValueBits)
    throw std::invalid_argument("a value has 1 to " + std::to_string(kMaxValueBits) + " bits");
}

FuseFunction fuse_for(const Board& like, const nb::bytes& keys,
                      const std::vector<std::uint32_t>& values, int value_bits) {
  check_value_bits(value_bits);
  const Limbs limbs = limbs_of_keys(keys, limbs_per_key(like));
  if (values.size() * limbs_per_key(like) != limbs.size())
    throw std::invalid_argument("each key needs one value");
  nb::gil_scoped_release released;
  return build_fuse(limbs, limbs_per_key(like), values, value_bits);
}

FuseFunction filter_for(const Board& like, const nb::bytes& keys, int value_bits) {
  check_value_bits(value_bits);
  const Limbs limbs = limbs_of_keys(keys, limbs_per_key(like));
  std::vector<std::uint32_t> marks;
  for (std::size_t i = 0; i < limbs.size(); i += limbs_per_key(like))
    marks.push_back(mark_of(std::span(limbs).subspan(i, limbs_per_key(like)), value_bits));
  nb::gil_scoped_release released;
  return build_fuse(limbs, limbs_per_key(like), marks, value_bits);
}

std::vector<bool> admitted(const Board& like, const FuseFunction& filter, const nb::bytes& keys) {
  const Limbs limbs = limbs_of_keys(keys, limbs_per_key(like));
  std::vector<bool> answers;
  for (std::size_t i = 0; i < limbs.size(); i += limbs_per_key(like))
    answers.push_back(is_admitted(filter, std::span(limbs).subspan(i, limbs_per_key(like))));
  return answers;
}

// The numbers of a function, and from where to where its cells lie in the file.
using FusePlace = std::tuple<FuseNumbers, std::size_t, std::size_t>;
using ShelfPlace = std::tuple<int, int, FusePlace, std::optional<FusePlace>>;

// What is in the file of a book: its board and objective, its depth and hard nodes, counts by ply
// and shelves. *checksum* returns that of the bytes before it.
using Checksum = nb::typed<nb::callable, nb::bytes(nb::bytes)>;
auto read_book(const nb::object& data, const Checksum& checksum) {
  const auto view = buffer_of(data);
  const Bytes bytes(static_cast<const std::uint8_t*>(view->buf), std::size_t(view->len));
  const BookFile file = BookReader(bytes, view).read([&](Bytes body, Bytes expected) {
    const auto part = nb::steal<nb::object>(
        PyMemoryView_FromMemory(reinterpret_cast<char*>(const_cast<std::uint8_t*>(body.data())),
                                Py_ssize_t(body.size()), PyBUF_READ));
    const auto actual = nb::cast<nb::bytes>(checksum(part));
    return actual.size() == expected.size() &&
           std::memcmp(actual.data(), expected.data(), expected.size()) == 0;
  });
  if (!file.problem.empty()) throw std::invalid_argument(file.problem);
  const auto place = [&](const FuseFunction& function) -> FusePlace {
    const auto start = std::size_t(function.cells().data() - bytes.data());
    return {numbers_of(function), start, start + function.cells().size()};
  };
  std::vector<ShelfPlace> shelves;
  for (const Shelf& shelf : file.shelves) {
    std::optional<FusePlace> filter;
    if (shelf.filter) filter = place(*shelf.filter);
    shelves.emplace_back(shelf.ply, shelf.lowest_score, place(shelf.function), filter);
  }
  return std::tuple(std::tuple(file.columns, file.rows, file.connect),
                    file.objective == Objective::kMostLines, file.depth, file.hard_nodes,
                    file.counts, shelves);
}

using ShelfParts = std::tuple<int, int, FuseFunction, std::optional<FuseFunction>>;

Book make_book(const Board& like, int depth, std::uint64_t hard_nodes,
               const std::vector<ShelfParts>& parts) {
  std::vector<Shelf> shelves;
  for (const auto& [ply, lowest_score, function, filter] : parts)
    shelves.push_back({ply, lowest_score, function, filter});
  return Book(like, depth, hard_nodes, std::move(shelves));
}

std::vector<std::optional<int>> lookup_keys(const Book& book, const nb::bytes& keys) {
  const Limbs limbs = limbs_of_keys(keys, limbs_per_key(book.like()));
  nb::gil_scoped_release released;
  return book.like().visit([&](const auto& shape, const auto&) {
    std::vector<std::optional<int>> scores;
    for (const auto& position : positions_of(shape, limbs, limbs_per_key(book.like())))
      scores.push_back(book.find(shape, position));
    return scores;
  });
}

}  // namespace

void bind_book(nb::module_& module) {
  module.def("openings", &openings, "like"_a, "ply"_a,
             "Return the keys without a score by the rules alone, those of immediate wins, and the "
             "number of games that end at this ply.");
  module.def("count_images", &count_images, "like"_a, "keys"_a,
             "Return 1 for each position that is its own mirror image, otherwise 2.");
  module.def("back_up", &back_up, "like"_a, "parents"_a, "children"_a, "child_scores"_a,
             "Return the scores of the parents, given those of all children without a score by the "
             "rules alone.");
  nb::class_<FuseFunction>(module, "FuseFunction", "See native/book/fuse.hpp.")
      .def(nb::new_(&make_fuse), "numbers"_a, "cells"_a)
      .def_prop_ro("numbers", &numbers_of)
      .def_prop_ro("cells", [](const FuseFunction& function) {
        return nb::bytes(function.cells().data(), function.cells().size());
      });
  module.def("fuse_for", &fuse_for, "like"_a, "keys"_a, "values"_a, "value_bits"_a,
             "Return the function that maps each key to its value.");
  module.def("filter_for", &filter_for, "like"_a, "keys"_a, "value_bits"_a,
             "Return the filter that admits these keys and few others.");
  module.def("admitted", &admitted, "like"_a, "filter"_a, "keys"_a);
  module.def("read_book", &read_book, "data"_a, "checksum"_a,
             "Read the file of a book; raise ValueError with the end of a sentence about it.");
  module.attr("MOST_STEPS") = kMostSteps;
  nb::class_<Book>(module, "Book", "Looks up scores; made by dropfour.book.reader.")
      .def(nb::new_(&make_book), "like"_a, "depth"_a, "hard_nodes"_a, "shelves"_a,
           "A shelf is a ply, its lowest score, its function and, beyond the depth, its filter.")
      .def_prop_ro("has_repertoire", &Book::has_repertoire)
      .def("lookup", &Book::lookup, "board"_a)
      .def("lookup_keys", &lookup_keys, "keys"_a);
}

}  // namespace dropfour::python
