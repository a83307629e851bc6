// Computes the time at which a ray meets a body that is an outline.
#pragma once

#include <satchel/cast_rays.hpp>

#include "scene/data.hpp"
#include "spatial/ray_on_part.hpp"

namespace satchel::spatial {

/// The first meeting of a half-line (the ray without max_time) and an outline, decided by its edges. O(n), and a test
/// for each edge near the ray's line.
template <class T>
Meeting meeting_with_outline(const detail::SceneData<T>& scene, BodyId body, const Ray& ray);

}  // namespace satchel::spatial
