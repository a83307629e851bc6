// Rays from one point, which are cast together: each answers as it does alone, to the bit, on every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <satchel/satchel.hpp>

#include "support/isa_param.hpp"
#include "support/probe_scenes.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

struct Answers {
  std::vector<RayHit> first;
  std::vector<std::uint8_t> blocked;
  std::vector<FoundRayHit> all;
  friend bool operator==(const Answers&, const Answers&) = default;
};

template <class T>
Answers together(const BasicIndex<T>& index, const BasicScene<T>& scene, std::span<const Ray> rays,
                 const QueryOptions& options) {
  Answers answers;
  answers.first.resize(rays.size());
  answers.blocked.resize(rays.size());
  index.cast_rays(scene, rays, answers.first, options);
  index.rays_blocked(scene, rays, answers.blocked, options);
  index.all_ray_hits(scene, rays, answers.all, options);
  return answers;
}

/// The same by a call for each ray.
template <class T>
Answers one_by_one(const BasicIndex<T>& index, const BasicScene<T>& scene, std::span<const Ray> rays,
                   const QueryOptions& options) {
  Answers answers;
  for (std::uint32_t i = 0; i < rays.size(); ++i) {
    QueryOptions of_one = options;
    if (!options.ignored.empty()) of_one.ignored = options.ignored.subspan(i, 1);
    Answers one = together(index, scene, rays.subspan(i, 1), of_one);
    answers.first.push_back(one.first[0]);
    answers.blocked.push_back(one.blocked[0]);
    for (FoundRayHit& hit : one.all) {
      hit.query = i;
      answers.all.push_back(hit);
    }
  }
  return answers;
}

/// Rays from one point to places on bodies that lie near one direction, by angle or not; some along an edge or to a
/// vertex, to the last bit or beside it; some twice.
template <class T>
void add_fan(std::vector<Ray>& rays, const BasicScene<T>& scene, Random& random, double side, const ProbePlan& plan) {
  const double x = probe_number(random, side, plan);
  const Vec2d from = random.chance(0.3) ? point_on(scene, random) : Vec2d{x, probe_number(random, side, plan)};
  const Vec2d aim = point_on(scene, random);
  const double angle =
      random.chance(0.2) ? std::numbers::pi / 4 * random.integer(0, 7) : std::atan2(aim.y - from.y, aim.x - from.x);
  const double spread = random.pick({1e-15, 1e-9, 0.01, 0.1, 0.4});
  const std::size_t first = rays.size();
  const auto add = [&](Vec2d direction) {
    if (std::abs(direction.x) < 1e-30) direction.x = 0;
    if (std::abs(direction.y) < 1e-30) direction.y = 0;
    if (direction == Vec2d{0, 0}) return;
    const double scale = random.pick({1.0, 0.125, 3.0});
    rays.push_back({from, {scale * direction.x, scale * direction.y}, random.pick({never, never, 1.0, 30.0})});
  };
  for (int k = random.integer(2, 40); k-- > 0;) {
    const double turned = angle + random.uniform(-0.5, 0.5) * spread;
    add({std::cos(turned), std::sin(turned)});
  }
  const Vec2d towards{std::cos(angle), std::sin(angle)};
  for (int k = 0; k < 200; ++k) {
    const Vec2d to = point_on(scene, random), d{to.x - from.x, to.y - from.y};
    if (std::abs(d.x * towards.y - d.y * towards.x) <= 0.2 * (d.x * towards.x + d.y * towards.y)) add(d);
  }
  if (random.chance(0.5)) {
    std::sort(rays.begin() + static_cast<std::ptrdiff_t>(first), rays.end(), [](const Ray& a, const Ray& b) {
      return std::atan2(a.direction.y, a.direction.x) < std::atan2(b.direction.y, b.direction.x);
    });
  }
}

class RayFanOnIsa : public OnEveryIsa {};

