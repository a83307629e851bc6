// Rays: the first hits that rational arithmetic finds, grazing ones too, on every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <satchel/satchel.hpp>

#include "support/expect_error.hpp"
#include "support/isa_param.hpp"
#include "support/probe_scenes.hpp"
#include "support/rational_cores.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr BodyId nobody = ~BodyId{0};

template <class T>
std::vector<RayHit> cast(const BasicScene<T>& scene, const std::vector<Ray>& rays, const Options& options = {}) {
  std::vector<RayHit> hits(rays.size(), {7, 7, 7, 7});
  cast_rays(scene, rays, hits, options);
  return hits;
}

double number(const Rational& rational) { return rational.convert_to<double>(); }

struct Truth {
  double time = never;
  BodyId body = nobody;
};

/// The exact first hit among bodies without radius.
template <class T>
Truth first_hit(const std::vector<std::pair<BodyId, RationalBody>>& bodies, const Ray& ray) {
  std::optional<Rational> least;
  Truth truth;
  for (const auto& [id, body] : bodies) {
    const std::optional<Rational> time = core_time(body, ray);
    if (!time || (least && *time >= *least)) continue;
    least = time;
    truth = {number(*time), id};
  }
  return truth;
}

template <class T>
std::vector<std::pair<BodyId, RationalBody>> rational_bodies(const BasicScene<T>& scene) {
  std::vector<std::pair<BodyId, RationalBody>> bodies;
  for (BodyId body = 0; body < scene.body_slots(); ++body) {
    if (scene.has_body(body)) bodies.emplace_back(body, rational_body(scene, body));
  }
  return bodies;
}

/// Some aimed at vertices and edges, along the axes, from inside; of no particular length.
template <class T>
Ray some_ray(const BasicScene<T>& scene, Random& random, double side, const ProbePlan& plan) {
  const double x = probe_number(random, side, plan);
  const Vec2d from = random.chance(0.2) ? point_on(scene, random) : Vec2d{x, probe_number(random, side, plan)};
  const Vec2d to = random.chance(0.6) ? point_on(scene, random)
                                      : Vec2d{probe_number(random, side, plan), probe_number(random, side, plan)};
  Vec2d direction{to.x - from.x, to.y - from.y};
  if (random.chance(0.2)) direction = random.chance(0.5) ? Vec2d{direction.x, 0} : Vec2d{0, direction.y};
  if (random.chance(0.2)) direction = {0.125 * direction.x, 0.125 * direction.y};
  if (direction == Vec2d{0, 0}) direction.x = -1;
  return {from, direction};
}

/// Whether its numbers have few digits, so that nothing rounds where those of the bodies have few, too. A ray aimed at a
/// point units in the last place beside a vertex is not.
bool on_grid(const Ray& ray) {
  const auto is_short = [](double x) { return std::round(32 * x) == 32 * x; };
  return is_short(ray.origin.x) && is_short(ray.origin.y) && is_short(ray.direction.x) && is_short(ray.direction.y);
}

