// Families of pairs whose areas careless code gets wrong.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "generators.hpp"

namespace satchel::test {

template <class T>
T any(Random& random, double low, double high) {
  return static_cast<T>(random.uniform(low, high));
}
inline double any_angle(Random& random) {
  return random.integer(0, 2) == 0 ? random.integer(0, 3) * std::numbers::pi / 2 : random.uniform(0, 7);
}
template <class T>
BasicCouple<T> boxes(T width_a, T height_a, T width_b, T height_b, const Pose& a, const Pose& b) {
  return {{box<T>(width_a, height_a), a}, {box<T>(width_b, height_b), b}};
}

/// A box inside another one, an edge of both in one line.
template <class T>
BasicCouple<T> inside_in_line(Random& random) {
  const T w = static_cast<T>(random.integer(1, 16)), h = static_cast<T>(random.integer(1, 16));
  const double t = any_angle(random), x = random.integer(-4, 4), y = random.integer(-4, 4),
               half = static_cast<double>(w) / 2;
  return boxes<T>(w, h, w / 2, h / 2, Pose::at(x, y, t), Pose::at(x + std::cos(t) * half, y + std::sin(t) * half, t));
}
template <class T>
BasicCouple<T> nearly_equal(Random& random) {
  const T w = any<T>(random, 0.1, 8), h = any<T>(random, 0.1, 8);
  const double t = any_angle(random), off = std::pow(10.0, random.uniform(-12, -1));
  return boxes<T>(w, h, w, h, Pose::at(0, 0, t),
                  Pose::at(random.uniform(-off, off), random.uniform(-off, off), t + random.uniform(-off, off)));
}
template <class T>
BasicCouple<T> identical(Random& random) {
  const Pose pose = Pose::at(random.uniform(-9, 9), random.uniform(-9, 9), any_angle(random));
  const BasicPolygon<T> polygon = round_polygon<T>(random, random.integer(3, 24), random.uniform(0.1, 4));
  return {{polygon, pose}, {polygon, pose}};
}
template <class T>
BasicCouple<T> edge_to_edge(Random& random) {
  const T w = static_cast<T>(random.integer(1, 9)), h = static_cast<T>(random.integer(1, 9));
  const double overlap = random.integer(0, 1) == 0 ? 0 : std::pow(2.0, -random.integer(1, 30));
  return boxes<T>(w, h, w, h, Pose::at(0, 0, 0),
                  Pose::at(2 * static_cast<double>(w) - overlap, random.integer(-3, 3), 0));
}
template <class T>
BasicCouple<T> thin(Random& random) {
  const double aspect = std::pow(10.0, random.uniform(1, 6));
  return {
      {sliver<T>(random, aspect), Pose::at(0, 0, random.uniform(0, 7))},
      {sliver<T>(random, aspect), Pose::at(random.uniform(-.2, .2), random.uniform(-.2, .2), random.uniform(0, 7))}};
}
/// Polygons of the integer grid: vertices on edges, common vertices, edges in line.
template <class T>
BasicCouple<T> on_a_grid(Random& random) {
  return {{grid_polygon<T>(random, 4), Pose::at(0, 0, 0)},
          {grid_polygon<T>(random, 4), Pose::at(random.integer(-3, 3), random.integer(-3, 3), 0)}};
}
template <class T>
BasicCouple<T> far_from_their_origins(Random& random) {
  const double far = std::pow(2.0, random.integer(4, sizeof(T) == sizeof(float) ? 16 : 40));
  const Point2 center{far * random.uniform(-1, 1), far * random.uniform(-1, 1)};
  return {{round_polygon<T>(random, random.integer(3, 12), 3, center), Pose::at(5, -7, 0)},
          {round_polygon<T>(random, random.integer(3, 12), 2, center),
           Pose::at(5 + random.uniform(-3, 3), -7 + random.uniform(-3, 3), 0)}};
}
template <class T>
BasicCouple<T> small_in_large(Random& random) {
  const double scale = std::pow(2.0, -random.integer(2, 24));
  return {{round_polygon<T>(random, random.integer(3, 16), 3), Pose::at(0, 0, random.uniform(0, 7))},
          {round_polygon<T>(random, random.integer(3, 16), scale),
           Pose::at(random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(0, 7))}};
}
template <class T>
BasicCouple<T> somehow(Random& random) {
  return {{round_polygon<T>(random, random.integer(3, 40), 2), Pose::at(1e4, -3e4, random.uniform(0, 7))},
          {round_polygon<T>(random, random.integer(3, 40), 1.5),
           Pose::at(1e4 + random.uniform(-3, 3), -3e4 + random.uniform(-3, 3), random.uniform(0, 7))}};
}

template <class T>
std::vector<BasicFamily<T>> area_families() {
  return {{"inside_in_line", inside_in_line<T>},
          {"nearly_equal", nearly_equal<T>},
          {"identical", identical<T>},
          {"edge_to_edge", edge_to_edge<T>},
          {"thin", thin<T>},
          {"on_a_grid", on_a_grid<T>},
          {"far_from_their_origins", far_from_their_origins<T>},
          {"small_in_large", small_in_large<T>},
          {"somehow", somehow<T>}};
}

}  // namespace satchel::test
