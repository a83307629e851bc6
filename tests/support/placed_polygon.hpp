// Bodies as the verdict sees them, and exact orientations: the ground on which the oracle stands.
#pragma once

#include <cstdint>
#include <satchel/satchel.hpp>
#include <span>
#include <vector>

namespace satchel::test {

/// A body as the verdict sees it: real vertices origin + offset, of which those of the convex hull count.
template <class T>
struct BasicPlacedPolygon {
  double origin_x = 0, origin_y = 0;
  std::vector<BasicVec2<T>> offsets;
  std::vector<std::uint32_t> hull;  ///< counter-clockwise, strictly convex
};
using PlacedPolygon = BasicPlacedPolygon<float>;
using PlacedPolygond = BasicPlacedPolygon<double>;

template <class T>
BasicPlacedPolygon<T> placed(double origin_x, double origin_y, const std::vector<BasicVec2<T>>& offsets);
template <class T>
BasicPlacedPolygon<T> placed(const BasicScene<T>& scene, BodyId body);

/// Sign of the turn o, p, q: positive to the left. Exact.
int orientation(Vec2 o, Vec2 p, Vec2 q);
int orientation(Vec2d o, Vec2d p, Vec2d q);

/// Whether this is exactly one strictly left turn after another, once around.
bool strictly_convex(std::span<const Vec2> polygon);
bool strictly_convex(std::span<const Vec2d> polygon);

/// Indices of the corners of the convex hull, counter-clockwise; one or two if all points are equal or on one line.
std::vector<std::uint32_t> hull_of(std::span<const Vec2> points);
std::vector<std::uint32_t> hull_of(std::span<const Vec2d> points);

}  // namespace satchel::test
