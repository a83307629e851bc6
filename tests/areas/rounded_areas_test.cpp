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

/// A body as the union of discs about its vertices, of boxes along its edges, and of its core. So its chord at a height
/// ends at a circle or at a shifted edge.
struct RealBody {
  struct Line {
    Real px, py, qx, qy;
  };
  std::vector<Real> x, y;
  std::vector<Line> lines;
  Real radius;

  template <class T>
  RealBody(const BasicScene<T>& scene, BodyId id) {
    const BasicPlacedPolygon<T> polygon = placed(scene, id);
    for (const std::uint32_t i : polygon.hull) {
      x.push_back(Real(polygon.origin_x) + Real(static_cast<double>(polygon.offsets[i].x)));
      y.push_back(Real(polygon.origin_y) + Real(static_cast<double>(polygon.offsets[i].y)));
    }
    radius = Real(static_cast<double>(scene.radius(scene.shape(id))));
    for (std::size_t i = 0; i < x.size() && x.size() > 1; ++i) {
      const std::size_t next = (i + 1) % x.size();
      const Real ex = x[next] - x[i], ey = y[next] - y[i], length = sqrt(ex * ex + ey * ey);
      const Real nx = radius * ey / length, ny = -radius * ex / length;
      lines.push_back({x[i] + nx, y[i] + ny, x[next] + nx, y[next] + ny});
    }
  }

  /// One end of a chord: on a circle or on a line.
  struct End {
    bool is_disc = false;
    std::size_t index = 0;
    Real at;
    bool exists = false;
  };
  /// The least or the largest x of the body at a height.
  End end(const Real& height, bool largest) const {
    End found;
    const auto offer = [&](const Real& at, bool is_disc, std::size_t index) {
      if (!found.exists || (largest ? at > found.at : at < found.at)) found = {is_disc, index, at, true};
    };
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Real rise = height - y[i], square = radius * radius - rise * rise;
      if (radius > 0 && square >= 0) offer(largest ? Real(x[i] + sqrt(square)) : Real(x[i] - sqrt(square)), true, i);
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const Line& l = lines[i];
      if (l.py == l.qy || height < std::min(l.py, l.qy) || height > std::max(l.py, l.qy)) continue;
      offer(l.px + (l.qx - l.px) * ((height - l.py) / (l.qy - l.py)), false, i);
    }
    return found;
  }

  /// The integral of an end's x over heights.
  Real integral(const End& end, bool largest, const Real& low, const Real& high) const {
    if (!end.is_disc) {
      const Line& l = lines[end.index];
      const auto at = [&](const Real& height) {
        return Real(l.px + (l.qx - l.px) * ((height - l.py) / (l.qy - l.py)));
      };
      return (high - low) * (at(low) + at(high)) / 2;
    }
    const Real &cx = x[end.index], &cy = y[end.index];
    const auto of_half_disc = [&](const Real& height) {
      const Real u = std::clamp<Real>(height - cy, -radius, radius);
      return Real((u * sqrt(radius * radius - u * u) + radius * radius * asin(u / radius)) / 2);
    };
    const Real bulge = of_half_disc(high) - of_half_disc(low);
    return cx * (high - low) + (largest ? bulge : Real(-bulge));
  }
};

/// Heights at which what ends the common chord may change: of ends of pieces, and of all points that two circles, a
/// circle and a line, or two lines have in common.
std::vector<Real> heights_of(const RealBody& a, const RealBody& b) {
  struct Circle {
    Real x, y, r;
  };
  std::vector<Circle> circles;
  std::vector<RealBody::Line> lines;
  std::vector<Real> heights;
  for (const RealBody* body : {&a, &b}) {
    for (std::size_t i = 0; i < body->x.size(); ++i) {
      circles.push_back({body->x[i], body->y[i], body->radius});
      heights.push_back(body->y[i] - body->radius);
      heights.push_back(body->y[i] + body->radius);
    }
    for (const RealBody::Line& l : body->lines) {
      lines.push_back(l);
      heights.push_back(l.py);
      heights.push_back(l.qy);
    }
  }
  for (std::size_t i = 0; i < circles.size(); ++i) {
    for (std::size_t j = i + 1; j < circles.size(); ++j) {
      const Circle &p = circles[i], &q = circles[j];
      const Real dx = q.x - p.x, dy = q.y - p.y, square = dx * dx + dy * dy;
      if (square == 0) continue;
      const Real along = (square + p.r * p.r - q.r * q.r) / (2 * square), across = p.r * p.r / square - along * along;
      if (across < 0) continue;
      heights.push_back(p.y + along * dy + sqrt(across) * dx);
      heights.push_back(p.y + along * dy - sqrt(across) * dx);
    }
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const RealBody::Line& l = lines[i];
    const Real dx = l.qx - l.px, dy = l.qy - l.py, square = dx * dx + dy * dy;
    for (const Circle& c : circles) {
      const Real along = ((c.x - l.px) * dx + (c.y - l.py) * dy) / square;
      const Real side = (c.x - l.px) * dy - (c.y - l.py) * dx,
                 rest = c.r * c.r / square - side * side / (square * square);
      if (rest < 0) continue;
      heights.push_back(l.py + (along + sqrt(rest)) * dy);
      heights.push_back(l.py + (along - sqrt(rest)) * dy);
    }
    for (std::size_t j = i + 1; j < lines.size(); ++j) {
      const RealBody::Line& m = lines[j];
      const Real ex = m.qx - m.px, ey = m.qy - m.py, turn = dx * ey - dy * ex;
      if (turn != 0) heights.push_back(l.py + dy * (((m.px - l.px) * ey - (m.py - l.py) * ex) / turn));
    }
  }
  std::sort(heights.begin(), heights.end());
  return heights;
}

