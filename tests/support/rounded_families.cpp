#include "rounded_families.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "family_parts.hpp"

namespace satchel::test {
namespace {

using namespace parts;

/// x^2 + y^2 = length^2.
struct Triple {
  int x, y, length;
};

Triple some_triple(Random& random) {
  Triple t = random.pick<Triple>({{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {7, 24, 25}, {20, 21, 29}, {1, 0, 1}});
  if (random.chance(.5)) std::swap(t.x, t.y);
  if (random.chance(.5)) t.x = -t.x;
  if (random.chance(.5)) t.y = -t.y;
  return t;
}

template <class T>
double some_scale(Random& random) {
  return std::ldexp(1, random.integer(-8, 8));
}

/// Two radii of this sum; or, as often, of one that is off by an ulp of the first.
template <class T>
void share_radius(Random& random, double sum, double unit, BasicRoundCouple<T>& couple) {
  const double part = unit * random.integer(0, static_cast<int>(sum / unit));
  couple.a.radius = static_cast<T>(part);
  couple.b.radius = static_cast<T>(sum - part);
  T& one = random.chance(.5) ? couple.a.radius : couple.b.radius;
  if (one > 0) one = stepped(one, random.pick({0, 0, 0, -1, 1}));
}

/// A core with a corner at the origin that lies in the half plane x dx + y dy <= 0, on the grid of `unit`.
template <class T>
BasicPolygon<T> behind(Random& random, const Triple& t, double unit) {
  const double sx = t.x < 0 ? 1 : -1, sy = t.y < 0 ? 1 : -1;
  const auto at = [&](int x, int y) { return narrowed<T>(unit * sx * x, unit * sy * y); };
  const int w = random.integer(1, 9), h = random.integer(1, 9);
  switch (random.integer(0, 3)) {
    case 0:
      return {at(0, 0)};
    case 1:
      return {at(0, 0), at(w, h)};
    case 2: {
      BasicPolygon<T> box{at(0, 0), at(w, 0), at(w, h), at(0, h)};
      if (sx * sy < 0) std::reverse(box.begin() + 1, box.end());
      return box;
    }
    default: {
      BasicPolygon<T> triangle{at(0, 0), at(w, 0), at(0, h)};
      if (sx * sy < 0) std::reverse(triangle.begin() + 1, triangle.end());
      return triangle;
    }
  }
}

template <class T>
BasicRoundCouple<T> corners_facing(Random& random) {  // at exactly ra + rb, or an ulp off it
  const Triple t = some_triple(random);
  const double unit = some_scale<T>(random);
  BasicRoundCouple<T> couple;
  couple.a.core = behind<T>(random, t, unit);
  couple.b.core = behind<T>(random, {-t.x, -t.y, t.length}, unit);
  const double x = unit * random.integer(-9, 9), y = unit * random.integer(-9, 9);
  couple.a.pose = {x, y};
  couple.b.pose = {x + unit * t.x, y + unit * t.y};
  share_radius(random, unit * t.length, unit, couple);
  return couple;
}

template <class T>
BasicRoundCouple<T> tangent_to_an_edge(Random& random) {  // a circle or a corner over an edge, at exactly ra + rb
  const Triple t = some_triple(random);
  const double unit = some_scale<T>(random);
  const int half = random.integer(1, 4), distance = random.integer(0, 3);
  const auto at = [&](int along, int away) {  // in the frame of the edge, to whose right `away` points
    return narrowed<T>(unit * (along * -t.y + away * t.x), unit * (along * t.x + away * t.y));
  };
  BasicRoundCouple<T> couple;
  couple.a.core = {at(-half, 0), at(half, 0)};
  if (random.chance(.5)) couple.a.core.push_back(at(random.integer(-5, 5), -random.integer(1, 5)));
  const int along = random.integer(-half, half), away = distance;
  switch (random.integer(0, 2)) {
    case 0:
      couple.b.core = {at(along, away)};
      break;
    case 1:
      couple.b.core = {at(along, away), at(along + random.integer(-3, 3), away + random.integer(1, 3))};
      break;
    default:
      couple.b.core = {at(along, away), at(along + random.integer(1, 3), away + random.integer(0, 3)),
                       at(along + random.integer(-2, 0), away + random.integer(4, 6))};
  }
  if (couple.a.core.size() == 3 && !strictly_convex(couple.a.core)) std::swap(couple.a.core[0], couple.a.core[1]);
  if (couple.b.core.size() == 3 && !strictly_convex(couple.b.core)) std::swap(couple.b.core[0], couple.b.core[1]);
  share_radius(random, unit * t.length * distance, unit, couple);
  return couple;
}

template <class T>
BasicRoundCouple<T> inside(Random& random) {
  BasicRoundCouple<T> couple{some_shape<T>(random, random.uniform(1, 4), 16),
                             some_shape<T>(random, random.uniform(.01, .3), 16)};
  couple.b.pose = Pose::at(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-7, 7));
  return couple;
}

template <class T>
BasicRoundCouple<T> crossing(Random& random) {  // segments and capsules on a grid
  const double unit = some_scale<T>(random);
  const auto one = [&] {
    BasicRoundShape<T> shape;
    const auto end = [&] { return narrowed<T>(unit * random.integer(-4, 4), unit * random.integer(-4, 4)); };
    shape.core = {end(), end()};
    while (shape.core[1] == shape.core[0]) shape.core[1] = end();
    shape.radius = static_cast<T>(unit * random.pick({0, 0, 1, 2}));
    return shape;
  };
  const BasicRoundShape<T> a = one();
  return {a, one()};
}

template <class T>
BasicRoundCouple<T> collinear(Random& random) {
  const Triple t = some_triple(random);
  const double unit = some_scale<T>(random);
  const auto one = [&] {
    const int from = random.integer(-6, 6), to = from + random.integer(0, 3);
    BasicRoundShape<T> shape;
    shape.core = {narrowed<T>(unit * from * t.x, unit * from * t.y)};
    if (to != from) shape.core.push_back(narrowed<T>(unit * to * t.x, unit * to * t.y));
    shape.radius = static_cast<T>(unit * t.length * random.integer(0, 2) / 2);
    return shape;
  };
  const BasicRoundShape<T> a = one();
  return {a, one()};
}

/// Moves b along the normal until what parts the two, or holds them together, is some roundings.
template <class T>
BasicRoundCouple<T> brought_together(BasicRoundCouple<T> couple, Random& random) {
  BasicScene<T> scene;
  const Pair pair = {add(scene, couple.a), add(scene, couple.b)};
  BasicContact<T> contact;
  collide(scene, {&pair, 1}, {&contact, 1});
  const Box p = scene.bounding_box(0), q = scene.bounding_box(1);
  const double extent = std::max(std::max(p.max_x, q.max_x) - std::min(p.min_x, q.min_x),
                                 std::max(p.max_y, q.max_y) - std::min(p.min_y, q.min_y));
  const double shift = extent * random.uniform(-8, 8) * unit_roundoff<T> - static_cast<double>(contact.separation);
  couple.b.pose.x += shift * static_cast<double>(contact.normal_x);
  couple.b.pose.y += shift * static_cast<double>(contact.normal_y);
  return couple;
}

template <class T>
BasicRoundCouple<T> anyhow(Random& random) {
  BasicRoundCouple<T> couple{some_shape<T>(random, random.uniform(.2, 1), 16),
                             some_shape<T>(random, random.uniform(.2, 1), 16)};
  couple.a.pose = Pose::at(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-7, 7));
  couple.b.pose = Pose::at(random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-7, 7));
  return couple;
}

