// Whether a convex part of a body and a box have a point in common.
#pragma once

#include "spatial/parts.hpp"

namespace satchel::spatial {

/// Exactly; both are closed. May throw bad_alloc (parts of many vertices).
template <class T>
bool meets(const Part<T>& part, const Box& box);

}  // namespace satchel::spatial