Real overlap_in_digits(const RealBody& a, const RealBody& b) {
  const std::vector<Real> heights = heights_of(a, b);
  Real sum = 0;
  for (std::size_t k = 0; k + 1 < heights.size(); ++k) {
    const Real &low = heights[k], &high = heights[k + 1], middle = (low + high) / 2;
    if (!(high > low)) continue;
    const RealBody::End left_a = a.end(middle, false), left_b = b.end(middle, false);
    const RealBody::End right_a = a.end(middle, true), right_b = b.end(middle, true);
    if (!left_a.exists || !left_b.exists) continue;
    const bool left_of_a = left_a.at > left_b.at, right_of_a = right_a.at < right_b.at;
    const RealBody::End &left = left_of_a ? left_a : left_b, &right = right_of_a ? right_a : right_b;
    if (!(right.at > left.at)) continue;
    sum += (right_of_a ? a : b).integral(right, true, low, high) - (left_of_a ? a : b).integral(left, false, low, high);
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
      return scene.add_polygon(round_polygon<T>(random, random.integer(3, 9), 1),
                               static_cast<T>(random.uniform(0.1, 1)));
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
    const BodyId b =
        scene.add_body(any_shape(scene, random),
                       Pose::at(random.uniform(-reach, reach), random.uniform(-reach, reach), random.uniform(0, 7)));
    pairs.push_back({a, b});
  }
  std::vector<T> areas(count);
  overlap_areas(scene, pairs, areas);
  for (std::size_t i = 0; i < count; ++i) {
    const AreaScale scale = area_scale(scene, pairs[i]);
    const double wanted =
        static_cast<double>(overlap_in_digits(RealBody(scene, pairs[i].a), RealBody(scene, pairs[i].b)));
    const double error = std::fabs(static_cast<double>(areas[i]) - wanted);
    EXPECT_LE(error, area_bound<T>(scale, 20))
        << i << ": " << error / (unit_roundoff<T> * scale.extent * scale.smaller);
  }
}

class RoundedAreasOnIsa : public OnEveryIsa {};

TEST_P(RoundedAreasOnIsa, are_within_the_bound) {
  expect_right_areas<float>(own_seed(11), sampled(60));
  expect_right_areas<double>(own_seed(12), sampled(60));
}
SATCHEL_ON_EVERY_ISA(RoundedAreasOnIsa);

/// How much areas may be off: 4 u D' d for floats, 20 for doubles.
template <class T>
double promised(const BasicScene<T>& scene, Pair pair) {
  return area_bound<T>(area_scale(scene, pair), sizeof(T) == sizeof(float) ? 4 : 20);
}

/// The areas of these two bodies, in both orders of a scene, against 50 digits.
template <class T>
void expect_right_areas_of_both_orders(const BasicScene<T>& shapes, ShapeId p, const Pose& at_p, ShapeId q,
                                       const Pose& at_q, const char* what) {
  BasicScene<T> scene = shapes;
  const BodyId first = scene.add_body(p, at_p), between = scene.add_body(q, at_q), last = scene.add_body(p, at_p);
  const double right = static_cast<double>(overlap_in_digits(RealBody(scene, first), RealBody(scene, between)));
  std::vector<T> found(2);
  overlap_areas(scene, std::vector<Pair>{{first, between}, {between, last}}, found);
  EXPECT_NEAR(found[0], right, promised(scene, {first, between})) << what << ", first";
  EXPECT_NEAR(found[1], right, promised(scene, {between, last})) << what << ", second";
}

