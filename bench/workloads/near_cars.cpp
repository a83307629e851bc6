#include "workloads/near_cars.hpp"

#include <cmath>
#include <numbers>

#include "workloads/random.hpp"
#include "workloads/shapes.hpp"

namespace satchel_bench {
namespace {

constexpr std::size_t obstacle_count = 500;
constexpr double side = 200;

NearCars make_near_cars() {
  Random random(47);
  NearCars cars;
  Workload& workload = cars.obstacles;
  for (int i = 0; i < 16; ++i) workload.shapes.push_back(random_box(0.3, 2.4, random));
  const auto anywhere = [&] {
    const double x = rounded(random.uniform(0, side)), y = rounded(random.uniform(0, side));
    const double angle = random.uniform(0, 2 * std::numbers::pi);
    return satchel::Pose{x, y, {rounded(std::cos(angle)), rounded(std::sin(angle))}};
  };
  for (std::size_t k = 0; k < obstacle_count; ++k) {
    workload.body_shapes.push_back(static_cast<satchel::ShapeId>(random.below(16)));
    workload.poses.push_back(anywhere());
  }
  workload.shapes.push_back({.vertices = {{-2.3f, -0.9f}, {2.3f, -0.9f}, {2.3f, 0.9f}, {-2.3f, 0.9f}}});
  for (std::size_t k = 0; k < nearest_to_cars.items; ++k) cars.poses.push_back(anywhere());
  return cars;
}

}  // namespace

const NearCars& near_cars() {
  static const NearCars cars = make_near_cars();
  return cars;
}

}  // namespace satchel_bench