/// What can be said of a hit on a body without radius: a point of the body, on an edge square to the normal, from
/// outside.
testing::AssertionResult normal_is_right(const RationalBody& body, const Ray& ray, const RayHit& hit) {
  const double length = std::hypot(hit.normal_x, hit.normal_y);
  const double against = hit.normal_x * ray.direction.x + hit.normal_y * ray.direction.y;
  if (std::abs(length - 1) > 1e-12 || against > 0)
    return testing::AssertionFailure() << "normal " << length << ' ' << against;
  const double speed = std::hypot(ray.direction.x, ray.direction.y);
  const bool against_ray = std::abs(against / speed + 1) < 1e-12;
  if (hit.time == 0 || body.core.size() < 3) {
    if (hit.time == 0 && against_ray) return testing::AssertionSuccess();
    if (hit.time == 0) return testing::AssertionFailure() << "normal of a ray from inside";
    if (against_ray) return testing::AssertionSuccess();
  }
  for (std::size_t e = 0; e < body.core.size(); ++e) {
    const RationalPoint edge = body.end(e) - body.start(e);
    const double ex = number(edge.x), ey = number(edge.y), edge_length = std::hypot(ex, ey);
    if (std::abs(hit.normal_x - ey / edge_length) + std::abs(hit.normal_y + ex / edge_length) > 1e-9) continue;
    const double px = ray.origin.x + hit.time * ray.direction.x, py = ray.origin.y + hit.time * ray.direction.y;
    const RationalPoint p = RationalPoint{Rational(px), Rational(py)} - body.start(e);
    const double off = number(cross(edge, p)) / edge_length, along = number(dot(edge, p)) / edge_length;
    const double slack = 1e-9 * (1 + std::abs(px) + std::abs(py) + hit.time * speed);
    if (std::abs(off) < slack && along > -slack && along < edge_length + slack) return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "no edge has the normal " << hit.normal_x << ' ' << hit.normal_y;
}

template <class T>
void compare_with_rational(std::uint64_t seed) {
  std::size_t hits = 0, misses = 0, inside = 0, along_grid = 0;
  const std::size_t rounds = sampled(5);
  for (ProbePlan plan : probe_plans()) {
    const bool segments = plan.rounded;
    plan.rounded = false;
    Random random(seed++);
    for (std::size_t round = 0; round < rounds; ++round) {
      const double side = random.uniform(3, 12);
      auto scene = probe_scene<T>(random, 1 + random.below(25), side, plan);
      for (int k = 0; segments && k < 10; ++k) {
        const double x = probe_number(random, side, plan);
        const auto at = Pose::at(x, probe_number(random, side, plan), plan.on_grid ? 0 : random.uniform(0, 6));
        const auto half = [&] { return static_cast<T>(0.5 * random.integer(-3, 3)); };
        scene.add_body(
            k % 3 == 0 ? scene.add_circle({half(), half()}, 0) : scene.add_segment({half(), half()}, {2, half()}), at);
      }
      std::vector<Ray> rays;
      for (int i = 0; i < 30; ++i) rays.push_back(some_ray(scene, random, side, plan));
      const auto bodies = rational_bodies(scene);
      const std::vector<RayHit> got = cast(scene, rays);
      for (std::size_t i = 0; i < rays.size(); ++i) {
        const Truth truth = first_hit<T>(bodies, rays[i]);
        ASSERT_EQ(got[i].time == never, truth.time == never) << "ray " << i << ", round " << round << ", " << seed;
        if (truth.time == never) {
          EXPECT_EQ(got[i], (RayHit{never, 0, 0, nobody}));
          ++misses;
          continue;
        }
        ASSERT_LE(std::abs(got[i].time - truth.time), 1e-11 * truth.time);
        if (got[i].body != truth.body) {  // rounding may let the other of two equal ones win, but not on a grid
          ASSERT_FALSE(plan.on_grid && on_grid(rays[i])) << got[i].body << " instead of " << truth.body;
        }
        along_grid += plan.on_grid && on_grid(rays[i]);
        const auto hit_body =
            std::find_if(bodies.begin(), bodies.end(), [&](const auto& b) { return b.first == got[i].body; });
        ASSERT_TRUE(hit_body != bodies.end());
        ASSERT_TRUE(normal_is_right(hit_body->second, rays[i], got[i]))
            << "ray " << i << ", round " << round << ", " << seed;
        ++(got[i].time == 0 ? inside : hits);
        Ray just_there = rays[i], not_quite = rays[i];
        just_there.max_time = got[i].time;
        not_quite.max_time = std::nextafter(got[i].time, 0);
        const std::vector<RayHit> shortened = cast(scene, {just_there, not_quite});
        ASSERT_EQ(shortened[0], got[i]);
        ASSERT_TRUE(got[i].time == 0 || shortened[1].time == never);
      }
    }
  }
  EXPECT_GT(hits, 20 * rounds);
  EXPECT_GT(misses, 5 * rounds);
  EXPECT_GT(inside, 5 * rounds);
  EXPECT_GT(along_grid, 5 * rounds);
}

class CastRaysOnIsa : public OnEveryIsa {};

TEST_P(CastRaysOnIsa, hits_what_rational_numbers_hit) {
  compare_with_rational<float>(own_seed(800));
  compare_with_rational<double>(own_seed(820));
}

/// The point where a ray ends lies on the boundary of a body with a radius, and no point before lies well inside one.
template <class T>
void compare_rounded(std::uint64_t seed) {
  std::size_t hits = 0;
  for (const bool on_grid : {false, true}) {
    Random random(seed++);
    const ProbePlan plan{on_grid, true, 0};
    for (std::size_t round = 0; round < sampled(4); ++round) {
      const double side = random.uniform(3, 12);
      const auto scene = probe_scene<T>(random, 1 + random.below(25), side, plan);
      std::vector<Ray> rays;
      for (int i = 0; i < 25; ++i) {
        rays.push_back(some_ray(scene, random, side, plan));
        Vec2d& d = rays.back().direction;
        const double length = std::hypot(d.x, d.y);
        d = {d.x / length, d.y / length};
      }
      const auto bodies = rational_bodies(scene);
      const std::vector<RayHit> got = cast(scene, rays);
      /// How far outside the nearest body a point of the ray lies; where it lies in one, 0.
      const auto clearance = [&](const Ray& ray, double time, BodyId of) {
        double least = never;
        const RationalPoint p =
            rational({ray.origin.x + time * ray.direction.x, ray.origin.y + time * ray.direction.y});
        for (const auto& [id, body] : bodies) {
          if (of != nobody && id != of) continue;
          least = std::min(least, std::sqrt(number(squared_distance_from_core(body, p))) - number(body.radius));
        }
        return least;
      };
      for (std::size_t i = 0; i < rays.size(); ++i) {
        const double end = std::min(got[i].time, 4 * side);
        for (int k = 0; end > 0 && k < 12; ++k) {
          const double time = end * random.uniform(0, 1);
          ASSERT_GT(clearance(rays[i], time, nobody), -1e-6)
              << "hit too late at " << got[i].time << ", met at " << time;
        }
        if (got[i].time == never) continue;
        ++hits;
        ASSERT_LT(clearance(rays[i], got[i].time, got[i].body), 1e-9);
        ASSERT_NEAR(std::hypot(got[i].normal_x, got[i].normal_y), 1, 1e-9);
        if (got[i].time == 0) continue;
        // From the point that was hit, which rounding puts inside or outside, it is hit at once.
        const Vec2d d = rays[i].direction;
        const Ray again{{rays[i].origin.x + got[i].time * d.x, rays[i].origin.y + got[i].time * d.y}, d};
        const bool rounded = scene.radius(scene.shape(got[i].body)) > 0;
        if (rounded && got[i].normal_x * d.x + got[i].normal_y * d.y < -1e-3) {
          ASSERT_LT(cast(scene, {again})[0].time, 1e-9);
        }
        // Outward: along the normal the body is left at once.
        Ray outward{{rays[i].origin.x + got[i].time * rays[i].direction.x,
                     rays[i].origin.y + got[i].time * rays[i].direction.y},
                    {got[i].normal_x, got[i].normal_y}};
        ASSERT_GT(clearance(outward, 1e-3, got[i].body), 0.99e-3);
        ASSERT_LE(got[i].normal_x * rays[i].direction.x + got[i].normal_y * rays[i].direction.y, 1e-9);
      }
    }
  }
  EXPECT_GT(hits, sampled(4) * 10);
}

TEST_P(CastRaysOnIsa, stops_at_rounded_bodies) {
  compare_rounded<float>(own_seed(840));
  compare_rounded<double>(own_seed(850));
}

TEST_P(CastRaysOnIsa, misses_no_body_of_a_large_scene) {
  Random random(860);
  const ProbePlan plan{false, true, 0};
  const auto scene = probe_scene<float>(random, sampled(4000), 300, plan);
  std::vector<Ray> rays;
  while (rays.size() < 1500) rays.push_back(some_ray(scene, random, 300, plan));
  const std::vector<RayHit> got = cast(scene, rays);
  std::size_t wrong = 0, some = 0;
  const auto bodies = rational_bodies(scene);  // the tree misses no body: those without radius by brute force
  for (std::size_t i = 0; i < rays.size(); i += 25) {
    for (const auto& [id, body] : bodies) {
      if (body.radius != 0) continue;
      const std::optional<Rational> time = core_time(body, rays[i]);
      wrong += time && number(*time) < got[i].time * (1 - 1e-11);
      some += time.has_value();
    }
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(some, sampled(60));
}

SATCHEL_ON_EVERY_ISA(CastRaysOnIsa);

TEST(CastRays, graze_and_begin_on_the_boundary) {
  Scene scene;
  const BodyId first = scene.add_body(scene.add_box(1, 1), Pose::at(5, 0, 0));
  const BodyId second = scene.add_body(scene.add_box(1, 1), Pose::at(5, 2, 0));
  const std::vector<RayHit> hits = cast(scene, {{{0, 0}, {2, 0}},   // square on
                                                {{0, 1}, {1, 0}},   // between the two, along the edges
                                                {{0, -1}, {1, 0}},  // along the lower edge
                                                {{0, std::nextafter(-1.0, -2)}, {1, 0}},   // an ulp below
                                                {{3, -2}, {1, 1}},                         // into a corner
                                                {{4, 0}, {-1, 0}},                         // from the edge, away
                                                {{5, 0}, {3, 4}},                          // from inside
                                                {{0, 0}, {2, 0}, 2},                       // just long enough
                                                {{0, 0}, {2, 0}, std::nextafter(2.0, 0)},  // just not
                                                {{5, -9}, {0, 2}, never},                  // from below
                                                {{9, 9}, {1, 1}}});                        // away from all
  const RayHit none{never, 0, 0, nobody};
  EXPECT_EQ(hits[0], (RayHit{2, -1, 0, first}));
  EXPECT_EQ(hits[1], (RayHit{4, -1, 0, first}));
  EXPECT_EQ(hits[2], (RayHit{4, -1, 0, first}));
  EXPECT_EQ(hits[3], none);
  EXPECT_EQ(hits[4].time, 1);
  EXPECT_EQ(hits[4].body, first);
  EXPECT_EQ(hits[5], (RayHit{0, 1, 0, first}));
  EXPECT_EQ(hits[6], (RayHit{0, -0.6, -0.8, first}));
  EXPECT_EQ(hits[7], hits[0]);
  EXPECT_EQ(hits[8], none);
  EXPECT_EQ(hits[9], (RayHit{4, 0, -1, first}));
  EXPECT_EQ(hits[10], none);
  EXPECT_NE(second, first);
}

/// A straight corner on the lower side, which rotations push into the body: its hull counts, with the radius around it.
TEST(CastRays, of_rounded_bodies_meet_the_hull) {
  std::size_t pushed_in = 0;
  for (int k = 0; k < 2000; ++k) {
    Scene scene;
    const float radius = 0.25f;
    const Rotation turn = Rotation::of_angle(0.003 * k);
    scene.add_body(
        scene.add_polygon({{99, 99.5f}, {100, 99.5f - 0x1p-17f}, {101, 99.5f}, {101, 101}, {99, 101}}, radius),
        Pose{0, 0, turn});
    std::vector<Vec2> at(5);
    scene.placed_offsets(0, at);
    const auto vertex = [&](std::size_t i) { return Vec2d{at[i].x, at[i].y}; };
    const Vec2d from = vertex(0), corner = vertex(1), to = vertex(2), edge{to.x - from.x, to.y - from.y};
    const double length = std::hypot(edge.x, edge.y);
    const Vec2d normal{edge.y / length, -edge.x / length};
    if (normal.x * (corner.x - from.x) + normal.y * (corner.y - from.y) >= 0) continue;
    ++pushed_in;
    const auto along = [&](const Vec2d& v) { return normal.x * v.x + normal.y * v.y; };
    const Vec2d up{-turn.sin, turn.cos};
    const Ray ray{{corner.x - 3 * up.x, corner.y - 3 * up.y}, up};
    const Ray down{{corner.x + 5 * up.x, corner.y + 5 * up.y}, {-up.x, -up.y}};
    const std::vector<Ray> rays{ray, down};
    std::vector<RayHit> hits(2);
    cast_rays(scene, rays, hits, {}, {.exits = true});
    const double extent = 150;
    EXPECT_NEAR(hits[0].time, (along(from) + radius - along(ray.origin)) / along(up), 1e-12 * extent) << k;
    EXPECT_NEAR(hits[1].exit, (along(from) + radius - along(down.origin)) / -along(up), 1e-12 * extent) << k;
  }
  EXPECT_GT(pushed_in, 20u);
}

/// Where a ray enters the first body, and leaves it.
template <class T>
RayHit entry_and_exit(const BasicScene<T>& scene, const Ray& ray) {
  RayHit hit{};
  cast_rays(scene, {&ray, 1}, {&hit, 1}, {}, {.exits = true});
  return hit;
}

/// Through a corner into the body, whose radius rounding exceeds, or does not by far.
template <class T>
void cast_into_corners(T radius, std::uint64_t seed) {
  Random random(seed);
  for (int round = 0; round < 100; ++round) {
    BasicScene<T> scene;
    scene.add_body(
        scene.add_box(static_cast<T>(random.uniform(0.5, 1.5)), static_cast<T>(random.uniform(0.5, 1.5)), radius),
        Pose::at(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0, 6)));
    const Pose pose = scene.pose(0);
    std::vector<BasicVec2<T>> offsets(4);
    scene.placed_offsets(0, offsets);
    const BasicVec2<T> offset = offsets[random.below(4)];
    const Vec2d corner{pose.x + static_cast<double>(offset.x), pose.y + static_cast<double>(offset.y)};
    const Vec2d inside{pose.x + random.uniform(-0.3, 0.3), pose.y + random.uniform(-0.3, 0.3)};
    const Vec2d in{inside.x - corner.x, inside.y - corner.y};
    const RayHit entry = entry_and_exit(scene, {{corner.x - 2 * in.x, corner.y - 2 * in.y}, in});
    ASSERT_EQ(entry.body, 0u) << radius << ", round " << round;
    ASSERT_NEAR(entry.time, 2, 1e-11) << radius << ", round " << round;
    ASSERT_GT(entry.exit, 3) << radius << ", round " << round;
    const RayHit exit = entry_and_exit(scene, {inside, {-in.x, -in.y}});
    ASSERT_EQ(exit.body, 0u) << radius << ", round " << round;
    ASSERT_NEAR(exit.exit, 1, 1e-11) << radius << ", round " << round;
  }
}
TEST(CastRays, meet_corners_whose_radius_is_below_rounding) {
  for (const double radius : {1e-30, 1e-16, 1e-15, 1e-14, 1e-13}) {
    cast_into_corners<double>(radius, 7020);
    cast_into_corners<float>(static_cast<float>(radius), 7021);
  }
}

/// The largest distance of a point from the lines of a polygon's edges, in long double: below 0 inside.
long double outside_of(const std::vector<Vec2d>& offsets, const Pose& pose, const Ray& ray, double time) {
  using Long = long double;
  const Long x = (static_cast<Long>(ray.origin.x) - pose.x) + static_cast<Long>(time) * ray.direction.x;
  const Long y = (static_cast<Long>(ray.origin.y) - pose.y) + static_cast<Long>(time) * ray.direction.y;
  Long most = -std::numeric_limits<Long>::infinity();
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const Vec2d from = offsets[i], to = offsets[(i + 1) % offsets.size()];
    const Long ex = static_cast<Long>(to.x) - from.x, ey = static_cast<Long>(to.y) - from.y;
    most = std::max(most, (ey * (x - from.x) - ex * (y - from.y)) / std::sqrt(ex * ex + ey * ey));
  }
  return most;
}