/// Polygons with one more vertex beside the middle of a side, off its line by 2^-20 to 2^-`finest`, and half of them by at
/// most 2^-`coarsest`. This vertex is near the origin, so that placing keeps it there.
template <class T>
void expect_right_areas_beside_straight_corners(std::uint64_t seed, int coarsest, int finest) {
  Random random(seed);
  std::size_t corners = 0;
  for (std::size_t round = 0; round < sampled(100); ++round) {
    const bool is_upright = round % 2 == 0;
    const double angle = random.uniform(0, 7), x = is_upright ? 0 : std::cos(angle),
                 y = is_upright ? random.pick({-1, 1}) : std::sin(angle);
    const auto at = [](double px, double py) { return BasicVec2<T>{static_cast<T>(px), static_cast<T>(py)}; };
    const double off = std::ldexp(random.uniform(1, 2), -random.integer(random.pick({20, coarsest}), finest)),
                 along = off * random.uniform(-1, 1);
    const BasicVec2<T> end = at(2 * x, 2 * y), start{-end.x, -end.y};
    std::vector<BasicVec2<T>> polygon{start, at(off * y + along * x, along * y - off * x), end};
    if (random.integer(0, 1) == 0) polygon.push_back(at(x - 2 * y, y + 2 * x));
    polygon.push_back(at(-x - 2 * y, -y + 2 * x));
    const T radius = static_cast<T>(random.uniform(0.1, 1));
    const Pose at_p = Pose::at(random.uniform(-1, 1), random.uniform(-1, 1), is_upright ? 0 : random.uniform(0, 7));
    const Pose at_q = Pose::at(random.uniform(-1, 1), random.uniform(-1, 1), is_upright ? 0 : random.uniform(0, 7));
    for (std::size_t turn = 0; turn < polygon.size(); ++turn) {
      std::rotate(polygon.begin(), polygon.begin() + 1, polygon.end());
      BasicScene<T> scene;
      ShapeId p = 0;
      if (!scene.try_add_polygon(polygon, radius, p).ok()) break;
      const T rounding = static_cast<T>(random.pick({0, 1}) * 0.25);
      expect_right_areas_of_both_orders(scene, p, at_p, scene.add_box(T(1.5), T(1), rounding), at_q, "straight corner");
      ++corners;
    }
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(corners, 2 * sampled(100));
}

TEST_P(RoundedAreasOnIsa, of_bodies_with_a_nearly_straight_corner_are_within_the_bound) {
  expect_right_areas_beside_straight_corners<float>(own_seed(16), 53, 70);
  expect_right_areas_beside_straight_corners<double>(own_seed(17), 106, 140);
}

/// Half discs by sines and cosines: the ends of the straight side are off the axis by a rounding.
TEST(RoundedAreas, of_a_half_disc_do_not_depend_on_its_first_vertex) {
  std::vector<Vec2> ring;
  for (int k = -4; k <= 4; ++k) {
    const double angle = k * std::numbers::pi / 8;
    ring.push_back({static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))});
  }
  ring.push_back({0, 0});
  ASSERT_NE(ring.front().x, 0);
  for (std::size_t first = 0; first < ring.size(); ++first) {
    std::rotate(ring.begin(), ring.begin() + 1, ring.end());
    Scene scene;
    const ShapeId half_disc = scene.add_polygon(ring, 0.25f);
    expect_right_areas_of_both_orders(scene, half_disc, Pose::at(0.3, 0.1, 0), scene.add_box(3, 2),
                                      Pose::at(-1.5, 0, 0), "half disc");
  }
}

/// Cores of two and three vertices that differ by far less than a rounding of their place.
template <class T>
void expect_right_areas_of_tiny_cores(std::uint64_t seed) {
  Random random(seed);
  for (std::size_t round = 0; round < sampled(100); ++round) {
    BasicScene<T> scene;
    const double size = std::ldexp(1, -random.integer(20, 110));
    const auto near = [&] {
      return BasicVec2<T>{static_cast<T>(size * random.uniform(-1, 1)), static_cast<T>(size * random.uniform(-1, 1))};
    };
    const T radius = static_cast<T>(random.uniform(0.5, 1));
    ShapeId p = 0;
    if (random.integer(0, 1) == 0) {
      p = scene.add_capsule(near(), round % 3 == 0 ? BasicVec2<T>{static_cast<T>(size), 0} : near(), radius);
    } else {
      const std::vector<BasicVec2<T>> core = convex_hull(std::vector<BasicVec2<T>>{near(), near(), near()});
      if (core.size() < 3) continue;
      p = scene.add_polygon(core, radius);
    }
    const T large = static_cast<T>(std::ldexp(1, random.integer(1, 22)));
    expect_right_areas_of_both_orders(scene, p, Pose::at(random.uniform(-0.5, 0.5), 0.25, random.uniform(0, 7)),
                                      scene.add_box(large, T(2)), Pose::at(-double(large), 0, 0), "tiny core");
  }
}

