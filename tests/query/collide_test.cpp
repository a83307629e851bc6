// collide and classify against the oracle, on every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/oracle.hpp"
#include "support/queries.hpp"
#include "support/scale.hpp"
#include "support/trial.hpp"

namespace satchel::test {
namespace {

/// Judges every contact, and says how many there are of each verdict.
std::vector<std::size_t> judged(const Scene& scene, std::span<const Pair> pairs) {
  std::vector<std::size_t> counts(3);
  const std::vector<Contact> contacts = collided(scene, pairs);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const testing::AssertionResult right = contact_is_right(scene, pairs[i], contacts[i]);
    if (!right && ++wrong <= 3) ADD_FAILURE() << right.message();
    ++counts[static_cast<std::size_t>(verdict(contacts[i]))];
  }
  EXPECT_EQ(wrong, 0u) << "of " << pairs.size();
  const std::vector<Verdict> verdicts = classified(scene, pairs);
  std::size_t differ = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) differ += verdicts[i] != verdict(contacts[i]);
  EXPECT_EQ(differ, 0u) << "verdicts of classify that are not those of collide";
  return counts;
}

class CollideOnIsa : public OnEveryIsa {};

TEST_P(CollideOnIsa, is_right_for_ten_thousand_polygons_of_3_to_64_vertices) {
  Random random(1);
  const World world = crowd(random, scaled(10000), scaled(20000), 3, 64);
  const std::vector<std::size_t> counts = judged(world.scene, world.pairs);
  EXPECT_GT(counts[0], world.pairs.size() / 5);  // or the workload tests one case alone
  EXPECT_GT(counts[2], world.pairs.size() / 5);
}

TEST_P(CollideOnIsa, is_right_for_each_family_of_hard_pairs) {
  for (const Family& family : families()) {
    SCOPED_TRACE(family.name);
    Random random(2);
    const World world = world_of(family, sampled(500), random);
    judged(world.scene, world.pairs);
  }
}

/// Rotations whose cos^2 + sin^2 is off 1: lengths in a shape's frame are not those in the world. In doubles the
/// difference is far larger than rounding.
template <class T>
void expect_right_where_rotations_are_off(std::uint64_t seed) {
  for (const char* name : {"stretched_centres", "stretched_and_near", "stretched_hairs_breadth"}) {
    SCOPED_TRACE(name);
    Random random(seed);
    const BasicWorld<T> world = world_of(family<T>(name), sampled(1000), random);
    const Tally tally = tried(world);
    EXPECT_TRUE(tally.all_right()) << tally.wrong << " wrong verdicts, " << tally.too_large
                                   << " separations beyond 6 u D', up to " << tally.largest_error << ", "
                                   << tally.faulty << " other faults\n"
                                   << (tally.examples.empty() ? "" : tally.examples.front());
    const std::vector<BasicContact<T>> contacts = collided(world.scene, world.pairs);
    std::vector<BasicHit<T>> hits;
    find_hits(world.scene, world.pairs, hits);
    std::size_t next = 0, differ = 0;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      if (verdict(contacts[i]) == Verdict::disjoint) continue;
      const bool is_its = next < hits.size() && hits[next].index == i && same_bits(hits[next].contact, contacts[i]);
      differ += is_its ? 0 : 1;
      ++next;
    }
    EXPECT_EQ(next, hits.size());
    EXPECT_EQ(differ, 0u);
  }
}

TEST_P(CollideOnIsa, is_right_where_rotations_are_off) {
  expect_right_where_rotations_are_off<float>(own_seed(7));
  expect_right_where_rotations_are_off<double>(own_seed(8));
}

TEST_P(CollideOnIsa, is_right_for_all_families_in_one_list_in_random_order) {
  Random random(3);
  std::vector<Couple> couples;
  for (const Family& family : families()) {
    for (std::size_t k = 0; k < sampled(60); ++k) couples.push_back(family.make(random));
  }
  random.shuffle(std::span(couples));
  const World world = world_of(couples, random);
  judged(world.scene, world.pairs);
}

