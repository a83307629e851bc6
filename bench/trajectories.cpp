#include "trajectories.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "random.hpp"
#include "reference.hpp"

namespace satchel_bench {
namespace {

using satchel::Pose;

double rounded(double v) { return static_cast<double>(static_cast<float>(v)); }

/// Adds a body. All numbers of its pose are values of floats, so that engines that store floats get the same bodies.
void add(Workload& workload, satchel::ShapeId shape, double x, double y, double angle) {
  workload.body_shapes.push_back(shape);
  workload.poses.push_back({rounded(x), rounded(y), rounded(std::cos(angle)), rounded(std::sin(angle))});
}

void add_box(Workload& workload, float w, float h) {
  workload.shapes.push_back({{{-w, -h}, {w, -h}, {w, h}, {-w, h}}, true});
}

/// A car on a road of six lanes with a crossing, among vehicles that drive along the lanes and parked cars. The sampled
/// trajectories vary in speed and curvature: some are free, the others hit at steps from the first to the last.
Traffic make_traffic() {
  constexpr std::size_t steps = 40, movers = 4096, obstacles = 100, fixed = 40;
  constexpr double dt = 0.1;
  Random random(31);
  Traffic traffic{{}, steps, movers, obstacles, fixed};
  Workload& workload = traffic.workload;
  add_box(workload, 2.35f, 1.0f);                                                                           // car
  add_box(workload, 5.0f, 1.25f);                                                                           // lorry
  workload.shapes.push_back({{{-0.9f, -0.3f}, {0.7f, -0.3f}, {0.9f, 0.0f}, {0.7f, 0.3f}, {-0.9f, 0.3f}}});  // bicycle
  for (std::size_t k = 0; k < fixed; ++k) {
    add(workload, 0, random.uniform(-120, 120), (k % 2 == 0 ? 12.5 : -12.5) + random.uniform(-0.3, 0.3),
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
        add(workload, shape, 40 + lane, s, heading + std::numbers::pi / 2);
      } else {
        add(workload, shape, s, lane, heading);
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
      add(workload, 0, x, y - 5.25, angle);
    }
  }
  return traffic;
}

/// A robot's footprint at poses all over a floor with obstacles; half of the poses are free.
Footprints make_footprints() {
  constexpr std::size_t poses = 100'000, obstacles = 1'000;
  Random random(32);
  Footprints footprints{{}, poses, obstacles};
  Workload& workload = footprints.workload;
  workload.shapes.push_back({{{-0.5f, -0.4f}, {0.5f, -0.4f}, {0.75f, 0.0f}, {0.5f, 0.4f}, {-0.5f, 0.4f}}});
  for (int i = 0; i < 32; ++i) {
    add_box(workload, static_cast<float>(random.uniform(0.2, 1.2)), static_cast<float>(random.uniform(0.2, 1.2)));
  }
  const double side = 80;
  const auto add_anywhere = [&](satchel::ShapeId shape) {
    const double x = random.uniform(0, side), y = random.uniform(0, side);
    add(workload, shape, x, y, random.uniform(0, 2 * std::numbers::pi));
  };
  for (std::size_t k = 0; k < poses; ++k) add_anywhere(0);
  for (std::size_t k = 0; k < obstacles; ++k) add_anywhere(static_cast<satchel::ShapeId>(1 + random.below(32)));
  return footprints;
}

double reach_of(const Shape& shape) {
  double reach = 0;
  for (const satchel::Vec2 v : shape.vertices) reach = std::max(reach, std::hypot(double{v.x}, double{v.y}));
  return reach;
}

/// Separations by the reference; for bodies far from each other a lower bound.
class Separations {
 public:
  explicit Separations(const Workload& workload) : workload_(workload), reference_(workload) {
    for (const Shape& shape : workload.shapes) reaches_.push_back(reach_of(shape));
  }
  double operator()(std::size_t a, std::size_t b) {
    const Pose &p = workload_.poses[a], &q = workload_.poses[b];
    const double gap =
        std::hypot(p.x - q.x, p.y - q.y) - reaches_[workload_.body_shapes[a]] - reaches_[workload_.body_shapes[b]];
    if (gap > 0) return gap;
    reference_.place({static_cast<satchel::BodyId>(a), static_cast<satchel::BodyId>(b)});
    return reference_.separation();
  }

 private:
  const Workload& workload_;
  Reference reference_;
  std::vector<double> reaches_;
};

constexpr double tolerance = 1e-4;  // metres, because some engines round world coordinates to floats

}  // namespace

std::string wrong_first_hit(const Traffic& traffic, const std::vector<BenchHit>& hits, double skin) {
  Separations separation(traffic.workload);
  const std::size_t targets = traffic.obstacles + traffic.fixed;
  for (std::size_t m = 0; m < traffic.movers; ++m) {
    const std::size_t last = hits[m].step < 0 ? traffic.steps : static_cast<std::size_t>(hits[m].step) + 1;
    for (std::size_t step = 0; step < last; ++step) {
      const bool hit_now = hits[m].step == static_cast<int>(step);
      for (std::size_t k = 0; k < (hit_now ? hits[m].obstacle + 1 : targets); ++k) {
        const std::size_t body = k < traffic.obstacles ? traffic.obstacle_at(k, step) : k - traffic.obstacles;
        const double gap = separation(traffic.mover_at(m, step), body);
        const bool says_hit = hit_now && k == hits[m].obstacle;
        if (says_hit ? gap > skin + tolerance : gap < -tolerance) {
          return "mover " + std::to_string(m) + ", step " + std::to_string(step) + ", obstacle " + std::to_string(k) +
                 (says_hit ? ": hit, though they are apart by " : ": no hit, though they overlap by ") +
                 std::to_string(std::abs(gap));
        }
      }
    }
  }
  return {};
}

std::string wrong_footprint(const Footprints& footprints, std::vector<satchel::Pair> hits, double skin) {
  Separations separation(footprints.workload);
  std::sort(hits.begin(), hits.end());
  for (std::size_t pose = 0; pose < footprints.poses; pose += 7) {
    for (std::size_t k = 0; k < footprints.obstacles; ++k) {
      const satchel::Pair pair{static_cast<satchel::BodyId>(pose), static_cast<satchel::BodyId>(k)};
      const bool says_hit = std::binary_search(hits.begin(), hits.end(), pair);
      const double gap = separation(pose, footprints.poses + k);
      if (says_hit ? gap > skin + tolerance : gap < -tolerance) {
        return "pose " + std::to_string(pose) + ", obstacle " + std::to_string(k) + ": separation " +
               std::to_string(gap) + (says_hit ? ", hit" : ", no hit");
      }
    }
  }
  return {};
}

void register_trajectory_benchmarks() {
  const auto add_first_hits = [](const char* engine, auto make) {
    register_question({std::string("first_hits/trajectories/") + engine, "trajectory", 4096, [make] {
                         static const Traffic traffic = make_traffic();
                         return make(traffic);
                       }});
  };
  const auto add_footprints = [](const char* engine, auto make) {
    register_question({std::string("poses/footprint_1e5/") + engine, "pose", 100'000, [make] {
                         static const Footprints footprints = make_footprints();
                         return make(footprints);
                       }});
  };
  add_first_hits("satchel", make_satchel_first_hits);
  add_footprints("satchel", make_satchel_footprints);
#if SATCHEL_BENCH_BOX2D
  add_first_hits("box2d", make_box2d_first_hits);
  add_footprints("box2d", make_box2d_footprints);
#endif
}

}  // namespace satchel_bench
