// Rays on outlines of integer coordinates against the edges that rational numbers say they meet.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <satchel/satchel.hpp>
#include <tuple>
#include <vector>

#include "outlines/integer_world.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using OutlineRaysOnIsa = OnEveryIsa;
/// numerator / denominator, which is positive.
struct Time {
  Integer numerator, denominator;
  friend bool operator<(const Time& p, const Time& q) {
    return p.numerator * q.denominator < q.numerator * p.denominator;
  }
  friend bool operator==(const Time& p, const Time& q) {
    return p.numerator * q.denominator == q.numerator * p.denominator;
  }
};

/// When a ray first meets an edge, closed; none: never.
std::optional<Time> time_at(const IntegerEdge& edge, IntegerPoint origin, IntegerPoint direction) {
  const IntegerPoint e = edge.to - edge.from, w = edge.from - origin;
  Integer denominator = cross(direction, e);
  if (denominator != 0) {
    const Integer sign = denominator > 0 ? 1 : -1;
    denominator *= sign;
    const Time time{sign * cross(w, e), denominator}, along{sign * cross(w, direction), denominator};
    if (time.numerator < 0 || along.numerator < 0 || along.numerator > denominator) return {};
    return time;
  }
  if (cross(w, direction) != 0) return {};
  std::optional<Time> first;
  for (const IntegerPoint end : {edge.from, edge.to}) {
    const Time time{dot(end - origin, direction), dot(direction, direction)};
    if (time.numerator >= 0 && (!first || time < *first)) first = time;
  }
  return first;
}

/// What is wrong with a hit of one body, or null.
const char* fault_of(const std::vector<IntegerEdge>& edges, IntegerPoint origin, IntegerPoint direction,
                     const RayHit& hit) {
  const double length = std::sqrt(static_cast<double>(dot(direction, direction)));
  if (holds(edges, origin)) {
    if (hit.time != 0) return "a ray that begins inside hits later";
    const bool is_opposite = std::abs(hit.normal_x + static_cast<double>(direction.x) / length) < 1e-15 &&
                             std::abs(hit.normal_y + static_cast<double>(direction.y) / length) < 1e-15;
    return is_opposite ? nullptr : "a ray that begins inside has another normal";
  }
  std::optional<Time> first;
  for (const IntegerEdge& edge : edges) {
    const std::optional<Time> time = time_at(edge, origin, direction);
    if (time && (!first || *time < *first)) first = time;
  }
  if (!first) return hit.time == std::numeric_limits<double>::infinity() ? nullptr : "a hit where there is none";
  const double right = static_cast<double>(first->numerator) / static_cast<double>(first->denominator);
  if (!(std::abs(hit.time - right) <= 1e-15 * right)) return "another time";
  for (const IntegerEdge& edge : edges) {  // the first edge there over which the ray enters
    const IntegerPoint e = edge.to - edge.from;
    const std::optional<Time> time = time_at(edge, origin, direction);
    if (cross(direction, e) >= 0 || !time || !(*time == *first)) continue;
    const double size = std::sqrt(static_cast<double>(dot(e, e)));
    const bool is_its = std::abs(hit.normal_x - static_cast<double>(e.y) / size) < 1e-15 &&
                        std::abs(hit.normal_y + static_cast<double>(e.x) / size) < 1e-15;
    return is_its ? nullptr : "another normal";
  }
  return "no edge to enter over";
}

