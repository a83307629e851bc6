// Computes where a ray leaves a body that it meets.
#pragma once

#include <satchel/cast_rays.hpp>

#include "scene/data.hpp"

namespace satchel::spatial {

/// The first time from the entry on after which the ray's point lies outside of the body, and the outward normal there.
struct Leaving {
  double time, normal_x, normal_y;
};

/// @param entry  the time of the ray's first meeting with the body
/// May throw bad_alloc.
template <class T>
Leaving leaving(const detail::SceneData<T>& scene, BodyId body, const Ray& ray, double entry);

/// Whether a body that a ray meets at its origin contains the origin. (With a radius, the time of a meeting may be rounded
/// to 0.)
template <class T>
bool begins_in(const detail::SceneData<T>& scene, BodyId body, const Ray& ray);

}  // namespace satchel::spatial
