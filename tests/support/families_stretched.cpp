// Pairs placed by rotations whose cos^2 + sin^2 is up to 1e-6 off 1: what is measured in a shape's frame has another
// length in the world.
#include <cmath>

#include "families.hpp"
#include "family_parts.hpp"

namespace satchel::test {
namespace {

using namespace parts;

template <class T>
BasicCouple<T> stretched(BasicCouple<T> couple, Random& random) {
  couple.a.pose = test::stretched(couple.a.pose, random);
  couple.b.pose = test::stretched(couple.b.pose, random);
  return couple;
}

template <class T>
BasicCouple<T> one_of(Random& random, std::initializer_list<const char*> names) {
  return family<T>(random.pick(names)).make(random);
}

/// Up to 200 of them, few as often as many.
int vertex_count(Random& random) { return static_cast<int>(3 * std::exp2(random.uniform(0, std::log2(201. / 3)))); }

template <class T>
BasicPolygon<T> around_origin(Random& random, double size) {
  const int vertices = vertex_count(random);
  if (random.chance(.5)) return round_polygon<T>(random, vertices, size);
  const BasicPolygon<T> regular = regular_polygon<T>(vertices, size, random.uniform(0, two_pi));
  return strictly_convex(regular) ? regular : few<T>(random, size);
}

template <class T>
BasicCouple<T> stretched_centres(Random& random) {  // one at the other's centre, as large or smaller: many edges tie
  const double ratio = std::pow(10, random.chance(.5) ? random.uniform(-12, 0) : random.uniform(-1, 0));
  const double away = ratio * random.pick({0.0, 2.0}), x = random.uniform(-1, 1), y = random.uniform(-1, 1);
  const Point2 centre = random.chance(.5) ? Point2{} : Point2{x, y};
  BasicPosed<T> large{around_origin<T>(random, 1), {centre.x, centre.y}};
  BasicPosed<T> small{around_origin<T>(random, ratio),
                      {centre.x + away * random.uniform(-1, 1), centre.y + away * random.uniform(-1, 1)}};
  const BasicCouple<T> couple = random.chance(.5) ? BasicCouple<T>{large, small} : BasicCouple<T>{small, large};
  return stretched(turned(couple, random), random);
}

template <class T>
BasicCouple<T> stretched_and_near(Random& random) {
  const BasicCouple<T> couple = one_of<T>(random, {"near_by", "containment", "concentric", "slivers", "size_ratio",
                                                   "regular", "many_vertices", "off_centre"});
  return stretched(turned(couple, random), random);
}

/// Two polygons, one with many edges, the other with a tip that often does not point in the direction of its middle.
template <class T>
BasicCouple<T> many_edges_and_a_tip(Random& random) {
  const BasicPolygon<T> a = round_polygon<T>(random, random.integer(65, 200), 1);
  const double size = random.uniform(.3, 5);
  const BasicPolygon<T> b = few<T>(random, size);
  const double x = random.uniform(-1, 1) * (1 + size), y = random.uniform(-1, 1) * (1 + size);
  return stretched(turned<T>({{a}, {b, {x, y}}}, random), random);
}

template <class T>
BasicCouple<T> stretched_hairs_breadth(Random& random) {
  return brought_near(random.chance(.5) ? stretched_and_near<T>(random) : many_edges_and_a_tip<T>(random), random);
}

template <class T>
BasicCouple<T> stretched_together(Random& random) {  // equal vertices stay equal, edges that lay on one another do not
  BasicCouple<T> couple =
      one_of<T>(random, {"shared_vertex", "shared_edge", "identical", "touching_grid", "vertex_on_edge"});
  const double x = random.uniform(-9, 9), y = random.uniform(-9, 9);
  couple.a.pose = couple.b.pose = test::stretched(Pose::at(x, y, random.uniform(-7, 7)), random);
  return couple;
}

template <class T>
constexpr BasicFamily<T> list[] = {
    {"stretched_centres", stretched_centres<T>},
    {"stretched_and_near", stretched_and_near<T>},
    {"stretched_hairs_breadth", stretched_hairs_breadth<T>, reach<T>({300, 0, 0}, {0, 300, 0})},
    {"stretched_together", stretched_together<T>, reach<T>({80, 10, 180}, {0, 170, 180})},
};

}  // namespace

template <class T>
std::span<const BasicFamily<T>> stretched_families() {
  return list<T>;
}
template std::span<const BasicFamily<float>> stretched_families();
template std::span<const BasicFamily<double>> stretched_families();

}  // namespace satchel::test
