// Trajectories to try, and their first hits by `classify`.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <satchel/satchel.hpp>
#include <string>
#include <vector>

#include "support/generators.hpp"

namespace satchel::test {

inline constexpr FirstHit no_hit{-1, std::numeric_limits<std::uint32_t>::max()};

/// Bodies on their ways, and memory for what `Trajectories` points to.
struct Fleet {
  std::vector<ShapeId> shapes;
  std::vector<Pose> poses;
  std::size_t steps = 0;
  std::vector<std::uint8_t> present;
  std::vector<std::uint32_t> starts{};
  double clearance = 0;

  operator Trajectories() const { return {shapes, poses, steps, present, starts, clearance}; }
  bool is_present(std::size_t body, std::size_t step) const {
    return present.empty() || present[body * steps + step] != 0;
  }
  const Pose& pose(std::size_t body, std::size_t step) const { return poses[body * steps + step]; }
};

/// Straight ways with turning bodies; on a grid of halves now and then, so that boxes touch.
inline Fleet fleet(Random& random, std::size_t bodies, std::size_t steps, std::size_t shapes, double side, bool on_grid,
                   double absent) {
  Fleet all;
  all.steps = steps;
  const auto snapped = [&](double x) { return on_grid ? std::round(2 * x) / 2 : x; };
  for (std::size_t k = 0; k < bodies; ++k) {
    all.shapes.push_back(static_cast<ShapeId>(random.below(shapes)));
    const double x = random.uniform(-side, side), y = random.uniform(-side, side), angle = random.uniform(0, 6.3);
    const double vx = random.uniform(-1, 1), vy = random.uniform(-1, 1), turn = random.uniform(-0.2, 0.2);
    for (std::size_t step = 0; step < steps; ++step) {
      const auto t = static_cast<double>(step);
      const double at = on_grid ? 0 : angle + turn * t;
      all.poses.push_back(Pose::at(snapped(x + vx * t), snapped(y + vy * t), at));
      if (absent > 0) all.present.push_back(random.chance(absent) ? 0 : 1);
      if (absent > 0 && all.present.back() == 0) all.poses.back() = {NAN, 1e300, {0, 0}};  // nobody looks at it
    }
  }
  return all;
}

/// Boxes, and polygons whose local frames lie anywhere.
template <class T>
BasicScene<T> shape_scene(Random& random, std::size_t shapes, bool on_grid) {
  BasicScene<T> scene;
  for (std::size_t k = 0; k < shapes; ++k) {
    if (on_grid || random.chance(0.4)) {
      const T half_height = static_cast<T>(0.5 * random.integer(1, 2));
      scene.add_box(static_cast<T>(0.5 * random.integer(1, 3)), half_height);
    } else {
      const Point2 centre{random.uniform(-2, 2), random.uniform(-2, 2)};
      const double radius = random.uniform(0.4, 1.5);
      scene.add_polygon(round_polygon<T>(random, random.pick({3, 5, 8, 12, 24}), radius, centre));
    }
  }
  return scene;
}

template <class T>
std::vector<FirstHit> found(const BasicScene<T>& scene, const Trajectories& movers, const Trajectories& obstacles,
                            const Options& options = {}) {
  const std::size_t count = movers.starts.empty() && movers.shapes.size() == 1 && movers.steps != 0
                                ? movers.poses.size() / movers.steps
                            : movers.starts.empty() ? movers.shapes.size()
                                                    : movers.starts.size() - 1;
  std::vector<FirstHit> hits(count, {77, 77});
  first_hits(scene, movers, obstacles, hits, options);
  return hits;
}

inline std::string text(const std::vector<FirstHit>& hits) {
  std::string all;
  for (const FirstHit& hit : hits) all += std::to_string(hit.step) + ':' + std::to_string(hit.obstacle) + ' ';
  return all;
}

/// By the definition, with `classify`: bodies of all movers, and of all obstacles, step by step, all pairs.
/// @param movers, obstacles         in rows of `steps`
/// @param of_movers, of_obstacles   scenes with the shapes of the movers and of the obstacles
/// @param may_meet                  whether a mover may hit a fixed body
template <class T>
std::vector<FirstHit> by_classify(
    const BasicScene<T>& scene, const BasicScene<T>& of_movers, const BasicScene<T>& of_obstacles, const Fleet& movers,
    const Fleet& obstacles,
    const std::function<bool(std::size_t, BodyId)>& may_meet = [](std::size_t, BodyId) { return true; }) {
  const auto without_bodies = [](BasicScene<T> of) {
    for (BodyId body = 0; body < of.body_slots(); ++body) {
      if (of.has_body(body)) of.remove_body(body);
    }
    return of;
  };
  std::vector<FirstHit> hits(movers.shapes.size(), no_hit);
  const auto count = static_cast<std::uint32_t>(obstacles.shapes.size());
  const BasicScene<T> mover_shapes = without_bodies(of_movers), obstacle_shapes = without_bodies(of_obstacles);
  for (std::size_t step = movers.steps; step-- > 0;) {
    BasicScene<T> moving = mover_shapes, others = obstacle_shapes;
    std::vector<std::size_t> mover_of(movers.shapes.size() + moving.body_slots());
    std::vector<std::uint32_t> obstacle_of(obstacles.shapes.size() + others.body_slots());
    for (std::size_t m = 0; m < movers.shapes.size(); ++m) {
      if (movers.is_present(m, step)) mover_of[moving.add_body(movers.shapes[m], movers.pose(m, step))] = m;
    }
    for (std::uint32_t k = 0; k < count; ++k) {
      if (!obstacles.is_present(k, step)) continue;
      obstacle_of[others.add_body(obstacles.shapes[k], obstacles.pose(k, step))] = k;
    }
    const auto at = static_cast<std::int32_t>(step);
    const auto take = [&](const BasicScene<T>& targets, const auto& obstacle, const auto& may) {
      std::vector<Pair> pairs;
      for (BodyId a = 0; a < moving.body_slots(); ++a) {
        for (BodyId b = 0; moving.has_body(a) && b < targets.body_slots(); ++b) {
          if (targets.has_body(b) && may(mover_of[a], b)) pairs.push_back({a, b});
        }
      }
      std::vector<Verdict> verdicts(pairs.size());
      classify(moving, targets, pairs, verdicts);
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (verdicts[i] == Verdict::disjoint) continue;
        FirstHit& hit = hits[mover_of[pairs[i].a]];
        const std::uint32_t its = obstacle(pairs[i].b);
        hit = {at, hit.step == at ? std::min(hit.obstacle, its) : its};
      }
    };
    take(
        others, [&](BodyId b) { return obstacle_of[b]; }, [](std::size_t, BodyId) { return true; });
    take(
        scene, [&](BodyId b) { return count + b; }, may_meet);
  }
  return hits;
}

}  // namespace satchel::test
