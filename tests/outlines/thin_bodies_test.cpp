// Bodies without area inside outlines, on the lines between two convex parts: only the parts touch them.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <satchel/outline.hpp>
#include <satchel/satchel.hpp>
#include <span>
#include <vector>

#include "support/isa_param.hpp"
#include "support/queries.hpp"

namespace satchel::test {
namespace {

using ThinBodiesOnIsa = OnEveryIsa;

template <class T>
using Line = std::array<BasicVec2<T>, 2>;

/// The edges of convex parts that are no edges of the outline.
template <class T>
std::vector<Line<T>> inner_edges(const std::vector<BasicVec2<T>>& ring) {
  const BasicConvexParts<T> parts = convex_parts(ring);
  std::vector<Line<T>> lines;
  for (std::size_t part = 0; part + 1 < parts.starts.size(); ++part) {
    const std::size_t first = parts.starts[part], last = parts.starts[part + 1];
    for (std::size_t i = first; i < last; ++i) {
      const BasicVec2<T> p = parts.vertices[i], q = parts.vertices[i + 1 < last ? i + 1 : first];
      bool is_outer = false;
      for (std::size_t k = 0; k < ring.size(); ++k) {
        is_outer = is_outer || (ring[k] == p && ring[k + 1 < ring.size() ? k + 1 : 0] == q);
      }
      if (!is_outer) lines.push_back({p, q});
    }
  }
  return lines;
}

template <class T>
std::vector<std::vector<BasicVec2<T>>> concave_rings() {
  return {{{0, 0}, {8, 0}, {8, 8}, {4, 8}, {4, 4}, {0, 4}},
          {{0, 0}, {24, 0}, {24, 8}, {20, 8}, {20, 2}, {16, 2}, {16, 8}, {12, 8}, {12, 4}, {8, 4}, {8, 8}, {0, 8}},
          {{0, 0}, {8, 4}, {16, 0}, {12, 8}, {16, 16}, {8, 12}, {0, 16}, {4, 8}}};
}

/// A triangle that a quarter of a right angle leaves without area, on the line x = y through a point.
template <class T>
void add_rounded_to_segment(BasicScene<T>& scene, BasicVec2<T> at, double x, double y) {
  const T height = sizeof(T) == sizeof(float) ? T(0x1p-40) : T(0x1p-70);
  const ShapeId triangle = scene.add_polygon({{T(-0.25), 0}, {T(0.25), 0}, {T(0.125), height}});
  const Pose pose{x + static_cast<double>(at.x), y + static_cast<double>(at.y), {std::sqrt(0.5), std::sqrt(0.5)}};
  scene.add_body(triangle, pose);
  scene.add_body(scene.add_compound(std::array{triangle}), pose);
}

template <class T>
void check(double x, double y) {
  std::size_t lines = 0;
  for (const std::vector<BasicVec2<T>>& ring : concave_rings<T>()) {
    BasicScene<T> scene;
    scene.add_body(scene.add_outline(ring), {x, y, {}});
    scene.make_parts();
    for (const auto& [p, q] : inner_edges(ring)) {
      ++lines;
      const auto at = [&, p = p, q = q](T t) { return BasicVec2<T>{p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)}; };
      scene.add_body(scene.add_circle(at(T(0.5)), 0), {x, y, {}});
      scene.add_body(scene.add_segment(at(T(0.25)), at(T(0.75))), {x, y, {}});
      scene.add_body(scene.add_chain(std::vector{at(T(0.25)), at(T(0.5)), at(T(0.75))}), {x, y, {}});
      add_rounded_to_segment(scene, at(T(0.5)), x, y);
    }
    std::vector<Pair> pairs;
    for (BodyId body = 1; body < scene.body_slots(); ++body) {
      pairs.push_back({0, body});
      pairs.push_back({body, 0});
    }
    std::vector<BasicHit<T>> hits;
    find_hits(scene, pairs, hits);
    ASSERT_EQ(hits.size(), pairs.size());
    const std::vector<BasicContact<T>> contacts = collided(scene, pairs);
    const std::vector<Verdict> verdicts = classified(scene, pairs);
    std::vector<BasicDistance<T>> found(pairs.size());
    distances(scene, pairs, found);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      ASSERT_EQ(verdicts[i], Verdict::overlapping) << i;
      ASSERT_EQ(verdict(contacts[i]), Verdict::overlapping) << i;
      ASSERT_LT(contacts[i].separation, 0) << i;
      ASSERT_EQ(hits[i].contact, contacts[i]) << i;
      ASSERT_EQ(verdict(found[i]), Verdict::overlapping) << i;
    }
    // None is left inside, wherever it begins; nor does the outline stay around it.
    for (BodyId body = 1; body < scene.body_slots(); ++body) {
      std::array<double, 2> lengths{};
      for (const BodyId pushed : {BodyId{0}, body}) {
        const PushOut out = push_out(scene, pushed, std::array{pushed == 0 ? body : BodyId{0}});
        const Pose pose = scene.pose(pushed);
        scene.set_pose(pushed, {pose.x + out.x, pose.y + out.y, pose.rotation});
        ASSERT_EQ(out.left, 0u) << body;
        ASSERT_NE(classified(scene, std::array{Pair{0, body}})[0], Verdict::overlapping) << body << ' ' << pushed;
        scene.set_pose(pushed, pose);
        lengths[pushed == 0 ? 0 : 1] = std::hypot(out.x, out.y);
      }
      ASSERT_NEAR(lengths[0], lengths[1], 1e-9) << body;
    }
  }
  EXPECT_GT(lines, 12u);
}