/// Along a side, sinking slowly, into the place where the arc around a corner ends: rounding may have it pass both, but not
/// deeper than that; and out of there.
TEST(CastRays, meet_rounded_bodies_where_arcs_end) {
  Random random(7030);
  for (const double radius : {1e-13, 1e-9, 1e-5, 0.1}) {
    for (int round = 0; round < 250; ++round) {
      Scened scene;
      scene.add_body(scene.add_box(1, 0.75, radius),
                     Pose::at(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0, 6)));
      const Pose pose = scene.pose(0);
      std::vector<Vec2d> offsets(4);
      scene.placed_offsets(0, offsets);
      const std::size_t k = random.below(4);
      const Vec2d from = offsets[k], to = offsets[(k + 1) % 4];
      const double length = std::hypot(to.x - from.x, to.y - from.y);
      const Vec2d along{(to.x - from.x) / length, (to.y - from.y) / length}, out{along.y, -along.x};
      const double slope = std::pow(10.0, random.uniform(-10, -1)), by = 2 * slope * radius * random.uniform(-1, 1);
      const Vec2d at{pose.x + from.x + radius * out.x + by * along.x, pose.y + from.y + radius * out.y + by * along.y};
      const Vec2d in{along.x - slope * out.x, along.y - slope * out.y};
      const double time = random.uniform(0.125, 3), most = 1e-11 + 2 * radius * slope * slope;
      const Ray inward{{at.x - time * in.x, at.y - time * in.y}, in},
          outward{{at.x + in.x, at.y + in.y}, {-in.x, -in.y}};
      const RayHit entry = entry_and_exit(scene, inward);
      const double entered = std::min(entry.time, time + 0.9 * length);  // it is inside then
      ASSERT_LE((entered - time) * slope, most) << radius << ", round " << round;
      ASSERT_LE(outside_of(offsets, pose, inward, entered), radius + 1e-11) << radius << ", round " << round;
      const RayHit exit = entry_and_exit(scene, outward);
      ASSERT_EQ(exit.time, 0) << radius << ", round " << round;
      ASSERT_LE((1 - exit.exit) * slope, most) << radius << ", round " << round;
      ASSERT_LE(outside_of(offsets, pose, outward, exit.exit), radius + 1e-11) << radius << ", round " << round;
    }
  }
}

