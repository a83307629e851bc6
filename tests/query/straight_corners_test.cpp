// Redundant corners on straight edges, off their lines by some units in the last place: the manifold and the witnesses
// are those of the bodies without these corners, whichever half of an edge decides the contact.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/clipped.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/queries.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

/// A polygon, and the same with redundant corners.
template <class T>
struct Cornered {
  BasicPolygon<T> plain, cornered;
  std::size_t edge;  ///< of `plain`: one that got a corner
};

/// The value some units in the last place further in the direction of `towards`.
template <class T>
T moved_by_ulps(T value, double towards, int ulps) {
  const T limit = towards > 0 ? std::numeric_limits<T>::infinity() : -std::numeric_limits<T>::infinity();
  for (int k = 0; k < ulps; ++k) value = std::nextafter(value, limit);
  return value;
}

/// Puts one to three corners on an edge, 1 to 64 units outside of it, as far as that leaves the polygon convex.
template <class T>
Cornered<T> with_corners(Random& random, const BasicPolygon<T>& plain) {
  for (;;) {
    Cornered<T> out{plain, {}, random.below(plain.size())};
    const BasicVec2<T> p = plain[out.edge], q = plain[(out.edge + 1) % plain.size()];
    const double ex = static_cast<double>(q.x) - static_cast<double>(p.x);
    const double ey = static_cast<double>(q.y) - static_cast<double>(p.y);
    std::vector<double> fractions;
    for (int k = random.integer(1, 3); k > 0; --k) fractions.push_back(random.uniform(0.05, 0.95));
    std::sort(fractions.begin(), fractions.end());
    for (std::size_t i = 0; i < plain.size(); ++i) {
      out.cornered.push_back(plain[i]);
      if (i != out.edge) continue;
      const int ulps = random.pick({1, 1, 2, 3, 8, 64});
      for (const double fraction : fractions) {
        const T x = static_cast<T>(static_cast<double>(p.x) + fraction * ex);
        const T y = static_cast<T>(static_cast<double>(p.y) + fraction * ey);
        const bool is_flat = std::abs(ex) > std::abs(ey);
        out.cornered.push_back({is_flat ? x : moved_by_ulps(x, ey, ulps), is_flat ? moved_by_ulps(y, -ex, ulps) : y});
      }
    }
    if (convex_hull(std::span<const BasicVec2<T>>(out.cornered)).size() == out.cornered.size()) return out;
  }
}

template <class T>
BasicPolygon<T> some_polygon(Random& random) {
  const int count = random.pick({3, 4, 4, 5, 6, 8, 12, 16, 30, 61});
  if (count == 4) return box<T>(static_cast<T>(random.uniform(0.3, 3)), static_cast<T>(random.uniform(0.3, 2)));
  return regular_polygon<T>(count, random.uniform(0.5, 2), random.uniform(0, 6));
}

/// Pairs of which the second body rests with an edge on an edge of the first, a little deep, about parallel to it; each
/// with corners and without.
template <class T>
struct RestingPairs {
  BasicScene<T> cornered, plain;
  BasicScene<T> compound;  ///< `cornered`, with a second part in the middle of each body
  std::vector<Pair> pairs;

