#include "satchel_scene.hpp"

#include <vector>

namespace satchel_bench {

satchel::Scene make_scene(const Workload& workload) {
  satchel::Scene scene;
  for (const Shape& shape : workload.shapes) {
    if (shape.box) {
      scene.add_box(shape.vertices[2].x, shape.vertices[2].y);
    } else {
      scene.add_polygon(shape.vertices);
    }
  }
  std::vector<satchel::BodyId> bodies(workload.poses.size());
  scene.add_bodies(workload.body_shapes, workload.poses, bodies);
  return scene;
}

}  // namespace satchel_bench
