#include "satchel_scene.hpp"

#include <vector>

namespace satchel_bench {

template <class T>
satchel::BasicScene<T> make_scene(const Workload& workload) {
  satchel::BasicScene<T> scene;
  std::vector<satchel::BasicVec2<T>> vertices;
  for (const Shape& shape : workload.shapes) {
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
  scene.add_bodies(workload.body_shapes, workload.poses, bodies);
  return scene;
}

template satchel::Scene make_scene(const Workload&);
template satchel::Scened make_scene(const Workload&);

}  // namespace satchel_bench
