// How far the points of manifolds are from the surfaces, in long doubles, against the bounds that manifold.hpp states.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/all_shapes.hpp"
#include "support/isa_param.hpp"
#include "support/point_ids.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using Number = long double;
struct Vector {
  Number x, y;
  friend Vector operator+(Vector p, Vector q) { return {p.x + q.x, p.y + q.y}; }
  friend Vector operator-(Vector p, Vector q) { return {p.x - q.x, p.y - q.y}; }
  friend Vector operator*(Number s, Vector p) { return {s * p.x, s * p.y}; }
  friend Number dot(Vector p, Vector q) { return p.x * q.x + p.y * q.y; }
  friend Number cross(Vector p, Vector q) { return p.x * q.y - p.y * q.x; }
  friend Number length(Vector p) { return std::sqrt(dot(p, p)); }
};

/// A body, seen from the origin of the pair's a.
struct Body {
  std::vector<Vector> core;
  Number radius = 0, reach = 0;

  template <class T>
  Body(const BasicScene<T>& scene, BodyId body, Vector origin) {
    std::vector<BasicVec2<T>> offsets(scene.vertex_count(scene.shape(body)));
    scene.placed_offsets(body, offsets);
    radius = static_cast<Number>(scene.radius(scene.shape(body)));
    for (const BasicVec2<T> v : offsets) {
      const Vector offset{static_cast<Number>(v.x), static_cast<Number>(v.y)};
      core.push_back(origin + offset);
      reach = std::max(reach, length(offset) + radius);
    }
  }

  /// How far a point is outside of the surface; below 0: inside.
  Number outside(Vector p) const {
    Number least = std::numeric_limits<Number>::infinity();
    bool is_inside = core.size() > 2;
    for (std::size_t i = 0; i < core.size(); ++i) {
      const Vector from = core[i], edge = core[i + 1 < core.size() ? i + 1 : 0] - from;
      const Number squared = dot(edge, edge);
      const Number t = squared > 0 ? std::clamp(dot(p - from, edge) / squared, Number(0), Number(1)) : Number(0);
      least = std::min(least, length(p - from - t * edge));
      if (cross(edge, p - from) < 0) is_inside = false;
    }
    return (is_inside ? -least : least) - radius;
  }

  /// The tangent of the angle between `direction` and the nearest outward normal of the core.
  Number steepness(Vector direction) const {
    Number most = -1, tangent = 0;
    for (std::size_t i = 0; i < core.size(); ++i) {
      const Vector edge = core[i + 1 < core.size() ? i + 1 : 0] - core[i];
      const Number cosine = cross(direction, edge) / length(edge);
      if (cosine > most) most = cosine, tangent = std::abs(dot(direction, edge) / cross(direction, edge));
    }
    return tangent;
  }
};

/// What the points of some manifolds came to.
struct Seen {
  std::size_t corners = 0, tilted = 0;
  /// The largest distances from surfaces, as fractions of what the bounds allow beyond 2^-17 S.
  Number of_corners = 0, of_tilted = 0;
};

