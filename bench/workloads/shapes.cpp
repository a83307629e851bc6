#include "workloads/shapes.hpp"

#include <cmath>
#include <numbers>

namespace satchel_bench {

Shape box(float w, float h) { return {.vertices = {{-w, -h}, {w, -h}, {w, h}, {-w, h}}, .box = true}; }

Shape random_box(double least, double most, Random& random) {
  const float w = static_cast<float>(random.uniform(least, most));
  return box(w, static_cast<float>(random.uniform(least, most)));
}

Shape irregular_polygon(std::size_t n, double radius, Random& random) {
  const double phase = random.uniform(0, 2 * std::numbers::pi);
  const double step = 2 * std::numbers::pi / static_cast<double>(n);
  Shape shape;
  for (std::size_t i = 0; i < n; ++i) {
    const double angle = phase + step * (static_cast<double>(i) + random.uniform(-0.3, 0.3));
    shape.vertices.push_back(
        {static_cast<float>(radius * std::cos(angle)), static_cast<float>(radius * std::sin(angle))});
  }
  return shape;
}

void add_body(Workload& workload, satchel::ShapeId shape, double x, double y, double angle) {
  workload.body_shapes.push_back(shape);
  workload.poses.push_back({rounded(x), rounded(y), {rounded(std::cos(angle)), rounded(std::sin(angle))}});
}

}  // namespace satchel_bench
