// What is right about outlines, in exact integers: whether rings bound a region, whether parts fill it, and where points lie.
#pragma once

#include <satchel/satchel.hpp>
#include <string>
#include <vector>

namespace satchel::fuzz {

template <class T>
using Ring = std::vector<BasicVec2<T>>;

/// What is wrong with the rings of a geometry, a list of polygons, each a list of rings.
template <class T>
OutlineFault fault_of(const std::vector<std::vector<Ring<T>>>& polygons);

/// What is wrong with the convex parts of a region; empty if nothing is.
/// @param rings  that bound the region, which is on their left
template <class T>
std::string wrong_parts(const std::vector<Ring<T>>& rings, const std::vector<Ring<T>>& parts);

/// Whether a point lies in the region or on a ring.
template <class T>
bool holds(const std::vector<Ring<T>>& rings, const Vec2d& point);

}  // namespace satchel::fuzz
