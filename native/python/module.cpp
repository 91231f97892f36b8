// The extension module dropfour._native, and the board for dropfour.native. Columns count from 1 in
// Python.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <limits>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "board/board.hpp"
#include "python/bindings.hpp"
#include "python/checks.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dropfour::python {
namespace {

using namespace board;

// Masks are passed as little-endian bytes, since a board may have more bits than any C integer.
Limbs limbs_from_bytes(const nb::bytes& bytes) {
  Limbs limbs((bytes.size() + 7) / 8);
  std::memcpy(limbs.data(), bytes.data(), bytes.size());
  return limbs;
}

nb::bytes bytes_from_limbs(const Limbs& limbs) {
  return nb::bytes(reinterpret_cast<const char*>(limbs.data()), limbs.size() * 8);
}

Board make_board(int columns, int rows, int connect, bool most_lines, const nb::bytes& own,
                 const nb::bytes& occupied) {
  const Limbs own_limbs = limbs_from_bytes(own), all_limbs = limbs_from_bytes(occupied);
  const Board board(columns, rows, connect,
                    most_lines ? Objective::kMostLines : Objective::kFirstLine, own_limbs,
                    all_limbs);
  board.visit([&](const auto& shape, const auto& position) {
    require_valid(shape, position, board.objective());
    // Limbs beyond the word are not part of the position.
    const auto limbs = limbs_in(position.occupied).size();
    for (const Limbs& given : {own_limbs, all_limbs})
      for (std::size_t i = limbs; i < given.size(); ++i)
        if (given[i] != 0) throw std::invalid_argument("a stone lies outside the board");
  });
  return board;
}

Board play(const Board& board, int column) {
  require_unfinished(board);
  return board.play(checked_column(board, column));
}

// A deeper count could not be interrupted: dropfour.native counts in parts.
constexpr int kMaxPerftDepth = 7;

std::uint64_t perft(const Board& board, int depth) {
  require_between("a depth", depth, 0, kMaxPerftDepth);
  nb::gil_scoped_release released;
  return board.perft(depth);
}

std::vector<int> from_one(std::vector<int> columns) {
  for (int& column : columns) ++column;
  return columns;
}

void bind_board(nb::module_& module) {
  nb::class_<Board>(module, "Board", "A native position; made by dropfour.native.")
      .def(nb::new_(&make_board), "columns"_a, "rows"_a, "connect"_a, "most_lines"_a, "own"_a,
           "occupied"_a)
      .def_prop_ro("is_over", &Board::is_over)
      .def_prop_ro("legal_columns",
                   [](const Board& board) { return from_one(board.legal_columns()); })
      .def("play", &play, "column"_a)
      .def("count_lines", &Board::count_lines,
           "Return the lines of the side to move and those of the other side.")
      .def("masks",
           [](const Board& board) {
             return board.visit([](const auto&, const auto& position) {
               return std::pair(bytes_from_limbs(limbs_of(position.own)),
                                bytes_from_limbs(limbs_of(position.occupied)));
             });
           })
      .def("key", [](const Board& board) { return bytes_from_limbs(board.key()); })
      .def("mirror", &Board::mirror)
      .def("perft", &perft, "depth"_a);
}

}  // namespace
}  // namespace dropfour::python

NB_MODULE(_native, module) {
  // Such as a thread that cannot be started near a limit on memory or processes.
  nb::register_exception_translator([](const std::exception_ptr& error, void*) {
    try {
      std::rethrow_exception(error);
    } catch (const std::system_error& refused) {
      errno = refused.code().value();
      PyErr_SetFromErrno(PyExc_OSError);
    }
  });
#if defined(__x86_64__) && defined(__POPCNT__)
  if (!__builtin_cpu_supports("popcnt"))
    throw std::runtime_error(
        "Dropfour needs a processor that counts bits (popcnt), made since 2008");
#endif
  module.doc() = "The native core: rules, solver, engines, policies, opening book and batches.";
  dropfour::python::bind_board(module);
  dropfour::python::bind_solver(module);
  dropfour::python::bind_engines(module);
  dropfour::python::bind_policy(module);
  dropfour::python::bind_book(module);
  dropfour::python::bind_batch_solver(module);
  dropfour::python::bind_batch(module);
  dropfour::python::bind_plans(module);
}
