// Shapes and bodies that several workloads are made of.
#pragma once

#include <cstddef>

#include "workloads/random.hpp"
#include "workloads/workload.hpp"

namespace satchel_bench {

/// The nearest float. All numbers of a pose are values of floats, so that engines that store floats get the same bodies.
inline double rounded(double v) { return static_cast<double>(static_cast<float>(v)); }

/// A box of these half-extents.
Shape box(float w, float h);

/// A box whose half-extents are in [least, most).
Shape random_box(double least, double most, Random& random);

/// n vertices on a circle, so that the polygon is convex for all angles. The angles differ by at least 0.4 of the
/// regular step, so that every turn is far above rounding.
Shape irregular_polygon(std::size_t n, double radius, Random& random);

/// Adds a body at a rounded pose.
void add_body(Workload& workload, satchel::ShapeId shape, double x, double y, double angle);

}  // namespace satchel_bench
