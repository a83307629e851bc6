// Pairs that touch but for some units in the last place of a double, along an edge or corner on corner: where doubles
// decide what they can, and have to know what they cannot.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>

#include "support/bodies.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/oracle.hpp"
#include "support/queries.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

/// Where b has to be so that the edge that decides the pair touches it, but for rounding.
template <class T>
Pose slid_to_touch(const BasicScene<T>& scene, BodyId a, BodyId b) {
  const BasicContact<T> contact = collided(scene, {a, b});
  const bool of_a = side(contact) == Side::a;
  const auto own = offsets_of(scene, of_a ? a : b), other = offsets_of(scene, of_a ? b : a);
  const Pose from = scene.pose(of_a ? a : b), to = scene.pose(of_a ? b : a);
  const BasicVec2<T> p = own[index(contact)], q = own[(index(contact) + 1) % own.size()];
  const double ex = static_cast<double>(q.x) - static_cast<double>(p.x);
  const double ey = static_cast<double>(q.y) - static_cast<double>(p.y);
  double h = std::numeric_limits<double>::infinity();
  for (const BasicVec2<T> v : other) {
    h = std::min(h, ey * (static_cast<double>(v.x) - static_cast<double>(p.x) + (to.x - from.x)) -
                        ex * (static_cast<double>(v.y) - static_cast<double>(p.y) + (to.y - from.y)));
  }
  const double t = (of_a ? -h : h) / (ex * ex + ey * ey);
  Pose pose = scene.pose(b);
  pose.x += t * ey;
  pose.y -= t * ex;
  return pose;
}

template <class T>
Pose with_corner_on_corner(const BasicScene<T>& scene, BodyId a, BodyId b, Random& random) {
  const auto of_a = offsets_of(scene, a), of_b = offsets_of(scene, b);
  const BasicVec2<T> p = of_a[random.below(of_a.size())], q = of_b[random.below(of_b.size())];
  Pose pose = scene.pose(b);
  pose.x = scene.pose(a).x + (static_cast<double>(p.x) - static_cast<double>(q.x));
  pose.y = scene.pose(a).y + (static_cast<double>(p.y) - static_cast<double>(q.y));
  return pose;
}

template <class T>
BasicWorld<T> nearly_touching(Random& random, std::size_t pairs) {
  BasicWorld<T> world;
  BasicScene<T>& scene = world.scene;
  for (std::size_t k = 0; k < pairs; ++k) {
    const auto add = [&](double x, double y) {
      const bool is_box = random.chance(0.4);
      const int vertices = random.chance(0.1) ? 16 : 3 + static_cast<int>(random.below(6));
      const ShapeId shape =
          is_box ? scene.add_box(static_cast<T>(random.uniform(0.2, 1)),
                                 static_cast<T>(random.uniform(0.2, 1) * (random.chance(0.3) ? 1e-3 : 1)))
                 : scene.add_polygon(round_polygon<T>(random, vertices, 1));
      return scene.add_body(shape, Pose::at(x, y, random.uniform(-4, 4)));
    };
    const double x = random.uniform(-4, 4), y = random.uniform(-4, 4);
    const BodyId a = add(x, y), b = add(x + random.uniform(-1, 1), y + random.uniform(-1, 1));
    Pose pose;
    if (random.chance(0.3)) {
      pose = with_corner_on_corner(scene, a, b, random);
    } else {
      for (int pass = 0; pass < 2; ++pass) scene.set_pose(b, pose = slid_to_touch(scene, a, b));
    }
    pose.x += 0x1p-52 * std::floor(random.uniform(-20, 21));
    scene.set_pose(b, pose);
    world.pairs.push_back(random.chance(0.5) ? Pair{a, b} : Pair{b, a});
  }
  return world;
}

template <class T>
void expect_right_verdicts(std::uint64_t seed, std::size_t pairs) {
  Random random(seed);
  const BasicWorld<T> world = nearly_touching<T>(random, pairs);
  const auto contacts = collided(world.scene, world.pairs);
  const std::vector<Verdict> verdicts = classified(world.scene, world.pairs);
  std::size_t counts[3] = {}, bad = 0;
  for (std::size_t i = 0; i < pairs; ++i) {
    ++counts[static_cast<int>(verdicts[i])];
    EXPECT_EQ(verdicts[i], verdict(contacts[i])) << i;
    const testing::AssertionResult right = contact_is_right(world.scene, world.pairs[i], contacts[i]);
    if (!right && ++bad <= 3) ADD_FAILURE() << i << ": " << right.message();
  }
  EXPECT_EQ(bad, 0u);
  EXPECT_GT(counts[static_cast<int>(Verdict::disjoint)], pairs / 10);
  EXPECT_GT(counts[static_cast<int>(Verdict::overlapping)], pairs / 10);
}

class NearTouchOnIsa : public OnEveryIsa {};

TEST_P(NearTouchOnIsa, is_told_from_a_touch) {
  expect_right_verdicts<float>(930, scaled(20000));
  expect_right_verdicts<double>(931, scaled(5000));
}

/// Flat boxes side by side: of the long edges' separations, one the other's negative but for their height, doubles see
/// which is larger only where bodies are farther off than products are rounded.
template <class T>
void expect_flat_boxes_to_be_told_apart() {
  BasicWorld<T> world;
  const ShapeId flat = world.scene.add_box(T(0.7f), T(1e-8f));
  for (const double x : {0.3, -0.3, 0.0, 1.1}) {
    for (int k = -40; k <= 40; ++k) {
      for (const int power : {-79, -60, -53, -30, -24}) {
        const BodyId a = world.scene.add_body(flat);
        const BodyId b = world.scene.add_body(flat, {x, std::ldexp(k, power)});
        world.pairs.push_back({a, b});
        world.pairs.push_back({b, a});
      }
    }
  }
  const auto contacts = collided(world.scene, world.pairs);
  std::size_t overlapping = 0;
  for (std::size_t i = 0; i < world.pairs.size(); ++i) {
    EXPECT_TRUE(contact_is_right(world.scene, world.pairs[i], contacts[i])) << i;
    EXPECT_TRUE(same_bits(contacts[i], collided(world.scene, world.pairs[i]))) << i;
    overlapping += verdict(contacts[i]) == Verdict::overlapping ? 1 : 0;
  }
  EXPECT_GT(overlapping, world.pairs.size() / 3);
  EXPECT_LT(overlapping, world.pairs.size());
}

TEST_P(NearTouchOnIsa, of_flat_boxes_is_decided_by_the_edge_that_parts_them_most) {
  expect_flat_boxes_to_be_told_apart<float>();
  expect_flat_boxes_to_be_told_apart<double>();
}

SATCHEL_ON_EVERY_ISA(NearTouchOnIsa);

}  // namespace
}  // namespace satchel::test
