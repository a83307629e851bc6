// Scenes and numbers for questions about points, boxes and rays: every kind of shape; on a grid, where much is touched
// exactly, or off it by units in the last place.
#pragma once

#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>

#include "generators.hpp"

namespace satchel::test {

struct ProbePlan {
  bool on_grid;            ///< bodies, and queries, at halves, not turned
  bool rounded;            ///< with circles, capsules, segments and radii
  double offset;           ///< of everything from zero
  bool stretched = false;  ///< bodies are placed by rotations that are off by up to 1e-6
};

template <class T>
ShapeId probe_shape(BasicScene<T>& scene, Random& random, const ProbePlan& plan) {
  using Vec2 = BasicVec2<T>;
  const auto halves = [&](int low, int high) { return static_cast<T>(0.5 * random.integer(low, high)); };
  const T radius = plan.rounded && random.chance(0.5) ? halves(1, 3) : T(0);
  if (plan.rounded && random.chance(0.5)) {
    const Vec2 p{halves(-2, 2), halves(-2, 2)}, q{p.x + halves(1, 4), p.y + halves(-3, 3)};
    if (random.chance(0.4)) return scene.add_circle(p, radius);
    return scene.add_capsule(p, q, radius);
  }
  if (plan.on_grid || random.chance(0.3)) return scene.add_box(halves(1, 4), halves(1, 3), radius);
  if (random.chance(0.2)) return scene.add_polygon(nearly_collinear<T>(random), radius);  // concave when turned
  return scene.add_polygon(round_polygon<T>(random, random.pick({3, 4, 7, 16, 40}), random.uniform(0.5, 2)), radius);
}

inline double probe_number(Random& random, double side, const ProbePlan& plan) {
  const double x = random.uniform(-side, side);
  return plan.offset + (plan.on_grid ? std::round(2 * x) / 2 : x);
}

template <class T>
BasicScene<T> probe_scene(Random& random, std::size_t bodies, double side, const ProbePlan& plan) {
  BasicScene<T> scene;
  for (std::size_t k = 0; k < bodies; ++k) {
    const double x = probe_number(random, side, plan), y = probe_number(random, side, plan);
    const ShapeId shape = probe_shape(scene, random, plan);  // before the angle, whatever the order of arguments
    scene.add_body(shape, Pose::at(x, y, plan.on_grid ? 0 : random.uniform(0, 6.3)));
  }
  if (plan.stretched) stretch(scene, random);
  if (bodies > 5) scene.remove_body(3);
  return scene;
}

/// Up to two units in the last place away.
inline double nudged(Random& random, double x) {
  for (int k = random.integer(-2, 2); k != 0; k += k < 0 ? 1 : -1) {
    x = std::nextafter(x, k < 0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity());
  }
  return std::abs(x) < 0x1p-190 ? 0 : x;  // what lies nearer to 0 is out of range
}

/// A vertex of some body, or a point between two: as near as doubles come to it, or beside it.
template <class T>
Vec2d point_on(const BasicScene<T>& scene, Random& random) {
  BodyId body = static_cast<BodyId>(random.below(scene.body_slots()));
  if (!scene.has_body(body)) body = 0;
  const Pose pose = scene.pose(body);
  std::vector<BasicVec2<T>> offsets(scene.vertex_count(scene.shape(body)));
  scene.placed_offsets(body, offsets);
  const std::size_t i = random.below(offsets.size()), next = (i + 1) % offsets.size();
  const double along = random.pick({0.0, 0.5, random.uniform(0, 1)});
  const double x = pose.x + static_cast<double>(offsets[i].x) +
                   along * (static_cast<double>(offsets[next].x) - static_cast<double>(offsets[i].x));
  const double y = pose.y + static_cast<double>(offsets[i].y) +
                   along * (static_cast<double>(offsets[next].y) - static_cast<double>(offsets[i].y));
  return random.chance(0.5) ? Vec2d{x, y} : Vec2d{nudged(random, x), nudged(random, y)};
}

inline std::vector<ProbePlan> probe_plans() {
  return {{false, false, 0},   {true, false, 0},  {false, true, 0},        {true, true, 0},
          {false, false, 1e7}, {true, true, 1e7}, {false, false, 0, true}, {false, true, 0, true}};
}

}  // namespace satchel::test