/// A box or other parallelogram around its origin, so many of them slivers; a third without a radius.
template <class T>
BasicRoundShape<T> centred_box(Random& random, double slivers) {
  const double w = random.uniform(.1, 1);
  const double h = random.chance(slivers) ? std::exp(random.uniform(-9, 0)) : random.uniform(.1, 1);
  const double slant = random.chance(.3) ? random.uniform(-.9, .9) * w : 0;
  const BasicVec2<T> p = narrowed<T>(w + slant, -h), q = narrowed<T>(w - slant, h);
  BasicRoundShape<T> shape;
  shape.core = {p, q, {-p.x, -p.y}, {-q.x, -q.y}};
  std::rotate(shape.core.begin(), shape.core.begin() + random.integer(0, 3), shape.core.end());
  if (random.chance(.7)) shape.radius = static_cast<T>(random.uniform(.01, .5));
  return shape;
}

template <class T>
BasicRoundCouple<T> centred_boxes(Random& random) {
  BasicRoundCouple<T> couple{centred_box<T>(random, .2), centred_box<T>(random, .2)};
  couple.a.pose = Pose::at(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-7, 7));
  const double turn =
      random.pick({0., 1e-7, 1e-4, random.uniform(-7, 7), random.uniform(-7, 7)});  // or as good as parallel
  couple.b.pose = {random.uniform(-2.5, 2.5),
                   random.uniform(-2.5, 2.5),
                   {couple.a.pose.rotation.cos * std::cos(turn) - couple.a.pose.rotation.sin * std::sin(turn),
                    couple.a.pose.rotation.sin * std::cos(turn) + couple.a.pose.rotation.cos * std::sin(turn)}};
  return random.chance(.5) ? brought_together(couple, random) : couple;
}

