// Convex polygons for generated scenes.
#pragma once

#include <cstdint>
#include <vector>

#include <satchel/types.hpp>

#include "cli/generate/random.hpp"

namespace satchel::cli {

inline constexpr double two_pi = 6.283185307179586;

/// `count` points on a circle around the origin, counter-clockwise, at nearly equal angles: each angle is off by at
/// most jitter / 2 of the angle between two points; jitter < 1.
std::vector<Vec2d> points_on_circle(Random& random, std::uint32_t count, double radius, double jitter);

/// The corners of a box around the origin.
std::vector<Vec2d> box_corners(double half_width, double half_height);

std::vector<Vec2> to_float(const std::vector<Vec2d>& points);

/// The nearest multiple of 1 / parts.
double rounded(double value, double parts);

}  // namespace satchel::cli
