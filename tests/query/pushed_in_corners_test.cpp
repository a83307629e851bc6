// Corners cut off by some units in the last place, far from the origin: rotations make their vertices coincide, turn
// their edges around or push them in. Manifolds and witnesses are those of the bodies whose corners are not cut.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/generators.hpp"
#include "support/hulls.hpp"
#include "support/isa_param.hpp"
#include "support/right_distances.hpp"
#include "support/right_manifolds.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

/// A polygon far from its origin, and the same with corners cut off.
template <class T>
struct Cut {
  BasicPolygon<T> plain, cut;
};

/// @param most  units in the last place by which vertices move at most
template <class T>
Cut<T> with_cut_corners(Random& random, int most) {
  const int count = random.pick({3, 4, 4, 5, 6, 8, 15, 40});
  const Vec2d centre{random.uniform(-100, 100), random.uniform(-100, 100)};
  const double turn = random.uniform(0, 6);
  for (;;) {
    Cut<T> out;
    std::vector<BasicVec2<T>> points;
    for (const BasicVec2<T> v : regular_polygon<T>(count, 1, turn)) {
      const T x = v.x + static_cast<T>(centre.x), y = v.y + static_cast<T>(centre.y);
      out.plain.push_back({x, y});
      const T unit = std::numeric_limits<T>::epsilon() * 64;
      const auto moved = [&](T at) { return at + unit * static_cast<T>(random.integer(-most, most)); };
      for (int k = random.integer(1, 3); k > 0; --k) points.push_back({moved(x), moved(y)});
    }
    out.cut = convex_hull(std::span<const BasicVec2<T>>(points));
    if (out.cut.size() > out.plain.size()) return out;
  }
}

/// Whether each corner of the placed body turns left.
template <class T>
bool is_convex(const BasicScene<T>& scene, BodyId body) {
  const Rounded at = rounded(scene, body, {0, 0});
  std::vector<BasicVec2<T>> corners;
  for (const Vec2d v : at.core) corners.push_back({static_cast<T>(v.x), static_cast<T>(v.y)});
  return convex_hull(std::span<const BasicVec2<T>>(corners)).size() == corners.size();
}

/// Pairs whose bodies face each other with an edge, at an angle of up to 0.05; cut and plain bodies in the same poses.
template <class T>
struct FacingPairs {
  BasicScene<T> cut, plain;
  std::vector<Pair> pairs;

  FacingPairs(Random& random, std::size_t count, bool with_radii) {
    for (std::size_t k = 0; k < count; ++k) {
      const Cut<T> shapes[2] = {with_cut_corners<T>(random, 2), with_cut_corners<T>(random, 2)};
      // Between the bodies, where the edges meet: a at the origin of this frame, y from a to b.
      const double along = random.uniform(0, 6), gap = random.pick({-0.02, 0.1});
      const bool swapped = random.chance(0.5);
      for (int i = 0; i < 2; ++i) {
        const bool of_b = (i == 1) != swapped;
        const BasicPolygon<T>& plain_shape = shapes[i].plain;
        const std::size_t edge = random.below(plain_shape.size());
        const BasicVec2<T> p = plain_shape[edge], q = plain_shape[(edge + 1) % plain_shape.size()];
        const Vec2d from{static_cast<double>(p.x), static_cast<double>(p.y)};
        const Vec2d to{static_cast<double>(q.x), static_cast<double>(q.y)};
        // Turns the edge to the line: a's runs against it, since y leads out of a.
        const double angle = along + (of_b ? 0 : std::numbers::pi) + (of_b ? random.uniform(-0.05, 0.05) : 0) -
                             std::atan2(to.y - from.y, to.x - from.x);
        const Rotation turn = Rotation::of_angle(angle);
        const Vec2d middle = 0.5 * (from + to);
        const Vec2d turned{turn.cos * middle.x - turn.sin * middle.y, turn.sin * middle.x + turn.cos * middle.y};
        const double out = of_b ? gap : 0, aside = of_b ? random.uniform(-0.3, 0.3) * length(to - from) : 0;
        const Vec2d at{aside * std::cos(along) - out * std::sin(along),
                       aside * std::sin(along) + out * std::cos(along)};
        const T radius = with_radii ? static_cast<T>(0.03) : T(0);
        const Pose pose{at.x - turned.x, at.y - turned.y, turn};
        plain.add_body(plain.add_polygon(std::span<const BasicVec2<T>>(plain_shape), radius), pose);
        cut.add_body(cut.add_polygon(std::span<const BasicVec2<T>>(shapes[i].cut), radius), pose);
      }
      pairs.push_back({static_cast<BodyId>(2 * k), static_cast<BodyId>(2 * k + 1)});
    }
  }
};