/// As corners_facing, of boxes around their own origins.
template <class T>
BasicRoundCouple<T> box_corners_facing(Random& random) {
  const Triple t = some_triple(random);
  const double unit = some_scale<T>(random), sx = t.x < 0 ? -1 : 1, sy = t.y < 0 ? -1 : 1;
  BasicRoundCouple<T> couple;
  const double x = unit * random.integer(-9, 9), y = unit * random.integer(-9, 9);  // of A's corner
  const auto box_at = [&](double corner_x, double corner_y, double away, BasicRoundShape<T>& shape) {
    const double w = unit * random.integer(1, 9), h = unit * random.integer(1, 9);
    shape.core = box<T>(static_cast<T>(w), static_cast<T>(h));
    shape.pose = {corner_x + away * sx * w, corner_y + away * sy * h};
  };
  box_at(x, y, -1, couple.a);
  box_at(x + unit * t.x, y + unit * t.y, 1, couple.b);
  share_radius(random, unit * t.length, unit, couple);
  return couple;
}

template <class T>
BasicRoundCouple<T> nearly_touching(Random& random) {
  return brought_together(anyhow<T>(random), random);
}

template <class T>
BasicRoundCouple<T> huge_radii(Random& random) {  // up to a million times the core
  BasicRoundCouple<T> couple = anyhow<T>(random);
  couple.a.radius = static_cast<T>(random.pick({1e2, 1e4, 1e6}));
  if (random.chance(.5)) couple.b.radius = static_cast<T>(random.pick({1e-3, 1., 1e6}));
  const double angle = random.uniform(0, two_pi);
  const double reach = static_cast<double>(couple.a.radius) + static_cast<double>(couple.b.radius);
  const double distance = reach * random.pick({0., .5, 1., 1., 1.2});
  couple.b.pose.x += distance * std::cos(angle);
  couple.b.pose.y += distance * std::sin(angle);
  return random.chance(.5) ? brought_together(couple, random) : couple;
}

template <class T>
BasicRoundCouple<T> coincident(Random& random) {
  BasicRoundCouple<T> couple = anyhow<T>(random);
  couple.b.pose = couple.a.pose;
  if (random.chance(.5)) couple.b.core = couple.a.core;
  if (random.chance(.5)) couple.b.radius = couple.a.radius;
  return couple;
}

template <class T>
BasicRoundCouple<T> tiny_and_large(Random& random) {
  constexpr bool narrow = sizeof(T) == sizeof(float);
  const int exponent = narrow ? random.integer(-110, 40) : random.integer(-150, 180);
  BasicRoundCouple<T> couple = random.chance(.5) ? corners_facing<T>(random) : anyhow<T>(random);
  for (BasicRoundShape<T>* shape : {&couple.a, &couple.b}) {
    const double scale = std::ldexp(1, exponent);
    for (BasicVec2<T>& v : shape->core) v = narrowed<T>(v.x * scale, v.y * scale);
    shape->radius = static_cast<T>(static_cast<double>(shape->radius) * scale);
    shape->pose.x *= scale;
    shape->pose.y *= scale;
  }
  return couple;
}

