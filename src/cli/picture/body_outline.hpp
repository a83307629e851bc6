// The boundaries of bodies as polygons, for pictures: arcs become short edges.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <satchel/scene.hpp>

#include "cli/picture/geometry.hpp"
#include "cli/scene_file/read_scene.hpp"

namespace satchel::cli {

/// The boundary of everything within `radius` of a convex core: a point, a segment, or a polygon, counter-clockwise.
std::vector<Vec2d> rounded_outline(Outline core, double radius);

/// A body's part, convex; the body itself where it has but one.
template <class T>
std::vector<Vec2d> part_outline(const BasicScene<T>& scene, BodyId body, std::uint32_t part);

/// All of a body: that of a concave shape is its outline as the file has it.
template <class T>
std::vector<Vec2d> body_outline(const SceneFile<T>& file, BodyId body);

extern template std::vector<Vec2d> part_outline(const Scene&, BodyId, std::uint32_t);
extern template std::vector<Vec2d> part_outline(const Scened&, BodyId, std::uint32_t);
extern template std::vector<Vec2d> body_outline(const SceneFile<float>&, BodyId);
extern template std::vector<Vec2d> body_outline(const SceneFile<double>&, BodyId);

}  // namespace satchel::cli
