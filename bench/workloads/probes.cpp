#include "workloads/probes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "workloads/random.hpp"
#include "workloads/shapes.hpp"

namespace satchel_bench {
namespace {

using satchel::Vec2d;

constexpr std::size_t body_count = 10'000, sensors = 100, rays_of_sensor = ray_hits.items / sensors;
constexpr double side = 500, range = 100;

bool is_free(const Workload& workload, Vec2d place) {
  return std::none_of(workload.poses.begin(), workload.poses.end(),
                      [&](const satchel::Pose& pose) { return std::hypot(pose.x - place.x, pose.y - place.y) < 1.5; });
}

Probes make_probes() {
  Random random(41);
  Probes probes;
  Workload& workload = probes.workload;
  for (int i = 0; i < 64; ++i) workload.shapes.push_back(random_box(0.35, 0.8, random));
  const auto anywhere = [&] {
    const double x = rounded(random.uniform(0, side));
    return Vec2d{x, rounded(random.uniform(0, side))};
  };
  for (std::size_t k = 0; k < body_count; ++k) {
    const Vec2d at = anywhere();
    const double angle = random.uniform(0, 2 * std::numbers::pi);
    workload.body_shapes.push_back(static_cast<satchel::ShapeId>(random.below(64)));
    workload.poses.push_back({at.x, at.y, {rounded(std::cos(angle)), rounded(std::sin(angle))}});
  }
  for (std::size_t k = 0; k < bodies_at_points.items; ++k) probes.points.push_back(anywhere());
  for (std::size_t k = 0; k < sensors; ++k) {
    Vec2d at = anywhere();
    while (!is_free(workload, at)) at = anywhere();
    for (std::size_t i = 0; i < rays_of_sensor; ++i) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(i) / rays_of_sensor;
      probes.rays.push_back({at, {rounded(std::cos(angle)), rounded(std::sin(angle))}, range});
    }
  }
  for (const Vec2d at : probes.points) probes.boxes.push_back({at.x - 0.5, at.y - 0.5, at.x + 0.5, at.y + 0.5});
  return probes;
}

Probes make_shuffled_probes() {
  Probes shuffled = probes();
  Random random(43);
  for (std::size_t i = shuffled.rays.size(); i > 1; --i)
    std::swap(shuffled.rays[i - 1], shuffled.rays[random.below(i)]);
  return shuffled;
}

}  // namespace

const Probes& probes() {
  static const Probes probes = make_probes();
  return probes;
}

const Probes& shuffled_probes() {
  static const Probes probes = make_shuffled_probes();
  return probes;
}

}  // namespace satchel_bench
