// Decides whether a convex part of a body and a box have a point in common.
#pragma once

#include "spatial/parts.hpp"

namespace satchel::spatial {

/// Whether a part and a box have a common point, exactly; both are closed. May throw bad_alloc (parts of many
/// vertices).
template <class T>
bool meets(const Part<T>& part, const Box& box);

}  // namespace satchel::spatial
