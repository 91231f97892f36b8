// The parts of the border to Python; bindings.cpp puts them together.

#pragma once

#include <nanobind/nanobind.h>

namespace dropfour {

void bind_exact(nanobind::module_& module);
void bind_engines(nanobind::module_& module);
void bind_book(nanobind::module_& module);

}  // namespace dropfour
