// Decides whether a body that is an outline contains a point, or meets a box.
#pragma once

#include <satchel/types.hpp>

#include "scene/data.hpp"

namespace satchel::spatial {

/// Whether an outline contains a point, boundary included, exactly. O(n), and a test for each edge at the point's height.
template <class T>
bool outline_contains(const detail::SceneData<T>& scene, BodyId body, Vec2d point);

/// Whether an outline and a box have a common point, exactly; both are closed. O(n). May throw bad_alloc.
template <class T>
bool outline_meets(const detail::SceneData<T>& scene, BodyId body, const Box& box);

}  // namespace satchel::spatial