template <class T>
void compare_fans(std::uint64_t seed) {
  std::size_t hits = 0, inside = 0, misses = 0;
  for (const ProbePlan& plan : probe_plans()) {
    Random random(seed++);
    for (std::size_t round = 0; round < sampled(20); ++round) {
      const double side = random.uniform(3, 20);
      auto scene = probe_scene<T>(random, 1 + random.below(60), side, plan);
      if (random.chance(0.5)) {
        const std::vector<ShapeId> parts{scene.add_box(T(1), T(0.25)), scene.add_box(T(0.25), T(2)),
                                         scene.add_circle({T(2), T(0)}, T(0.5))};
        const ShapeId compound = scene.add_compound(parts);
        for (int k = 0; k < 5; ++k) {
          const double x = probe_number(random, side, plan);
          scene.add_body(compound, Pose::at(x, probe_number(random, side, plan), random.uniform(0, 6)));
        }
      }
      const BasicIndex<T> index(scene);
      std::vector<Ray> rays;
      while (rays.size() < 150) add_fan(rays, scene, random, side, plan);
      std::vector<BodyId> ignored(rays.size());
      for (BodyId& body : ignored) body = static_cast<BodyId>(random.below(scene.body_slots()));
      for (const bool ignores : {false, true}) {
        QueryOptions options;
        if (ignores) options.ignored = ignored;
        const Answers got = together(index, scene, rays, options), alone = one_by_one(index, scene, rays, options);
        for (std::size_t i = 0; i < rays.size(); ++i) {
          ASSERT_EQ(got.first[i], alone.first[i]) << "ray " << i << ", round " << round << ", " << seed;
          ++(got.first[i].body == no_body ? misses : got.first[i].time == 0 ? inside : hits);
        }
        ASSERT_EQ(got, alone) << "round " << round << ", " << seed;
        // Again, with rays that end where they hit, just before, or at once.
        std::vector<Ray> shorter = rays;
        for (std::size_t i = 0; i < rays.size(); ++i) {
          const double time = got.first[i].time;
          if (time < never) shorter[i].max_time = random.pick({time, std::nextafter(time, 0), 0.0});
        }
        ASSERT_EQ(together(index, scene, shorter, options), one_by_one(index, scene, shorter, options));
      }
    }
  }
  EXPECT_GT(hits, sampled(20) * 400);
  EXPECT_GT(inside, sampled(20) * 50);
  EXPECT_GT(misses, sampled(20) * 50);
}

TEST_P(RayFanOnIsa, rays_of_a_fan_answer_as_each_alone) {
  compare_fans<float>(own_seed(870));
  compare_fans<double>(own_seed(880));
}

std::vector<Ray> sensors(std::size_t count, std::size_t rays_of_each, double side, Random& random) {
  std::vector<Ray> rays;
  for (std::size_t sensor = 0; sensor < count; ++sensor) {
    const double x = random.uniform(-side, side);
    const Vec2d from{x, random.uniform(-side, side)};
    for (std::size_t k = 0; k < rays_of_each; ++k) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(rays_of_each);
      const auto short_number = [](double v) { return std::round(std::ldexp(v, 30)) * 0x1p-30; };  // no 1e-17 for 0
      rays.push_back({from, {short_number(std::cos(angle)), short_number(std::sin(angle))}, 80});
    }
  }
  return rays;
}

template <class Item>
void shuffle(std::vector<Item>& items, Random& random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random.below(i)]);
}

/// In any order: the library puts rays that share their origins together.
TEST_P(RayFanOnIsa, shuffled_fans_answer_as_each_alone) {
  Random random(own_seed(890));
  const Scene scene = probe_scene<float>(random, 6000, 120, {false, true, 0});
  const Index index(scene);
  std::vector<Ray> rays = sensors(12, 250, 120, random);
  shuffle(rays, random);
  std::vector<BodyId> ignored(rays.size());
  for (BodyId& body : ignored) body = static_cast<BodyId>(random.below(6000));
  std::vector<Filter> filters(scene.body_slots()), of_queries(rays.size());
  for (Filter& filter : filters) filter.category = random.pick({1u, 2u, 4u});
  for (Filter& filter : of_queries) filter.mask = random.pick({1u, 3u, 7u});
  QueryOptions options;
  options.ignored = ignored;
  const Answers alone = one_by_one(index, scene, rays, options);
  for (const unsigned threads : {1u, 2u, 7u}) {
    options.run.max_threads = threads;
    ASSERT_EQ(together(index, scene, rays, options), alone);
  }
  std::vector<RayHit> without_index(rays.size());
  cast_rays(scene, rays, without_index);
  ASSERT_EQ(without_index, together(index, scene, rays, {}).first);
  options.filters = filters;
  options.query_filters = of_queries;
  const Answers filtered = together(index, scene, rays, options);
  for (std::uint32_t i = 0; i < rays.size(); ++i) {
    QueryOptions of_one = options;
    of_one.ignored = options.ignored.subspan(i, 1);
    of_one.query_filters = options.query_filters.subspan(i, 1);
    RayHit hit;
    index.cast_rays(scene, std::span(rays).subspan(i, 1), std::span(&hit, 1), of_one);
    ASSERT_EQ(hit, filtered.first[i]);
  }
}