/// What counts as rounding where edges make up a face: 160 u S.
template <class T>
double tolerance_of(const BasicScene<T>& scene, Pair ids) {
  const RoundedPair pair(scene, ids);
  double size = std::abs(pair.delta.x) + std::abs(pair.delta.y);
  for (const Rounded* body : {&pair.a, &pair.b}) {
    double reach = 0;
    for (const Vec2d v : body->core) reach = std::max(reach, length(body == &pair.b ? v - pair.delta : v));
    size += reach + body->radius;
  }
  return 160 * (sizeof(T) == 4 ? 0x1p-24 : 0x1p-53) * size;
}

class PushedInCornersOnIsa : public OnEveryIsa {
 protected:
  template <class T>
  static void expect_as_without_cuts(std::uint64_t seed, bool with_radii) {
    Random random(seed);
    const FacingPairs<T> world(random, scaled(2000), with_radii);
    const auto contacts = collided(world.plain, world.pairs), of_cut = collided(world.cut, world.pairs);
    const T margin = static_cast<T>(0.4);
    const auto expected = manifolds_of(world.plain, world.pairs, margin);
    const auto found = manifolds_of(world.cut, world.pairs, margin);
    std::size_t pushed_in = 0, wrong = 0;
    for (std::size_t i = 0; i < world.pairs.size(); ++i) {
      const double tolerance = tolerance_of(world.cut, world.pairs[i]);
      const auto far = [&](T p, T q) {
        return !(std::abs(static_cast<double>(p) - static_cast<double>(q)) <= tolerance);
      };
      // Two edges that are equally good: rounding decides.
      if (far(contacts[i].normal_x, of_cut[i].normal_x) || far(contacts[i].normal_y, of_cut[i].normal_y)) continue;
      // Short edges of bodies that stay convex are edges: satchel_long_run_questions judges these.
      if (is_convex(world.cut, world.pairs[i].a) || is_convex(world.cut, world.pairs[i].b)) continue;
      ++pushed_in;
      const BasicManifold<T>&e = expected[i], &f = found[i];
      bool same = e.count == f.count;
      for (std::uint32_t k = 0; k < e.count && same; ++k) {
        same = std::any_of(f.points, f.points + f.count, [&](const auto& point) {
          return !far(point.x, e.points[k].x) && !far(point.y, e.points[k].y) &&
                 !far(point.separation, e.points[k].separation);
        });
      }
      if (!same && ++wrong <= 3) {
        ADD_FAILURE() << "pair " << i << ": " << f.count << " points at (" << f.points[0].x << ' ' << f.points[0].y
                      << "), (" << f.points[1].x << ' ' << f.points[1].y << ") instead of " << e.count << " at ("
                      << e.points[0].x << ' ' << e.points[0].y << "), (" << e.points[1].x << ' ' << e.points[1].y
                      << ')';
      }
    }
    EXPECT_EQ(wrong, 0u);
    EXPECT_GT(pushed_in, world.pairs.size() / 50);
    expect_witnesses_on_surfaces(world);
  }

  /// Distances as without the cuts, and between points of both surfaces.
  template <class T>
  static void expect_witnesses_on_surfaces(const FacingPairs<T>& world) {
    const auto expected = distances_of(world.plain, world.pairs), found = distances_of(world.cut, world.pairs);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < world.pairs.size(); ++i) {
      const RoundedPair pair(world.cut, world.pairs[i]);
      const auto vector = [](T x, T y) { return Vec2d{static_cast<double>(x), static_cast<double>(y)}; };
      const Vec2d a = vector(found[i].point_a.x, found[i].point_a.y);
      const Vec2d b = vector(found[i].point_b.x, found[i].point_b.y) + pair.delta;
      const double distance = static_cast<double>(found[i].distance);
      const double off = std::max({std::abs(distance_from_boundary(a, pair.a) - pair.a.radius),
                                   std::abs(distance_from_boundary(b, pair.b) - pair.b.radius),
                                   std::abs(distance - static_cast<double>(expected[i].distance)),
                                   length(b - a - distance * vector(found[i].normal_x, found[i].normal_y))});
      if (off > tolerance_of(world.cut, world.pairs[i]) && ++wrong <= 3) {
        ADD_FAILURE() << "pair " << i << ": off by " << off << ", distance " << distance;
      }
    }
    EXPECT_EQ(wrong, 0u);
  }
};

