// Crowds of every kind of shape: points, circles, segments, capsules, polygons and rounded ones. What is drawn has names,
// because compilers evaluate arguments in different orders.
#pragma once

#include <satchel/satchel.hpp>

#include "generators.hpp"

namespace satchel::test {

template <class T>
ShapeId add_any_shape(BasicScene<T>& scene, Random& random, double size) {
  const auto t = [](double value) { return static_cast<T>(value); };
  const auto somewhere = [&] { return BasicVec2<T>{t(random.uniform(-size, size)), t(random.uniform(-size, size))}; };
  const T radius = random.chance(0.2) ? T(0) : t(random.uniform(0.05, 0.5) * size);
  switch (random.integer(0, 5)) {
    case 0:
      return scene.add_circle(random.chance(0.5) ? BasicVec2<T>{0, 0} : somewhere(), radius);
    case 1:
    case 2: {
      const BasicVec2<T> q = somewhere(), p = somewhere();
      return scene.add_capsule(p, q, radius);
    }
    case 3: {
      const T half_height = t(random.uniform(0.2, 1) * size), half_width = t(random.uniform(0.2, 1) * size);
      return scene.add_box(half_width, half_height, radius);
    }
    case 4:
      return scene.add_polygon(round_polygon<T>(random, random.integer(3, 20), size), T(0));
    default:
      return scene.add_polygon(round_polygon<T>(random, random.integer(3, 9), size), radius);
  }
}

/// `bodies` bodies of any shape on a square, so that about a third of the pairs overlap.
template <class T = float>
BasicWorld<T> crowd_of_all_shapes(Random& random, std::size_t bodies, std::size_t pairs, Point2 center = {}) {
  BasicWorld<T> world;
  for (int i = 0; i < 60; ++i) add_any_shape(world.scene, random, random.uniform(0.3, 1.5));
  for (std::size_t i = 0; i < bodies; ++i) {
    const double angle = random.chance(0.1) ? 0 : random.uniform(-4, 4);
    const double y = center.y + random.uniform(-2.5, 2.5), x = center.x + random.uniform(-2.5, 2.5);
    world.scene.add_body(static_cast<ShapeId>(random.below(world.scene.shape_count())), Pose::at(x, y, angle));
  }
  for (std::size_t i = 0; i < pairs; ++i) {
    const auto a = static_cast<BodyId>(random.below(bodies)), b = static_cast<BodyId>(random.below(bodies));
    if (a != b) world.pairs.push_back({a, b});
  }
  return world;
}

}  // namespace satchel::test
