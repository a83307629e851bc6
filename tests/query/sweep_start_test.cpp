// Sweeps that leave out contacts at the start, and the limit of turns.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/random.hpp"

namespace satchel::test {
namespace {

using SweepStartOnIsa = OnEveryIsa;

template <class T>
BasicImpact<T> impact_of(const BasicScene<T>& scene, Pair pair, Motion of_a, Motion of_b, bool leaves_start = true) {
  std::vector<Motion> motions(scene.body_slots());
  motions[pair.a] = of_a;
  motions[pair.b] = of_b;
  std::array<BasicImpact<T>, 1> impact, between;
  sweep(scene, motions, std::array{pair}, impact, {.leaves_start = leaves_start});
  sweep(scene, motions, scene, motions, std::array{pair}, between, {.leaves_start = leaves_start});
  EXPECT_EQ(impact[0].hit, between[0].hit);
  return impact[0];
}

template <class T>
void test_boxes() {
  for (const double depth : {0.0, 0.125}) {
    for (const double slope : {0.0, 0.3, 2.5}) {
      BasicScene<T> scene;
      const double c = Pose::at(0, 0, slope).rotation.cos, s = Pose::at(0, 0, slope).rotation.sin;
      const BodyId floor = scene.add_body(scene.add_box(10, 1), Pose::at(0, 0, slope));
      const double height = 2 - depth;
      const BodyId box = scene.add_body(scene.add_box(1, 1), Pose::at(-s * height, c * height, slope));
      if (depth == 0 && slope != 0) continue;  // whether rotated boxes touch is for rounding to say
      for (const bool first : {true, false}) {
        const Pair pair = first ? Pair{floor, box} : Pair{box, floor};
        const auto hit = [&](double along, double away, bool leaves_start = true) {
          const Motion motion{c * along - s * away, s * along + c * away, 0};
          return impact_of(scene, pair, first ? Motion{} : motion, first ? motion : Motion{}, leaves_start);
        };
        EXPECT_EQ(hit(3, 0).hit, 0u) << "slides";
        EXPECT_EQ(hit(3, 0).time, T(1));
        EXPECT_EQ(hit(3, 0.5).hit, 0u) << "recedes";
        EXPECT_EQ(hit(0, 0).hit, 0u) << "rests";
        EXPECT_EQ(hit(3, -0.01).hit, 1u) << "approaches";
        EXPECT_EQ(hit(3, -0.01).time, T(0));
        EXPECT_NE(hit(3, -0.01).normal_y, T(0));
        EXPECT_EQ(hit(3, 0.5, false).hit, 1u) << "counts unless it is left out";
      }
    }
  }
}
TEST_P(SweepStartOnIsa, contacts_that_recede_or_slide_are_left_out) {
  test_boxes<float>();
  test_boxes<double>();
}

template <class T>
void test_random(std::uint64_t seed) {
  Random random(seed);
  BasicScene<T> scene;
  std::vector<Motion> motions;
  for (int i = 0; i < 200; ++i) {
    const ShapeId shape = i % 2 == 0 ? scene.add_box(1, T(0.5)) : scene.add_circle({0, 0}, 1);
    scene.add_body(shape, Pose::at(random.uniform(-8, 8), random.uniform(-8, 8), random.uniform(0, 6)));
    motions.push_back({random.uniform(-2, 2), random.uniform(-2, 2), 0});
  }
  std::vector<Pair> pairs;
  for (BodyId a = 0; a < 200; ++a) {
    for (BodyId b = 0; b < 200; ++b) {
      if (a != b) pairs.push_back({a, b});
    }
  }
  std::vector<BasicContact<T>> contacts(pairs.size());
  std::vector<BasicImpact<T>> usual(pairs.size()), left(pairs.size());
  collide(scene, pairs, contacts);
  sweep(scene, motions, pairs, usual);
  sweep(scene, motions, pairs, left, {.leaves_start = true});
  std::size_t kept = 0, left_out = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (verdict(contacts[i]) == Verdict::disjoint) {
      ASSERT_EQ(left[i], usual[i]);
      continue;
    }
    const Motion &a = motions[pairs[i].a], &b = motions[pairs[i].b];
    const double rate = static_cast<double>(contacts[i].normal_x) * (b.x - a.x) +
                        static_cast<double>(contacts[i].normal_y) * (b.y - a.y);
    if (std::fabs(rate) < 1e-5) continue;
    if (rate < 0) {
      ASSERT_EQ(left[i], usual[i]);
    } else {
      ASSERT_EQ(left[i], (BasicImpact<T>{1, 0, 0, 0, 0, 0}));
    }
    ++(rate < 0 ? kept : left_out);
  }
  EXPECT_GT(kept, 200u);
  EXPECT_GT(left_out, 200u);
}
TEST_P(SweepStartOnIsa, the_rate_along_the_normal_decides) {
  test_random<float>(own_seed(1));
  test_random<double>(own_seed(2));
}

TEST_P(SweepStartOnIsa, parts_of_compounds_count_each_on_its_own) {
  Scene scene;
  const ShapeId floor = scene.add_polygon(std::array<Vec2, 4>{{{-5, -1}, {5, -1}, {5, 0}, {-5, 0}}});
  const ShapeId wall = scene.add_polygon(std::array<Vec2, 4>{{{4, 0}, {5, 0}, {5, 3}, {4, 3}}});
  const BodyId corner = scene.add_body(scene.add_compound(std::array{floor, wall}));
  const BodyId box = scene.add_body(scene.add_box(1, 1), {0, 1});
  const Impact impact = impact_of(scene, {corner, box}, {}, {6, 0, 0});
  EXPECT_EQ(impact.hit, 1u);
  EXPECT_EQ(impact.time, 0.5f);
  EXPECT_EQ(impact.normal_x, -1);
  EXPECT_EQ(impact_of(scene, {box, corner}, {6, 0, 0}, {}).time, 0.5f);
  EXPECT_EQ(impact_of(scene, {box, corner}, {-6, 0, 0}, {}).hit, 0u);
}

TEST_P(SweepStartOnIsa, links_say_what_slides) {
  Scene scene;
  const ShapeId tile = scene.add_box(0.5f, 0.5f);
  std::vector<BodyId> tiles;
  for (int i = 0; i < 4; ++i) tiles.push_back(scene.add_body(tile, {i + 0.5, -0.5}));
  const BodyId box =
      scene.add_body(scene.add_box(0.5f, 0.5f), {0.515625, 0.46875});  // over tile 1 by half of its depth
  EXPECT_EQ(impact_of(scene, {box, tiles[1]}, {1, 0, 0}, {}).hit, 1u);
  scene.link_shared_edges(tiles);
  EXPECT_EQ(impact_of(scene, {box, tiles[1]}, {1, 0, 0}, {}).hit, 0u);
}

TEST_P(SweepStartOnIsa, inner_edges_say_what_slides) {
  for (const bool is_joined : {false, true}) {
    Scene scene;
    std::vector<ShapeId> tiles;
    std::vector<std::uint8_t> inner;
    for (int i = 0; i < 4; ++i) {
      const float x = static_cast<float>(i);
      tiles.push_back(scene.add_polygon(std::array<Vec2, 4>{{{x, -1}, {x + 1, -1}, {x + 1, 0}, {x, 0}}}));
      const std::uint8_t right = is_joined && i < 3, left = is_joined && i > 0;
      inner.insert(inner.end(), {0, right, 0, left});
    }
    const BodyId floor = scene.add_body(scene.add_compound(tiles, inner));
    const BodyId box =
        scene.add_body(scene.add_box(0.5f, 0.5f), {0.515625, 0.46875});  // over tile 1 by half of its depth
    EXPECT_EQ(impact_of(scene, {box, floor}, {0.5, 0, 0}, {}).hit, is_joined ? 0u : 1u);
  }
}

TEST_P(SweepStartOnIsa, bodies_that_turn) {
  Scene scene;
  const BodyId wall = scene.add_body(scene.add_box(8, 1));
  const BodyId rod = scene.add_body(scene.add_box(2, 0.25f), {0, 1.25});  // lies on the wall
  const double pi = 3.141592653589793;
  EXPECT_EQ(impact_of(scene, {wall, rod}, {}, {0, 0, 1}).time, 0);
  EXPECT_EQ(impact_of(scene, {wall, rod}, {}, {0, 0, 1}).hit, 1u) << "one end goes down";
  EXPECT_EQ(impact_of(scene, {wall, rod}, {}, {0, 3, 1}).hit, 0u) << "it rises faster";
  EXPECT_EQ(impact_of(scene, {rod, wall}, {0, 3, 1}, {}).hit, 0u);
  // A leaf that lies on the wall, its hinge on the right: opens, and falls on the other side after half a turn.
  const ShapeId leaf = scene.add_polygon(std::array<Vec2, 4>{{{-4, -0.25f}, {0, -0.25f}, {0, 0.25f}, {-4, 0.25f}}});
  const BodyId door = scene.add_body(leaf, {4, 1.25});
  EXPECT_EQ(impact_of(scene, {wall, door}, {}, {0, 0, pi / 2}).hit, 1u) << "into the wall";
  EXPECT_EQ(impact_of(scene, {wall, door}, {}, {0, 0, -pi / 2}).hit, 0u);
  const Impact over = impact_of(scene, {wall, door}, {}, {0, 0, -1.125 * pi});
  EXPECT_EQ(over.hit, 1u) << "once apart, a later contact counts";
  EXPECT_LT(over.time, 1 / 1.125f);  // within the tolerance, the corner at the hinge is there first
  EXPECT_GT(over.time, 0.85f);
  EXPECT_EQ(impact_of(scene, {door, wall}, {0, 0, -1.125 * pi}, {}).time, over.time);
}

/// Bodies that are apart by less than what the times of sweeps are good for.
template <class T>
void test_small_gaps() {
  BasicScene<T> scene;
  const BodyId floor = scene.add_body(scene.add_box(8, 1), {0, -1});
  for (const ShapeId shape : {scene.add_box(T(0.5), T(0.5)), scene.add_circle({0, 0}, T(0.5)),
                              scene.add_capsule({-1, 0}, {1, 0}, T(0.5)), scene.add_box(T(0.25), T(0.25), T(0.25))}) {
    for (const double gap : {0.0, 0x1p-52, 0x1p-48, 0x1p-46, 0x1p-44, 0x1p-40}) {
      const BodyId body = scene.add_body(shape, {0, 0.5 + gap});
      for (const double turn : {0.0, 1e-6}) {
        for (const bool leaves_start : {false, true}) {
          const BasicImpact<T> down = impact_of(scene, {floor, body}, {}, {0.25, -0.5, turn}, leaves_start);
          EXPECT_EQ(down.hit, 1u) << shape << " " << gap << " " << turn;
          EXPECT_LT(down.time, T(1e-9));
        }
        EXPECT_EQ(impact_of(scene, {floor, body}, {}, {3, 0.125, turn}).hit, 0u) << shape << " " << gap << " " << turn;
        EXPECT_EQ(impact_of(scene, {floor, body}, {}, {20, turn, 0}).hit, 0u) << "leaves the floor at its end";
      }
      scene.remove_body(body);
    }
  }
}
TEST_P(SweepStartOnIsa, small_gaps_are_left_and_closed) {
  test_small_gaps<float>();
  test_small_gaps<double>();
}

TEST_P(SweepStartOnIsa, what_turns_leaves_a_deep_overlap) {
  Scene scene;
  const BodyId floor = scene.add_body(scene.add_box(8, 1), {0, -1});
  const BodyId box = scene.add_body(scene.add_box(0.5f, 0.5f), {0, 0.25});
  EXPECT_EQ(impact_of(scene, {floor, box}, {}, {1, 2, 0.1}).hit, 0u) << "its depth passes through the tolerance";
  EXPECT_EQ(impact_of(scene, {box, floor}, {1, 2, 0.1}, {}).hit, 0u);
}

/// A corner cut off by some units in the last place, which the rotation makes coincide, turns around or pushes in.
template <class T>
void test_cut_corners(T unit) {
  const std::vector<BasicVec2<T>> corners{{99, 99}, {101, 99}, {101, 101}, {99 + unit, 101}, {99, 101 - unit}};
  std::size_t equal = 0;
  for (int k = 0; k < 500; ++k) {
    const Rotation turn = Rotation::of_angle(0.006 * k);
    const double x = 100 * (turn.cos - turn.sin), y = 100 * (turn.sin + turn.cos);
    BasicScene<T> scene;
    const BodyId box = scene.add_body(scene.add_box(static_cast<T>(0.25), static_cast<T>(0.25)),
                                      {x + 0.5 * turn.cos, y + 0.5 * turn.sin, {}});
    const BodyId cut = scene.add_body(scene.add_polygon(std::span<const BasicVec2<T>>(corners)), {0, 0, turn});
    const Motion out{5 * turn.cos, 5 * turn.sin, 0.1};
    EXPECT_EQ(impact_of(scene, {box, cut}, out, {}).hit, 0u) << k;
    // The cut body turns with the box: its placed vertices are rounded anew.
    EXPECT_EQ(impact_of(scene, {box, cut}, {out.x, out.y, 0}, {0, 0, 0.001}).hit, 0u) << k;
    EXPECT_EQ(impact_of(scene, {box, cut}, {-out.x, -out.y, 0.1}, {}).hit, 1u) << k << ": it goes deeper";
    std::vector<BasicVec2<T>> placed(corners.size());
    scene.placed_offsets(cut, placed);
    equal += placed[3] == placed[4] ? 1 : 0;
  }
  EXPECT_GT(equal, 5u);
}

TEST_P(SweepStartOnIsa, what_turns_leaves_whatever_rounding_made_of_corners) {
  test_cut_corners<float>(0x1p-17f);
  test_cut_corners<double>(0x1p-46);
}

TEST_P(SweepStartOnIsa, turns_beyond_the_limit_are_refused) {
  Scene scene, other;
  const ShapeId box = scene.add_box(1, 1);
  scene.add_body(box);
  scene.add_body(box, {3, 0});
  const BodyId gone = scene.add_body(box);
  scene.remove_body(gone);
  const std::array pairs{Pair{0, 1}};
  std::array<Impact, 1> impacts;
  const auto status = [&](double angle, float limit) {
    return try_sweep(scene, std::array{Motion{0, 0, 0}, Motion{0, 0, angle}, Motion{0, 0, 1e9}}, pairs, impacts,
                     {.max_angle = limit});
  };
  EXPECT_TRUE(status(64, 64).ok());
  EXPECT_TRUE(status(-64, 64).ok());
  EXPECT_EQ(status(64.5, 64).code, ErrorCode::bad_angle);
  EXPECT_EQ(status(-64.5, 64).index, 1u);
  EXPECT_NE(message(status(1e6, 64)).find("motion of body 1: the body turns by more than max_angle"),
            std::string::npos);
  EXPECT_TRUE(status(100, 0x1p30f).ok());
  EXPECT_EQ(status(0x1p31, 0x1p30f).code, ErrorCode::out_of_range);
  EXPECT_EQ(status(0, -1).argument, Argument::max_angle);
  EXPECT_EQ(status(0, std::nanf("")).code, ErrorCode::bad_angle);
  EXPECT_EQ(try_sweep(scene, std::array{Motion{}, Motion{0, 0, 1e6}, Motion{}}, pairs, impacts).code,
            ErrorCode::bad_angle);
}

TEST_P(SweepStartOnIsa, floats_nearer_than_the_least_denormal_meet_where_they_turn) {
  Scene scene;
  const ShapeId box = scene.add_box(0x1p-140f, 0x1p-140f);
  const BodyId a = scene.add_body(box), b = scene.add_body(box, Pose::at(0x1p-139 + 0x1p-180, 0, 0));
  std::array<Contact, 1> contact;
  collide(scene, std::array{Pair{a, b}}, contact);
  ASSERT_EQ(verdict(contact[0]), Verdict::disjoint);
  ASSERT_EQ(contact[0].separation, std::numeric_limits<float>::denorm_min());
  std::array<Impact, 1> impact;
  for (const double angle : {0x1p-20, -0x1p-20}) {  // corners move by 2^-160
    sweep(scene, std::array{Motion{}, Motion{0, 0, angle}}, std::array{Pair{a, b}}, impact);
    EXPECT_EQ(impact[0].hit, 1u) << angle;
  }
}

TEST_P(SweepStartOnIsa, bodies_that_turn_meet_within_the_tolerance_as_parts_of_a_compound_do) {
  Scened scene;
  const ShapeId box = scene.add_box(1, 1), of_one = scene.add_compound({box});
  const BodyId a = scene.add_body(box), b = scene.add_body(box), c = scene.add_body(of_one);
  const std::vector<Pair> pairs{{a, b}, {a, c}, {c, a}, {b, a}};
  const auto hits = [&](double gap, const Motion& motion, double tolerance) {
    scene.set_pose(b, {2 + gap, 0});
    scene.set_pose(c, {2 + gap, 0});
    std::vector<Impactd> impacts(pairs.size());
    sweep(scene, std::array{Motion{}, motion, motion}, pairs, impacts, {.tolerance = tolerance});
    for (const Impactd& impact : impacts) {
      EXPECT_EQ(impact.hit, impacts[0].hit) << gap;
      EXPECT_NEAR(impact.time, impacts[0].time, 1e-12) << gap;
    }
    return impacts[0].hit;
  };
  EXPECT_EQ(hits(1e-4, {0, 0, 1e-6}, 0), 1u);  // the default is 3.4e-4
  EXPECT_EQ(hits(1e-3, {0, 0, 1e-6}, 0), 0u);
  EXPECT_EQ(hits(1, {-0.9999, 0, 1e-6}, 0.01), 1u);
  EXPECT_EQ(hits(1, {-0.98, 0, 1e-6}, 0.01), 0u);
}

/// The nearest points of bodies that are apart by rounding alone do not determine a normal.
template <class T>
void test_normals_at_the_start(std::uint64_t seed) {
  Random random(seed);
  std::size_t hits = 0;
  for (const char* const name : {"hairs_breadth", "thin_boxes", "ulp_touching", "regular"}) {
    const BasicWorld<T> world = world_of(family<T>(name), 300, random);
    std::vector<Motion> motions(world.scene.body_slots());
    for (Motion& motion : motions) motion.angle = random.uniform(-1, 1);
    std::vector<BasicImpact<T>> impacts(world.pairs.size());
    std::vector<BasicContact<T>> contacts(world.pairs.size());
    sweep(world.scene, motions, world.pairs, impacts);
    collide(world.scene, world.pairs, contacts);
    for (std::size_t i = 0; i < impacts.size(); ++i) {
      if (impacts[i].hit == 0 || impacts[i].time != 0) continue;
      hits += verdict(contacts[i]) == Verdict::disjoint ? 1 : 0;
      EXPECT_NEAR(impacts[i].normal_x, contacts[i].normal_x, 64 * std::numeric_limits<T>::epsilon())
          << name << ' ' << i;
      EXPECT_NEAR(impacts[i].normal_y, contacts[i].normal_y, 64 * std::numeric_limits<T>::epsilon())
          << name << ' ' << i;
    }
  }
  EXPECT_GT(hits, 100u);
}

TEST_P(SweepStartOnIsa, bodies_that_turn_and_nearly_touch_have_the_normal_of_their_contact) {
  test_normals_at_the_start<float>(own_seed(9));
  test_normals_at_the_start<double>(own_seed(10));
}

SATCHEL_ON_EVERY_ISA(SweepStartOnIsa);

}  // namespace
}  // namespace satchel::test
