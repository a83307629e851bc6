// The boundaries of bodies as polygons, for pictures; arcs are approximated by short edges.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <satchel/scene.hpp>

#include "cli/picture/geometry.hpp"
#include "cli/scene_file/read_scene.hpp"

namespace satchel::cli {

/// The boundary of all points within `radius` of a convex core (a point, a segment, or a counter-clockwise polygon).
std::vector<Vec2d> rounded_outline(Outline core, double radius);

/// The boundary of a convex part of a body; the body itself is its only part unless it is a compound or an outline. The
/// parts of an outline have been made.
template <class T>
std::vector<Vec2d> part_outline(const BasicScene<T>& scene, BodyId body, std::uint32_t part);

/// The boundaries of all parts of a body.
template <class T>
Rings part_outlines(const BasicScene<T>& scene, BodyId body);

/// The boundary of a body: of an outline and a concave shape its rings, holes clockwise; else those of its parts.
template <class T>
Rings body_rings(const SceneFile<T>& file, BodyId body);

extern template std::vector<Vec2d> part_outline(const Scene&, BodyId, std::uint32_t);
extern template std::vector<Vec2d> part_outline(const Scened&, BodyId, std::uint32_t);
extern template Rings part_outlines(const Scene&, BodyId);
extern template Rings part_outlines(const Scened&, BodyId);
extern template Rings body_rings(const SceneFile<float>&, BodyId);
extern template Rings body_rings(const SceneFile<double>&, BodyId);

}  // namespace satchel::cli