template <class T>
BasicRoundCouple<T> far_from_zero(Random& random) {
  BasicRoundCouple<T> couple = nearly_touching<T>(random);
  const double x = random.uniform(-1e6, 1e6), y = random.uniform(-1e6, 1e6);
  for (BasicRoundShape<T>* shape : {&couple.a, &couple.b}) shape->pose.x += x, shape->pose.y += y;
  return couple;
}

template <class T>
BasicRoundCouple<T> nearly_a_point(Random& random) {  // segments that rotation may make points
  BasicRoundCouple<T> couple = anyhow<T>(random);
  const BasicVec2<T> p = narrowed<T>(random.uniform(-1, 1), random.uniform(-1, 1));
  couple.a.core = {p, {stepped(p.x, random.integer(1, 3)), stepped(p.y, random.integer(0, 2))}};
  return random.chance(.5) ? brought_together(couple, random) : couple;
}

template <class T>
BasicRoundCouple<T> stretched(Random& random) {  // by rotations that are too long or too short, up to 1e-6
  BasicRoundCouple<T> couple = anyhow<T>(random);
  const bool same_place = random.chance(.3), together = random.chance(.5);
  if (random.chance(.2)) couple.a.core = round_polygon<T>(random, random.integer(9, 40), random.uniform(.2, 1));
  if (same_place)
    couple.b.pose = {couple.a.pose.x, couple.a.pose.y, {couple.b.pose.rotation.cos, couple.b.pose.rotation.sin}};
  for (BasicRoundShape<T>* shape : {&couple.a, &couple.b}) shape->pose = test::stretched(shape->pose, random);
  return together ? brought_together(couple, random) : couple;
}

}  // namespace

template <class T>
std::span<const BasicRoundFamily<T>> round_families() {
  static constexpr std::array<BasicRoundFamily<T>, 15> all = {{{"anyhow", anyhow, 500, 0, 0},
                                                               {"corners_facing", corners_facing, 0, 200, 100},
                                                               {"tangent_to_an_edge", tangent_to_an_edge, 0, 200, 100},
                                                               {"inside", inside, 500, 0, 0},
                                                               {"centred_boxes", centred_boxes, 300, 0, 0},
                                                               {"box_corners_facing", box_corners_facing, 0, 200, 100},
                                                               {"crossing", crossing, 100, 10, 10},
                                                               {"collinear", collinear, 0, 10, 10},
                                                               {"nearly_touching", nearly_touching, 0, 0, 0},
                                                               {"huge_radii", huge_radii},
                                                               {"coincident", coincident},
                                                               {"tiny_and_large", tiny_and_large},
                                                               {"far_from_zero", far_from_zero, 0, 0, 0},
                                                               {"nearly_a_point", nearly_a_point},
                                                               {"stretched", stretched}}};
  return all;
}

template <class T>
BodyId add(BasicScene<T>& scene, const BasicRoundShape<T>& shape) {
  switch (shape.core.size()) {
    case 1:
      return scene.add_body(scene.add_circle(shape.core[0], shape.radius), shape.pose);
    case 2:
      return scene.add_body(scene.add_capsule(shape.core[0], shape.core[1], shape.radius), shape.pose);
    default:
      return scene.add_body(scene.add_polygon(shape.core, shape.radius), shape.pose);
  }
}

template <class T>
BasicRoundShape<T> some_shape(Random& random, double size, int most) {
  BasicRoundShape<T> shape;
  switch (random.integer(0, 3)) {
    case 0:
      shape.core = {narrowed<T>(random.uniform(-.5, .5) * size, random.uniform(-.5, .5) * size)};
      break;
    case 1: {
      const double angle = random.uniform(0, two_pi), x = size * std::cos(angle), y = size * std::sin(angle);
      shape.core = {narrowed<T>(-x, -y), narrowed<T>(x * random.uniform(.1, 1), y)};
      break;
    }
    case 2:
      shape.core = box<T>(static_cast<T>(size * random.uniform(.1, 1)), static_cast<T>(size * random.uniform(.1, 1)));
      break;
    default:
      shape.core = round_polygon<T>(random, random.integer(3, most), size);
  }
  if (random.chance(.8)) shape.radius = static_cast<T>(size * random.uniform(.01, .8));
  return shape;
}

