// The parts of the extension module; module.cpp puts them together.

#pragma once

#include <nanobind/nanobind.h>

namespace dropfour::python {

void bind_solver(nanobind::module_& module);
void bind_engines(nanobind::module_& module);
void bind_policy(nanobind::module_& module);
void bind_book(nanobind::module_& module);
void bind_batch_solver(nanobind::module_& module);
void bind_batch(nanobind::module_& module);
void bind_plans(nanobind::module_& module);

}  // namespace dropfour::python
