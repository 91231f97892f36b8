// The opening book, for dropfour.book.

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

FuseFunction make_function(const FuseNumbers& numbers, const nb::object& cells) {
  const auto [seed, segment_bits, segment_count, value_bits] = numbers;
  const auto view = buffer_of(cells);
  return FuseFunction({seed, segment_bits, segment_count, value_bits},
                      {view, static_cast<const std::uint8_t*>(view->buf)}, std::size_t(view->len));
}

using ShelfParts = std::tuple<int, int, FuseFunction>;

// What is in the file of a book: its board and objective, counts by ply and shelves. *checksum*
// returns that of the bytes before it.
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
  std::vector<ShelfParts> shelves;
  for (const Shelf& shelf : file.shelves)
    shelves.emplace_back(shelf.ply, shelf.lowest_score, shelf.function);
  return std::tuple(std::tuple(file.columns, file.rows, file.connect),
                    file.objective == Objective::kMostLines, file.counts, shelves);
}

Book make_book(const Board& like, const std::vector<ShelfParts>& parts) {
  std::vector<Shelf> shelves;
  for (const auto& [ply, lowest_score, function] : parts)
    shelves.push_back({ply, lowest_score, function});
  return Book(like, std::move(shelves));
}

}  // namespace

void bind_book(nb::module_& module) {
  nb::class_<FuseFunction>(module, "FuseFunction", "See native/book/fuse.hpp.")
      .def(nb::new_(&make_function), "numbers"_a, "cells"_a)
      .def_prop_ro("numbers", &numbers_of)
      .def_prop_ro("cells", [](const FuseFunction& function) {
        return nb::bytes(function.cells().data(), function.cells().size());
      });
  module.def("read_book", &read_book, "data"_a, "checksum"_a,
             "Read the file of a book; raise ValueError with the end of a sentence about it.");
  module.attr("MOST_STEPS") = kMostSteps;
  nb::class_<Book>(module, "Book", "Looks up scores; made by dropfour.book.reader.")
      .def(nb::new_(&make_book), "like"_a, "shelves"_a,
           "A shelf is a ply, its lowest score and its function.")
      .def("lookup", &Book::lookup, "board"_a);
}

}  // namespace dropfour::python