TEST_P(RoundedAreasOnIsa, of_tiny_cores_are_within_the_bound) {
  expect_right_areas_of_tiny_cores<float>(own_seed(18));
  expect_right_areas_of_tiny_cores<double>(own_seed(19));
}

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

/// A disc that the sides of a box touch amid: two pieces are at one height there, and nowhere else.
TEST(RoundedAreas, of_a_disc_and_a_box_whose_sides_it_touches_amid) {
  const double right = 2 * (std::sqrt(3.0) + 2 * std::numbers::pi / 3);
  for (const double turn : {0.0, 0.3, 1.2}) {
    for (const bool disc_first : {true, false}) {
      Scened scene;
      const ShapeId disc = scene.add_circle({0, 0}, 2), box = scene.add_box(1, 2);
      const Pose at = Pose::at(0, 0, turn);
      scene.add_body(disc_first ? disc : box, at);
      scene.add_body(disc_first ? box : disc, at);
      std::vector<double> found(1);
      overlap_areas(scene, std::vector<Pair>{{0, 1}}, found);
      EXPECT_NEAR(found[0], right, 1e-13) << turn << disc_first;
    }
  }
}

/// Whole numbers, so that lines often touch arcs, and arcs each other.
template <class T>
void expect_right_areas_on_a_grid(std::uint64_t seed) {
  Random random(seed);
  const auto whole = [&](int from, int to) { return static_cast<T>(random.integer(from, to)); };
  std::size_t meeting = 0;
  for (std::size_t round = 0; round < sampled(300); ++round) {
    BasicScene<T> scene;
    const auto add = [&] {
      const T r = whole(1, 3);
      switch (random.integer(0, 3)) {
        case 0:
          return scene.add_circle({0, 0}, r);
        case 1:
          return scene.add_capsule({0, 0}, {whole(1, 4), whole(-4, 4)}, r);
        case 2:
          return scene.add_box(whole(1, 3), whole(1, 3));
        default:
          return scene.add_box(whole(1, 3), whole(1, 3), r);
      }
    };
    for (int k = 0; k < 2; ++k) scene.add_body(add(), Pose{double(whole(-2, 2)), double(whole(-2, 2)), {}});
    std::vector<T> found(1);
    overlap_areas(scene, std::vector<Pair>{{0, 1}}, found);
    const double right = static_cast<double>(overlap_in_digits(RealBody(scene, 0), RealBody(scene, 1)));
    meeting += right > 0;
    EXPECT_NEAR(found[0], right, area_bound<T>(area_scale(scene, {0, 1}), 20)) << round;
  }
  EXPECT_GT(meeting, sampled(300) / 2);
}

TEST_P(RoundedAreasOnIsa, of_bodies_on_a_grid_are_within_the_bound) {
  expect_right_areas_on_a_grid<float>(own_seed(14));
  expect_right_areas_on_a_grid<double>(own_seed(15));
}

/// Discs and rounded boxes in discs that they touch from inside, exactly: sides 3, 4 and 5.
TEST(RoundedAreas, of_a_body_that_touches_the_rim_from_inside_are_its_own_area_to_the_bit) {
  Random random(14);
  Scened scene;
  std::vector<Pair> pairs;
  for (int k = 0; k < 200; ++k) {
    const double unit = random.integer(1, 1000) / 64.0, small = random.integer(1, 1000) / 64.0;
    const double x = random.pick({3, -3}) * unit, y = random.pick({4, -4}) * unit;
    const BodyId disc = scene.add_body(scene.add_circle({0, 0}, 5 * unit + small));
    const BodyId inside = k % 2 == 0
                              ? scene.add_body(scene.add_circle({0, 0}, small), Pose::at(x, y, 0))
                              : scene.add_body(scene.add_box(std::fabs(x), std::fabs(y), small));  // at four corners
    pairs.push_back({disc, inside});
  }
  std::vector<double> areas(pairs.size()), shapes(scene.shape_count());
  overlap_areas(scene, pairs, areas);
  shape_areas(scene, shapes);
  for (std::size_t i = 0; i < pairs.size(); ++i) EXPECT_EQ(areas[i], shapes[scene.shape(pairs[i].b)]) << i;
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