template <class T>
void check(const BasicScene<T>& scene, Pair pair, const BasicManifold<T>& manifold, T margin, Seen& seen) {
  const Vector delta{static_cast<Number>(scene.pose(pair.b).x - scene.pose(pair.a).x),
                     static_cast<Number>(scene.pose(pair.b).y - scene.pose(pair.a).y)};
  const Body bodies[2] = {Body(scene, pair.a, {0, 0}), Body(scene, pair.b, delta)};
  const Number size = bodies[0].reach + bodies[1].reach + std::abs(delta.x) + std::abs(delta.y);
  const Number rounding = (sizeof(T) == sizeof(float) ? Number(0x1p-17) : Number(0x1p-46)) * size;
  const Number all = static_cast<Number>(margin) + bodies[0].radius + bodies[1].radius;
  const Vector normal{static_cast<Number>(manifold.normal_x), static_cast<Number>(manifold.normal_y)};
  const Vector along{-normal.y, normal.x};
  const auto at = [&](unsigned k) {
    return Vector{static_cast<Number>(manifold.points[k].x), static_cast<Number>(manifold.points[k].y)};
  };
  const auto separation = [&](unsigned k) { return static_cast<Number>(manifold.points[k].separation); };
  const std::size_t reference = static_cast<std::size_t>(side(manifold));

  for (unsigned k = 0; k < manifold.count; ++k) {
    const std::uint32_t id = manifold.points[k].id;
    const bool has_two_vertices = names_two_vertices(id);
    bool is_corner = false;  // two that face each other
    if (has_two_vertices) {
      ASSERT_EQ(id & 1u, 0u);
      const std::vector<Vector>& core = bodies[reference].core;
      const Vector from = core[index(manifold)], to = core[(index(manifold) + 1) % core.size()];
      const Number low = std::min(dot(from, along), dot(to, along)), high = std::max(dot(from, along), dot(to, along));
      is_corner = kind(manifold) == FeatureKind::vertex || dot(at(k), along) < low - rounding ||
                  dot(at(k), along) > high + rounding;
    }
    Number beside = 0;  // the corners
    if (is_corner) {
      const Vector one = bodies[0].core[id >> 2 & 0x7fffu], other = bodies[1].core[id >> 17];
      beside = std::abs(dot(one - other, along)) / 2;
      ASSERT_LE(beside, all / 2 + rounding) << "bodies " << pair.a << ' ' << pair.b;
      ++seen.corners;
    }
    Number tilt = 0, along_normal = 0;  // by which the body without the deciding edge is deeper at its second point
    const bool is_second = manifold.count == 2 && separation(k) > separation(1 - k);
    if (is_second && bodies[1 - reference].radius > 0) {
      const Number width = std::abs(dot(at(1) - at(0), along)), rise = std::abs(separation(1) - separation(0));
      const Number cosine = width / std::sqrt(width * width + rise * rise);
      tilt = bodies[1 - reference].radius * (1 - cosine);
      along_normal = bodies[1 - reference].radius * (1 / cosine - 1);
      ++seen.tilted;
    }
    // The other body's nearest corner may pass an end of the deciding edge unseen: the point is then this end.
    Number unseen = 0;
    if (!is_corner && !is_second && (has_two_vertices || (id & 1u) == reference)) {
      const Number apart = std::max(separation(k) + bodies[0].radius + bodies[1].radius, Number(0));
      const Vector towards_reference = Number(reference == 0 ? -1 : 1) * normal;
      unseen = std::sqrt(2 * apart * rounding) * bodies[1 - reference].steepness(towards_reference);
    }
    for (const std::size_t body : {0u, 1u}) {
      const Number towards = body == 0 ? -1 : 1, deeper = body == reference ? 0 : tilt;
      const Vector point = at(k) + towards / 2 * separation(k) * normal;
      const Number off = bodies[body].outside(point);
      ASSERT_LE(off, rounding + beside + unseen) << "bodies " << pair.a << ' ' << pair.b << ", point " << k;
      ASSERT_GE(off, -rounding - beside - deeper - unseen) << "bodies " << pair.a << ' ' << pair.b << ", point " << k;
      if (beside > 64 * rounding) seen.of_corners = std::max(seen.of_corners, std::abs(off) / beside);
      if (deeper > 64 * rounding) {
        seen.of_tilted = std::max(seen.of_tilted, -off / deeper);
        ASSERT_GE(bodies[body].outside(point - towards * along_normal * normal), -2 * rounding);
      }
    }
  }
}

template <class T>
Seen check_all(const BasicWorld<T>& world, T margin) {
  std::vector<BasicManifold<T>> found(world.pairs.size());
  manifolds(world.scene, world.pairs, found, {.margin = margin});
  Seen seen;
  for (std::size_t i = 0; i < found.size() && !testing::Test::HasFatalFailure(); ++i) {
    check<T>(world.scene, world.pairs[i], found[i], margin, seen);
  }
  return seen;
}

/// Boxes with and without a radius near corners of others, and at any tilt over faces of others.
template <class T>
BasicWorld<T> tilted_world(Random& random, std::size_t pairs) {
  BasicWorld<T> world;
  const auto t = [](double value) { return static_cast<T>(value); };
  for (std::size_t i = 0; i < pairs; ++i) {
    const auto box = [&](double size, double rounded) {
      const T radius = random.chance(rounded) ? t(random.uniform(0.02, 0.5)) : T(0);
      return world.scene.add_box(t(random.uniform(0.3, 1) * size), t(random.uniform(0.3, 1) * size), radius);
    };
    const ShapeId large = box(3, 0.3), small = box(1, 0.7);
    const double tilt = random.uniform(-0.7, 0.7), turn = random.uniform(-3, 3), apart = random.uniform(0.6, 4.2);
    const double x = random.uniform(-3.5, 3.5), c = std::cos(turn), s = std::sin(turn);
    const BodyId a = world.scene.add_body(large, Pose::at(0, 0, turn));
    const BodyId b = world.scene.add_body(small, Pose::at(c * x - s * apart, s * x + c * apart, turn + tilt));
    world.pairs.push_back(random.chance(0.5) ? Pair{a, b} : Pair{b, a});
  }
  return world;
}