template <class T>
void check_rays(std::uint64_t seed) {
  Random random(seed);
  std::size_t hits_outside = 0, hits_inside = 0, misses = 0;
  for (std::size_t round = 0; round < sampled(40); ++round) {
    IntegerWorld<T> world;
    world.fill(random, 20);
    std::vector<Ray> rays;
    std::vector<IntegerPoint> origins, directions;
    while (rays.size() < 300) {
      const auto& edges = world.edges[random.below(world.edges.size())];
      const IntegerPoint vertex = edges[random.below(edges.size())].from;
      const IntegerPoint anywhere{random.integer(-40, 40), random.integer(-40, 40)};
      const IntegerPoint origin = random.chance(0.15) ? vertex : anywhere;
      const int several = random.chance(0.3) ? 8 : 1;  // from one point side by side: a fan
      for (int k = 0; k < several; ++k) {
        const auto& aims = world.edges[random.below(world.edges.size())];
        const IntegerPoint aim = random.chance(0.6) ? aims[random.below(aims.size())].from
                                                    : IntegerPoint{random.integer(-40, 40), random.integer(-40, 40)};
        const IntegerPoint direction = aim - origin;
        if (direction.x == 0 && direction.y == 0) continue;
        origins.push_back(origin);
        directions.push_back(direction);
        rays.push_back({{static_cast<double>(origin.x), static_cast<double>(origin.y)},
                        {static_cast<double>(direction.x), static_cast<double>(direction.y)}});
      }
    }
    const BasicIndex<T> index(world.scene);
    std::vector<RayHit> hits(rays.size()), of_index(rays.size()), of_parts(rays.size());
    cast_rays(world.scene, rays, hits);
    index.cast_rays(world.scene, rays, of_index);
    EXPECT_EQ(hits, of_index);
    std::vector<std::uint8_t> blocked(rays.size());
    index.rays_blocked(world.scene, rays, blocked);
    std::vector<FoundRayHit> all;
    index.all_ray_hits(world.scene, rays, all);
    BasicScene<T> with_parts = world.scene;
    with_parts.make_parts();
    cast_rays(with_parts, rays, of_parts);
    EXPECT_EQ(hits, of_parts);
    auto next = all.begin();
    for (std::uint32_t i = 0; i < rays.size(); ++i) {
      const auto begin = next;
      while (next != all.end() && next->query == i) ++next;
      EXPECT_EQ(hits[i], begin == next ? (RayHit{std::numeric_limits<double>::infinity(), 0, 0, no_body}) : begin->hit);
      EXPECT_EQ(blocked[i] != 0, begin != next);
      for (BodyId body = 0; body < world.edges.size(); ++body) {
        const auto its = std::find_if(begin, next, [&](const FoundRayHit& hit) { return hit.hit.body == body; });
        const RayHit hit = its == next ? RayHit{std::numeric_limits<double>::infinity(), 0, 0, no_body} : its->hit;
        const char* const fault = fault_of(world.edges[body], origins[i], directions[i], hit);
        ASSERT_EQ(fault, nullptr) << fault << ": round " << round << ", ray " << i << ", body " << body;
        ++(hit.time > 0 ? its == next ? misses : hits_outside : hits_inside);
      }
    }
  }
  EXPECT_GT(hits_outside, 1000u);
  EXPECT_GT(hits_inside, 300u);
  EXPECT_GT(misses, 1000u);
}

TEST_P(OutlineRaysOnIsa, hit_what_rational_numbers_hit) {
  check_rays<float>(own_seed(1));
  check_rays<double>(own_seed(2));
}

SATCHEL_ON_EVERY_ISA(OutlineRaysOnIsa);

TEST(OutlineRays, pass_through_holes) {
  const std::vector<Vec2d> points{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {1, 3}, {3, 3}, {3, 1}};
  const std::vector<std::uint32_t> rings{0, 4, 8};
  Scened scene;
  const BodyId frame = scene.add_body(scene.add_outline(points, rings));
  const Ray ray_list[] = {
      {{2, 2}, {1, 0}}, {{2, 2}, {1, 1}}, {{-1, 2}, {2, 0}}, {{2, 2}, {1, 0}, 0.5}, {{3.5, 2}, {1, 0}}};
  std::vector<RayHit> hits(std::size(ray_list));
  cast_rays(scene, ray_list, hits);
  EXPECT_EQ(hits[0], (RayHit{1, -1, 0, frame}));
  EXPECT_EQ(hits[1].time, 1);
  EXPECT_EQ(hits[2], (RayHit{0.5, -1, 0, frame}));
  EXPECT_EQ(hits[3].body, no_body);
  EXPECT_EQ(hits[4], (RayHit{0, -1, 0, frame}));
}

}  // namespace
}  // namespace satchel::test