/// Out of a box over a side, nearly at right angles to it, where the arc around a corner ends.
TEST(CastRays, leave_rounded_bodies_where_arcs_end) {
  Random random(7033);
  for (int round = 0; round < 30; ++round) {
    const double radius = std::pow(10.0, -1 - round % 10);
    Scened scene;
    scene.add_body(scene.add_box(1, 0.75, radius),
                   Pose::at(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0, 6)));
    const Pose pose = scene.pose(0);
    std::vector<Vec2d> offsets(4);
    scene.placed_offsets(0, offsets);
    const Vec2d from = offsets[0], to = offsets[1];
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    const Vec2d along{(to.x - from.x) / length, (to.y - from.y) / length}, out{along.y, -along.x};
    std::vector<Ray> rays;
    for (int i = 0; i < 500; ++i) {
      const double lean = -std::pow(10.0, random.uniform(-9, -3)), off = lean * radius * random.uniform(-0.2, 1.2);
      const Vec2d up{out.x + lean * along.x, out.y + lean * along.y};
      const double before = std::pow(10.0, random.uniform(0, 4));
      rays.push_back(
          {{pose.x + from.x - off * along.x - before * up.x, pose.y + from.y - off * along.y - before * up.y}, up});
    }
    std::vector<RayHit> hits(rays.size());
    cast_rays(scene, rays, hits, {}, {.exits = true});
    for (std::size_t i = 0; i < rays.size(); ++i) {
      if (hits[i].body != 0) continue;
      const double rounding = 2e-12 * (1 + hits[i].exit);
      const long double outside = outside_of(offsets, pose, rays[i], hits[i].exit);
      ASSERT_LE(outside, radius + rounding) << radius << ", " << i;
      ASSERT_GE(outside, radius * (1 - 1e-6) - rounding) << radius << ", " << i;  // it may leave over the arc
    }
  }
}

