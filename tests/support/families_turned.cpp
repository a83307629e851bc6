// Pairs whose placed vertices rotation has rounded.
#include <cmath>

#include "families.hpp"
#include "family_parts.hpp"

namespace satchel::test {
namespace {

using namespace parts;

template <class T>
BasicCouple<T> one_of(Random& random, std::initializer_list<const char*> names) {
  return family<T>(random.pick(names)).make(random);
}

template <class T>
BasicCouple<T> rotated(Random& random) {
  BasicCouple<T> couple = one_of<T>(random, {"near_by", "near_by", "slivers"});
  couple.a.pose = Pose::at(random.uniform(-1, 1), .5, random.uniform(-20, 20));
  couple.b.pose = Pose::at(random.uniform(-1, 1), -.5, random.uniform(-20, 20));
  return couple;
}

template <class T>
BasicCouple<T> turned_together(Random& random) {  // equal vertices stay equal, edges that lay on one another do not
  BasicCouple<T> couple =
      one_of<T>(random, {"shared_vertex", "shared_edge", "identical", "touching_grid", "vertex_on_edge"});
  const double x = random.uniform(-9, 9), y = random.uniform(-9, 9);
  couple.a.pose = couple.b.pose = Pose::at(x, y, random.uniform(-7, 7));
  return couple;
}

template <class T>
BasicCouple<T> hairs_breadth(Random& random) {
  const BasicCouple<T> couple =
      one_of<T>(random, {"near_by", "slivers", "far_away", "many_vertices", "size_ratio", "off_centre"});
  return brought_near(turned(couple, random), random);
}

/// A box or another parallelogram around its own origin, up to ten thousand times as long as wide.
template <class T>
BasicPolygon<T> thin_box(Random& random) {
  const double w = random.uniform(.2, 1), h = w * std::pow(10, random.uniform(-4, -.8));
  const double slant = random.chance(.3) ? random.uniform(-.9, .9) * w : 0;
  const BasicVec2<T> p = narrowed<T>(w + slant, -h), q = narrowed<T>(w - slant, h);
  return {p, q, {-p.x, -p.y}, {-q.x, -q.y}};
}

template <class T>
BasicCouple<T> thin_boxes(Random& random) {  // end to end: short edges that decide, far from their bodies' origins
  const BasicPolygon<T> a = thin_box<T>(random), b = random.chance(.7) ? thin_box<T>(random) : few<T>(random, .5);
  const double angle = random.uniform(-7, 7), tilt = random.uniform(-.3, .3), apart = random.uniform(.8, 2.5);
  const Pose at_b = Pose::at(apart * std::cos(angle), apart * std::sin(angle), angle + tilt);
  return brought_near<T>({{a, Pose::at(0, 0, angle)}, {b, at_b}}, random);
}

template <class T>
BasicCouple<T> opposed_by_a_hair(Random& random) {  // near the band's limit, with offsets far larger than the shapes
  return brought_near(one_of<T>(random, {"opposed_frames", "far_apart", "far_origins"}), random);
}

template <class T>
BasicCouple<T> rounded_to_concave(Random& random) {
  const double turn = random.uniform(0, 6), reach = 16 * unit_roundoff<T>;
  const double dx = random.uniform(-reach, reach), dy = random.uniform(-reach, reach);
  const BasicPolygon<T> a = nearly_collinear<T>(random), b = nearly_collinear<T>(random);
  return {{a, Pose::at(.25, .125, turn)}, {b, Pose::at(.25 + dx, .125 + dy, turn + std::numbers::pi)}};
}

template <class T>
BasicCouple<T> concave_by_a_hair(Random& random) {  // the nearly straight sides of polygons that rounding made concave
  return brought_near(rounded_to_concave<T>(random), random);
}

template <class T>
constexpr BasicFamily<T> list[] = {
    {"rotated", rotated<T>},
    {"turned_together", turned_together<T>, reach<T>({80, 10, 180}, {0, 170, 180})},
    {"hairs_breadth", hairs_breadth<T>, reach<T>({300, 0, 0}, {0, 300, 0})},
    {"thin_boxes", thin_boxes<T>, reach<T>({300, 0, 0}, {0, 300, 0})},
    {"opposed_by_a_hair", opposed_by_a_hair<T>, reach<T>({230, 0, 0}, {0, 140, 0})},
    {"rounded_to_concave", rounded_to_concave<T>, reach<T>({15, 0, 0}, {12, 3, 0})},
    {"concave_by_a_hair", concave_by_a_hair<T>, reach<T>({500, 0, 0}, {0, 500, 0})},
};

}  // namespace

template <class T>
std::span<const BasicFamily<T>> turned_families() {
  return list<T>;
}
template std::span<const BasicFamily<float>> turned_families();
template std::span<const BasicFamily<double>> turned_families();

}  // namespace satchel::test
