#include "reference/check_nearest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/reference.hpp"
#include "reference/separations.hpp"

namespace satchel_bench {

std::string wrong_nearest(const NearCars& cars, std::span<const NearestObstacle> found) {
  constexpr double tolerance = 1e-4;  // of coordinates of some hundred units, which some engines round to floats
  Workload all = cars.obstacles;
  const auto car = static_cast<satchel::BodyId>(all.poses.size());
  all.body_shapes.push_back(static_cast<satchel::ShapeId>(all.shapes.size() - 1));
  all.poses.emplace_back();
  std::vector<double> reaches;
  for (const satchel::ShapeId shape : all.body_shapes) reaches.push_back(reach_of(all.shapes[shape]));
  Reference reference(all);
  const auto gap = [&](satchel::BodyId body) {
    reference.place({car, body});
    return reference.gap();
  };
  if (found.size() != cars.poses.size()) return "not one body a pose";
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::string name = "pose " + std::to_string(i) + ": ";
    if (found[i].pose != i || found[i].body >= car) return name + "not one body a pose";
    all.poses[car] = cars.poses[i];
    const double distance = gap(found[i].body);
    if (!(std::abs(distance - found[i].distance) <= tolerance)) {
      return name + "body " + std::to_string(found[i].body) + " is at " + std::to_string(distance) + ", not at " +
             std::to_string(found[i].distance);
    }
    for (satchel::BodyId body = 0; body < car; ++body) {
      const double apart = std::hypot(all.poses[body].x - all.poses[car].x, all.poses[body].y - all.poses[car].y);
      if (apart - reaches[body] - reaches[car] > distance) continue;
      if (gap(body) < distance - tolerance) return name + "body " + std::to_string(body) + " is nearer";
    }
  }
  return {};
}

}  // namespace satchel_bench