/// When a ray leaves a box [-width, width] x [-height, height] with a radius, from inside, in long double. @param cosine  of
/// the angle between the ray and the outward normal there
long double leaves_box_at(double width, double height, double radius, const Ray& ray, long double& cosine) {
  using Long = long double;
  const Long dx = std::fabs(ray.direction.x), dy = std::fabs(ray.direction.y), squared = dx * dx + dy * dy;
  const Long x = ray.direction.x < 0 ? -ray.origin.x : ray.origin.x,
             y = ray.direction.y < 0 ? -ray.origin.y : ray.origin.y;
  const Long to_top = dy > 0 ? (height + static_cast<Long>(radius) - y) / dy : std::numeric_limits<Long>::infinity();
  const Long to_side = dx > 0 ? (width + static_cast<Long>(radius) - x) / dx : std::numeric_limits<Long>::infinity();
  cosine = dy / std::sqrt(squared);
  if (to_top < to_side && std::fabs(x + to_top * dx) <= width) return to_top;
  cosine = dx / std::sqrt(squared);
  if (to_side < to_top && std::fabs(y + to_side * dy) <= height) return to_side;
  const Long wx = (to_top < to_side && x + to_top * dx < 0 ? -width : width) - x;  // of a corner
  const Long wy = (to_side < to_top && y + to_side * dy < 0 ? -height : height) - y;
  const Long along = wx * dx + wy * dy, beside = dx * wy - dy * wx;
  const Long root = std::sqrt(squared * radius * radius - beside * beside);
  cosine = root / std::sqrt(squared) / radius;
  return (along + root) / squared;
}

