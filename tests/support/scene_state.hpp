// What can be seen of a scene, as a hash: to tell whether a call left it as it was.
#pragma once

#include <cstddef>
#include <cstdint>
#include <satchel/satchel.hpp>
#include <vector>

#include "hash.hpp"

namespace satchel::test {

/// Shapes, bodies, placed vertices, generations, which bodies are linked, and the contacts and manifolds of neighbouring bodies.
template <class T>
std::uint64_t contents_of(const BasicScene<T>& scene) {
  Hash hash;
  const auto add_vertices = [&](const std::vector<BasicVec2<T>>& vertices) {
    for (const BasicVec2<T>& v : vertices) hash.add(v.x, v.y);
  };
  hash.add(std::uint64_t{scene.shape_count()}, std::uint64_t{scene.body_count()}, std::uint64_t{scene.body_slots()});
  for (ShapeId shape = 0; shape < scene.shape_count(); ++shape) {
    std::vector<BasicVec2<T>> vertices(scene.vertex_count(shape));
    scene.local_vertices(shape, vertices);
    add_vertices(vertices);
    hash.add(scene.radius(shape));
    std::vector<ShapeId> parts(scene.part_count(shape));
    scene.parts(shape, parts);
    for (const ShapeId part : parts) hash.add(std::uint64_t{part});
  }
  std::vector<BodyId> bodies;
  for (BodyId body = 0; body < scene.body_slots(); ++body) {
    hash.add(std::uint64_t{scene.generation(body)}, std::uint64_t{scene.has_body(body)});
    if (!scene.has_body(body)) continue;
    bodies.push_back(body);
    const Pose pose = scene.pose(body);
    const Box box = scene.bounding_box(body);
    hash.add(std::uint64_t{scene.shape(body)}, std::uint64_t{scene.is_linked(body)});
    hash.add(pose.x, pose.y, pose.rotation.cos, pose.rotation.sin, box.min_x, box.min_y, box.max_x, box.max_y);
    std::vector<BasicVec2<T>> offsets(scene.vertex_count(scene.shape(body)));
    scene.placed_offsets(body, offsets);
    add_vertices(offsets);
  }
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t k = 1; k <= 3; ++k) pairs.push_back({bodies[i], bodies[(i + k) % bodies.size()]});
  }
  std::vector<BasicContact<T>> contacts(pairs.size());
  collide(scene, pairs, contacts);
  for (const BasicContact<T>& contact : contacts) {
    hash.add(contact.normal_x, contact.normal_y, contact.separation, std::uint64_t{contact.feature});
  }
  std::vector<BasicManifold<T>> points(pairs.size());
  manifolds(scene, pairs, points);
  for (const BasicManifold<T>& manifold : points) {
    hash.add(manifold.normal_x, manifold.normal_y, std::uint64_t{manifold.count});
    for (std::uint32_t k = 0; k < manifold.count; ++k) hash.add(manifold.points[k].separation);
  }
  return hash.value();
}

/// The contents, the identity and the revisions.
template <class T>
std::uint64_t state_of(const BasicScene<T>& scene) {
  const SceneRevisions revisions = scene.revisions();
  Hash hash;
  hash.add(contents_of(scene), scene.identity(), revisions.all, revisions.shapes, revisions.bodies, revisions.poses);
  return hash.value();
}

}  // namespace satchel::test
