#include "workloads/trajectories.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "workloads/random.hpp"
#include "workloads/shapes.hpp"

namespace satchel_bench {
namespace {

/// A car on a road of six lanes with a crossing, among vehicles that drive along the lanes and parked cars. The sampled
/// trajectories vary in speed and curvature: some are free, the others hit at steps from the first to the last.
Trajectories make_trajectories() {
  constexpr std::size_t steps = 40, movers = first_hits.items, obstacles = 100, fixed = 40;
  constexpr double dt = 0.1;
  Random random(31);
  Trajectories trajectories{{}, steps, movers, obstacles, fixed};
  Workload& workload = trajectories.workload;
  workload.shapes.push_back(box(2.35f, 1.0f));                                                              // car
  workload.shapes.push_back(box(5.0f, 1.25f));                                                              // lorry
  workload.shapes.push_back({{{-0.9f, -0.3f}, {0.7f, -0.3f}, {0.9f, 0.0f}, {0.7f, 0.3f}, {-0.9f, 0.3f}}});  // bicycle
  for (std::size_t k = 0; k < fixed; ++k) {
    add_body(workload, 0, random.uniform(-120, 120), (k % 2 == 0 ? 12.5 : -12.5) + random.uniform(-0.3, 0.3),
             random.uniform(-0.05, 0.05));
  }
  for (std::size_t k = 0; k < obstacles; ++k) {
    const bool crossing = k % 4 == 0;
    const double lane = 3.5 * (static_cast<double>(random.below(6)) - 2.5) + random.uniform(-0.3, 0.3);
    const double along = random.uniform(15, 120) * (random.below(2) == 0 ? 1 : -1);
    const double speed = random.uniform(0, 14) * (lane < 0 ? 1 : -1);
    const auto shape = static_cast<satchel::ShapeId>(random.below(10) < 7 ? 0 : 1 + random.below(2));
    for (std::size_t step = 0; step < steps; ++step) {
      const double s = along + speed * dt * static_cast<double>(step);
      const double heading = speed >= 0 ? 0 : std::numbers::pi;
      if (crossing) {
        add_body(workload, shape, 40 + lane, s, heading + std::numbers::pi / 2);
      } else {
        add_body(workload, shape, s, lane, heading);
      }
    }
  }
  for (std::size_t k = 0; k < movers; ++k) {
    const double speed = 2 + 16 * static_cast<double>(k % 64) / 63,
                 curvature = 0.06 * static_cast<double>(k / 64) / 63 - 0.03;
    for (std::size_t step = 0; step < steps; ++step) {
      const double s = speed * dt * static_cast<double>(step), angle = curvature * s;
      const double x = curvature == 0 ? s : std::sin(angle) / curvature;
      const double y = curvature == 0 ? 0 : (1 - std::cos(angle)) / curvature;
      add_body(workload, 0, x, y - 5.25, angle);
    }
  }
  return trajectories;
}

/// A robot's footprint at poses all over a floor with obstacles; half of the poses are free.
Footprints make_footprints() {
  constexpr std::size_t poses = footprint_poses.items, obstacles = 1'000;
  Random random(32);
  Footprints footprints{{}, poses, obstacles};
  Workload& workload = footprints.workload;
  workload.shapes.push_back({{{-0.5f, -0.4f}, {0.5f, -0.4f}, {0.75f, 0.0f}, {0.5f, 0.4f}, {-0.5f, 0.4f}}});
  for (int i = 0; i < 32; ++i) {
    const float h = static_cast<float>(random.uniform(0.2, 1.2)), w = static_cast<float>(random.uniform(0.2, 1.2));
    workload.shapes.push_back(box(w, h));
  }
  const double side = 80;
  const auto add_anywhere = [&](satchel::ShapeId shape) {
    const double x = random.uniform(0, side), y = random.uniform(0, side);
    add_body(workload, shape, x, y, random.uniform(0, 2 * std::numbers::pi));
  };
  for (std::size_t k = 0; k < poses; ++k) add_anywhere(0);
  for (std::size_t k = 0; k < obstacles; ++k) add_anywhere(static_cast<satchel::ShapeId>(1 + random.below(32)));
  return footprints;
}

}  // namespace

const Trajectories& trajectories() {
  static const Trajectories trajectories = make_trajectories();
  return trajectories;
}

const Footprints& footprints() {
  static const Footprints footprints = make_footprints();
  return footprints;
}

}  // namespace satchel_bench