/// Rays with slopes down to 1e-50 against a side, and through corners that the ray meets nearly at right angles to a side,
/// from inside of capsules and boxes: they leave when they do in long double, neither earlier nor later. On the way back they
/// enter there.
template <class T>
void leave_along_sides(std::uint64_t seed) {
  Random random(seed);
  const std::vector<Vec2d> by_angles = {{std::cos(std::numbers::pi), std::sin(std::numbers::pi)},
                                        {std::cos(2 * std::numbers::pi), std::sin(2 * std::numbers::pi)},
                                        {std::cos(std::numbers::pi / 2), std::sin(std::numbers::pi / 2)}};
  for (int round = 0; round < 400; ++round) {
    BasicScene<T> scene;
    const bool is_capsule = round % 2 == 0;
    const double height = is_capsule ? 0 : 1, width = 5, radius = std::ldexp(1.0, random.below(3) == 0 ? -44 : -1);
    const T w = static_cast<T>(width), r = static_cast<T>(radius);
    scene.add_body(is_capsule ? scene.add_capsule({-w, 0}, {w, 0}, r) : scene.add_box(w, static_cast<T>(height), r));
    const double steepness = std::pow(10.0, random.uniform(-50, -1)),
                 slope = random.below(2) == 0 ? steepness : -steepness;
    Vec2d direction = round % 8 == 0 ? by_angles[random.below(3)] : Vec2d{random.below(2) == 0 ? 3.0 : -1.0, slope};
    if (random.below(4) == 0) std::swap(direction.x, direction.y);
    Ray ray{{4 * random.uniform(-1, 1), (height + 0.9 * radius) * random.uniform(-1, 1)}, direction};
    if (random.below(4) == 0) {  // beside the line along the side, or across its end
      if (std::fabs(direction.x) > std::fabs(direction.y)) {
        ray.origin.y = height + 0.9 * radius * random.uniform(-1, 1);
      } else {
        ray.origin.x = width + 0.9 * radius * random.uniform(-1, 1);
        ray.origin.y = 0;
      }
    }
    const RayHit hit = entry_and_exit(scene, ray);
    ASSERT_EQ(hit.body, 0u) << round;
    ASSERT_EQ(hit.time, 0) << round;
    long double cosine = 0;
    const long double right = leaves_box_at(width, height, radius, ray, cosine);
    const long double speed = std::hypot(ray.direction.x, ray.direction.y);
    ASSERT_LE(std::fabs(hit.exit - right) * speed * cosine, 1e-11)
        << round << ": (" << ray.origin.x << ", " << ray.origin.y << "), (" << ray.direction.x << ", "
        << ray.direction.y << "), radius " << radius << ": " << hit.exit << ", not " << static_cast<double>(right);
    const double back = static_cast<double>(right) + 1;
    const RayHit entry = entry_and_exit(
        scene, {{ray.origin.x + back * direction.x, ray.origin.y + back * direction.y}, {-direction.x, -direction.y}});
    ASSERT_EQ(entry.body, 0u) << round;
    ASSERT_LE(std::fabs(entry.time - 1) * speed * cosine, 1e-11) << round;
  }
}
TEST(CastRays, nearly_along_the_sides_of_rounded_bodies_leave_at_the_ends) {
  leave_along_sides<float>(7031);
  leave_along_sides<double>(7032);
}

