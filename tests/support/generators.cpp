#include "generators.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <stdexcept>

#include "oracle.hpp"  // strictly_convex, unit_roundoff

namespace satchel::test {
namespace {

constexpr double two_pi = 2 * std::numbers::pi;

template <class T>
BasicVec2<T> narrowed(double x, double y) {
  return {static_cast<T>(x), static_cast<T>(y)};
}

}  // namespace

template <class T>
BasicPolygon<T> box(std::type_identity_t<T> w, std::type_identity_t<T> h) {
  return {{-w, -h}, {w, -h}, {w, h}, {-w, h}};
}

template <class T>
BasicPolygon<T> box_at(std::type_identity_t<T> x, std::type_identity_t<T> y, std::type_identity_t<T> width,
                       std::type_identity_t<T> height) {
  return {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
}

template <class T>
BasicPolygon<T> round_polygon(Random& random, int vertices, double radius, Point2 center) {
  // Rounding can spoil the convexity of a polygon far from the origin; more even angles then help.
  for (double jitter = 0.8;; jitter *= 0.9) {
    const double turn = random.uniform(0, two_pi);
    BasicPolygon<T> polygon;
    for (int k = 0; k < vertices; ++k) {
      const double angle = turn + two_pi * (k + jitter * random.uniform(0, 1)) / vertices;
      polygon.push_back(narrowed<T>(center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)));
    }
    if (strictly_convex(polygon)) return polygon;
    if (jitter < 1e-16) throw std::runtime_error("no strictly convex polygon at this size and place");
  }
}

template <class T>
BasicPolygon<T> regular_polygon(int vertices, double radius, double turn, Point2 center) {
  BasicPolygon<T> polygon;
  for (int k = 0; k < vertices; ++k) {
    const double angle = turn + two_pi * k / vertices;
    polygon.push_back(narrowed<T>(center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)));
  }
  return polygon;
}

template <class T>
BasicPolygon<T> lattice_polygon(std::size_t vertices, std::type_identity_t<T> scale) {
  struct Step {
    int x, y;
  };
  const std::size_t half = vertices / 2;
  std::vector<Step> steps;
  const int reach = 4 + static_cast<int>(1.3 * std::sqrt(static_cast<double>(half)));
  for (int y = 0; y <= reach; ++y) {
    for (int x = -reach; x <= reach; ++x) {
      if ((y > 0 || x > 0) && std::gcd(x, y) == 1) steps.push_back({x, y});
    }
  }
  std::stable_sort(steps.begin(), steps.end(),
                   [](Step p, Step q) { return p.x * p.x + p.y * p.y < q.x * q.x + q.y * q.y; });
  steps.resize(half);
  std::sort(steps.begin(), steps.end(), [](Step p, Step q) { return p.x * q.y - p.y * q.x > 0; });
  for (std::size_t i = 0; i < half; ++i) steps.push_back({-steps[i].x, -steps[i].y});
  int x = 0, y = 0;
  for (std::size_t i = 0; i < half; ++i) x -= steps[i].x, y -= steps[i].y;
  x /= 2, y /= 2;  // about centred
  BasicPolygon<T> polygon;
  for (const Step step : steps) {
    polygon.push_back({static_cast<T>(x) * scale, static_cast<T>(y) * scale});
    x += step.x, y += step.y;
  }
  return polygon;
}

template <class T>
BasicPolygon<T> grid_polygon(Random& random, int reach, double scale, Point2 center) {
  for (;;) {
    BasicPolygon<T> points;
    const int count = random.integer(3, 9);
    for (int k = 0; k < count; ++k) {
      points.push_back(narrowed<T>(center.x + scale * random.integer(-reach, reach),
                                   center.y + scale * random.integer(-reach, reach)));
    }
    BasicPolygon<T> polygon;
    for (const std::uint32_t i : hull_of(points)) polygon.push_back(points[i]);
    if (polygon.size() >= 3) return polygon;
  }
}

template <class T>
BasicPolygon<T> sliver(Random& random, double aspect) {
  for (;; aspect = std::max(10.0, aspect * 0.7)) {
    const double angle = random.uniform(0, std::numbers::pi), c = std::cos(angle), s = std::sin(angle);
    const double x = random.uniform(-.5, .5), y = random.uniform(-.5, .5);
    BasicPolygon<T> polygon;
    for (const Point2 v : {Point2{-1, 0}, Point2{0, -1 / aspect}, Point2{1, 0}, Point2{0, 1 / aspect}}) {
      polygon.push_back(narrowed<T>(x + c * v.x - s * v.y, y + s * v.x + c * v.y));
    }
    if (strictly_convex(polygon)) return polygon;
  }
}