TEST_P(CollideOnIsa, is_right_up_to_4096_vertices) {
  Random random(4);
  Scene scene;
  std::vector<Pair> pairs;
  for (const std::size_t n : {std::size_t{4}, std::size_t{100}, std::size_t{512}, std::size_t{4096}}) {
    if (n > scaled(4096) && n > 512) continue;  // an exact answer takes a second in a sanitizer build
    const Polygon polygon = lattice_polygon(n, 0x1p-10f);
    ASSERT_TRUE(strictly_convex(polygon));
    ASSERT_EQ(polygon.size(), n);
    const double width = [&] {
      float reach = 0;
      for (const Vec2 v : polygon) reach = std::max(reach, v.x);
      return 2.0 * reach;
    }();
    const ShapeId shape = scene.add_polygon(polygon);
    const ShapeId triangle = scene.add_polygon(round_polygon(random, 3, width / 3));
    const auto near = [&] { return random.uniform(-.8, .8) * width; };
    const BodyId first = scene.add_body(shape, Pose::at(0, 0, random.uniform(0, 6)));
    const BodyId others[] = {scene.add_body(shape, Pose::at(near(), near(), random.uniform(0, 6))),
                             scene.add_body(shape, Pose{width, 0}), scene.add_body(shape, Pose{0, 0}),
                             scene.add_body(triangle, Pose::at(near(), near(), 1)),
                             scene.add_body(triangle, Pose::at(1.2 * width, near(), 2))};
    for (const BodyId other : others) pairs.push_back({first, other});
    pairs.push_back({others[1], others[2]});
    pairs.push_back({others[3], others[1]});
  }
  judged(scene, pairs);
}

TEST_P(CollideOnIsa, is_right_for_neighbouring_ulps_of_a_touching_vertex) {
  // A vertex moved through a square of ulps around the edge that it touches (after Kettner et al. 2008).
  const Polygon fixed = {{-3.3f, -1.1f}, {2.7f, -.7f}, {.5f, 1.3f}};
  const float x = .5f * (fixed[0].x + fixed[1].x), y = .5f * (fixed[0].y + fixed[1].y);
  std::vector<Couple> couples;
  const int reach = SATCHEL_TEST_DIVISOR == 1 ? 128 : 6;
  for (int i = -reach; i <= reach; ++i) {
    for (int j = -reach; j <= reach; ++j) {
      const Vec2 tip = {x + static_cast<float>(i) * 0x1p-25f, y + static_cast<float>(j) * 0x1p-24f};
      couples.push_back({{fixed}, {{tip, {-2.f, -4.f}, {2.f, -4.f}}}});
      ASSERT_TRUE(strictly_convex(couples.back().b.polygon));
    }
  }
  Random random(5);
  const World world = world_of(couples, random);
  judged(world.scene, world.pairs);
}

template <class T>
void expect_right_on_small_grid() {
  // Nothing rounds on this grid, so the definition of the verdict can be written out in integers.
  struct Node {
    int x, y;
  };
  const int side_length = SATCHEL_TEST_DIVISOR == 1 ? 4 : 3;
  const auto turn = [](Node o, Node p, Node q) { return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x); };
  using Triangle = std::array<Node, 3>;
  std::vector<Triangle> triangles;
  const int nodes = side_length * side_length;
  const auto node = [&](int i) { return Node{i % side_length, i / side_length}; };
  for (int i = 0; i < nodes; ++i) {
    for (int j = i + 1; j < nodes; ++j) {
      for (int k = j + 1; k < nodes; ++k) {
        const int area = turn(node(i), node(j), node(k));
        if (area > 0) triangles.push_back({node(i), node(j), node(k)});
        if (area < 0) triangles.push_back({node(i), node(k), node(j)});
      }
    }
  }
  BasicScene<T> scene;
  for (const Triangle& t : triangles) {
    BasicPolygon<T> polygon;
    for (const Node v : t) polygon.push_back({static_cast<T>(v.x), static_cast<T>(v.y)});
    scene.add_body(scene.add_polygon(polygon));
  }
  std::vector<Pair> pairs;
  for (BodyId a = 0; a < triangles.size(); ++a) {
    for (BodyId b = 0; b < triangles.size(); ++b) pairs.push_back({a, b});
  }
  const auto over_edges_of = [&](const Triangle& p, const Triangle& q) {
    int r = 1;
    for (std::size_t e = 0; e < 3; ++e) {
      int inner = -1;
      for (const Node v : q) {
        const int t = turn(p[e], p[(e + 1) % 3], v);
        inner = std::max(inner, (t > 0) - (t < 0));
      }
      r = std::min(r, inner);
    }
    return r;
  };
  const std::vector<BasicContact<T>> contacts = collided(scene, pairs);
  const std::vector<Verdict> verdicts = classified(scene, pairs);
  std::size_t wrong = 0, touching = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Triangle &a = triangles[pairs[i].a], &b = triangles[pairs[i].b];
    const int r = std::min(over_edges_of(a, b), over_edges_of(b, a));
    const Verdict expected = static_cast<Verdict>(r + 1);
    wrong += verdict(contacts[i]) != expected || verdicts[i] != expected;
    touching += expected == Verdict::touching;
  }
  EXPECT_EQ(wrong, 0u) << "of " << pairs.size();
  EXPECT_GT(touching, pairs.size() / 10);
}