  RestingPairs(Random& random, std::size_t count, bool with_radii) {
    for (std::size_t k = 0; k < count; ++k) {
      Cornered<T> a = with_corners<T>(random, some_polygon<T>(random)),
                  b = with_corners<T>(random, some_polygon<T>(random));
      switch (random.integer(0, 2)) {
        case 0:
          a.cornered = a.plain;
          break;
        case 1:
          b.cornered = b.plain;
          break;
        default:
          break;
      }
      const T radius_a = with_radii && random.chance(0.7) ? static_cast<T>(random.uniform(0.05, 0.5)) : T(0);
      const T radius_b = with_radii && random.chance(0.7) ? static_cast<T>(random.uniform(0.05, 0.5)) : T(0);
      const double turn_a = random.chance(0.3) ? 0 : random.uniform(-3, 3);
      const double tilt = random.pick({0.0, 1e-7, 1e-4, 1e-3, 0.03}) * random.pick({-1, 1});
      // Where the middles of both edges meet, and the directions of the edges.
      const auto middle_of = [](const Cornered<T>& body, double fraction) {
        const BasicVec2<T> p = body.plain[body.edge], q = body.plain[(body.edge + 1) % body.plain.size()];
        const auto at = [&](T s, T t) {
          return static_cast<double>(s) + fraction * (static_cast<double>(t) - static_cast<double>(s));
        };
        return Vec2d{at(p.x, q.x), at(p.y, q.y)};
      };
      const auto angle_of = [](const Cornered<T>& body) {
        const BasicVec2<T> p = body.plain[body.edge], q = body.plain[(body.edge + 1) % body.plain.size()];
        return std::atan2(static_cast<double>(q.y) - static_cast<double>(p.y),
                          static_cast<double>(q.x) - static_cast<double>(p.x));
      };
      const auto rotated = [](Vec2d v, double angle) {
        return Vec2d{std::cos(angle) * v.x - std::sin(angle) * v.y, std::sin(angle) * v.x + std::cos(angle) * v.y};
      };
      const double turn_b = turn_a + angle_of(a) - angle_of(b) + std::acos(-1.0) + tilt;
      const double radii = static_cast<double>(radius_a) + static_cast<double>(radius_b);
      const double depth = random.pick({1e-3, 0.01, 0.05, -0.01}) - radii;
      const Vec2d on_a = rotated(middle_of(a, random.uniform(0.1, 0.9)), turn_a);
      const Vec2d on_b = rotated(middle_of(b, random.uniform(0.1, 0.9)), turn_b);
      const double along = turn_a + angle_of(a);
      const Vec2d inwards{-std::sin(along), std::cos(along)};
      const Vec2d b_at = on_a + depth * inwards - on_b;
      const double far = random.chance(0.2) ? 1000 : 0;
      const Pose pose_a = Pose::at(far, far, turn_a), pose_b = Pose::at(far + b_at.x, far + b_at.y, turn_b);
      const auto add_both = [&](BasicScene<T>& scene, const BasicPolygon<T>& pa, const BasicPolygon<T>& pb) {
        const std::array<ShapeId, 2> shapes{scene.add_polygon(pa, radius_a), scene.add_polygon(pb, radius_b)};
        scene.add_body(shapes[0], pose_a);
        scene.add_body(shapes[1], pose_b);
        return shapes;
      };
      add_both(cornered, a.cornered, b.cornered);
      add_both(plain, a.plain, b.plain);
      const std::array<ShapeId, 2> polygons = add_both(compound, a.cornered, b.cornered);
      const ShapeId middle = compound.add_circle({0, 0}, T(0x1p-6));
      for (const BodyId body : {0u, 1u}) {
        compound.set_shape(static_cast<BodyId>(2 * k) + body,
                           compound.add_compound(std::array<ShapeId, 2>{polygons[body], middle}));
      }
      const auto first = static_cast<BodyId>(2 * k);
      pairs.push_back(random.chance(0.5) ? Pair{first, first + 1} : Pair{first + 1, first});
    }
  }
};

/// The size that the bound of points is a part of.
template <class T>
double size_of(const BasicScene<T>& scene, Pair ids) {
  const auto reach = [&](BodyId body) {
    double largest = 0;
    const Rounded placed = rounded(scene, body, {0, 0});
    for (const Vec2d v : placed.core) largest = std::max(largest, length(v));
    return largest + placed.radius;
  };
  const Pose a = scene.pose(ids.a), b = scene.pose(ids.b);
  return reach(ids.a) + reach(ids.b) + std::abs(b.x - a.x) + std::abs(b.y - a.y);
}