template <class T>
BasicPolygon<T> nearly_collinear(Random& random) {
  for (int attempt = 0; attempt < 50; ++attempt) {
    double xs[4];
    for (double& x : xs) x = random.uniform(-1, 1);
    std::sort(std::begin(xs), std::end(xs));
    BasicPolygon<T> polygon;
    for (const double x : xs)
      polygon.push_back(narrowed<T>(x, -1.7 * unit_roundoff<T> * random.integer(1, 30) * (1 - x * x)));
    polygon.push_back(narrowed<T>(random.uniform(-.5, .5), 1));
    if (strictly_convex(polygon)) return polygon;
  }
  return {{-1, 0}, {1, 0}, {0, 1}};
}

// ---- scenes
// ----------------------------------------------------------------------------------------------------------

template <class T>
BodyId add(BasicScene<T>& scene, const BasicPosed<T>& posed) {
  return scene.add_body(scene.add_polygon(posed.polygon), posed.pose);
}

template <class T>
BasicWorld<T> world_of(const std::vector<BasicCouple<T>>& couples, Random& random) {
  BasicWorld<T> world;
  for (const BasicCouple<T>& couple : couples) {
    const BodyId a = add(world.scene, couple.a), b = add(world.scene, couple.b);
    world.pairs.push_back(random.chance(.5) ? Pair{a, b} : Pair{b, a});
  }
  return world;
}

template <class T>
BasicWorld<T> world_of(const BasicFamily<T>& family, std::size_t couples, Random& random) {
  std::vector<BasicCouple<T>> list;
  for (std::size_t k = 0; k < couples; ++k) list.push_back(family.make(random));
  return world_of(list, random);
}

template <class T>
BasicWorld<T> crowd(Random& random, std::size_t bodies, std::size_t pairs, int min_vertices, int max_vertices) {
  BasicWorld<T> world;
  // Bodies come in groups of 16 around a common place; the places are far apart.
  constexpr std::size_t group = 16;
  const double log_min = std::log2(min_vertices), log_max = std::log2(max_vertices + 1);
  for (std::size_t i = 0; i < bodies; ++i) {
    const int n = std::clamp(static_cast<int>(std::exp2(random.uniform(log_min, log_max))), min_vertices, max_vertices);
    const double x = 10.0 * static_cast<double>(i / group % 64), y = 10.0 * static_cast<double>(i / group / 64);
    // Names, because compilers evaluate arguments in different orders.
    const double angle = random.uniform(-7, 7), off_y = random.uniform(-1, 1), off_x = random.uniform(-1, 1);
    add(world.scene, {round_polygon<T>(random, n, random.uniform(.2, .8)), Pose::at(x + off_x, y + off_y, angle)});
  }
  for (std::size_t k = 0; k < pairs; ++k) {
    const std::size_t a = random.below(bodies);
    const std::size_t first = a / group * group, count = std::min(group, bodies - first);
    const std::size_t b = random.chance(.02) ? random.below(bodies) : first + random.below(count);
    world.pairs.push_back({static_cast<BodyId>(a), static_cast<BodyId>(b)});
  }
  return world;
}

Pose stretched(const Pose& pose, Random& random) {
  constexpr double most = 1e-6 - 0x1p-49;  // the check of poses rounds
  const double off = most * random.pick({-1.0, 1.0, random.uniform(-1, 1), random.uniform(-1, 1)});
  const double factor =
      std::sqrt((1 + off) / (pose.rotation.cos * pose.rotation.cos + pose.rotation.sin * pose.rotation.sin));
  return {pose.x, pose.y, {factor * pose.rotation.cos, factor * pose.rotation.sin}};
}

template <class T>
void stretch(BasicScene<T>& scene, Random& random) {
  for (BodyId body = 0; body < scene.body_slots(); ++body) {
    if (scene.has_body(body)) scene.set_pose(body, stretched(scene.pose(body), random));
  }
}

#define SATCHEL_INSTANTIATE(T)                                                  \
  template BasicPolygon<T> box<T>(T, T);                                        \
  template BasicPolygon<T> box_at<T>(T, T, T, T);                               \
  template BasicPolygon<T> round_polygon(Random&, int, double, Point2);         \
  template BasicPolygon<T> regular_polygon(int, double, double, Point2);        \
  template BasicPolygon<T> lattice_polygon<T>(std::size_t, T);                  \
  template BasicPolygon<T> grid_polygon(Random&, int, double, Point2);          \
  template BasicPolygon<T> sliver(Random&, double);                             \
  template BasicPolygon<T> nearly_collinear(Random&);                           \
  template BasicWorld<T> world_of(const std::vector<BasicCouple<T>>&, Random&); \
  template BasicWorld<T> world_of(const BasicFamily<T>&, std::size_t, Random&); \
  template BasicWorld<T> crowd(Random&, std::size_t, std::size_t, int, int);    \
  template BodyId add(BasicScene<T>&, const BasicPosed<T>&);                    \
  template void stretch(BasicScene<T>&, Random&);
SATCHEL_INSTANTIATE(float)
SATCHEL_INSTANTIATE(double)
#undef SATCHEL_INSTANTIATE

}  // namespace satchel::test
