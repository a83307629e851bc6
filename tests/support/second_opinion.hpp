// Verdicts by CGAL's exact kernel: another algorithm in another arithmetic by other people.
#pragma once

#include "placed_polygon.hpp"

namespace satchel::test {

/// For two polygons whose hulls have an area.
template <class T>
Verdict second_opinion(const BasicPlacedPolygon<T>& a, const BasicPlacedPolygon<T>& b);

}  // namespace satchel::test