TEST_P(ThinBodiesOnIsa, between_two_parts_of_an_outline_are_inside_it) {
  check<float>(0, 0);
  check<double>(0, 0);
  check<float>(3, -5);
  check<double>(3, -5);
}
/// Whether a predicate holds of a pair.
template <class T>
bool holds(const BasicScene<T>& scene, Pair pair, Predicate predicate) {
  std::uint8_t result = 0;
  relate(scene, std::array{pair}, predicate, std::span(&result, 1));
  return result != 0;
}

/// Triangles that rotation makes segments: equal to themselves, and in bodies on whose borders they lie.
TEST(ThinBodies, lie_in_what_they_touch_along) {
  int thin = 0;
  for (int k = 1; k < 200; ++k) {
    Scene scene;
    const ShapeId sliver = scene.add_polygon({{0, 0}, {1, 0}, {1, 1e-9f}});
    const Pose pose = Pose::at(0, 0, 0.007 * k);
    const BodyId a = scene.add_body(sliver, pose), twin = scene.add_body(sliver, pose);
    std::array<Vec2, 3> ends;
    scene.placed_offsets(a, ends);
    if (!(ends[1] == ends[2])) continue;
    ++thin;
    const Vec2 p = ends[1];
    const BodyId box = scene.add_body(scene.add_polygon({{0, 0}, p, {p.x - p.y, p.y + p.x}, {-p.y, p.x}}));
    const BodyId outline = scene.add_body(scene.add_outline({{0, 0}, p, {-p.y, p.x}}));
    EXPECT_TRUE(holds(scene, {a, twin}, Predicate::equals));
    EXPECT_FALSE(holds(scene, {a, twin}, Predicate::overlaps));
    for (const BodyId other : {box, outline}) {
      EXPECT_TRUE(holds(scene, {a, other}, Predicate::touches));
      EXPECT_TRUE(holds(scene, {a, other}, Predicate::covered_by));
      EXPECT_TRUE(holds(scene, {other, a}, Predicate::covers));
      EXPECT_FALSE(holds(scene, {other, a}, Predicate::contains_properly));
      EXPECT_FALSE(holds(scene, {other, a}, Predicate::covered_by));
      EXPECT_FALSE(holds(scene, {a, other}, Predicate::equals));
      Within within_other{};
      within(scene, std::array{Pair{a, other}}, std::span(&within_other, 1));
      EXPECT_EQ(within_other, Within::touching);
    }
  }
  EXPECT_GT(thin, 10);
}

SATCHEL_ON_EVERY_ISA(ThinBodiesOnIsa);

/// The nearest exit of this point is across a line between two parts.
TEST(ThinBodies, leave_an_outline_by_the_shortest_way) {
  Scened scene;
  const BodyId outline = scene.add_body(scene.add_outline({{0, 0}, {8, 0}, {8, 8}, {4, 8}, {4, 4}, {0, 4}}));
  scene.make_parts();
  const BodyId point = scene.add_body(scene.add_circle({0, 0}, 0), {4.125, 2, {}});
  const PushOut out = push_out(scene, point, std::array{outline});
  EXPECT_EQ(out.is_shortest, 1u);
  EXPECT_NEAR(std::hypot(out.x, out.y), 2, 1e-9);
}

}  // namespace
}  // namespace satchel::test