template <class T>
BasicWorld<T> world_of(const BasicRoundFamily<T>& family, std::size_t couples, Random& random) {
  BasicWorld<T> world;
  for (std::size_t k = 0; k < couples; ++k) {
    const BasicRoundCouple<T> couple = family.make(random);
    const BodyId a = add(world.scene, couple.a), b = add(world.scene, couple.b);
    world.pairs.push_back(random.chance(.1) ? Pair{a, a} : random.chance(.5) ? Pair{a, b} : Pair{b, a});
  }
  return world;
}

template <class T>
BasicWorld<T> round_crowd(Random& random, std::size_t bodies, std::size_t pairs, int most_vertices) {
  BasicWorld<T> world;
  constexpr std::size_t group = 16;
  for (std::size_t i = 0; i < bodies; ++i) {
    BasicRoundShape<T> shape = some_shape<T>(random, random.uniform(.2, .8), most_vertices);
    const double x = 10.0 * static_cast<double>(i / group % 64), y = 10.0 * static_cast<double>(i / group / 64);
    shape.pose = Pose::at(x + random.uniform(-1.3, 1.3), y + random.uniform(-1.3, 1.3), random.uniform(-7, 7));
    add(world.scene, shape);
  }
  for (std::size_t k = 0; k < pairs; ++k) {
    const std::size_t a = random.below(bodies), first = a / group * group;
    const std::size_t b = first + random.below(std::min(group, bodies - first));
    world.pairs.push_back({static_cast<BodyId>(a), static_cast<BodyId>(b)});
  }
  return world;
}

template <class T>
BasicWorld<T> box_crowd(Random& random, std::size_t bodies, std::size_t pairs, double without_radius) {
  BasicWorld<T> world;
  for (std::size_t i = 0; i < bodies; ++i) {
    BasicRoundShape<T> shape = centred_box<T>(random, .1);
    shape.radius = random.chance(without_radius) ? T(0) : static_cast<T>(random.uniform(.01, .4));
    const double angle = random.chance(.3) ? 0 : random.uniform(-7, 7);
    shape.pose = Pose::at(random.uniform(-2, 2), random.uniform(-2, 2), angle);
    add(world.scene, shape);
  }
  for (std::size_t k = 0; k < pairs; ++k) {
    world.pairs.push_back({static_cast<BodyId>(random.below(bodies)), static_cast<BodyId>(random.below(bodies))});
  }
  return world;
}

template <class T>
BasicWorld<T> round_crowd_of(Random& random, int vertices, std::size_t bodies) {
  BasicWorld<T> world;
  for (std::size_t i = 0; i < bodies; ++i) {
    BasicRoundShape<T> shape = some_shape<T>(random, .5);
    while (static_cast<int>(shape.core.size()) != std::min(vertices, 4)) shape = some_shape<T>(random, .5);
    if (vertices > 4) shape.core = round_polygon<T>(random, vertices, .5);
    shape.radius = static_cast<T>(random.uniform(.01, .4));
    shape.pose = Pose::at(random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-7, 7));
    add(world.scene, shape);
    for (int k = 0; k < 4; ++k) {
      world.pairs.push_back({static_cast<BodyId>(i), static_cast<BodyId>(random.below(i + 1))});
    }
  }
  return world;
}

#define SATCHEL_INSTANTIATE(T)                                                       \
  template std::span<const BasicRoundFamily<T>> round_families();                    \
  template BodyId add(BasicScene<T>&, const BasicRoundShape<T>&);                    \
  template BasicRoundShape<T> some_shape(Random&, double, int);                      \
  template BasicWorld<T> world_of(const BasicRoundFamily<T>&, std::size_t, Random&); \
  template BasicWorld<T> round_crowd(Random&, std::size_t, std::size_t, int);        \
  template BasicWorld<T> box_crowd(Random&, std::size_t, std::size_t, double);       \
  template BasicWorld<T> round_crowd_of(Random&, int, std::size_t);
SATCHEL_INSTANTIATE(float)
SATCHEL_INSTANTIATE(double)
#undef SATCHEL_INSTANTIATE

}  // namespace satchel::test