TEST_P(CollideOnIsa, is_right_for_every_pair_of_triangles_on_a_small_grid) {
  expect_right_on_small_grid<float>();
  expect_right_on_small_grid<double>();
}

TEST_P(CollideOnIsa, sees_origins_that_are_off_a_grid_by_less_than_their_difference_shows) {
  // Unit boxes and triangles side by side on a grid, but for a part of an origin that is lost when origins are
  // subtracted in double, or when the difference becomes a float.
  const std::vector<Vec2> triangle{{-.5f, -.5f}, {.5f, -.5f}, {.5f, .5f}};
  Scene scene;
  const ShapeId shapes[] = {scene.add_box(.5f, .5f), scene.add_polygon(triangle)};
  std::vector<Pair> pairs;
  std::vector<Verdict> expected;
  for (const ShapeId shape : shapes) {
    for (const double off : {0x1p-60, 0x1p-100, 0x1p-40, -0x1p-60, -0x1p-100, -0x1p-40, 0.0}) {
      for (const bool upward : {false, true}) {
        const BodyId a = upward ? scene.add_body(shape, {0, off}) : scene.add_body(shape, {off, 0});
        const BodyId b = upward ? scene.add_body(shapes[0], {0, 1}) : scene.add_body(shapes[0], {1, 0});
        if (upward && shape == shapes[1]) continue;  // the triangle's upper corner alone: the same with another name
        pairs.push_back({a, b});
        pairs.push_back({b, a});
        const Verdict verdict = off > 0 ? Verdict::overlapping : off < 0 ? Verdict::disjoint : Verdict::touching;
        expected.insert(expected.end(), 2, verdict);
      }
    }
  }
  EXPECT_EQ(classified(scene, pairs), expected);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Contact contact = collided(scene, pairs[i]);
    EXPECT_EQ(verdict(contact), expected[i]) << i;
    EXPECT_TRUE(contact_is_right(scene, pairs[i], contact)) << i;
  }
}

TEST_P(CollideOnIsa, gives_swapped_pairs_the_same_verdict_and_separation_and_the_opposite_normal) {
  Random random(6);
  std::vector<Couple> couples;
  for (const Family& family : families()) {
    for (std::size_t k = 0; k < sampled(100); ++k) couples.push_back(family.make(random));
  }
  const World world = world_of(couples, random);
  std::vector<Pair> swapped;
  for (const Pair pair : world.pairs) swapped.push_back({pair.b, pair.a});
  const std::vector<Contact> there = collided(world.scene, world.pairs), back = collided(world.scene, swapped);
  for (std::size_t i = 0; i < there.size(); ++i) {
    // + 0: no minus zero leaves the library, so a mirrored 0 is 0 again.
    const std::uint32_t other_side = 1u << 3;
    const Contact mirrored = {-there[i].normal_x + 0.f, -there[i].normal_y + 0.f, there[i].separation,
                              there[i].feature ^ other_side};
    ASSERT_TRUE(same_bits(back[i], mirrored))
        << "pair " << i << ": " << back[i].separation << " and " << there[i].separation;
  }
}

TEST_P(CollideOnIsa, finds_a_body_overlapping_itself) {
  Random random(7);
  World world = crowd(random, 200, 0, 3, 40);
  for (BodyId i = 0; i < 200; ++i) world.pairs.push_back({i, i});
  EXPECT_EQ(judged(world.scene, world.pairs)[2], 200u);
  for (const Contact& contact : collided(world.scene, world.pairs)) EXPECT_EQ(side(contact), Side::a);
}

