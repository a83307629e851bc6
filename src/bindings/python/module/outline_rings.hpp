// The rings of shapes that are outlines, and outlines made of them again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <satchel/scene.hpp>

#include "errors.hpp"

namespace satchel::python {

/// The rings of a shape in its own frame, as `add_outlines` takes them.
template <class T>
struct ShapeRings {
  std::vector<BasicVec2<T>> vertices;
  std::vector<std::uint32_t> ring_starts, polygon_starts;  ///< each with the end; a polygon begins with its outer ring
};

/// The rings of a shape; of one that is no outline none.
template <class T>
ShapeRings<T> rings_of(const BasicScene<T>& scene, ShapeId shape) {
  ShapeRings<T> rings;
  const std::size_t count = scene.ring_count(shape);
  if (count == 0) return rings;
  rings.ring_starts.resize(count + 1);
  std::vector<std::uint8_t> is_hole(count);
  scene.rings(shape, rings.ring_starts, is_hole);
  for (std::uint32_t k = 0; k < count; ++k) {
    if (k == 0 || is_hole[k] == 0) rings.polygon_starts.push_back(k);
  }
  rings.polygon_starts.push_back(static_cast<std::uint32_t>(count));
  rings.vertices.resize(scene.vertex_count(shape));
  scene.local_vertices(shape, rings.vertices);
  return rings;
}

/// Adds an outline of rings that another scene has. Rings that are not valid were trusted there.
template <class T>
ShapeId add_outline_of(BasicScene<T>& scene, const BasicOutlines<T>& rings) {
  ShapeId id = 0;
  const Options one_thread{.max_threads = 1};
  Status status = scene.try_add_outlines(rings, {&id, 1}, {.options = one_thread});
  if (status.code == ErrorCode::bad_outline) {
    status = scene.try_add_outlines(rings, {&id, 1}, {.trusted = true, .options = one_thread});
  }
  check(status);
  return id;
}

}  // namespace satchel::python