template <class T>
Vec2d vec(BasicVec2<T> v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y)};
}

/// How far a point lies from the surface of a body that it is not deep in.
double off_surface(Vec2d point, const Rounded& body) {
  return std::abs(distance_from_boundary(point, body) - body.radius);
}

/// Rotating makes some corners concave; what counts is the hull.
Rounded hull_of(const Rounded& body) { return {convex_hull(std::span<const Vec2d>(body.core)), body.radius}; }

class StraightCornersOnIsa : public OnEveryIsa {
 protected:
  template <class T>
  static void expect_as_without_corners(std::uint64_t seed, bool with_radii) {
    constexpr double bound_of_size = sizeof(T) == sizeof(float) ? 0x1p-17 : 0x1p-46;
    Random random(seed);
    const RestingPairs<T> world(random, scaled(1500), with_radii);
    const auto contacts = collided(world.cornered, world.pairs), plain_contacts = collided(world.plain, world.pairs);
    std::vector<BasicManifold<T>> found(world.pairs.size());
    manifolds(world.cornered, world.pairs, found);
    std::vector<BasicDistance<T>> apart(world.pairs.size());
    distances(world.cornered, world.pairs, apart);
    std::size_t wrong = 0, compared = 0;
    const auto expect = [&](bool right, std::size_t i, const char* what) {
      if (!right && ++wrong <= 5) ADD_FAILURE() << "pair " << i << ": " << what;
    };
    for (std::size_t i = 0; i < world.pairs.size(); ++i) {
      const RoundedPair pair(world.cornered, world.pairs[i]);
      const double bound = bound_of_size * size_of(world.cornered, world.pairs[i]);
      const Vec2d normal{static_cast<double>(contacts[i].normal_x), static_cast<double>(contacts[i].normal_y)};

      const Vec2d on_a = vec(apart[i].point_a), on_b = pair.delta + vec(apart[i].point_b);
      expect(off_surface(on_a, pair.a) <= bound && off_surface(on_b, pair.b) <= bound, i, "a witness off a surface");
      const Vec2d its_normal = vec(BasicVec2<T>{apart[i].normal_x, apart[i].normal_y});
      const double way = length(on_b - on_a - static_cast<double>(apart[i].distance) * its_normal);
      expect(way <= bound, i, "witnesses not along the normal");
      const double exact = gap(hull_of(pair.a), hull_of(pair.b));
      expect(std::abs(static_cast<double>(apart[i].distance) - exact) <= bound, i, "another distance");
      if (verdict(contacts[i]) == Verdict::disjoint) continue;
      expect(same_contact(contacts[i], found[i]), i, "another contact");

      T deepest = std::numeric_limits<T>::infinity();
      const bool is_sharp = pair.a.radius + pair.b.radius == 0;
      for (std::uint32_t k = 0; k < found[i].count; ++k) {
        const auto& point = found[i].points[k];
        deepest = std::min(deepest, point.separation);
        if (!is_sharp) continue;
        const Vec2d at = vec(BasicVec2<T>{point.x, point.y}),
                    half = (static_cast<double>(point.separation) / 2) * normal;
        expect(off_surface(at - half, pair.a) <= bound && off_surface(at + half, pair.b) <= bound, i,
               "a point off a surface");
        const auto off_vertex = [&](Side of, std::size_t vertex) {
          return length(pair.of(of).vertex(vertex) - (at + (of == Side::b ? 1.0 : -1.0) * half));
        };
        const Side of = static_cast<Side>(point.id & 1u);
        double off = off_vertex(of, point.id >> 2 & 0x7fffu);
        if (names_two_vertices(point.id)) {
          expect(of == Side::a, i, "a side of two vertices");
          off = std::min(off, off_vertex(Side::b, point.id >> 17));
        }
        expect(off <= bound, i, "an id of another vertex");
      }
      expect(deepest == contacts[i].separation, i, "no deepest point");
      expect(found[i].count < 2 || found[i].points[0].id != found[i].points[1].id, i, "an id twice");

      // The same points as without the corners.
      const BasicContact<T>& without = plain_contacts[i];
      const double turn = std::abs(cross(normal, vec(BasicVec2<T>{without.normal_x, without.normal_y})));
      if (kind(without) != FeatureKind::edge || !(turn < 1e-5) || !is_sharp) continue;
      const auto expected = clipped(RoundedPair(world.plain, world.pairs[i]), side(without), index(without));
      if (!expected) continue;
      ++compared;
      for (const ClippedPoint& point : *expected) {
        const bool is_there = std::any_of(found[i].points, found[i].points + found[i].count, [&](const auto& its) {
          return length(vec(BasicVec2<T>{its.x, its.y}) - point.at) <= 1e-4 * pair.extent &&
                 std::abs(static_cast<double>(its.separation) - point.separation) <= 1e-4 * pair.extent;
        });
        expect(is_there || point.separation > -1e-4 * pair.extent, i, "a point is missing");
      }
    }
    EXPECT_EQ(wrong, 0u);
    if (!with_radii) {
      EXPECT_GT(compared, world.pairs.size() / 2);
    }
    expect_same_bits_as_scalar(world, std::span<const BasicManifold<T>>(found),
                               std::span<const BasicDistance<T>>(apart));
  }

