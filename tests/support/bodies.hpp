// What a scene says about its shapes and bodies, as values to compare.
#pragma once

#include <gtest/gtest.h>

#include <satchel/scene.hpp>
#include <vector>

namespace satchel::test {

template <class T>
std::vector<BasicVec2<T>> offsets_of(const BasicScene<T>& scene, BodyId body) {
  std::vector<BasicVec2<T>> offsets(scene.vertex_count(scene.shape(body)));
  scene.placed_offsets(body, offsets);
  return offsets;
}

inline std::vector<Vec2> vertices_of(const Scene& scene, ShapeId shape) {
  std::vector<Vec2> vertices(scene.vertex_count(shape));
  scene.local_vertices(shape, vertices);
  return vertices;
}

/// Both bodies lie in the same place, bit for bit.
inline void expect_same_body(const Scene& scene, BodyId body, const Scene& other, BodyId twin) {
  EXPECT_EQ(scene.pose(body), other.pose(twin));
  EXPECT_EQ(offsets_of(scene, body), offsets_of(other, twin));
  EXPECT_EQ(scene.bounding_box(body), other.bounding_box(twin));
}

}  // namespace satchel::test
