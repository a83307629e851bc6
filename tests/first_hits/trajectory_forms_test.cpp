// First hits of trajectories of different lengths, and of one shape for all: those of rows of equal length.
#include <array>

#include <gtest/gtest.h>

#include <satchel/satchel.hpp>

#include "fleets.hpp"
#include "support/expect_error.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

/// Cuts trajectories to lengths of their own; `rows` is the same in rows, absent from the cuts on.
struct Cut {
  Fleet ragged, rows;
};

Cut cut(Fleet all, Random& random) {
  Cut result;
  Fleet& ragged = result.ragged;
  ragged.shapes = all.shapes;
  ragged.starts.push_back(0);
  if (all.present.empty()) all.present.assign(all.poses.size(), 1);
  const bool is_always = std::find(all.present.begin(), all.present.end(), 0) == all.present.end();
  for (std::size_t k = 0; k < all.shapes.size(); ++k) {
    const std::size_t length = random.chance(0.1) ? 0 : random.chance(0.3) ? all.steps : random.below(all.steps + 1);
    for (std::size_t step = 0; step < all.steps; ++step) {
      const std::size_t at = k * all.steps + step;
      if (step < length) {
        ragged.poses.push_back(all.poses[at]);
        if (!is_always) ragged.present.push_back(all.present[at]);
      } else {
        all.present[at] = 0;
      }
    }
    ragged.starts.push_back(static_cast<std::uint32_t>(ragged.poses.size()));
  }
  result.rows = all;
  return result;
}

class TrajectoryFormsOnIsa : public OnEveryIsa {};

template <class T>
void compare_ragged(std::uint64_t seed, std::size_t rounds) {
  Random random(seed);
  std::size_t hit = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::size_t shapes = 1 + random.below(6), steps = random.pick({1, 5, 13});
    BasicScene<T> scene = shape_scene<T>(random, shapes, false);
    const double side = random.uniform(3, 11), absent = random.pick({0.0, 0.3});
    const std::size_t mover_count = std::array{3, 40, 300, 0}[round % 4];
    const Cut movers = cut(fleet(random, mover_count, steps, shapes, side, false, absent), random);
    const Cut others = cut(fleet(random, random.below(20), steps, shapes, side, false, absent), random);
    const Fleet bodies = fleet(random, random.below(9), 1, shapes, side, false, 0);
    for (std::size_t k = 0; k < bodies.shapes.size(); ++k) scene.add_body(bodies.shapes[k], bodies.poses[k]);
    const std::vector<FirstHit> expected = by_classify(scene, scene, scene, movers.rows, others.rows);
    ASSERT_EQ(text(found(scene, movers.ragged, others.ragged)), text(expected)) << "round " << round;
    ASSERT_EQ(text(found(scene, movers.ragged, others.rows)), text(expected)) << "round " << round;
    ASSERT_EQ(text(found(scene, movers.rows, others.ragged)), text(expected)) << "round " << round;
    for (const unsigned threads : {1u, 3u}) {
      ASSERT_EQ(text(found(scene, movers.ragged, others.ragged, {.max_threads = threads})), text(expected));
    }
    for (const FirstHit& one : expected) hit += one.step >= 0;
  }
  EXPECT_GT(hit, rounds * 3);
}

TEST_P(TrajectoryFormsOnIsa, of_different_lengths_are_absent_after_their_ends) {
  compare_ragged<float>(own_seed(710), scaled(30));
  compare_ragged<double>(own_seed(711), scaled(30));
}

TEST_P(TrajectoryFormsOnIsa, one_shape_is_that_of_all) {
  Random random(own_seed(712));
  for (std::size_t round = 0; round < scaled(20); ++round) {
    Scene scene = shape_scene<float>(random, 3, false);
    Fleet movers = fleet(random, random.pick({0, 1, 70}), 6, 1, 6, false, 0.1);
    Fleet others = fleet(random, random.pick({0, 1, 9}), 6, 1, 6, false, 0.1);
    const Cut ragged = cut(movers, random);
    scene.add_body(1, Pose::at(1, 1, 0.5));
    const std::vector<FirstHit> expected = found(scene, movers, others),
                                of_ragged = found(scene, ragged.ragged, others);
    const Trajectories one_of_movers{std::span(&movers.shapes.emplace_back(0), 1), movers.poses, 6, movers.present};
    const Trajectories one_of_others{std::span(&others.shapes.emplace_back(0), 1), others.poses, 6, others.present};
    ASSERT_EQ(text(found(scene, one_of_movers, one_of_others)), text(expected));
    Trajectories one_of_ragged = ragged.ragged;
    one_of_ragged.shapes = one_of_movers.shapes;
    ASSERT_EQ(text(found(scene, one_of_ragged, one_of_others)), text(of_ragged));
  }
}

