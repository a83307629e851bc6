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
  std::vector<Motion> velocities{};

  operator Trajectories() const { return {shapes, poses, steps, present, starts, clearance, velocities}; }
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

/// The bodies of all trajectories at a step, in a scene of their own.
template <class T>
struct Placed {
  BasicScene<T> scene;
  std::vector<std::size_t> trajectory;  ///< by body
  std::vector<Motion> motions;          ///< by body, within a horizon

  /// @param shapes  a scene with the shapes
  Placed(const BasicScene<T>& shapes, const Fleet& all, std::size_t step, double horizon = 1) : scene(shapes) {
    for (BodyId body = 0; body < scene.body_slots(); ++body) {
      if (scene.has_body(body)) scene.remove_body(body);
    }
    trajectory.resize(all.shapes.size() + scene.body_slots());
    motions.resize(scene.body_slots());
    for (std::size_t k = 0; k < all.shapes.size(); ++k) {
      if (!all.is_present(k, step)) continue;
      const BodyId body = scene.add_body(all.shapes[k], all.pose(k, step));
      trajectory[body] = k;
      motions.resize(scene.body_slots());
      if (all.velocities.empty()) continue;
      const Motion& its = all.velocities[k * all.steps + step];
      motions[body] = {its.x * horizon, its.y * horizon, its.angle * horizon};
    }
  }
};

/// What `ask` is told: all pairs of movers and targets at a step.
template <class T>
struct PairsAtStep {
  std::size_t step;
  const Placed<T>& movers;
  const BasicScene<T>& targets;
  const std::vector<Motion>& target_motions;
  std::vector<Pair> pairs;
  std::vector<std::uint32_t> obstacles;  ///< by pair, as FirstHit::obstacle

  std::size_t mover(std::size_t pair) const { return movers.trajectory[pairs[pair].a]; }
};

/// Calls ask(pairs at the step) for each step, with moving obstacles and with fixed bodies.
/// @param movers, obstacles         in rows of `steps`
/// @param of_movers, of_obstacles   scenes with the shapes of the movers and of the obstacles
/// @param may_meet                  whether a mover may hit a fixed body
template <class T, class Ask>
void for_each_step(
    const BasicScene<T>& scene, const BasicScene<T>& of_movers, const BasicScene<T>& of_obstacles, const Fleet& movers,
    const Fleet& obstacles, double horizon, const Ask& ask,
    const std::function<bool(std::size_t, BodyId)>& may_meet = [](std::size_t, BodyId) { return true; }) {
  const auto count = static_cast<std::uint32_t>(obstacles.shapes.size());
  const std::vector<Motion> still(scene.body_slots());
  for (std::size_t step = 0; step < movers.steps; ++step) {
    const Placed<T> moving(of_movers, movers, step, horizon), others(of_obstacles, obstacles, step, horizon);
    const auto ask_about = [&](const BasicScene<T>& targets, const std::vector<Motion>& motions, const auto& obstacle,
                               const auto& may) {
      PairsAtStep<T> at{step, moving, targets, motions, {}, {}};
      for (BodyId a = 0; a < moving.scene.body_slots(); ++a) {
        for (BodyId b = 0; moving.scene.has_body(a) && b < targets.body_slots(); ++b) {
          if (!targets.has_body(b) || !may(moving.trajectory[a], b)) continue;
          at.pairs.push_back({a, b});
          at.obstacles.push_back(obstacle(b));
        }
      }
      ask(at);
    };
    ask_about(
        others.scene, others.motions, [&](BodyId b) { return static_cast<std::uint32_t>(others.trajectory[b]); },
        [](std::size_t, BodyId) { return true; });
    ask_about(
        scene, still, [&](BodyId b) { return count + b; }, may_meet);
  }
}

