// The families of hard pairs: those of the adversary that judges the tool, and some that broke other libraries.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "generators.hpp"
#include "oracle.hpp"

namespace satchel::test {
namespace {

constexpr double two_pi = 2 * std::numbers::pi;

Vec2 narrowed(double x, double y) { return {static_cast<float>(x), static_cast<float>(y)}; }

Polygon few(Random& random, double radius, Point2 center = {}) {
  return round_polygon(random, random.integer(3, 8), radius, center);
}

Polygon moved(Polygon polygon, float dx, float dy) {
  for (Vec2& v : polygon) v = {v.x + dx, v.y + dy};
  return polygon;
}

Polygon scaled_by(Polygon polygon, float factor) {
  for (Vec2& v : polygon) v = {v.x * factor, v.y * factor};
  return polygon;
}

/// The float that lies `steps` units in the last place beyond x.
float stepped(float x, int steps) {
  for (; steps > 0; --steps) x = std::nextafter(x, INFINITY);
  for (; steps < 0; ++steps) x = std::nextafter(x, -INFINITY);
  return x;
}

Couple near_by(Random& random) {
  const Polygon a = few(random, random.uniform(.2, 1));
  return {{a}, {few(random, random.uniform(.2, 1), {random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5)})}};
}

Couple touching_grid(Random& random) {  // shared edges, partly shared edges, shared corners, true gaps, overlaps
  const float s = random.pick({0x1p-10f, 0x1p-3f, 1.f, 0x1p7f});
  const auto one = [&] {
    return box_at(s * static_cast<float>(random.integer(-4, 4)), s * static_cast<float>(random.integer(-4, 4)),
                  s * static_cast<float>(random.integer(1, 4)), s * static_cast<float>(random.integer(1, 4)));
  };
  const Polygon a = one();
  return {{a}, {one()}};
}

Couple ulp_touching(Random& random) {  // a vertex of b put on an edge of a, then moved by -2 to 2 ulp
  const Polygon a = few(random, random.uniform(.5, 5), {random.uniform(-100, 100), random.uniform(-100, 100)});
  const std::size_t i = random.below(a.size());
  const Vec2 s = a[i], e = a[(i + 1) % a.size()];
  const double t = random.uniform(0, 1), dx = double(e.x) - s.x, dy = double(e.y) - s.y, length = std::hypot(dx, dy);
  const Vec2 tip = narrowed(s.x + t * dx, s.y + t * dy);
  const double nx = dy / length, ny = -dx / length;
  for (;;) {
    const double w = random.uniform(.3, 2), h = random.uniform(.3, 2);
    const Polygon b = {{stepped(tip.x, random.integer(-2, 2)), stepped(tip.y, random.integer(-2, 2))},
                       narrowed(tip.x + h * nx + w * ny * .5, tip.y + h * ny - w * nx * .5),
                       narrowed(tip.x + h * nx - w * ny * .5, tip.y + h * ny + w * nx * .5)};
    if (strictly_convex(b)) return {{a}, {b}};
  }
}

Couple shared_vertex(Random& random) {
  const Polygon a = few(random, random.uniform(.2, 1));
  const Vec2 common = a[random.below(a.size())];
  for (;;) {
    Polygon b =
        few(random, random.uniform(.2, 1), {common.x + random.uniform(-1, 1), common.y + random.uniform(-1, 1)});
    b[random.below(b.size())] = common;
    if (strictly_convex(b)) return {{a}, {b}};
  }
}

Couple shared_edge(Random& random) {  // and nothing else: b's other vertex lies outside
  const Polygon a = few(random, random.uniform(.5, 2));
  const std::size_t i = random.below(a.size());
  const Vec2 s = a[i], e = a[(i + 1) % a.size()];
  for (;;) {
    const double out = random.uniform(.2, 2), t = random.uniform(-.5, 1.5);
    const double dx = double(e.x) - s.x, dy = double(e.y) - s.y;
    const Polygon b = {e, s, narrowed(s.x + t * dx + out * dy, s.y + t * dy - out * dx)};
    if (strictly_convex(b)) return {{a}, {b}};
  }
}

Couple identical(Random& random) {
  const Polygon a = few(random, random.uniform(.2, 1));
  Polygon b = a;
  std::rotate(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(random.below(b.size())), b.end());
  return {{a}, {b}};
}

Couple containment(Random& random) {
  const Polygon a = few(random, 1);
  return {{a}, {few(random, random.uniform(.01, .3), {random.uniform(-.1, .1), random.uniform(-.1, .1)})}};
}

Couple far_away(Random& random) {  // in the local frame, where float has few digits left
  const double o = random.pick({1e3, 1e5, 1e6, -1e6});
  const auto one = [&](double spread) {
    const Point2 center = {o + random.uniform(-spread, spread), -o + random.uniform(-spread, spread)};
    return round_polygon(random, random.integer(3, 6), random.uniform(4, 30), center);
  };
  const Polygon a = one(0);
  return {{a}, {one(30)}};
}

Couple slivers(Random& random) {
  const double aspect = std::pow(10, random.uniform(2, 6));
  const Polygon a = sliver(random, aspect);
  return {{a}, {sliver(random, aspect)}};
}

Couple tiny_and_huge(Random& random) {
  const float s = random.pick({0x1p-100f, 0x1p-60f, 0x1p-30f, 0x1p30f, 0x1p55f});
  Couple couple = near_by(random);
  return {{scaled_by(couple.a.polygon, s)}, {scaled_by(couple.b.polygon, s)}};
}

Couple size_ratio(Random& random) {  // up to 1e9: as small as float allows at that place
  const double r = std::pow(10, random.uniform(3, 6));
  const Polygon a = few(random, r);
  const std::size_t i = random.below(a.size());
  const Vec2 s = a[i], e = a[(i + 1) % a.size()];
  const double t = random.uniform(0, 1);
  for (;;) {
    const double x = s.x + t * (double(e.x) - s.x), y = s.y + t * (double(e.y) - s.y);
    const Polygon b =
        regular_polygon(random.integer(3, 6), random.uniform(1e-6 * r, 1e-3 * r), random.uniform(0, two_pi), {x, y});
    if (strictly_convex(b)) return {{a}, {b}};
  }
}

Couple regular(Random& random) {  // set edge to edge
  const int n = random.pick({3, 4, 5, 6, 8, 12, 16, 24});
  const int k = random.integer(0, n - 1);
  const double apothem = std::cos(std::numbers::pi / n), way = two_pi * k / n, half_turn = std::numbers::pi / n;
  const Polygon a = regular_polygon(n, 1, half_turn);
  const Polygon b = regular_polygon(n, 1, n % 2 == 0 ? half_turn : half_turn + std::numbers::pi,
                                    {2 * apothem * std::cos(way), 2 * apothem * std::sin(way)});
  return strictly_convex(a) && strictly_convex(b) ? Couple{{a}, {b}} : near_by(random);
}

Couple many_vertices(Random& random) {
  struct Counts {
    int a, b;
  };
  const Counts n = random.pick<Counts>({{9, 16}, {17, 5}, {33, 64}, {100, 3}, {64, 64}, {65, 129}, {300, 4}});
  const Polygon a = round_polygon(random, n.a, 1);
  const Point2 center = {random.uniform(-2.2, 2.2), random.uniform(-2.2, 2.2)};
  return {{a}, {round_polygon(random, n.b, random.uniform(.3, 1.5), center)}};
}

Couple double_origins(Random& random) {  // side by side give or take units in the last place of a double
  const auto w = static_cast<float>(random.uniform(.1, 3)), h = static_cast<float>(random.uniform(.1, 3));
  const double x = random.pick({0.0, 1.0, 1e3, 1e6, -1e9}) + random.uniform(0, 1), y = random.uniform(-10, 10);
  double x2 = x + 2.0 * w;
  for (int k = random.integer(0, 3); k > 0; --k) x2 = std::nextafter(x2, random.chance(.5) ? INFINITY : -INFINITY);
  return {{box(w, h), {x, y, 1, 0}}, {box(w, h), {x2, y + random.pick({0.0, double(h), 2.0 * h}), 1, 0}}};
}

Couple rotated(Random& random) {
  Couple couple = random.chance(.6) ? near_by(random) : slivers(random);
  couple.a.pose = Pose::at(random.uniform(-1, 1), .5, random.uniform(-20, 20));
  couple.b.pose = Pose::at(random.uniform(-1, 1), -.5, random.uniform(-20, 20));
  return couple;
}

Couple rounded_to_concave(Random& random) {
  const double turn = random.uniform(0, 6), dx = random.uniform(-1e-6, 1e-6), dy = random.uniform(-1e-6, 1e-6);
  const Polygon a = nearly_collinear(random);
  return {{a, Pose::at(.25, .125, turn)},
          {nearly_collinear(random), Pose::at(.25 + dx, .125 + dy, turn + std::numbers::pi)}};
}

Couple off_centre(Random& random) {  // local frames far from the shape
  const float o = random.pick({10.f, 100.f, 1000.f});
  for (;;) {
    Couple couple = near_by(random);
    couple.a.polygon = moved(couple.a.polygon, o, -o);
    couple.b.polygon = moved(couple.b.polygon, o, -o);
    couple.b.pose = {random.uniform(-.3, .3), random.uniform(-.3, .3), 1, 0};
    if (strictly_convex(couple.a.polygon) && strictly_convex(couple.b.polygon)) return couple;
  }
}

Couple far_origins(Random& random) {
  const double x = random.pick({1e6, 1e9, -1e12}), y = random.pick({.5, -1e9});
  Couple couple = near_by(random);
  couple.a.pose = Pose::at(x, y, random.uniform(0, 6));
  couple.b.pose = Pose::at(x + random.uniform(-.5, .5), y + random.uniform(-.5, .5), random.uniform(0, 6));
  return couple;
}

Couple denormal(Random& random) {  // coordinates and differences below 2^-126
  const auto one = [&] {
    for (;;) {
      Polygon polygon;
      for (int k = 0; k < 3; ++k) {
        polygon.push_back({static_cast<float>(random.integer(-6, 6)) * 0x1p-149f,
                           static_cast<float>(random.integer(-6, 6)) * 0x1p-149f});
      }
      if (strictly_convex(polygon)) return polygon;
    }
  };
  const Polygon a = one();
  return {{a}, {one()}};
}

Couple mixed_exponents(Random& random) {  // 2^-40 to 2^40 in one polygon
  const auto one = [&] {
    for (;;) {
      Polygon polygon;
      for (int k = 0; k < 3; ++k) {
        polygon.push_back(narrowed(std::ldexp(random.uniform(-1, 1), random.integer(-40, 40)),
                                   std::ldexp(random.uniform(-1, 1), random.integer(-40, 40))));
      }
      if (!strictly_convex(polygon)) std::swap(polygon[0], polygon[1]);
      if (strictly_convex(polygon)) return polygon;
    }
  };
  const Polygon a = one();
  return {{a}, {one()}};
}

Couple nearly_parallel(Random& random) {  // long edges at an angle of some 1e-7, one on the other
  const double tilt = random.uniform(-3e-7, 3e-7), gap = random.uniform(-3e-7, 3e-7);
  const Polygon a = box_at(-1, -1, 2, 1);  // its upper edge on y = 0
  const Polygon b = {narrowed(-1, gap - tilt), narrowed(1, gap + tilt), narrowed(0, 1)};
  return {{a}, {b}};
}

/// Moves b along the normal until what parts the two, or holds them together, is some float roundings: at the limit of
/// what an error band may certify.
Couple brought_near(Couple couple, Random& random) {
  Scene scene;
  const Pair pair = {add(scene, couple.a), add(scene, couple.b)};
  Contact contact;
  collide(scene, {&pair, 1}, {&contact, 1});
  const Answer answer = judge(placed(scene, pair.a), placed(scene, pair.b));
  const auto gap = static_cast<double>(answer.extent) * random.uniform(-8, 8) * 0x1p-24;
  const auto shift = gap - static_cast<double>(answer.separation);
  couple.b.pose.x += shift * double{contact.normal_x};
  couple.b.pose.y += shift * double{contact.normal_y};
  return couple;
}

Couple turned(Couple couple, Random& random) {
  const Pose a = couple.a.pose, b = couple.b.pose;
  couple.a.pose = Pose::at(a.x, a.y, random.uniform(-7, 7));
  couple.b.pose = Pose::at(b.x, b.y, random.uniform(-7, 7));
  return couple;
}

Couple hairs_breadth(Random& random) {
  switch (random.integer(0, 5)) {
    case 0:
      return brought_near(turned(near_by(random), random), random);
    case 1:
      return brought_near(turned(slivers(random), random), random);
    case 2:
      return brought_near(turned(far_away(random), random), random);
    case 3:
      return brought_near(turned(many_vertices(random), random), random);
    case 4:
      return brought_near(turned(size_ratio(random), random), random);
    default:
      return brought_near(turned(off_centre(random), random), random);
  }
}

Couple concave_by_a_hair(Random& random) {  // the nearly straight sides of polygons that rounding made concave
  return brought_near(rounded_to_concave(random), random);
}

constexpr Family all_families[] = {
    {"near_by", near_by},
    {"touching_grid", touching_grid},
    {"ulp_touching", ulp_touching},
    {"shared_vertex", shared_vertex},
    {"shared_edge", shared_edge},
    {"identical", identical},
    {"containment", containment},
    {"far_away", far_away},
    {"slivers", slivers},
    {"tiny_and_huge", tiny_and_huge},
    {"size_ratio", size_ratio},
    {"regular", regular},
    {"many_vertices", many_vertices},
    {"double_origins", double_origins},
    {"rotated", rotated},
    {"rounded_to_concave", rounded_to_concave},
    {"off_centre", off_centre},
    {"far_origins", far_origins},
    {"denormal", denormal},
    {"mixed_exponents", mixed_exponents},
    {"nearly_parallel", nearly_parallel},
    {"hairs_breadth", hairs_breadth},
    {"concave_by_a_hair", concave_by_a_hair},
};

}  // namespace

std::span<const Family> families() { return all_families; }

}  // namespace satchel::test