/// So many that they are ordered in several blocks.
TEST_P(RayFanOnIsa, many_shuffled_rays_answer_as_in_order) {
  Random random(own_seed(891));
  const Scene scene = probe_scene<float>(random, 300, 60, {false, false, 0});
  const Index index(scene);
  const std::vector<Ray> rays = sensors(100, 700, 60, random);
  std::vector<std::uint32_t> order(rays.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  shuffle(order, random);
  std::vector<Ray> shuffled;
  for (const std::uint32_t i : order) shuffled.push_back(rays[i]);
  std::vector<RayHit> hits(rays.size()), of_shuffled(rays.size());
  index.cast_rays(scene, rays, hits);
  index.cast_rays(scene, shuffled, of_shuffled);
  for (std::size_t i = 0; i < order.size(); ++i) ASSERT_EQ(of_shuffled[i], hits[order[i]]);
}

/// A world and rays that are larger by powers of two: the same hits, at times that are.
TEST_P(RayFanOnIsa, scale_with_the_world) {
  for (const int world : {-120, 0, 120}) {
    for (const int direction : {-150, 150}) {
      Random random(892);
      Scened plain, scaled_up;
      for (int k = 0; k < 200; ++k) {
        const double width = random.uniform(0.2, 2), height = random.uniform(0.2, 2), x = random.uniform(-20, 20);
        const Pose pose = Pose::at(x, random.uniform(-20, 20), random.uniform(0, 6));
        plain.add_body(plain.add_box(width, height), pose);
        scaled_up.add_body(scaled_up.add_box(std::ldexp(width, world), std::ldexp(height, world)),
                           {std::ldexp(pose.x, world), std::ldexp(pose.y, world), pose.rotation});
      }
      const std::vector<Ray> rays = sensors(20, 400, 20, random);
      std::vector<Ray> scaled_rays = rays;
      for (Ray& ray : scaled_rays) {
        ray = {{std::ldexp(ray.origin.x, world), std::ldexp(ray.origin.y, world)},
               {std::ldexp(ray.direction.x, direction), std::ldexp(ray.direction.y, direction)},
               std::ldexp(ray.max_time, world - direction)};
      }
      std::vector<RayHit> hits(rays.size()), scaled_hits(rays.size());
      cast_rays(plain, rays, hits);
      cast_rays(scaled_up, scaled_rays, scaled_hits);
      for (std::size_t i = 0; i < rays.size(); ++i) {
        hits[i].time = std::ldexp(hits[i].time, world - direction);
        ASSERT_EQ(scaled_hits[i], hits[i]);
      }
    }
  }
}

/// The time at which a ray meets a large circle is off by units in the last place of the radius, more than 2^-40 of
/// itself: the search must not end before the circle's box.
TEST_P(RayFanOnIsa, end_no_sooner_than_a_large_circle_is_met) {
  Scened scene;
  const ShapeId circle = scene.add_circle({0, 0}, 1000);
  scene.add_body(circle, Pose{1000 + 0x1p-40, 0});
  scene.add_body(circle, Pose{-1000 - 0x1p-40, 0});
  const Indexd index(scene);
  const Ray endless{{0, 0}, {49, 0}};
  std::vector<RayHit> hits(1);
  index.cast_rays(scene, std::span(&endless, 1), hits);
  ASSERT_EQ(hits[0].body, 0u);
  const std::vector<Ray> rays{endless, {endless.origin, endless.direction, hits[0].time}};
  EXPECT_EQ(together(index, scene, std::span<const Ray>(rays), {}),
            one_by_one(index, scene, std::span<const Ray>(rays), {}));
  EXPECT_EQ(index.cast_ray(scene, rays[1]), hits[0]);
}

SATCHEL_ON_EVERY_ISA(RayFanOnIsa);

}  // namespace
}  // namespace satchel::test
