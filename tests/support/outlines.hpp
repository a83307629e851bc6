// Concave outlines to try, and what an outline is, in exact numbers and by brute force.
#pragma once

#include <satchel/types.hpp>
#include <span>
#include <vector>

#include "exact_number.hpp"
#include "random.hpp"

namespace satchel::test {

struct ExactPoint {
  Exact x, y;
  friend bool operator==(const ExactPoint&, const ExactPoint&) = default;
};

template <class T>
ExactPoint exact_point(const BasicVec2<T>& v) {
  return {exact(v.x), exact(v.y)};
}

/// Sign of (b - a) x (c - a).
int exact_turn(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c);

/// Twice the signed area.
Exact doubled_area(const std::vector<ExactPoint>& ring);

/// Whether two closed segments have a point in common.
bool segments_meet(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c, const ExactPoint& d);

/// Whether no two edges of the ring meet but neighbours in their vertex, by trying all.
bool is_simple(const std::vector<ExactPoint>& ring);

template <class T>
std::vector<ExactPoint> exact_points(std::span<const BasicVec2<T>> ring) {
  std::vector<ExactPoint> points;
  for (const BasicVec2<T>& v : ring) points.push_back(exact_point(v));
  return points;
}

/// Vertices at random distances round the origin.
std::vector<Vec2d> star_outline(Random& random, int count);
/// A bar with teeth of random lengths, on the grid of halves.
std::vector<Vec2d> comb_outline(Random& random, int teeth);
/// A corridor that winds inward, on the integer grid.
std::vector<Vec2d> spiral_outline(Random& random, int turns);
/// Steps up and down, on the integer grid.
std::vector<Vec2d> stairs_outline(Random& random, int count);
/// Some vertices more on straight edges, where halving is exact.
std::vector<Vec2d> with_flat_vertices(Random& random, const std::vector<Vec2d>& outline, double chance);
/// One of all of these, counter-clockwise; simple, unless rounding to T spoils it.
template <class T>
std::vector<BasicVec2<T>> any_outline(Random& random);

}  // namespace satchel::test