SATCHEL_ON_EVERY_ISA(TrajectoryFormsOnIsa);

/// An obstacle with far more steps than the movers, and movers with far more than obstacles.
TEST(TrajectoryForms, may_be_of_very_different_lengths) {
  Scene scene;
  const ShapeId unit = scene.add_box(0.5f, 0.5f);
  std::vector<Pose> there(100'000, Pose::at(50, 0, 0)), far(3, Pose::at(-50, 0, 0));
  there.insert(there.end(), far.begin(), far.end());
  const std::vector<std::uint32_t> starts = {0, 100'000, 100'003};
  const Trajectories uneven{{&unit, 1}, there, 0, {}, starts};
  const Pose here = Pose::at(50, 0, 0), away = Pose::at(0, 9, 0);
  EXPECT_EQ(text(found(scene, {{&unit, 1}, {&here, 1}, 1}, uneven)), text({{0, 0}}));
  const std::vector<Pose> late = {away, away, away, Pose::at(-50, 0, 0)};
  EXPECT_EQ(text(found(scene, {{&unit, 1}, late, 4}, uneven)), text({no_hit}));  // obstacle 1 is gone
  const BodyId wall = scene.add_body(unit, Pose::at(-50, 1, 0));
  EXPECT_EQ(text(found(scene, uneven, {})), text({no_hit, {0, wall}}));
  EXPECT_EQ(found(scene, {{&unit, 1}, {}, 0, {}, {starts.data(), 1}}, {}).size(), 0u);
}

TEST(TrajectoryForms, refuse_what_is_wrong_and_write_nothing) {
  Scene scene;
  const ShapeId unit = scene.add_box(0.5f, 0.5f);
  const std::vector<ShapeId> one = {unit}, three = {unit, unit, unit};
  std::vector<Pose> poses(7);
  const std::vector<FirstHit> untouched(3, {77, 77});
  std::vector<FirstHit> hits = untouched;
  using Starts = std::vector<std::uint32_t>;
  const Starts right = {0, 2, 2, 7};
  const auto refused = [&](const Trajectories& movers, const Trajectories& obstacles, ErrorCode code, std::size_t index,
                           const char* item) {
    expect_error(code, index, item, [&] { first_hits(scene, movers, obstacles, hits); });
    EXPECT_EQ(hits, untouched);
  };
  const auto with = [&](const Starts& starts) { return Trajectories{three, poses, 0, {}, starts}; };
  first_hits(scene, with(right), with(right), hits);
  hits = untouched;
  const Starts wrong_begin = {1, 2, 2, 7}, falling = {0, 3, 2, 7}, wrong_end = {0, 2, 2, 6}, too_far = {0, 2, 2, 8},
               two = {0, 2, 7};
  refused(with(wrong_begin), {}, ErrorCode::bad_starts, 0, "movers: start 0.*poses");
  refused(with(falling), {}, ErrorCode::bad_starts, 2, "movers: start 2");
  refused(with(wrong_end), {}, ErrorCode::bad_starts, 3, "movers: start 3");
  refused(with(right), with(too_far), ErrorCode::bad_starts, 7, "obstacles: start 3");
  refused(with(two), {}, ErrorCode::size_mismatch, 6, "movers: shapes: 2 .* 3");
  refused(with(right), with(two), ErrorCode::size_mismatch, 7, "obstacles: shapes: 2 .* 3");
  refused({one, poses, 3}, {}, ErrorCode::size_mismatch, 0, "movers: poses: 9 .* 7");
  refused(with(right), {three, {poses.data(), 6}, 2}, ErrorCode::size_mismatch, 4, "steps: 5 .* 2");
  refused({one, poses, 7}, with(right), ErrorCode::size_mismatch, 5, "hits: 1 .* 3");
  const std::vector<std::uint8_t> present(6, 1);
  refused({three, poses, 0, present, right}, {}, ErrorCode::size_mismatch, 1, "movers: present: 7 .* 6");
  poses[4].x = NAN;
  refused(with(right), {}, ErrorCode::not_finite, 4, "movers: body 2, step 2");
  poses[4].x = 0;
  std::vector<Pose> others = poses;
  others[1].rotation.cos = 2;
  refused(with(right), {three, others, 0, {}, right}, ErrorCode::bad_rotation, 8, "obstacles: body 0, step 1");
  const std::vector<ShapeId> unknown = {9};
  refused({unknown, poses, 0, {}, right}, {}, ErrorCode::bad_shape, 0, "movers: body 0");
  refused(with(right), {unknown, poses, 0, {}, right}, ErrorCode::bad_shape, 3, "obstacles: body 0");
}

}  // namespace
}  // namespace satchel::test
