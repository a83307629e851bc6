// Checks contacts of boxes with a ground of linked segments, in double.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <satchel/types.hpp>

#include "workloads/ground.hpp"

namespace satchel_bench {

/// The contact of a pair. Its points are half-way between both surfaces.
struct GroundContact {
  struct Point {
    satchel::Vec2d at;  // in the world
    double separation;
  };
  satchel::Vec2d normal{};  // from the segment to the box
  std::size_t count = 0;    // of points
  std::array<Point, 2> points{};
};

/// Checks the contacts of all pairs. A normal is a unit vector that points up; each point, moved by half of its separation
/// along it, lies on the segment and on the box's outline (by half of the skin beside them where corners face each other). The
/// highest place of each segment under a box that is deep in it has a point of this depth nearby, of the pair or of a
/// neighbour.
/// @param skin  up to which distance pairs may have points
/// @return  the first error, or empty
std::string wrong_ground(const Ground& ground, const std::vector<GroundContact>& contacts, double skin);

}  // namespace satchel_bench
