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
    if (options.ignored.size() > 1) of_one.ignored = options.ignored.subspan(i, 1);
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
    for (std::size_t round = 0; round < scaled(20); ++round) {
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
      }
    }
  }
  EXPECT_GT(hits, scaled(20) * 400);
  EXPECT_GT(inside, scaled(20) * 50);
  EXPECT_GT(misses, scaled(20) * 50);
}

TEST_P(RayFanOnIsa, rays_of_a_fan_answer_as_each_alone) {
  compare_fans<float>(own_seed(870));
  compare_fans<double>(own_seed(880));
}

/// In any order: rays that share their origins are put together by the library.
TEST_P(RayFanOnIsa, shuffled_fans_answer_as_each_alone) {
  Random random(own_seed(890));
  const Scene scene = probe_scene<float>(random, 400, 60, {false, true, 0});
  const Index index(scene);
  std::vector<Ray> rays;
  for (int sensor = 0; sensor < 12; ++sensor) {
    const Vec2d from{random.uniform(-60, 60), random.uniform(-60, 60)};
    for (int k = 0; k < 250; ++k) {
      const double angle = 2 * std::numbers::pi * k / 250;
      rays.push_back({from, {std::cos(angle), std::sin(angle)}, 80});
    }
  }
  for (std::size_t i = rays.size(); i > 1; --i) std::swap(rays[i - 1], rays[random.below(i)]);
  std::vector<BodyId> ignored(rays.size());
  for (BodyId& body : ignored) body = static_cast<BodyId>(random.below(400));
  QueryOptions options;
  options.ignored = ignored;
  for (const unsigned threads : {1u, 2u, 7u}) {
    options.run.max_threads = threads;
    ASSERT_EQ(together(index, scene, rays, options), one_by_one(index, scene, rays, options));
  }
}

SATCHEL_ON_EVERY_ISA(RayFanOnIsa);

}  // namespace
}  // namespace satchel::test
