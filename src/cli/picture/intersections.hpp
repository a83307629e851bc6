// The intersections of pairs as polygons, for pictures.
#pragma once

#include <span>
#include <vector>

#include <satchel/results.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

#include "cli/picture/geometry.hpp"

namespace satchel::cli {

/// The polygons, in world coordinates, in which overlapping pairs intersect: those of the library, or, where a body has a
/// radius, the outlines of its parts clipped by each other, with short edges for arcs.
template <class T>
std::vector<std::vector<Vec2d>> intersection_polygons(const BasicScene<T>& scene, std::span<const Pair> pairs,
                                                      std::span<const Verdict> verdicts);

extern template std::vector<std::vector<Vec2d>> intersection_polygons(const Scene&, std::span<const Pair>,
                                                                      std::span<const Verdict>);
extern template std::vector<std::vector<Vec2d>> intersection_polygons(const Scened&, std::span<const Pair>,
                                                                      std::span<const Verdict>);

}  // namespace satchel::cli
