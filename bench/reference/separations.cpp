#include "reference/separations.hpp"

#include <cmath>

namespace satchel_bench {

double reach_of(const Shape& shape) {
  double reach = 0;
  for (const satchel::Vec2 v : shape.vertices) reach = std::max(reach, std::hypot(double{v.x}, double{v.y}));
  return reach + static_cast<double>(shape.radius);
}

Separations::Separations(const Workload& workload) : workload_(workload), reference_(workload) {
  for (const Shape& shape : workload.shapes) reaches_.push_back(reach_of(shape));
}

double Separations::operator()(std::size_t a, std::size_t b) {
  const satchel::Pose &p = workload_.poses[a], &q = workload_.poses[b];
  const double reach = reaches_[workload_.body_shapes[a]] + reaches_[workload_.body_shapes[b]];
  const double x = p.x - q.x, y = p.y - q.y, squared = x * x + y * y;
  if (squared > reach * reach) return std::sqrt(squared) - reach;
  reference_.place({static_cast<satchel::BodyId>(a), static_cast<satchel::BodyId>(b)});
  return reference_.separation();
}

}  // namespace satchel_bench
