// Bodies of one point inside parts whose edges are all inner: such parts count with all their edges.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <satchel/outline.hpp>
#include <satchel/satchel.hpp>
#include <span>
#include <vector>

#include "support/isa_param.hpp"
#include "support/queries.hpp"

namespace satchel::test {
namespace {

using BuriedPartsOnIsa = OnEveryIsa;

template <class T>
std::vector<BasicVec2<T>> star(int tips) {
  std::vector<BasicVec2<T>> ring;
  for (int i = 0; i < 2 * tips; ++i) {
    const double angle = std::numbers::pi * i / tips, r = i % 2 ? 0.6 : 2;
    ring.push_back({static_cast<T>(r * std::cos(angle)), static_cast<T>(r * std::sin(angle))});
  }
  return ring;
}

/// The depth of a point along the edges that decide: those that are not inner, or all if all are inner; of the part that
/// the point is in (-infinity: in none, or too near to a border to tell).
template <class T>
double depth_of_point(const BasicConvexParts<T>& parts, double x, double y, bool& is_buried) {
  for (std::size_t part = 0; part + 1 < parts.starts.size(); ++part) {
    const std::size_t first = parts.starts[part], last = parts.starts[part + 1];
    const double infinity = std::numeric_limits<double>::infinity();
    double of_all = infinity, of_outer = infinity;
    for (std::size_t i = first; i < last; ++i) {
      const BasicVec2<T> p = parts.vertices[i], q = parts.vertices[i + 1 < last ? i + 1 : first];
      const double ex = double{q.x} - p.x, ey = double{q.y} - p.y;
      const double depth = (ex * (y - p.y) - ey * (x - p.x)) / std::hypot(ex, ey);
      of_all = std::min(of_all, depth);
      if (parts.inner_edges[i] == 0) of_outer = std::min(of_outer, depth);
    }
    if (of_all < 1e-3) continue;
    is_buried = of_outer == infinity;
    return is_buried ? of_all : of_outer;
  }
  return -std::numeric_limits<double>::infinity();
}

template <class T>
void check(std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> place(-0.5, 0.5);
  const T tiny = std::numeric_limits<T>::epsilon();
  std::size_t buried = 0;
  for (const int tips : {5, 6, 9}) {
    const std::vector<BasicVec2<T>> ring = star<T>(tips);
    const BasicConvexParts<T> parts = convex_parts(ring);
    BasicScene<T> scene;
    std::vector<ShapeId> ids;
    for (std::size_t i = 0; i + 1 < parts.starts.size(); ++i) {
      ids.push_back(
          scene.add_polygon(std::span(parts.vertices).subspan(parts.starts[i], parts.starts[i + 1] - parts.starts[i])));
    }
    const BodyId compound = scene.add_body(scene.add_compound(ids, parts.inner_edges));
    const BodyId outline = scene.add_body(scene.add_outline(ring));
    scene.make_parts();
    std::vector<Pair> pairs;
    std::vector<double> expected;
    for (int i = 0; i < 40; ++i) {
      const double x = static_cast<T>(place(random)), y = static_cast<T>(place(random));
      bool is_buried = false;
      const double depth = depth_of_point(parts, x, y, is_buried);
      if (!std::isfinite(depth)) continue;
      for (const double radius : {0.0, 0.25}) {
        const Rotation turned = Rotation::of_angle(0.3 + place(random) / 2);  // shortens some segments to a point
        const double cx = x - (turned.cos - turned.sin), cy = y - (turned.sin + turned.cos);
        const ShapeId circle = scene.add_circle({0, 0}, static_cast<T>(radius));
        const ShapeId segment = scene.add_capsule({1 - tiny / 2, 1}, {1, 1}, static_cast<T>(radius));
        for (const BodyId of_parts : {compound, outline}) {
          pairs.push_back({of_parts, scene.add_body(circle, {x, y, {}})});
          pairs.push_back({of_parts, scene.add_body(segment, {cx, cy, turned})});
          expected.insert(expected.end(), 2, -depth - radius);
        }
        buried += is_buried ? 1 : 0;
      }
    }
    std::vector<BasicContact<T>> contacts(pairs.size());
    collide(scene, pairs, contacts);
    std::vector<BasicManifold<T>> found(pairs.size());
    manifolds(scene, pairs, found);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      ASSERT_EQ(verdict(contacts[i]), Verdict::overlapping);
      EXPECT_NEAR(std::hypot(contacts[i].normal_x, contacts[i].normal_y), 1, 1e-6) << i;
      ASSERT_GE(found[i].count, 1) << i;
      for (unsigned k = 0; k < found[i].count; ++k) EXPECT_GT(found[i].points[k].separation, -4) << i;
      if (i % 2 == 0) {
        EXPECT_NEAR(contacts[i].separation, expected[i], 1e-6) << i;
        EXPECT_EQ(found[i].points[0].separation, contacts[i].separation) << i;
      } else {  // a segment's edges decide beside those that are not inner, so its depth may be another
        EXPECT_GT(contacts[i].separation, -4) << i;
      }
    }
  }
  EXPECT_GT(buried, 20u);
}

TEST_P(BuriedPartsOnIsa, have_depths_in_float) { check<float>(1); }
TEST_P(BuriedPartsOnIsa, have_depths_in_double) { check<double>(2); }

SATCHEL_ON_EVERY_ISA(BuriedPartsOnIsa);

}  // namespace
}  // namespace satchel::test
