// What module.cpp calls: a function for each file that defines a part of the module.
#pragma once

#include <nanobind/nanobind.h>

namespace satchel::python {

void bind_areas(nanobind::module_& m);
void bind_broad_phase(nanobind::module_& m);
void bind_spatial(nanobind::module_& m);
void bind_index(nanobind::module_& m);
void bind_kept_pairs(nanobind::module_& m);
void bind_push_out(nanobind::module_& m);
void bind_outlines(nanobind::module_& m);

}  // namespace satchel::python
