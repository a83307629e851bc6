// Everyday and awkward shapes: thin, nearly parallel, small in large, many vertices.
#include <algorithm>
#include <cmath>

#include "families.hpp"
#include "family_parts.hpp"

namespace satchel::test {
namespace {

using namespace parts;

template <class T>
BasicCouple<T> containment(Random& random) {
  const BasicPolygon<T> a = few<T>(random, 1);
  return {{a}, {few<T>(random, random.uniform(.01, .3), {random.uniform(-.1, .1), random.uniform(-.1, .1)})}};
}

template <class T>
BasicCouple<T> concentric(Random& random) {  // the same shape smaller, or just smaller: all edges nearly tie
  const int n = random.integer(3, 12);
  const double turn = random.uniform(0, two_pi);
  const double ratio = random.chance(.5) ? random.uniform(.01, 1) : 1 - random.integer(1, 64) * unit_roundoff<T>;
  const BasicPolygon<T> a = regular_polygon<T>(n, 1, turn), b = regular_polygon<T>(n, ratio, turn);
  return strictly_convex(a) && strictly_convex(b) ? BasicCouple<T>{{a}, {b}} : near_by<T>(random);
}

template <class T>
BasicCouple<T> slivers(Random& random) {
  const double aspect = std::pow(10, random.uniform(2, sizeof(T) == sizeof(float) ? 6 : 14));
  const BasicPolygon<T> a = sliver<T>(random, aspect);
  return {{a}, {sliver<T>(random, aspect)}};
}

template <class T>
BasicCouple<T> flat_slivers(Random& random) {  // along the axes, where any thinness can be written
  const auto one = [&] {
    const double aspect = random.pick({1e3, 1e6, 1e9, 1e15}), x = random.uniform(-1, 1);
    const double y = random.uniform(-1, 1) / aspect;
    BasicPolygon<T> polygon;
    for (;;) {
      const double left = random.uniform(.5, 1), right = random.uniform(.5, 1), middle = random.uniform(-.3, .3);
      polygon = {narrowed<T>(x - left, y), narrowed<T>(x + middle, y - 1 / aspect), narrowed<T>(x + right, y),
                 narrowed<T>(x - middle, y + 1 / aspect)};
      if (strictly_convex(polygon)) return polygon;
    }
  };
  const BasicPolygon<T> a = one();
  return {{a}, {one()}};
}

template <class T>
BasicCouple<T> size_ratio(Random& random) {  // up to 1e9 (double: 1e17): as small as T allows at that place
  const double r = std::pow(10, random.uniform(3, 6)), smallest = 16 * unit_roundoff<T>;
  const BasicPolygon<T> a = few<T>(random, r);
  const EdgeChoice edge = some_edge(random, a);
  const Point2 place = edge.at(random.uniform(0, 1));
  for (;;) {
    const double size = r * std::pow(10, random.uniform(std::log10(smallest), -3));
    const BasicPolygon<T> b = regular_polygon<T>(random.integer(3, 6), size, random.uniform(0, two_pi), place);
    if (strictly_convex(b)) return {{a}, {b}};
  }
}

template <class T>
BasicCouple<T> regular(Random& random) {  // by double trigonometry, set edge to edge; cos(pi / 2) = 6e-17 among them
  const int n = random.integer(3, 64), k = random.integer(0, n - 1);
  const double apothem = std::cos(std::numbers::pi / n), way = two_pi * k / n, half_turn = std::numbers::pi / n;
  const BasicPolygon<T> a = regular_polygon<T>(n, 1, half_turn + two_pi * random.integer(0, n) / n);
  const BasicPolygon<T> b = regular_polygon<T>(n, 1, n % 2 == 0 ? half_turn : half_turn + std::numbers::pi,
                                               {2 * apothem * std::cos(way), 2 * apothem * std::sin(way)});
  return strictly_convex(a) && strictly_convex(b) ? BasicCouple<T>{{a}, {b}} : near_by<T>(random);
}

template <class T>
BasicCouple<T> many_vertices(Random& random) {
  struct Counts {
    int a, b;
  };
  const Counts n = random.pick<Counts>({{9, 16}, {17, 5}, {33, 64}, {100, 3}, {64, 64}, {65, 129}, {300, 4}});
  const BasicPolygon<T> a = round_polygon<T>(random, n.a, 1);
  const Point2 center = {random.uniform(-2.2, 2.2), random.uniform(-2.2, 2.2)};
  return {{a}, {round_polygon<T>(random, n.b, random.uniform(.3, 1.5), center)}};
}

template <class T>
BasicCouple<T> nearly_parallel(Random& random) {  // long edges at the smallest angles, one on the other
  const double angle = random.pick({1e-7, 1e-12, 5 * unit_roundoff<T>});
  const double tilt = random.uniform(-angle, angle), gap = random.uniform(-angle, angle);
  const BasicPolygon<T> a = box_at<T>(-1, -1, 2, 1);  // its upper edge on y = 0
  return {{a}, {{narrowed<T>(-1, gap - tilt), narrowed<T>(1, gap + tilt), {0, 1}}}};
}

template <class T>
constexpr BasicFamily<T> list[] = {
    {"near_by", near_by<T>},
    {"containment", containment<T>},
    {"concentric", concentric<T>},
    {"slivers", slivers<T>},
    {"flat_slivers", flat_slivers<T>},
    {"size_ratio", size_ratio<T>},
    {"regular", regular<T>, reach<T>({0, 500, 400}, {0, 500, 10})},
    {"many_vertices", many_vertices<T>},
    {"nearly_parallel", nearly_parallel<T>},
};

}  // namespace

template <class T>
std::span<const BasicFamily<T>> shape_families() {
  return list<T>;
}
template std::span<const BasicFamily<float>> shape_families();
template std::span<const BasicFamily<double>> shape_families();

}  // namespace satchel::test
