#include "engines/satchel/scene.hpp"

#include <vector>

namespace satchel_bench {

namespace {

template <class T>
satchel::ShapeId add_compound(satchel::BasicScene<T>& scene, const Shape& shape) {
  std::vector<satchel::ShapeId> parts;
  for (const std::vector<satchel::Vec2>& part : shape.parts) {
    std::vector<satchel::BasicVec2<T>> vertices;
    for (const satchel::Vec2 vertex : part) vertices.push_back({vertex.x, vertex.y});
    parts.push_back(scene.add_polygon(vertices));
  }
  return parts.size() == 1 ? parts[0] : scene.add_compound(parts, shape.inner_edges);
}

/// Adds a ring as an outline, with its parts; as a compound of these if its bodies are turned and the outline may not be.
template <class T>
satchel::ShapeId add_concave(satchel::BasicScene<T>& scene, const Shape& shape, bool turns) {
  if (!shape.from_ring || shape.parts.size() == 1) return add_compound(scene, shape);
  std::vector<satchel::BasicVec2<T>> ring;
  for (const satchel::Vec2 vertex : shape.vertices) ring.push_back({vertex.x, vertex.y});
  satchel::BasicScene<T> alone;
  satchel::BodyId body = 0;
  if (turns && !alone.try_add_body(alone.add_outline(ring), satchel::Pose::at(0, 0, 1), body).ok()) {
    return add_compound(scene, shape);
  }
  const satchel::ShapeId outline = scene.add_outline(ring);
  scene.make_parts({&outline, 1});
  return outline;
}

}  // namespace

template <class T>
satchel::BasicScene<T> make_scene(const Workload& workload) {
  satchel::BasicScene<T> scene;
  std::vector<satchel::BasicVec2<T>> vertices;
  std::vector<satchel::ShapeId> ids;  // in the scene, of each shape of the workload
  std::vector<bool> turns(workload.shapes.size());
  for (std::size_t body = 0; body < workload.poses.size(); ++body) {
    const satchel::Rotation& rotation = workload.poses[body].rotation;
    if (rotation.cos != 0 && rotation.sin != 0) turns[workload.body_shapes[body]] = true;
  }
  for (std::size_t k = 0; k < workload.shapes.size(); ++k) {
    const Shape& shape = workload.shapes[k];
    if (!shape.parts.empty()) {
      ids.push_back(add_concave(scene, shape, turns[k]));
      continue;
    }
    ids.push_back(static_cast<satchel::ShapeId>(scene.shape_count()));
    vertices.clear();
    for (const satchel::Vec2 vertex : shape.vertices) vertices.push_back({vertex.x, vertex.y});
    if (shape.box) {
      scene.add_box(vertices[2].x, vertices[2].y, shape.radius);
    } else if (vertices.size() == 1) {
      scene.add_circle(vertices[0], shape.radius);
    } else if (vertices.size() == 2) {
      scene.add_capsule(vertices[0], vertices[1], shape.radius);
    } else {
      scene.add_polygon(vertices, shape.radius);
    }
  }
  std::vector<satchel::BodyId> bodies(workload.poses.size());
  std::vector<satchel::ShapeId> shapes;
  for (const satchel::ShapeId shape : workload.body_shapes) shapes.push_back(ids[shape]);
  scene.add_bodies(shapes, workload.poses, bodies);
  return scene;
}

template satchel::Scene make_scene(const Workload&);
template satchel::Scened make_scene(const Workload&);

}  // namespace satchel_bench