/// With slopes about 2^-100, below which the tree takes rays for parallel to an axis.
TEST(CastRays, nearly_along_an_axis_hit_what_they_pass_whatever_else_there_is) {
  for (int quarters = 0; quarters < 4; ++quarters) {
    for (const double slope : {0x1p-99, 0x1p-101, 0x1p-120, -0x1p-101}) {
      for (const bool alone : {true, false}) {
        const auto turned = [&](Vec2d v) {
          for (int k = 0; k < quarters; ++k) v = {-v.y, v.x};
          return v;
        };
        Scened scene;
        const Vec2d halves = quarters % 2 == 0 ? Vec2d{0x1p-45, 0x1p-150} : Vec2d{0x1p-150, 0x1p-45};
        scene.add_body(scene.add_box(halves.x, halves.y));
        const Vec2d far = turned({0, 10});
        if (!alone) scene.add_body(scene.add_box(0.25, 0.25), Pose{far.x, far.y, {}});
        const Ray ray{turned({-1, -slope}), turned({1, slope})};  // passes the origin at time 1
        RayHit hit{};
        cast_rays(scene, {&ray, 1}, {&hit, 1});
        EXPECT_EQ(hit.body, 0u) << quarters << " " << slope << " " << alone;
        EXPECT_NEAR(hit.time, 1, 1e-11);
        EXPECT_EQ(Indexd(scene).cast_ray(scene, ray).body, 0u) << quarters << " " << slope << " " << alone;
      }
    }
  }
}

