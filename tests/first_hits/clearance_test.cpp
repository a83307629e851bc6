// A clearance is a larger radius, decided as exactly as any other.
#include <gtest/gtest.h>

#include <limits>
#include <satchel/satchel.hpp>

#include "fleets.hpp"
#include "support/expect_error.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

constexpr std::size_t shapes_of_each = 9;

/// Shapes of every kind, with a clearance added to their radii; the same for one seed.
template <class T>
BasicScene<T> grown_shapes(std::uint64_t seed, double clearance) {
  Random random(seed);
  BasicScene<T> scene;
  const auto with_clearance = [&](T own) { return grown(own, clearance); };
  const auto radius = [&] { return with_clearance(static_cast<T>(random.pick({0.0, 0.0, 0.25, 0.5}))); };
  scene.add_circle({T(0.5), T(-0.25)}, radius());
  scene.add_capsule({T(-1), T(0)}, {T(1), T(0.5)}, with_clearance(T(0.125)));
  scene.add_box(T(1), T(0.5), radius());
  scene.add_polygon(round_polygon<T>(random, 3, 1, {0, 0}), radius());
  scene.add_polygon(round_polygon<T>(random, 7, 1.2, {0.5, 0}), radius());
  scene.add_polygon(round_polygon<T>(random, 30, 1.5, {0, 1}), radius());
  scene.add_compound(std::vector<ShapeId>{0, 2});
  const ShapeId left = scene.add_polygon(std::vector<BasicVec2<T>>{{-1, -1}, {0, -1}, {0, 1}, {-1, 1}}, radius());
  scene.add_compound(std::vector<ShapeId>{left, 3, 4});
  return scene;
}

class ClearanceOnIsa : public OnEveryIsa {};

template <class T>
void compare_with_larger_radii(std::uint64_t seed, std::size_t rounds) {
  Random random(seed);
  std::size_t hit = 0, sooner = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const double clearance = random.pick({0.0, 0.25, 0.1, random.uniform(0.01, 1)});
    const double of_obstacles = random.pick({0.0, 0.0, random.uniform(0.01, 1)});
    BasicScene<T> scene = grown_shapes<T>(seed + round, 0);
    const BasicScene<T> mover_shapes = grown_shapes<T>(seed + round, clearance);
    const BasicScene<T> obstacle_shapes = grown_shapes<T>(seed + round, of_obstacles);
    ASSERT_EQ(mover_shapes.shape_count(), shapes_of_each);
    const double side = random.uniform(5, 14);
    Fleet movers = fleet(random, 40, 6, shapes_of_each, side, random.chance(0.5), 0.1);
    Fleet others = fleet(random, random.below(8), 6, shapes_of_each, side, random.chance(0.5), 0.1);
    for (int k = 0; k < 5; ++k) {
      scene.add_body(static_cast<ShapeId>(random.below(shapes_of_each)),
                     Pose::at(random.uniform(-side, side), random.uniform(-side, side), random.uniform(0, 6)));
    }
    const std::vector<FirstHit> without = found(scene, movers, others);
    const std::vector<FirstHit> expected = by_classify(scene, mover_shapes, obstacle_shapes, movers, others);
    movers.clearance = clearance;
    others.clearance = of_obstacles;
    ASSERT_EQ(text(found(scene, movers, others)), text(expected)) << "round " << round;
    for (std::size_t m = 0; m < expected.size(); ++m) {
      hit += expected[m].step >= 0;
      sooner += expected[m] != without[m];
    }
  }
  EXPECT_GT(hit, rounds * 5);
  EXPECT_GT(sooner, rounds);
}

TEST_P(ClearanceOnIsa, is_a_larger_radius) {
  compare_with_larger_radii<float>(own_seed(720), scaled(40));
  compare_with_larger_radii<double>(own_seed(721), scaled(40));
}

/// A point that comes as near to a wall as the clearance, and by an ulp less or more; then near its corner.
template <class T>
void approach() {
  BasicScene<T> scene;
  const ShapeId point = scene.add_circle({0, 0}, 0);
  scene.add_body(scene.add_box(T(1), T(1)), Pose::at(-1, 0, 0));
  const auto hits_at = [&](const Pose& pose, double clearance) {
    return found(scene, {{&point, 1}, {&pose, 1}, 1, {}, {}, clearance}, {})[0].step == 0;
  };
  for (const double clearance : {0.25, 0.1, 1.0 / 3, 0.30000001, 1e-5}) {
    const auto radius = static_cast<double>(grown(T(0), clearance));
    EXPECT_TRUE(hits_at(Pose{radius, 0}, clearance)) << clearance;
    EXPECT_FALSE(hits_at(Pose{std::nextafter(radius, 9), 0}, clearance)) << clearance;
    EXPECT_FALSE(hits_at(Pose{radius, 0}, static_cast<double>(std::nextafter(static_cast<T>(radius), T(0)))));
  }
  // From (0.75, 2) to the corner (0, 1): 3, 4, 5.
  EXPECT_TRUE(hits_at(Pose{0.75, 2}, 1.25));
  EXPECT_FALSE(hits_at(Pose{std::nextafter(0.75, 1), 2}, 1.25));
  EXPECT_EQ(hits_at(Pose{0.75, 2}, std::nextafter(1.25, 0)), sizeof(T) == sizeof(float));  // rounded up to 1.25f
}

TEST_P(ClearanceOnIsa, is_exact_to_the_last_bit) {
  approach<float>();
  approach<double>();
}

SATCHEL_ON_EVERY_ISA(ClearanceOnIsa);

TEST(Clearance, that_is_wrong_is_refused) {
  Scene scene;
  const std::vector<ShapeId> shapes = {scene.add_box(0.5f, 0.5f), scene.add_circle({0, 0}, 0x1p59f)};
  const std::vector<Pose> poses(2);
  std::vector<FirstHit> hits(2, {77, 77});
  const auto refused = [&](double clearance, double of_obstacles, std::size_t index, const char* item) {
    expect_error(ErrorCode::bad_radius, index, item, [&] {
      first_hits(scene, {shapes, poses, 1, {}, {}, clearance}, {shapes, poses, 1, {}, {}, of_obstacles}, hits);
    });
    EXPECT_EQ(hits[0], (FirstHit{77, 77}));
  };
  refused(-1, 0, 0, "movers: clearance -1 of body 0");
  refused(std::numeric_limits<double>::quiet_NaN(), 0, 0, "movers: clearance nan");
  refused(0, std::numeric_limits<double>::infinity(), 2, "obstacles: clearance inf of body 0");
  refused(0x1.8p59, 0, 1, "movers: clearance .* of body 1");
  refused(0, 1e30, 2, "obstacles: clearance 1e.?30 of body 0");
  Scened doubles;
  const ShapeId box = doubles.add_box(1, 1);
  // Rounded up to the least radius.
  first_hits(doubles, {{&box, 1}, poses, 1, {}, {}, 1e-300}, {}, hits);
  first_hits(scene, {shapes, poses, 1, {}, {}, 1e-300}, {}, hits);
}

}  // namespace
}  // namespace satchel::test