 private:
  template <class T>
  static bool same_contact(const BasicContact<T>& contact, const BasicManifold<T>& manifold) {
    return manifold.count > 0 && manifold.feature == contact.feature && manifold.normal_x == contact.normal_x &&
           manifold.normal_y == contact.normal_y;
  }

  template <class T>
  static void expect_same_bits_as_scalar(const RestingPairs<T>& world, std::span<const BasicManifold<T>> found,
                                         std::span<const BasicDistance<T>> apart) {
    force_isa("scalar");
    std::vector<BasicManifold<T>> scalar(found.size());
    manifolds(world.cornered, world.pairs, scalar);
    EXPECT_EQ(std::memcmp(scalar.data(), found.data(), found.size_bytes()), 0);
    std::vector<BasicDistance<T>> scalar_apart(apart.size());
    distances(world.cornered, world.pairs, scalar_apart);
    EXPECT_EQ(std::memcmp(scalar_apart.data(), apart.data(), apart.size_bytes()), 0);
    force_isa(GetParam());
  }
};

TEST_P(StraightCornersOnIsa, of_compounds_are_those_of_their_parts) {
  Random random(905);
  const RestingPairs<float> world(random, scaled(500), false);
  const auto contacts = collided(world.cornered, world.pairs);
  std::vector<Manifold> found(world.pairs.size()), of_parts(world.pairs.size());
  manifolds(world.cornered, world.pairs, of_parts);
  manifolds(world.compound, world.pairs, found);
  std::vector<Distance> apart(world.pairs.size()), apart_of_parts(world.pairs.size());
  distances(world.cornered, world.pairs, apart_of_parts);
  distances(world.compound, world.pairs, apart);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < world.pairs.size(); ++i) {
    if (verdict(contacts[i]) == Verdict::disjoint) continue;
    wrong += found[i] != of_parts[i] || apart[i] != apart_of_parts[i];
  }
  EXPECT_EQ(wrong, 0u);
}

TEST_P(StraightCornersOnIsa, change_no_points_in_float) { expect_as_without_corners<float>(901, false); }
TEST_P(StraightCornersOnIsa, change_no_points_in_double) { expect_as_without_corners<double>(902, false); }
TEST_P(StraightCornersOnIsa, of_rounded_polygons_in_float) { expect_as_without_corners<float>(903, true); }
TEST_P(StraightCornersOnIsa, of_rounded_polygons_in_double) { expect_as_without_corners<double>(904, true); }

SATCHEL_ON_EVERY_ISA(StraightCornersOnIsa);

}  // namespace
}  // namespace satchel::test
