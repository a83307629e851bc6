// Very small, very large and very distant numbers.
#include <algorithm>
#include <cmath>
#include <limits>

#include "families.hpp"
#include "family_parts.hpp"

namespace satchel::test {
namespace {

using namespace parts;

template <class T>
constexpr bool is_float = sizeof(T) == sizeof(float);

/// The least number of a scene: 2^-149 or 2^-200.
template <class T>
constexpr double smallest = is_float<T> ? 0x1p-149 : 0x1p-200;

template <class T>
BasicCouple<T> far_away(Random& random) {  // in the local frame, where T has few digits left
  const double o = is_float<T> ? random.pick({1e3, 1e5, 1e6, -1e6}) : random.pick({1e6, 1e12, 1e14, -1e14});
  const auto one = [&](double spread) {
    const Point2 center = {o + random.uniform(-spread, spread), -o + random.uniform(-spread, spread)};
    return round_polygon<T>(random, random.integer(3, 6), random.uniform(4, 30), center);
  };
  const BasicPolygon<T> a = one(0);
  return {{a}, {one(30)}};
}

template <class T>
BasicCouple<T> coarse_places(Random& random) {  // so far away that coordinates are a few units in the last place apart
  const int top = is_float<T> ? 59 : 199;
  const double o = std::ldexp(1, random.pick({10, 20, 30, 40, top})), ulp = 2 * unit_roundoff<T> * o;
  const BasicPolygon<T> a = grid_polygon<T>(random, 6, ulp, {o + 16 * ulp, -o - 16 * ulp});
  const double x = o + ulp * (16 + random.integer(-8, 8)), y = -o - ulp * (16 + random.integer(-8, 8));
  return {{a}, {grid_polygon<T>(random, 6, ulp, {x, y})}};
}

template <class T>
BasicCouple<T> tiny_and_huge(Random& random) {
  const double s = is_float<T> ? random.pick({0x1p-100, 0x1p-60, 0x1p-30, 0x1p30, 0x1p55})
                               : random.pick({0x1p-140, 0x1p-60, 0x1p-30, 0x1p60, 0x1p195});
  const BasicCouple<T> couple = near_by<T>(random);
  return {{scaled_by(couple.a.polygon, s)}, {scaled_by(couple.b.polygon, s)}};
}

template <class T>
BasicCouple<T> denormal(Random& random) {  // coordinates and differences that float can hardly tell apart
  const auto coordinate = [&] { return static_cast<T>(random.integer(-6, 6) * smallest<T>); };
  const auto one = [&] {
    for (;;) {
      BasicPolygon<T> polygon;
      for (int k = 0; k < 3; ++k) {
        const T x = coordinate(), y = coordinate();
        polygon.push_back({x, y});
      }
      if (strictly_convex(polygon)) return polygon;
    }
  };
  const BasicPolygon<T> a = one(), b = one();
  const double x = random.pick({0.0, smallest<T>, 0x1p-200, 0x1p-180}), y = random.pick({0.0, -0x1p-200, 0x1p-147});
  return {{a}, {b, {x, y}}};
}

/// Triangles whose coordinates have exponents from `low` to `high`.
template <class T>
BasicCouple<T> of_exponents(Random& random, int low, int high) {
  const auto coordinate = [&] {
    const double mantissa = random.uniform(1, 2);
    return static_cast<T>(std::ldexp(random.chance(.5) ? mantissa : -mantissa, random.integer(low, high)));
  };
  const auto one = [&] {
    for (;;) {
      BasicPolygon<T> polygon;
      for (int k = 0; k < 3; ++k) {
        const T x = coordinate(), y = coordinate();
        polygon.push_back({x, y});
      }
      if (!strictly_convex(polygon)) std::swap(polygon[0], polygon[1]);
      if (strictly_convex(polygon)) return polygon;
    }
  };
  const BasicPolygon<T> a = one();
  BasicPolygon<T> b = one();
  for (int attempt = 0; attempt < 8 && random.chance(.7); ++attempt) {  // most share a vertex or two
    BasicPolygon<T> sharing = b;
    sharing[random.below(3)] = a[random.below(3)];
    if (strictly_convex(sharing)) b = sharing;
  }
  return {{a}, {b}};
}

template <class T>
BasicCouple<T> mixed_exponents(Random& random) {
  return of_exponents<T>(random, -40, 40);
}

template <class T>
BasicCouple<T> all_exponents(Random& random) {
  return is_float<T> ? of_exponents<T>(random, -140, 58) : of_exponents<T>(random, -199, 198);
}

template <class T>
BasicCouple<T> double_origins(Random& random) {  // side by side give or take units in the last place of a double
  const auto w = static_cast<T>(random.uniform(.1, 3)), h = static_cast<T>(random.uniform(.1, 3));
  const double x = random.pick({0.0, 1.0, 1e3, 1e6, -1e9}) + random.uniform(0, 1), y = random.uniform(-10, 10);
  const double x2 = stepped(x + 2.0 * static_cast<double>(w), random.integer(-2, 2));
  const double height = h;
  return {{box<T>(w, h), {x, y}}, {box<T>(w, h), {x2, y + random.pick({0.0, height, 2 * height})}}};
}

template <class T>
BasicCouple<T> off_centre(Random& random) {  // local frames far from the shape
  const double o = random.pick({10., 100., 1000.});
  for (;;) {
    BasicCouple<T> couple = near_by<T>(random);
    couple.a.polygon = moved(couple.a.polygon, o, -o);
    couple.b.polygon = moved(couple.b.polygon, o, -o);
    couple.b.pose = {random.uniform(-.3, .3), random.uniform(-.3, .3)};
    if (strictly_convex(couple.a.polygon) && strictly_convex(couple.b.polygon)) return couple;
  }
}

template <class T>
BasicCouple<T> opposed_frames(Random& random) {  // and far from each other's origin, though the shapes meet
  for (;;) {
    BasicCouple<T> couple = near_by<T>(random);
    for (BasicPosed<T>* posed : {&couple.a, &couple.b}) {
      const double x = std::ldexp(random.uniform(-1, 1), random.integer(0, 12));
      const double y = std::ldexp(random.uniform(-1, 1), random.integer(0, 12)), turn = random.uniform(-7, 7);
      posed->polygon = moved(posed->polygon, x, y);
      posed->pose = Pose::at(0, 0, turn);  // the origin such that the shape's middle comes to (0, 0)
      const double c = posed->pose.rotation.cos, s = posed->pose.rotation.sin;
      posed->pose.x = s * y - c * x;
      posed->pose.y = -s * x - c * y;
    }
    if (strictly_convex(couple.a.polygon) && strictly_convex(couple.b.polygon)) return couple;
  }
}

template <class T>
BasicCouple<T> far_apart(Random& random) {  // small bodies, or off-centre ones, a long way from each other
  BasicCouple<T> couple = off_centre<T>(random);
  const double way = std::ldexp(random.uniform(1, 2), random.integer(0, 24));
  couple.b.pose = Pose::at(way * random.uniform(-1, 1), way * random.uniform(-1, 1), random.uniform(-7, 7));
  couple.a.pose = Pose::at(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-7, 7));
  return couple;
}

template <class T>
BasicCouple<T> far_origins(Random& random) {
  const double x = random.pick({1e6, 1e9, -1e12}), y = random.pick({.5, -1e9});
  BasicCouple<T> couple = near_by<T>(random);
  couple.a.pose = Pose::at(x, y, random.uniform(0, 6));
  couple.b.pose = Pose::at(x + random.uniform(-.5, .5), y + random.uniform(-.5, .5), random.uniform(0, 6));
  return couple;
}

template <class T>
constexpr BasicFamily<T> list[] = {
    {"far_away", far_away<T>, reach<T>({20, 0, 0}, {0, 3, 0})},
    {"coarse_places", coarse_places<T>, reach<T>({500, 0, 15}, {0, 500, 15})},
    {"tiny_and_huge", tiny_and_huge<T>, reach<T>({200, 0, 0}, {0, 0, 0})},
    {"denormal", denormal<T>, reach<T>({490, 9, 8}, {0, 0, 9})},
    {"mixed_exponents", mixed_exponents<T>, reach<T>({220, 100, 130}, {0, 100, 130})},
    {"all_exponents", all_exponents<T>, reach<T>({70, 400, 130}, {0, 470, 130})},
    {"double_origins", double_origins<T>, reach<T>({210, 280, 140}, {0, 250, 60})},
    {"off_centre", off_centre<T>},
    {"opposed_frames", opposed_frames<T>},
    {"far_apart", far_apart<T>},
    {"far_origins", far_origins<T>},
};

}  // namespace

template <class T>
std::span<const BasicFamily<T>> range_families() {
  return list<T>;
}
template std::span<const BasicFamily<float>> range_families();
template std::span<const BasicFamily<double>> range_families();

}  // namespace satchel::test