class ManifoldBoundsOnIsa : public OnEveryIsa {
 protected:
  template <class T>
  static void check_worlds(std::uint64_t seed) {
    Random random(own_seed(seed));
    for (const T margin : {T(0), T(0.05), T(0.5)}) {
      const Seen tilted = check_all<T>(tilted_world<T>(random, 4000), margin);
      EXPECT_GT(tilted.tilted, 100u);
      EXPECT_GT(tilted.of_tilted, 0.9);  // the bound is reached
      if (margin == T(0.5)) {
        EXPECT_GT(tilted.corners, 50u);
        EXPECT_GT(tilted.of_corners, 0.9);
      }
      check_all<T>(crowd_of_all_shapes<T>(random, 300, scaled(3000)), margin);
      check_all<T>(crowd<T>(random, 300, scaled(3000), 3, 40), margin);
    }
  }
};

TEST_P(ManifoldBoundsOnIsa, hold_for_floats) { check_worlds<float>(920); }
TEST_P(ManifoldBoundsOnIsa, hold_for_doubles) { check_worlds<double>(921); }

TEST_P(ManifoldBoundsOnIsa, two_corners_that_face_each_other) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  scene.add_body(box);
  scene.add_body(box, Pose{2.1, 2.2});
  Seen seen;
  std::vector<Manifold> found(1);
  const std::vector<Pair> pairs = {{0, 1}};
  manifolds(scene, pairs, found, {.margin = 0.5f});
  ASSERT_EQ(found[0].count, 1u);
  EXPECT_NEAR(found[0].points[0].x, 1.05, 1e-6);  // half-way between the corners
  EXPECT_NEAR(found[0].points[0].y, 1.1, 1e-6);
  check<float>(scene, {0, 1}, found[0], 0.5f, seen);
  EXPECT_EQ(seen.corners, 1u);
  EXPECT_NEAR(static_cast<double>(seen.of_corners), 1, 1e-4);
}

TEST_P(ManifoldBoundsOnIsa, a_tilted_box_with_a_radius_over_a_floor) {
  Scene scene;
  scene.add_body(scene.add_box(5, 1));
  scene.add_body(scene.add_box(0.5f, 0.5f, 0.25f), Pose::at(0, 1.7, 0.3));
  Seen seen;
  std::vector<Manifold> found(1);
  const std::vector<Pair> pairs = {{0, 1}};
  manifolds(scene, pairs, found, {.margin = 1.0f});
  ASSERT_EQ(found[0].count, 2u);
  const float larger = std::max(found[0].points[0].separation, found[0].points[1].separation);
  EXPECT_NEAR(larger, 0.120092, 1e-6);
  EXPECT_NEAR(static_cast<double>(larger) - 0.25 * (1 / std::cos(0.3) - 1), 0.108404,
              1e-6);  // where the surface is, along the normal
  check<float>(scene, {0, 1}, found[0], 1.0f, seen);
  EXPECT_EQ(seen.tilted, 1u);
  EXPECT_NEAR(static_cast<double>(seen.of_tilted), 1, 1e-4);
}

TEST_P(ManifoldBoundsOnIsa, a_corner_that_passes_the_end_of_the_deciding_edge_unseen) {
  Scene scene;
  scene.add_body(scene.add_capsule({-1, -2}, {0, 0}, 0.25f));
  scene.add_body(scene.add_segment({-3, 1}, {-2e-4f, 1}));  // 2e-4^2 / 2 is below half an ulp of 1
  const std::vector<Pair> pairs = {{0, 1}};
  std::vector<Contact> contact(1);
  std::vector<Manifold> found(1);
  Seen seen;
  collide(scene, pairs, contact);
  EXPECT_EQ(contact[0].separation, 0.75f);
  manifolds(scene, pairs, found, {.margin = 1.0f});
  ASSERT_EQ(found[0].count, 1u);
  EXPECT_NEAR(found[0].points[0].separation, 0.75 + 2 * 2e-4, 1e-6);  // at the end of b, where a's edge is lower
  check<float>(scene, {0, 1}, found[0], 1.0f, seen);
}

SATCHEL_ON_EVERY_ISA(ManifoldBoundsOnIsa);

}  // namespace
}  // namespace satchel::test
