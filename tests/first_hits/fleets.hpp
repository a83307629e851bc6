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
BasicScene<T> shape_scene(Random& random, std::size_t shapes, bool on_grid, T radius = 0) {
  BasicScene<T> scene;
  for (std::size_t k = 0; k < shapes; ++k) {
    if (on_grid || random.chance(0.4)) {
      const T half_height = static_cast<T>(0.5 * random.integer(1, 2));
      scene.add_box(static_cast<T>(0.5 * random.integer(1, 3)), half_height, radius);
    } else {
      const Point2 centre{random.uniform(-2, 2), random.uniform(-2, 2)};
      const double size = random.uniform(0.4, 1.5);
      scene.add_polygon(round_polygon<T>(random, random.pick({3, 5, 8, 12, 24}), size, centre), radius);
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

/// Whether a mover may hit a fixed body.
using MayMeet = std::function<bool(std::size_t, BodyId)>;
inline bool anyone(std::size_t, BodyId) { return true; }

/// Calls ask(pairs at the step) for each step, with moving obstacles and with fixed bodies.
/// @param movers, obstacles         in rows of `steps`
/// @param of_movers, of_obstacles   scenes with the shapes of the movers and of the obstacles
template <class T, class Ask>
void for_each_step(const BasicScene<T>& scene, const BasicScene<T>& of_movers, const BasicScene<T>& of_obstacles,
                   const Fleet& movers, const Fleet& obstacles, double horizon, const Ask& ask,
                   const MayMeet& may_meet = anyone) {
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
std::vector<TrajectoryHit> all_by_classify(const BasicScene<T>& scene, const BasicScene<T>& of_movers,
                                           const BasicScene<T>& of_obstacles, const Fleet& movers,
                                           const Fleet& obstacles, const MayMeet& may_meet = anyone) {
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
std::vector<FirstHit> by_classify(const BasicScene<T>& scene, const BasicScene<T>& of_movers,
                                  const BasicScene<T>& of_obstacles, const Fleet& movers, const Fleet& obstacles,
                                  const MayMeet& may_meet = anyone) {
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

/// The least number of T that is not below radius + clearance. The sum is exact for multiples of 1/4 up to 2 and
/// clearances from 2^-8 on; for those below, of a radius of 0.
template <class T>
T grown(T radius, double clearance) {
  if (clearance == 0) return radius;
  const auto sum = static_cast<long double>(radius) + clearance;
  T result = static_cast<T>(sum);
  while (static_cast<long double>(result) >= sum) result = std::nextafter(result, T(0));
  return std::nextafter(result, T(9));
}

/// An outline without holes, after polygons that are its parts. With a clearance it is the compound of these parts, as
/// trajectories have it.
template <class T>
ShapeId add_outline_or_parts(BasicScene<T>& scene, const BasicPolygon<T>& ring, double clearance) {
  const BasicConvexParts<T> cut = convex_parts(std::span<const BasicVec2<T>>(ring));
  const std::span<const BasicVec2<T>> vertices(cut.vertices);
  std::vector<ShapeId> parts;
  for (std::size_t k = 0; k < cut.size(); ++k) {
    const std::size_t first = cut.starts[k], count = cut.starts[k + 1] - first;
    parts.push_back(scene.add_polygon(vertices.subspan(first, count), grown(T(0), clearance)));
  }
  return clearance == 0 ? scene.add_outline(ring) : scene.add_compound(parts, cut.inner_edges);
}

/// Tiles with an inner edge and an outline, whose radii are larger by a clearance.
template <class T>
void add_shapes_with_inner_edges(BasicScene<T>& scene, double clearance) {
  const T radius = grown(T(0), clearance);
  const ShapeId tiles[] = {scene.add_polygon(box_at<T>(-2, -1, 2, 2), radius),
                           scene.add_polygon(box_at<T>(0, -1, 2, 2), radius)};
  const std::uint8_t inner_edges[] = {0, 1, 0, 0, 0, 0, 0, 1};
  scene.add_compound(tiles, inner_edges);
  add_outline_or_parts<T>(scene, {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}}, clearance);
}

/// A world of shapes of every kind, fixed bodies, some of them linked, movers and obstacles, with clearances or without; on
/// a grid now and then, so that bodies touch.
template <class T>
struct FleetWorld {
  BasicScene<T> scene;
  BasicScene<T> of_movers, of_obstacles;  ///< the same shapes, whose radii are larger by the clearances
  Fleet movers, obstacles;

  FleetWorld(Random& random, std::size_t most_movers, std::size_t most_steps) {
    const bool on_grid = random.chance(0.4), has_seams = random.chance(0.6);
    const auto some_clearance = [&] {
      return on_grid ? random.pick({0.0, 0.0, 0.5, 0.25}) : random.pick({0.0, 0.0, 1e-6, 0.1, random.uniform(0.01, 1)});
    };
    const double of_mover = some_clearance(), of_obstacle = some_clearance();
    const std::uint64_t seed = random.below(1u << 30);
    scene = shapes_of(seed, on_grid, has_seams, 0);
    of_movers = shapes_of(seed, on_grid, has_seams, of_mover);
    of_obstacles = shapes_of(seed, on_grid, has_seams, of_obstacle);
    const std::size_t with_radii = scene.shape_count(), steps = 1 + random.below(most_steps);
    for (BasicScene<T>* const all : {&scene, &of_movers, &of_obstacles}) {
      if (has_seams) all->add_chain({{T(2), T(0)}, {T(0), T(0.5)}, {T(-2), T(0)}}, false, true);
      all->make_parts();
    }
    const std::size_t shapes = with_radii + (has_seams ? 3 : 0);  // with the chain and its segments
    const double side = random.uniform(3, 12), absent = random.pick({0.0, 0.3, 0.7});
    const auto some_fleet = [&](std::size_t bodies, double clearance) {
      Fleet all = fleet(random, bodies, steps, clearance == 0 ? shapes : with_radii, side, on_grid, absent);
      all.clearance = clearance;
      return all;
    };
    movers = some_fleet(random.below(most_movers), of_mover);
    if (random.chance(0.8)) obstacles = some_fleet(random.below(12), of_obstacle);
    const Fleet bodies = fleet(random, random.below(10), 1, shapes, side, on_grid, 0);
    for (std::size_t k = 0; k < bodies.shapes.size(); ++k) scene.add_body(bodies.shapes[k], bodies.poses[k]);
    if (scene.body_slots() > 3) scene.remove_body(2);
    if (has_seams) add_floor(side);
    for (Fleet* const all : {&movers, &obstacles}) {
      const double turn = random.pick({0.0, 0.0, 1.5});
      for (std::size_t i = 0; i < all->poses.size(); ++i) {
        const auto speed = [&] { return on_grid ? random.integer(-2, 2) : random.uniform(-3, 3); };
        all->velocities.push_back({speed(), speed(), on_grid ? 0 : turn * random.uniform(-1, 1)});
      }
    }
  }

 private:
  /// Equal shapes for equal seeds, but for what the clearance adds to their radii.
  static BasicScene<T> shapes_of(std::uint64_t seed, bool on_grid, bool has_seams, double clearance) {
    Random random(seed);
    const T zero = grown(T(0), clearance);
    BasicScene<T> all = shape_scene<T>(random, 1 + random.below(5), on_grid, zero);
    if (!on_grid) {
      all.add_circle({T(0.5), T(-0.25)}, grown(random.pick({T(0), T(0.75)}), clearance));
      all.add_capsule({T(-1), T(0)}, {T(1), T(0.5)}, grown(T(0.25), clearance));
      const ShapeId parts[] = {all.add_box(T(1), T(0.25), zero), all.add_box(T(0.25), T(1), zero)};
      all.add_compound(parts);
    }
    if (has_seams) add_shapes_with_inner_edges(all, clearance);
    return all;
  }

  /// Fixed tiles in a row, whose shared edges are linked.
  void add_floor(double side) {
    const ShapeId tile = scene.add_box(T(1), T(1));
    std::vector<BodyId> floor;
    for (int k = 0; k < 3; ++k) floor.push_back(scene.add_body(tile, Pose{2.0 * k - 2, -std::round(side / 2)}));
    scene.link_shared_edges(floor);
  }
};

/// What options of a query say of bodies and of movers. `what` has a bit for filters, for worlds and for ignored bodies.
struct SomeOptions {
  static constexpr int all_kinds[] = {0, 1, 2, 3, 4, 7};
  std::vector<Filter> filters, of_movers;
  std::vector<std::uint32_t> worlds, of_mover;
  std::vector<BodyId> ignored;

  SomeOptions(Random& random, std::size_t bodies, std::size_t movers)
      : filters(bodies), of_movers(movers), worlds(bodies), of_mover(movers), ignored(movers) {
    for (std::vector<Filter>* const all : {&filters, &of_movers}) {
      for (Filter& filter : *all) {
        filter = {.category = random.pick({1u, 2u}), .mask = random.pick({1u, 3u}), .group = random.integer(-1, 1)};
      }
    }
    for (std::vector<std::uint32_t>* const all : {&worlds, &of_mover}) {
      for (std::uint32_t& world : *all) world = static_cast<std::uint32_t>(random.below(2)) * 7;
    }
    for (BodyId& body : ignored) body = bodies == 0 ? no_body : static_cast<BodyId>(random.below(bodies));
  }

  QueryOptions options(int what) const {
    QueryOptions options;
    if ((what & 1) != 0) options.filters = filters, options.query_filters = of_movers;
    if ((what & 2) != 0) options.worlds = worlds, options.query_worlds = of_mover;
    if ((what & 4) != 0) options.ignored = ignored;
    return options;
  }
  bool may(int what, std::size_t mover, BodyId body) const {
    if ((what & 4) != 0 && ignored[mover] == body) return false;
    if ((what & 2) != 0 && worlds[body] != of_mover[mover]) return false;
    return (what & 1) == 0 || may_meet(filters[body], of_movers[mover]);
  }
};

/// Chains of three segments, which `ChainPair` names, after some shapes without a chain.
inline Scened scene_with_chains() {
  Scened scene;
  scene.add_circle({0, 0}, 0.25);
  scene.add_box(0.5, 0.25);
  scene.add_polygon({{0, 0}, {1, 0}, {0.5, 0.75}});
  for (const bool one_sided : {true, false}) {
    scene.add_chain({{3, 0}, {1, 0.5}, {-1, 0}, {-3, 0}}, false, one_sided, {{{5, 0}}, {}});
  }
  return scene;
}

/// A chain that stands still, or moves, and movers around it, each at one step.
struct ChainPair {
  static constexpr ShapeId one_sided = 3, two_sided = 4;
  Fleet movers, chain;
  double clearance;

  ChainPair(Random& random, double speed) : clearance(random.pick({0.25, 0.125, 1.0})) {
    chain = Fleet{{one_sided}, {Pose::at(0, 0, random.pick({0.0, random.uniform(-3, 3)}))}, 1, {}};
    chain.velocities = {{speed, random.uniform(-1, 1) * speed, 0}};
    for (int k = 0; k < 10; ++k) {
      movers.shapes.push_back(static_cast<ShapeId>(random.below(one_sided)));
      movers.poses.push_back(
          Pose::at(random.uniform(-4, 4), random.uniform(-4, 4), random.pick({0.0, random.uniform(-3, 3)})));
      movers.velocities.push_back({random.uniform(-2, 2), random.uniform(-2, 2), 0});
    }
    movers.steps = 1;
  }
};

}  // namespace satchel::test
