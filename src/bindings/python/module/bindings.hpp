// What module.cpp calls: a function for each file that defines a part of the module.
#pragma once

#include "signed.hpp"

namespace satchel::python {

void bind_areas(Module& m);
void bind_broad_phase(Module& m);
void bind_spatial(Module& m);
void bind_nearest(Module& m);
void bind_index(Module& m);
void bind_kept_pairs(Module& m);
void bind_push_out(Module& m);
void bind_outlines(Module& m);
void bind_wkb(Module& m);

}  // namespace satchel::python
