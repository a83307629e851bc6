#include "aims.hpp"

#include <array>
#include <cmath>

#include "support/family_parts.hpp"

namespace satchel::test {
namespace {

using namespace parts;

/// 2^-first to 2^-last, as likely as any between, or its negative.
double small(Random& random, int first, int last) {
  return random.pick({-1.0, 1.0}) * std::ldexp(random.uniform(.5, 1), -random.integer(first, last));
}

/// Nothing, some roundings, a share of the size or of a margin.
template <class T>
double some_gap(Random& random) {
  switch (random.integer(0, 3)) {
    case 0:
      return 0;
    case 1:
      return random.uniform(-300, 300) * unit_roundoff<T>;
    case 2:
      return small(random, 1, 30);
    default:
      return random.uniform(-.2, .4);
  }
}

template <class T>
T some_radius(Random& random) {
  return random.chance(.5) ? T(0) : static_cast<T>(std::fabs(small(random, 1, 12)));
}

/// b over the top of a, which is at this height over a's origin: the lowest point of b, turned by `tilt`, lies `gap` above it,
/// `at` beside a's origin. Then both are turned together, made larger or smaller, and named in either order.
template <class T>
BasicRoundCouple<T> stacked(Random& random, BasicRoundShape<T> a, BasicRoundShape<T> b, double top, double at,
                            double gap, double tilt) {
  const double c = std::cos(tilt), s = std::sin(tilt);
  double low = std::numeric_limits<double>::infinity(), low_x = 0;
  for (const BasicVec2<T> v : b.core) {
    const double x = v.x, y = v.y, height = s * x + c * y;
    if (height < low) low = height, low_x = c * x - s * y;
  }
  const double scale = std::ldexp(1, random.integer(-6, 6));
  const double turn = random.pick({0.0, 0.0, two_pi / 4, two_pi / 2, random.uniform(-4, 4)});
  const double x = scale * (at - low_x),
               y = scale * (top + gap + static_cast<double>(a.radius) + static_cast<double>(b.radius) - low);
  for (BasicRoundShape<T>* const shape : {&a, &b}) {
    shape->core = scaled_by(shape->core, scale);
    shape->radius = static_cast<T>(scale * static_cast<double>(shape->radius));
  }
  const double cos = turn == 0 ? 1 : std::cos(turn), sin = turn == 0 ? 0 : std::sin(turn);
  a.pose = turn == 0 ? Pose{} : Pose::at(0, 0, turn);
  b.pose = turn + tilt == 0 ? Pose{x, y} : Pose::at(cos * x - sin * y, sin * x + cos * y, turn + tilt);
  if (random.chance(.5)) std::swap(a, b);
  return {a, b};
}

/// A box around its origin; its half height is `top`.
template <class T>
BasicRoundShape<T> some_box(Random& random, double& top) {
  const T height = static_cast<T>(random.uniform(.2, 1));
  top = height;
  return {box<T>(static_cast<T>(random.uniform(.3, 2)), height), some_radius<T>(random)};
}

template <class T>
BasicRoundShape<T> some_other(Random& random) {
  double top = 0;
  switch (random.integer(0, 3)) {
    case 0:
      return {{narrowed<T>(-random.uniform(.1, 1), 0), narrowed<T>(random.uniform(.1, 1), 0)}, some_radius<T>(random)};
    case 1:
      return {regular_polygon<T>(random.integer(3, 12), random.uniform(.3, 1)), some_radius<T>(random)};
    default:
      return some_box<T>(random, top);
  }
}

template <class T>
BasicRoundCouple<T> faces_near_parallel(Random& random) {
  double top = 0;
  const BasicRoundShape<T> a = some_box<T>(random, top);
  const double tilt = random.chance(.2) ? 0 : small(random, 1, sizeof(T) == sizeof(float) ? 26 : 54);
  return stacked(random, a, some_other<T>(random), top, random.uniform(-2, 2), some_gap<T>(random), tilt);
}

template <class T>
BasicRoundCouple<T> two_edges_alike(Random& random) {  // a square on its corner
  double top = 0;
  const BasicRoundShape<T> a = some_box<T>(random, top);
  const T side = static_cast<T>(random.uniform(.2, 1));
  const double tilt = two_pi / 8 + (random.chance(.3) ? 0 : small(random, 6, 60));
  const BasicRoundShape<T> b{box<T>(side, side), some_radius<T>(random)};
  return stacked(random, a, b, top, random.uniform(-2, 2), some_gap<T>(random), tilt);
}

template <class T>
BasicRoundCouple<T> ends_over_ends(Random& random) {  // where a second point, or the only one, is there or not
  double top = 0;
  const BasicRoundShape<T> a = some_box<T>(random, top);
  const double end = static_cast<double>(a.core[1].x) * random.pick({-1.0, 1.0});
  const double at = end + random.pick({0.0, random.uniform(-200, 200) * unit_roundoff<T>, small(random, 4, 30)});
  const double tilt = random.pick({0.0, small(random, 1, 50), random.uniform(-.8, .8)});
  return stacked(random, a, some_other<T>(random), top, at, some_gap<T>(random), tilt);
}

template <class T>
BasicRoundCouple<T> straight_corners(
    Random& random) {  // off the line by some units, within the tolerance of faces or beyond
  const double w = random.uniform(.5, 2), off = random.uniform(1, 400) * unit_roundoff<T>;
  const int inner = random.integer(1, 4);
  BasicPolygon<T> floor{narrowed<T>(-w, -.1), narrowed<T>(w, -.1), narrowed<T>(w, 0)};
  for (int i = 0; i < inner; ++i) {
    const double x = w * (1 - 2 * (i + random.uniform(.2, .8)) / inner);
    floor.push_back(narrowed<T>(x, off * (w * w - x * x)));
  }
  floor.push_back(narrowed<T>(-w, 0));
  if (!strictly_convex(floor)) floor = box<T>(1, T(.1));
  double top = floor.size() == 4 ? .1 : off * w * w;
  BasicRoundShape<T> a{floor, some_radius<T>(random)}, b = some_other<T>(random);
  if (random.chance(.3)) {  // on both
    b = {floor, some_radius<T>(random)};
    const double tilt = two_pi / 2 + small(random, 10, 50);
    return stacked(random, a, b, top, random.uniform(-2, 2), some_gap<T>(random), tilt);
  }
  return stacked(random, a, b, top, random.uniform(-2, 2), some_gap<T>(random), small(random, 1, 50));
}

template <class T>
BasicRoundCouple<T> upright(Random& random) {  // a segment or sliver that stands on a face
  double top = 0;
  const BasicRoundShape<T> a = some_box<T>(random, top);
  BasicRoundShape<T> b{{narrowed<T>(0, -random.uniform(.1, 1)), narrowed<T>(0, random.uniform(.1, 1))},
                       some_radius<T>(random)};
  if (random.chance(.5)) std::swap(b.core[0], b.core[1]);
  if (random.chance(.3)) b.core = box<T>(static_cast<T>(std::fabs(small(random, 4, 20))), 1);
  const double tilt = random.chance(.4) ? 0 : small(random, 2, 50);
  return stacked(random, a, b, top, random.uniform(-1, 1), some_gap<T>(random), tilt);
}

template <class T>
BasicRoundCouple<T> thin(Random& random) {
  const auto one = [&]() -> BasicRoundShape<T> {
    const T width = static_cast<T>(std::fabs(small(random, 3, 16)));
    if (random.chance(.5)) return {{narrowed<T>(-1, 0), narrowed<T>(1, 0)}, random.chance(.3) ? T(0) : width};
    return {box<T>(1, width), random.chance(.5) ? T(0) : width};
  };
  const BasicRoundShape<T> a = one(), b = one();
  const double top = a.core.size() == 2 ? 0 : static_cast<double>(a.core[2].y);
  return stacked(random, a, b, top, random.uniform(-2, 2), some_gap<T>(random),
                 random.pick({0.0, small(random, 1, 40)}));
}

}  // namespace

template <class T>
std::span<const BasicRoundFamily<T>> aimed_families() {
  static constexpr std::array<BasicRoundFamily<T>, 6> all = {{{"faces_near_parallel", faces_near_parallel},
                                                              {"two_edges_alike", two_edges_alike},
                                                              {"ends_over_ends", ends_over_ends},
                                                              {"straight_corners", straight_corners},
                                                              {"upright", upright},
                                                              {"thin", thin}}};
  return all;
}

template std::span<const BasicRoundFamily<float>> aimed_families();
template std::span<const BasicRoundFamily<double>> aimed_families();

}  // namespace satchel::test
