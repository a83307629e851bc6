// Areas of intersections of bodies with a radius, against 50 digits.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <numbers>
#include <satchel/satchel.hpp>
#include <vector>

#include "../support/area_oracle.hpp"
#include "../support/generators.hpp"
#include "../support/isa_param.hpp"
#include "../support/scale.hpp"

namespace satchel::test {
namespace {

using Real = boost::multiprecision::cpp_bin_float_50;

/// The chord of a rounded core at the height y: where the body begins and ends, as the union over its discs and shifted
/// edges; empty if begin > end.
struct Chord {
  Real begin, end;
};

struct RealBody {
  std::vector<Real> x, y;
  Real radius;

  template <class T>
  RealBody(const BasicScene<T>& scene, BodyId id) {
    const BasicPlacedPolygon<T> polygon = placed(scene, id);
    for (const std::uint32_t i : polygon.hull) {
      x.push_back(Real(polygon.origin_x) + Real(static_cast<double>(polygon.offsets[i].x)));
      y.push_back(Real(polygon.origin_y) + Real(static_cast<double>(polygon.offsets[i].y)));
    }
    radius = Real(static_cast<double>(scene.radius(scene.shape(id))));
  }

  std::size_t next(std::size_t i) const { return i + 1 < x.size() ? i + 1 : 0; }

  /// The body is the union of discs about its vertices, of boxes along its edges, and of its core.
  Chord chord(const Real& at) const {
    Chord found{1e300, -1e300};
    const auto add = [&](const Real& begin, const Real& end) {
      found.begin = std::min(found.begin, begin);
      found.end = std::max(found.end, end);
    };
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Real rise = at - y[i], square = radius * radius - rise * rise;
      if (square >= 0) add(x[i] - sqrt(square), x[i] + sqrt(square));
    }
    for (std::size_t i = 0; i < x.size() && x.size() > 1; ++i) {
      const Real ex = x[next(i)] - x[i], ey = y[next(i)] - y[i], length = sqrt(ex * ex + ey * ey);
      const Real nx = radius * ey / length, ny = -radius * ex / length;
      const Real px = x[i] + nx, py = y[i] + ny, qx = px + ex, qy = py + ey;
      if (py == qy || at < std::min(py, qy) || at > std::max(py, qy)) continue;
      const Real along = px + (qx - px) * ((at - py) / (qy - py));
      add(along, along);
    }
    return found;
  }