TEST_P(CollideOnIsa, is_right_between_two_scenes) {
  Random random(8);
  const World a = crowd(random, scaled(1500), 0, 3, 20), b = crowd(random, scaled(2000), 0, 3, 20);
  std::vector<Pair> pairs;
  for (std::size_t k = 0; k < sampled(6000); ++k) {
    const std::size_t i = random.below(a.scene.body_count()), near = i / 16 * 16 + random.below(16);
    pairs.push_back({static_cast<BodyId>(i), static_cast<BodyId>(near % b.scene.body_count())});
  }
  std::vector<Contact> contacts(pairs.size());
  std::vector<Verdict> verdicts(pairs.size());
  collide(a.scene, b.scene, pairs, contacts);
  classify(a.scene, b.scene, pairs, verdicts);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ASSERT_TRUE(contact_is_right(a.scene, b.scene, pairs[i], contacts[i]));
    ASSERT_EQ(verdicts[i], verdict(contacts[i]));
  }
}

TEST_P(CollideOnIsa, gives_a_scene_and_its_copy_the_answers_of_one_scene) {
  // But for ties, which go to the first scene's body instead of the lower index: so pairs with a < b alone.
  Random random(9);
  World world = crowd(random, scaled(1000), scaled(4000), 3, 20);
  for (Pair& pair : world.pairs) {
    if (pair.b < pair.a) std::swap(pair.a, pair.b);
  }
  const Scene copy = world.scene;
  std::vector<Contact> across(world.pairs.size());
  collide(world.scene, copy, world.pairs, across);
  EXPECT_TRUE(same_bits(across, collided(world.scene, world.pairs)));
  collide(world.scene, world.scene, world.pairs, across);
  EXPECT_TRUE(same_bits(across, collided(world.scene, world.pairs)));
}

TEST_P(CollideOnIsa, separates_as_well_a_million_and_a_billion_units_from_the_origin) {
  Random random(10);
  const World here = crowd(random, 400, scaled(3000), 3, 12);
  for (const Point2 far : {Point2{1e6, -1e6}, Point2{1e9, 1e9}}) {
    std::vector<Pose> poses, far_poses;
    for (BodyId i = 0; i < here.scene.body_count(); ++i) {
      // Origins on a grid that the far place still has, or the bodies would lie elsewhere relative to one another.
      Pose pose = here.scene.pose(i);
      pose.x = std::round(pose.x * 0x1p20) * 0x1p-20;
      pose.y = std::round(pose.y * 0x1p20) * 0x1p-20;
      poses.push_back(pose);
      pose.x += far.x, pose.y += far.y;
      far_poses.push_back(pose);
    }
    Scene near = here.scene, there = here.scene;
    near.set_poses(poses);
    there.set_poses(far_poses);
    const std::vector<Contact> contacts = collided(there, here.pairs);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const Answer answer = judge(placed(near, here.pairs[i].a), placed(near, here.pairs[i].b));
      ASSERT_EQ(verdict(contacts[i]), answer.verdict);
      ASSERT_NEAR(contacts[i].separation, static_cast<double>(answer.separation), tolerance(answer));
    }
  }
}

TEST_P(CollideOnIsa, gives_translations_that_end_the_overlap_and_are_the_shortest) {
  Random random(11);
  const World world = crowd(random, scaled(2000), scaled(6000), 3, 16);
  const std::vector<Contact> contacts = collided(world.scene, world.pairs);
  std::size_t overlapping = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Pair pair = world.pairs[i];
    const Vec2 push = mtv(contacts[i]);
    if (verdict(contacts[i]) != Verdict::overlapping) {
      EXPECT_EQ(push, (Vec2{0, 0}));
      continue;
    }
    ++overlapping;
    const PlacedPolygon a = placed(world.scene, pair.a), b = placed(world.scene, pair.b);
    const Answer before = judge(a, b);
    // The translation is off by 7 u D' (separation 6, normal and product 1 or so): what is left is no deeper, and
    // twice that in addition ends it.
    const double slack = 7. / 6 * tolerance(before), depth = -contacts[i].separation;
    const auto after = [&](double x, double y) {
      PlacedPolygon pushed = a;
      pushed.origin_x += x, pushed.origin_y += y;
      return judge(pushed, b);
    };
    EXPECT_GE(after(push.x, push.y).separation, -slack);
    const double more = 1 + 2 * slack / depth;
    EXPECT_NE(after(push.x * more, push.y * more).verdict, Verdict::overlapping);
    const double less = 1 - 2 * slack / depth;
    if (less > 0) {
      EXPECT_EQ(after(push.x * less, push.y * less).verdict, Verdict::overlapping);
    }
    EXPECT_NEAR(std::hypot(push.x, push.y), depth, 1e-6 * depth);
  }
  EXPECT_GT(overlapping, contacts.size() / 5);
}

SATCHEL_ON_EVERY_ISA(CollideOnIsa);

}  // namespace
}  // namespace satchel::test
