// Exact contacts of every kind, and pairs that miss one by an ulp.
#include <algorithm>
#include <cmath>

#include "families.hpp"
#include "family_parts.hpp"

namespace satchel::test {
namespace {

using namespace parts;

template <class T>
BasicCouple<T> touching_grid(
    Random& random) {  // shared edges, partly shared edges, shared corners, true gaps, overlaps
  const T s = random.pick<T>({T(0x1p-10), T(0x1p-3), 1, T(0x1p7)});
  const auto step = [&](int low, int high) { return s * static_cast<T>(random.integer(low, high)); };
  const auto one = [&] {
    const T x = step(-4, 4), y = step(-4, 4), width = step(1, 4), height = step(1, 4);
    return box_at<T>(x, y, width, height);
  };
  const BasicPolygon<T> a = one();
  return {{a}, {one()}};
}

template <class T>
BasicCouple<T> grid_polygons(Random& random) {  // edges of every direction, and every kind of contact
  const double scale = std::ldexp(1, random.integer(-20, 20));
  const BasicPolygon<T> a = grid_polygon<T>(random, 3, scale);
  return {{a}, {grid_polygon<T>(random, 3, scale, {scale * random.integer(-3, 3), scale * random.integer(-3, 3)})}};
}

/// A triangle whose tip is this vertex, the rest of it outside an edge; as good as that goes after rounding.
template <class T>
BasicPolygon<T> triangle_outside(Random& random, const EdgeChoice& edge, BasicVec2<T> tip) {
  const double length = std::hypot(edge.dx, edge.dy), nx = edge.dy / length, ny = -edge.dx / length;
  const double x = tip.x, y = tip.y;
  for (;;) {
    const double w = random.uniform(.3, 2), h = random.uniform(.3, 2);
    const BasicPolygon<T> polygon = {tip, narrowed<T>(x + h * nx + w * ny * .5, y + h * ny - w * nx * .5),
                                     narrowed<T>(x + h * nx - w * ny * .5, y + h * ny + w * nx * .5)};
    if (strictly_convex(polygon)) return polygon;
  }
}

template <class T>
BasicCouple<T> ulp_touching(Random& random) {  // a vertex of b put on an edge of a, then moved by -2 to 2 ulp
  const BasicPolygon<T> a =
      few<T>(random, random.uniform(.5, 5), {random.uniform(-100, 100), random.uniform(-100, 100)});
  const EdgeChoice edge = some_edge(random, a);
  const Point2 place = edge.at(random.uniform(0, 1));
  BasicVec2<T> tip = narrowed<T>(place.x, place.y);
  tip.x = stepped(tip.x, random.integer(-2, 2));
  tip.y = stepped(tip.y, random.integer(-2, 2));
  return {{a}, {triangle_outside(random, edge, tip)}};
}

/// A polygon on a grid of this step, every edge of which has eight parts that end on the step's eighth.
template <class T>
BasicPolygon<T> divisible_polygon(Random& random, double step) {
  return grid_polygon<T>(random, 9, step, {step * random.integer(-40, 40), step * random.integer(-40, 40)});
}

template <class T>
BasicCouple<T> vertex_on_edge(Random& random) {  // exactly, inside it or at its end
  const BasicPolygon<T> a = divisible_polygon<T>(random, random.pick({0x1p-3, 1.0}));
  const EdgeChoice edge = some_edge(random, a);
  const Point2 place = edge.at(random.integer(0, 8) * .125);
  return {{a}, {triangle_outside(random, edge, narrowed<T>(place.x, place.y))}};
}

template <class T>
BasicCouple<T> one_ulp_off(Random& random) {  // the same, one coordinate moved to the next number
  BasicCouple<T> couple = vertex_on_edge<T>(random);
  for (;;) {
    BasicPolygon<T> b = couple.b.polygon;
    T& coordinate = random.chance(.5) ? b[0].x : b[0].y;
    if (coordinate != 0) coordinate = stepped(coordinate, random.chance(.5) ? 1 : -1);
    if (strictly_convex(b)) return {couple.a, {b}};
    couple = vertex_on_edge<T>(random);
  }
}

template <class T>
BasicCouple<T> ulp_square(Random& random) {  // 256 by 256 ulps around a contact (Kettner et al., 2008)
  const BasicPolygon<T> a = {narrowed<T>(-3.3, -1.1), narrowed<T>(2.7, -.7), narrowed<T>(.5, 1.3)};
  const T x = (a[0].x + a[1].x) / 2, y = (a[0].y + a[1].y) / 2, ulp = 2 * static_cast<T>(unit_roundoff<T>);
  const BasicVec2<T> tip = {x + static_cast<T>(random.integer(-128, 127)) * ulp / 4,
                            y + static_cast<T>(random.integer(-128, 127)) * ulp / 2};
  return {{a}, {{tip, {-2, -4}, {2, -4}}}};
}

template <class T>
BasicCouple<T> shared_vertex(Random& random) {
  const BasicPolygon<T> a = few<T>(random, random.uniform(.2, 1));
  const BasicVec2<T> common = a[random.below(a.size())];
  const double x = common.x, y = common.y;
  for (;;) {
    BasicPolygon<T> b = few<T>(random, random.uniform(.2, 1), {x + random.uniform(-1, 1), y + random.uniform(-1, 1)});
    b[random.below(b.size())] = common;
    if (strictly_convex(b)) return {{a}, {b}};
  }
}

template <class T>
BasicCouple<T> shared_edge(Random& random) {  // and nothing else: b's other vertex lies outside
  const BasicPolygon<T> a = few<T>(random, random.uniform(.5, 2));
  const std::size_t i = random.below(a.size());
  const BasicVec2<T> s = a[i], e = a[(i + 1) % a.size()];
  const double x = s.x, y = s.y, dx = static_cast<double>(e.x) - x, dy = static_cast<double>(e.y) - y;
  for (;;) {
    const double out = random.uniform(.2, 2), t = random.uniform(-.5, 1.5);
    const BasicPolygon<T> b = {e, s, narrowed<T>(x + t * dx + out * dy, y + t * dy - out * dx)};
    if (strictly_convex(b)) return {{a}, {b}};
  }
}

template <class T>
BasicCouple<T> partly_shared_edge(Random& random) {  // exactly collinear edges, one begins or ends inside the other
  for (;;) {
    const BasicPolygon<T> a = divisible_polygon<T>(random, 1);
    const EdgeChoice edge = some_edge(random, a);
    const int from = random.integer(-6, 7), to = random.integer(std::max(from, 0) + 1, 14);
    const Point2 s = edge.at(from * .125), e = edge.at(to * .125);
    const double out = random.uniform(.2, 2), t = random.uniform(-.5, 1.5);
    const BasicPolygon<T> b = {narrowed<T>(e.x, e.y), narrowed<T>(s.x, s.y),
                               narrowed<T>(s.x + t * edge.dx + out * edge.dy, s.y + t * edge.dy - out * edge.dx)};
    if (strictly_convex(b)) return {{a}, {b}};
  }
}

template <class T>
BasicCouple<T> identical(Random& random) {
  const BasicPolygon<T> a = few<T>(random, random.uniform(.2, 1));
  BasicPolygon<T> b = a;
  std::rotate(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(random.below(b.size())), b.end());
  return {{a}, {b}};
}

template <class T>
constexpr BasicFamily<T> list[] = {
    {"touching_grid", touching_grid<T>, {0, 0, 70}},
    {"grid_polygons", grid_polygons<T>, {0, 0, 30}},
    {"ulp_touching", ulp_touching<T>, reach<T>({500, 0, 0}, {0, 500, 0})},
    {"vertex_on_edge", vertex_on_edge<T>, reach<T>({90, 320, 900}, {0, 500, 900})},
    {"one_ulp_off", one_ulp_off<T>, reach<T>({400, 25, 30}, {0, 500, 30})},
    {"ulp_square", ulp_square<T>, reach<T>({250, 0, 0}, {0, 240, 0})},
    {"shared_vertex", shared_vertex<T>, {0, 0, 240}},
    {"shared_edge", shared_edge<T>, {0, 0, 900}},
    {"partly_shared_edge", partly_shared_edge<T>, reach<T>({150, 330, 900}, {0, 500, 900})},
    {"identical", identical<T>},
};

}  // namespace

template <class T>
std::span<const BasicFamily<T>> contact_families() {
  return list<T>;
}
template std::span<const BasicFamily<float>> contact_families();
template std::span<const BasicFamily<double>> contact_families();

}  // namespace satchel::test