/// An edge that decides a contact of a body that rounding left not convex is one of the body's hull, from the vertex that the
/// index names to the next one on the hull.
template <class T>
void expect_edges_of_hulls(std::uint64_t seed) {
  Random random(seed);
  const FacingPairs<T> world(random, scaled(2000), false);
  const std::vector<BasicContact<T>> contacts = collided(world.cut, world.pairs);
  std::size_t hulls = 0, past_others = 0;
  for (std::size_t i = 0; i < world.pairs.size(); ++i) {
    const BasicContact<T>& contact = contacts[i];
    const bool of_a = side(contact) == Side::a;
    const BodyId body = of_a ? world.pairs[i].a : world.pairs[i].b;
    if (kind(contact) != FeatureKind::edge || is_convex(world.cut, body)) continue;
    std::vector<BasicVec2<T>> placed(world.cut.vertex_count(world.cut.shape(body)));
    world.cut.placed_offsets(body, placed);
    const std::vector<BasicVec2<T>> hull = convex_hull(std::span<const BasicVec2<T>>(placed));
    const BasicVec2<T> from = placed[index(contact)];
    const auto first = std::find(hull.begin(), hull.end(), from);
    ASSERT_NE(first, hull.end()) << "pair " << i;
    const BasicVec2<T> to = first + 1 == hull.end() ? hull.front() : *(first + 1);
    const Vec2d edge{static_cast<double>(to.x) - static_cast<double>(from.x),
                     static_cast<double>(to.y) - static_cast<double>(from.y)};
    const double sign = of_a ? 1 : -1;
    const Vec2d out{sign * static_cast<double>(contact.normal_x), sign * static_cast<double>(contact.normal_y)};
    EXPECT_LE(std::abs(dot(out, edge)), 4 * static_cast<double>(std::numeric_limits<T>::epsilon()) * length(edge));
    EXPECT_LT(cross(out, edge), 2 * length(edge));
    EXPECT_GT(cross(out, edge), 0);
    ++hulls;
    past_others += to == placed[(index(contact) + 1) % placed.size()] ? 0 : 1;
  }
  EXPECT_GT(hulls, world.pairs.size() / 50);
  EXPECT_GT(past_others, 0u);
}

TEST_P(PushedInCornersOnIsa, leave_edges_of_hulls_to_decide) {
  expect_edges_of_hulls<float>(925);
  expect_edges_of_hulls<double>(926);
}

/// A box in the long left edge of a compound's part, which is inner.
template <class T>
void expect_inner_edges_decide_nothing(T unit) {
  std::size_t equal = 0;
  for (std::size_t k = 0; k < scaled(1000); ++k) {
    const double angle = 0.006 * static_cast<double>(k);
    const Rotation turn = Rotation::of_angle(angle);
    BasicScene<T> scene;
    const ShapeId shape = scene.add_polygon({{99, 99}, {101, 99}, {101, 101}, {99 + unit, 101}, {99, 101 - unit}});
    const BodyId alone = scene.add_body(shape, {0, 0, turn});
    const BodyId compound =
        scene.add_body(scene.add_compound({shape}, std::array<std::uint8_t, 5>{0, 0, 0, 0, 1}), {0, 0, turn});
    const double x = 98.625, y = 100.1;  // of the box, before the turn
    const Pose pose = Pose::at(turn.cos * x - turn.sin * y, turn.sin * x + turn.cos * y, angle + 0.02);
    const BodyId box = scene.add_body(scene.add_box(T(0.5), T(0.5)), pose);
    std::vector<BasicVec2<T>> placed(5);
    scene.placed_offsets(alone, placed);
    equal += placed[3] == placed[4] ? 1 : 0;
    const BasicContact<T> contact = collided(scene, Pair{compound, box});
    const double outward =
        -(static_cast<double>(contact.normal_x) * turn.cos) - static_cast<double>(contact.normal_y) * turn.sin;
    EXPECT_FALSE(side(contact) == Side::a && outward > 0.9) << angle << ' ' << index(contact);
  }
  EXPECT_GT(equal, 0u);
}

TEST_P(PushedInCornersOnIsa, with_an_inner_edge_beside_them) {
  expect_inner_edges_decide_nothing<float>(0x1p-17f);
  expect_inner_edges_decide_nothing<double>(0x1p-46);
}

TEST_P(PushedInCornersOnIsa, change_no_points_in_float) { expect_as_without_cuts<float>(921, false); }
TEST_P(PushedInCornersOnIsa, change_no_points_in_double) { expect_as_without_cuts<double>(922, false); }
TEST_P(PushedInCornersOnIsa, of_rounded_polygons_in_float) { expect_as_without_cuts<float>(923, true); }
TEST_P(PushedInCornersOnIsa, of_rounded_polygons_in_double) { expect_as_without_cuts<double>(924, true); }

SATCHEL_ON_EVERY_ISA(PushedInCornersOnIsa);

}  // namespace
}  // namespace satchel::test