/// By the definition, with `classify`: bodies of all movers, and of all obstacles, step by step, all pairs. Parameters as
/// of for_each_step.
template <class T>
std::vector<TrajectoryHit> all_by_classify(
    const BasicScene<T>& scene, const BasicScene<T>& of_movers, const BasicScene<T>& of_obstacles, const Fleet& movers,
    const Fleet& obstacles,
    const std::function<bool(std::size_t, BodyId)>& may_meet = [](std::size_t, BodyId) { return true; }) {
  std::vector<TrajectoryHit> hits;
  const auto ask = [&](const PairsAtStep<T>& at) {
    std::vector<Verdict> verdicts(at.pairs.size());
    classify(at.movers.scene, at.targets, at.pairs, verdicts);
    for (std::size_t i = 0; i < at.pairs.size(); ++i) {
      if (verdicts[i] == Verdict::disjoint) continue;
      hits.push_back(
          {static_cast<std::uint32_t>(at.mover(i)), static_cast<std::uint32_t>(at.step), at.obstacles[i], verdicts[i]});
    }
  };
  for_each_step<T>(scene, of_movers, of_obstacles, movers, obstacles, 1, ask, may_meet);
  std::sort(hits.begin(), hits.end());
  return hits;
}

/// The first of these hits of each mover.
template <class T>
std::vector<FirstHit> by_classify(
    const BasicScene<T>& scene, const BasicScene<T>& of_movers, const BasicScene<T>& of_obstacles, const Fleet& movers,
    const Fleet& obstacles,
    const std::function<bool(std::size_t, BodyId)>& may_meet = [](std::size_t, BodyId) { return true; }) {
  std::vector<FirstHit> hits(movers.shapes.size(), no_hit);
  for (const TrajectoryHit& its : all_by_classify(scene, of_movers, of_obstacles, movers, obstacles, may_meet)) {
    if (hits[its.trajectory] == no_hit) hits[its.trajectory] = {static_cast<std::int32_t>(its.step), its.obstacle};
  }
  return hits;
}

/// The same trajectories, each up to its last present step, with `starts`.
inline Fleet ragged(const Fleet& all) {
  Fleet cut{all.shapes, {}, 0, {}, {0}, all.clearance, {}};
  for (std::size_t k = 0; k < all.shapes.size(); ++k) {
    std::size_t steps = all.steps;
    while (steps > 0 && !all.is_present(k, steps - 1)) --steps;
    for (std::size_t step = 0; step < steps; ++step) {
      cut.poses.push_back(all.pose(k, step));
      cut.present.push_back(all.is_present(k, step) ? 1 : 0);
      if (!all.velocities.empty()) cut.velocities.push_back(all.velocities[k * all.steps + step]);
    }
    cut.starts.push_back(static_cast<std::uint32_t>(cut.poses.size()));
  }
  return cut;
}

/// A world of shapes of every kind, fixed bodies, movers and obstacles; on a grid now and then, so that bodies touch.
template <class T>
struct FleetWorld {
  BasicScene<T> scene;
  Fleet movers, obstacles;

  FleetWorld(Random& random, std::size_t most_movers, std::size_t most_steps) {
    const bool on_grid = random.chance(0.4);
    scene = shape_scene<T>(random, 1 + random.below(5), on_grid);
    if (!on_grid) {
      scene.add_circle({T(0.5), T(-0.25)}, random.pick({T(0), T(0.75)}));
      scene.add_capsule({T(-1), T(0)}, {T(1), T(0.5)}, T(0.25));
      const ShapeId parts[] = {scene.add_box(T(1), T(0.25)), scene.add_box(T(0.25), T(1))};
      scene.add_compound(parts);
    }
    const std::size_t shapes = scene.shape_count(), steps = 1 + random.below(most_steps);
    const double side = random.uniform(3, 12), absent = random.pick({0.0, 0.3, 0.7});
    movers = fleet(random, random.below(most_movers), steps, shapes, side, on_grid, absent);
    if (random.chance(0.8)) obstacles = fleet(random, random.below(12), steps, shapes, side, on_grid, absent);
    const Fleet bodies = fleet(random, random.below(10), 1, shapes, side, on_grid, 0);
    for (std::size_t k = 0; k < bodies.shapes.size(); ++k) scene.add_body(bodies.shapes[k], bodies.poses[k]);
    if (scene.body_slots() > 3) scene.remove_body(2);
    for (Fleet* const all : {&movers, &obstacles}) {
      const double turn = random.pick({0.0, 0.0, 1.5});
      for (std::size_t i = 0; i < all->poses.size(); ++i) {
        const auto speed = [&] { return on_grid ? random.integer(-2, 2) : random.uniform(-3, 3); };
        all->velocities.push_back({speed(), speed(), on_grid ? 0 : turn * random.uniform(-1, 1)});
      }
    }
  }
};

}  // namespace satchel::test