  /// Heights at which the chord's formula changes.
  void add_heights(std::vector<Real>& heights) const {
    for (std::size_t i = 0; i < x.size(); ++i) {
      heights.push_back(y[i] - radius);
      heights.push_back(y[i] + radius);
      if (x.size() == 1) continue;
      const Real ex = x[next(i)] - x[i], ey = y[next(i)] - y[i], length = sqrt(ex * ex + ey * ey);
      heights.push_back(y[i] - radius * ex / length);
      heights.push_back(y[next(i)] - radius * ex / length);
    }
  }
};

/// The length of the common chord.
Real common(const RealBody& a, const RealBody& b, const Real& y) {
  const Chord p = a.chord(y), q = b.chord(y);
  const Real length = std::min(p.end, q.end) - std::max(p.begin, q.begin);
  return length > 0 ? length : Real(0);
}

/// Integrates a function that is smooth but for a root at either end: Gauss and Legendre with 20 points, after the
/// substitution y = middle + half * sin(angle), which takes roots at the ends away.
Real integral(const RealBody& a, const RealBody& b, const Real& low, const Real& high) {
  static const std::vector<std::pair<Real, Real>> rule = [] {
    constexpr int n = 24;
    std::vector<std::pair<Real, Real>> points;
    for (int i = 1; i <= n; ++i) {
      Real z = cos(Real(std::numbers::pi) * (i - 0.25) / (n + 0.5)), slope;
      for (int round = 0; round < 8; ++round) {
        Real before = 1, value = z;
        for (int k = 2; k <= n; ++k) {
          const Real after = ((2 * k - 1) * z * value - (k - 1) * before) / k;
          before = value;
          value = after;
        }
        slope = n * (z * value - before) / (z * z - 1);
        z -= value / slope;
      }
      points.push_back({z, 2 / ((1 - z * z) * slope * slope)});
    }
    return points;
  }();
  const Real middle = (low + high) / 2, half = (high - low) / 2, right_angle = asin(Real(1));
  Real sum = 0;
  for (const auto& [z, weight] : rule) {
    const Real angle = right_angle * z;
    sum += weight * common(a, b, middle + half * sin(angle)) * cos(angle);
  }
  return sum * half * right_angle;
}

/// Where the ends of both chords are equal, by bisection between neighbouring samples.
void add_crossings(const RealBody& a, const RealBody& b, const Real& low, const Real& high, std::vector<Real>& heights) {
  const auto gap = [&](int kind, const Real& y) {
    const Chord p = a.chord(y), q = b.chord(y);
    return kind == 0 ? Real(p.begin - q.begin) : kind == 1 ? Real(p.end - q.end)
                     : kind == 2 ? Real(p.begin - q.end) : Real(p.end - q.begin);
  };
  constexpr int samples = 16;
  for (int kind = 0; kind < 4; ++kind) {
    for (int k = 0; k < samples; ++k) {
      Real from = low + (high - low) * k / samples, to = low + (high - low) * (k + 1) / samples;
      const bool sign = gap(kind, from) > 0;
      if (sign == (gap(kind, to) > 0)) continue;
      for (int round = 0; round < 130; ++round) {
        const Real middle = (from + to) / 2;
        ((gap(kind, middle) > 0) == sign ? from : to) = middle;
      }
      heights.push_back(from);
    }
  }
}

Real overlap_in_digits(const RealBody& a, const RealBody& b) {
  std::vector<Real> heights;
  a.add_heights(heights);
  b.add_heights(heights);
  std::sort(heights.begin(), heights.end());
  std::vector<Real> all = heights;
  for (std::size_t k = 0; k + 1 < heights.size(); ++k) {
    if (heights[k + 1] > heights[k]) add_crossings(a, b, heights[k], heights[k + 1], all);
  }
  std::sort(all.begin(), all.end());
  Real sum = 0;
  for (std::size_t k = 0; k + 1 < all.size(); ++k) {
    if (all[k + 1] > all[k]) sum += integral(a, b, all[k], all[k + 1]);
  }
  return sum;
}

template <class T>
ShapeId any_shape(BasicScene<T>& scene, Random& random) {
  const T size = static_cast<T>(random.uniform(0.2, 2));
  switch (random.integer(0, 3)) {
    case 0:
      return scene.add_circle({T(0), T(0)}, size);
    case 1:
      return scene.add_capsule({-size, T(0)}, {size, static_cast<T>(random.uniform(-1, 1))},
                               static_cast<T>(random.uniform(0.1, 1)));
    case 2:
      return scene.add_polygon(round_polygon<T>(random, random.integer(3, 9), 1), static_cast<T>(random.uniform(0.1, 1)));
    default:
      return scene.add_polygon(round_polygon<T>(random, random.integer(3, 9), 1.5));
  }
}

template <class T>
void expect_right_areas(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  BasicScene<T> scene;
  std::vector<Pair> pairs;
  for (std::size_t k = 0; k < count; ++k) {
    const BodyId a = scene.add_body(any_shape(scene, random), Pose::at(0, 0, random.uniform(0, 7)));
    const double reach = random.integer(0, 3) == 0 ? 0 : 2.5;
    const BodyId b = scene.add_body(any_shape(scene, random), Pose::at(random.uniform(-reach, reach),
                                                                       random.uniform(-reach, reach), random.uniform(0, 7)));
    pairs.push_back({a, b});
  }
  std::vector<T> areas(count);
  overlap_areas(scene, pairs, areas);
  for (std::size_t i = 0; i < count; ++i) {
    const AreaScale scale = area_scale(scene, pairs[i]);
    const double wanted =
        static_cast<double>(overlap_in_digits(RealBody(scene, pairs[i].a), RealBody(scene, pairs[i].b)));
    const double error = std::fabs(static_cast<double>(areas[i]) - wanted);
    // Of doubles the oracle's own error is seen, too: its rule is good to some 1e-14.
    const double oracle = 1e-13 * scale.extent * scale.smaller;
    EXPECT_LE(error, area_bound<T>(scale, 20) + oracle)
        << i << ": " << error / (unit_roundoff<T> * scale.extent * scale.smaller);
  }
}

class RoundedAreasOnIsa : public OnEveryIsa {};

TEST_P(RoundedAreasOnIsa, are_within_the_bound) {
  expect_right_areas<float>(own_seed(11), scaled(60));
  expect_right_areas<double>(own_seed(12), scaled(60));
}
SATCHEL_ON_EVERY_ISA(RoundedAreasOnIsa);

/// Two discs: the lens in closed form.
TEST(RoundedAreas, of_two_discs_are_lenses) {
  Random random(13);
  for (int k = 0; k < 400; ++k) {
    const double r = random.uniform(0.1, 3), s = random.uniform(0.1, 3), low = std::fabs(r - s), high = r + s;
    const double at = low + (high - low) * (k % 4 == 0 ? std::pow(2.0, -random.integer(3, 40)) : random.uniform(0, 1));
    const double angle = random.uniform(0, 7);
    Scened scene;
    const std::vector<Pair> pairs{
        {scene.add_body(scene.add_circle({0, 0}, r), Pose::at(3, 1, 0)),
         scene.add_body(scene.add_circle({0, 0}, s), Pose::at(3 + at * std::cos(angle), 1 + at * std::sin(angle), 0))}};
    const Pose p = scene.pose(pairs[0].a), q = scene.pose(pairs[0].b);
    const Real dx = Real(q.x) - Real(p.x), dy = Real(q.y) - Real(p.y), d = sqrt(dx * dx + dy * dy), a = r, b = s;
    if (d >= a + b || d <= abs(a - b)) continue;
    const Real u = (d * d + a * a - b * b) / (2 * d), v = d - u;
    const Real lens = a * a * acos(u / a) - u * sqrt(a * a - u * u) + b * b * acos(v / b) - v * sqrt(b * b - v * v);
    std::vector<double> area(1);
    overlap_areas(scene, pairs, area);
    const AreaScale scale = area_scale(scene, pairs[0]);
    EXPECT_NEAR(area[0], static_cast<double>(lens), area_bound<double>(scale, 20)) << r << ' ' << s << ' ' << at;
  }
}

TEST(RoundedAreas, of_a_held_body_are_its_own_area) {
  Scened scene;
  const BodyId disc = scene.add_body(scene.add_circle({0, 0}, 2));
  const BodyId inside = scene.add_body(scene.add_circle({0, 0}, 1), Pose::at(1, 0, 0));  // touches from inside
  const BodyId box = scene.add_body(scene.add_box(1, 1));
  const BodyId capsule = scene.add_body(scene.add_capsule({-1, 0}, {1, 0}, 0.5));
  const std::vector<Pair> pairs{{disc, inside}, {disc, box}, {disc, capsule}, {disc, disc}};
  std::vector<double> areas(pairs.size()), shapes(scene.shape_count());
  overlap_areas(scene, pairs, areas);
  shape_areas(scene, shapes);
  EXPECT_EQ(areas[0], shapes[scene.shape(inside)]);
  EXPECT_EQ(areas[1], 4.0);
  EXPECT_EQ(areas[2], shapes[scene.shape(capsule)]);
  EXPECT_EQ(areas[3], shapes[scene.shape(disc)]);
  EXPECT_NEAR(areas[0], std::numbers::pi, 1e-15);
  EXPECT_NEAR(areas[2], 2 + std::numbers::pi / 4, 1e-15);
}

}  // namespace
}  // namespace satchel::test