/// Where a ray enters the tree is rounded by far more than the bodies are wide; that it meets them is exact.
TEST(CastRays, from_far_away_hit_what_they_pass) {
  Random random(7010);
  Scened scene;
  std::vector<Vec2d> centres;
  for (int i = 0; i < 500; ++i) {
    const Vec2d at{random.integer(-1000, 1000) * 0x1p-10, random.integer(-1000, 1000) * 0x1p-10};
    if (i == 0) scene.add_box(0x1p-40, 0x1p-40);
    scene.add_body(0, Pose{at.x, at.y, {}});
    centres.push_back(at);
  }
  std::vector<Ray> rays;
  std::vector<double> times;
  for (const Vec2d& centre : centres) {
    const double time = std::exp2(random.integer(20, 36));
    const Vec2d way{random.integer(1, 9) * (random.chance(0.5) ? 1.0 : -1.0), random.integer(-9, 9) * 1.0};
    rays.push_back({{centre.x - time * way.x, centre.y - time * way.y}, way});  // exact: 36 + 4 + 10 bits
    times.push_back(time);
  }
  std::vector<std::vector<RayHit>> found(2, std::vector<RayHit>(rays.size()));
  cast_rays(scene, rays, found[0]);
  Indexd(scene).cast_rays(scene, rays, found[1]);
  for (const std::vector<RayHit>& hits : found) {
    for (std::size_t i = 0; i < rays.size(); ++i) {
      ASSERT_NE(hits[i].body, no_body) << i;
      ASSERT_LE(hits[i].time, times[i] * (1 + 1e-11)) << i;
    }
  }
}

TEST(CastRays, of_nothing) {
  Scene empty, scene;
  scene.add_body(scene.add_box(1, 1));
  EXPECT_EQ(cast(empty, {{{0, 0}, {1, 0}}}), (std::vector<RayHit>{{never, 0, 0, nobody}}));
  EXPECT_TRUE(cast(scene, {}).empty());
}

TEST(CastRays, refuse_bad_rays) {
  Scene scene;
  scene.add_body(scene.add_box(1, 1));
  std::vector<Ray> rays(6, Ray{{0, 0}, {1, 0}});
  std::vector<RayHit> hits(6, {7, 7, 7, 7});
  const std::vector<RayHit> untouched = hits;
  const auto refused = [&](std::size_t i, Ray ray, ErrorCode code) {
    std::vector<Ray> wrong = rays;
    wrong[i] = ray;
    expect_error_at(code, i, "ray", [&] { cast_rays(scene, wrong, hits); });
    EXPECT_EQ(try_cast_rays(scene, wrong, hits).code, code);
  };
  refused(2, {{NAN, 0}, {1, 0}}, ErrorCode::not_finite);
  refused(3, {{0, 0}, {1, INFINITY}}, ErrorCode::not_finite);
  refused(4, {{0, 1e30}, {1, 0}}, ErrorCode::out_of_range);
  refused(1, {{0, 0}, {1e-70, 0}}, ErrorCode::out_of_range);
  refused(5, {{0, 0}, {0, -0.0}}, ErrorCode::bad_ray);
  refused(0, {{0, 0}, {1, 0}, -1}, ErrorCode::bad_ray);
  refused(0, {{0, 0}, {1, 0}, NAN}, ErrorCode::bad_ray);
  EXPECT_EQ(hits, untouched);
  hits.pop_back();
  expect_error(ErrorCode::size_mismatch, 0, "hits: 6", [&] { cast_rays(scene, rays, hits); });
}

}  // namespace
}  // namespace satchel::test
